"""Powers of groups in play: an alignment changed, one more card for money (R2.12, R2.13)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS
from engine.illuminati.deeds.moves import refuse_not_own
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State


def _refuse_power(
    state: State, seat: str, card: str, kind: type[ab.Realign] | type[ab.BuyCard]
) -> Refusal | None:
    refusal = refuse_not_own(state, seat, rl.NOT_YOURS_TO_USE, card)
    if refusal:
        return refusal
    if CARDS[card].ability(kind) is None:
        return Refusal(rl.NOT_ITS_POWER, {"card": card})
    if card in state.turn.powers_used:
        return Refusal(rl.BUY_USED if kind is ab.BuyCard else rl.POWER_USED, {"card": card})
    return None


def refuse_realign(state: State, seat: str, order: od.UseRealign) -> Refusal | None:
    """R2.13."""
    refusal = _refuse_power(state, seat, order.card, ab.Realign)
    if refusal:
        return refusal
    facts: dict[str, str | int] = {"target": order.target, "alignment": order.alignment}
    if order.target not in GROUPS or order.target == order.card:
        return Refusal(rl.OTHER_GROUP_ONLY, facts)
    if state.owner(order.target) is None and order.target not in state.uncontrolled:
        return Refusal(rl.NOT_IN_PLAY, facts)
    has = order.alignment in state.turn.alignments.get(order.target, CARDS[order.target].alignments)
    if order.change == "add":
        return Refusal(rl.HAS_ALIGNMENT, facts) if has else None
    if not has:
        return Refusal(rl.LACKS_ALIGNMENT, facts)
    if order.change == "reverse" and order.alignment not in ab.OPPOSITE:
        return Refusal(rl.NO_OPPOSITE, facts)
    return None


def run_realign(table: GameTable, seat: str, order: od.UseRealign) -> None:
    """Change one alignment until the turn ends."""
    now = set(table.state.turn.alignments.get(order.target, CARDS[order.target].alignments))
    if order.change != "add":
        now.discard(order.alignment)
    if order.change == "add":
        now.add(order.alignment)
    elif order.change == "reverse":
        now.add(ab.OPPOSITE[order.alignment])
    changed = tuple(alignment for alignment in ab.ALIGNMENTS if alignment in now)
    table.emit(ev.Realigned(seat, order.card, order.change, order.alignment, order.target, changed))


def refuse_buy_card(state: State, seat: str, order: od.UseBuyCard) -> Refusal | None:
    """R2.12."""
    refusal = _refuse_power(state, seat, order.card, ab.BuyCard)
    if refusal:
        return refusal
    power = CARDS[order.card].ability(ab.BuyCard)
    assert power is not None
    money = state.money(order.card)
    if money < power.cost:
        facts: dict[str, str | int] = {"card": order.card, "money": money, "needed": power.cost}
        return Refusal(rl.NO_MONEY_TO_BUY, facts)
    return None


def run_buy_card(table: GameTable, seat: str, order: od.UseBuyCard) -> None:
    """Pay and draw."""
    power = CARDS[order.card].ability(ab.BuyCard)
    assert power is not None
    table.emit(ev.BoughtCard(seat, order.card, power.cost))
    draw_card(table, seat)


def draw_card(table: GameTable, seat: str) -> None:
    """The top card of the deck: a Group to the uncontrolled area, a Special to the hand (R2.5)."""
    deck = table.state.deck
    if not deck:
        table.emit(ev.DrewNothing(seat))
    else:
        table.emit(ev.Drew(seat, deck[0], deck[0] in SPECIALS))
