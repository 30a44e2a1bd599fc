"""Powers of Illuminati at the end of a turn, and of groups in play (R2.10, R2.12, R2.13)."""

from __future__ import annotations

from engine.core.geometry import lay_out, overlaps
from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS, OUTLINES, SPECIALS
from engine.illuminati.deeds.moves import refuse_not_own
from engine.illuminati.gametable import Deeds, GameTable, deed
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of
from engine.illuminati.structure.in_force import ability_of
from engine.illuminati.structure.places import refuse_printed


def _refuse_without(state: State, seat: str, kind: type[ab.Ability]) -> Refusal | None:
    illuminati = state.seat(seat).illuminati
    if ability_of(state, illuminati, kind) is None:
        return Refusal(rl.NOT_ILLUMINATIS_POWER, {"card": illuminati})
    return None


def refuse_amounts(
    state: State, seat: str, amounts: tuple[tuple[str, int], ...], more: int
) -> Refusal | None:
    """Why the seat's money, and some more from the bank, cannot be spread so."""
    refusal = refuse_not_own(state, seat, rl.NOT_YOURS_TO_LAY, *(card for card, _ in amounts))
    if refusal:
        return refusal
    if any(amount < 0 for _, amount in amounts):
        return Refusal(rl.NO_AMOUNT, {"card": state.seat(seat).illuminati})
    money = sum(state.money(card) for card in cards_of(state, seat)) + more
    needed = sum(dict(amounts).values())
    if needed > money:
        return Refusal(rl.TOO_MUCH_SPREAD, {"money": money, "needed": needed})
    return None


def spread_amounts(
    state: State, seat: str, amounts: tuple[tuple[str, int], ...], more: int
) -> ev.Amounts:
    """What every treasury holds afterwards: the rest is on the Illuminati."""
    wanted = dict(amounts)
    cards = cards_of(state, seat)
    illuminati = state.seat(seat).illuminati
    money = sum(state.money(card) for card in cards) + more
    rest = money - sum(wanted.values())
    wanted[illuminati] = wanted.get(illuminati, 0) + rest
    return tuple((card, wanted.get(card, 0)) for card in cards)


def refuse_spread(state: State, seat: str, order: od.Spread) -> Refusal | None:
    return _refuse_without(state, seat, ab.SpreadMoney) or refuse_amounts(
        state, seat, order.amounts, 0
    )


def run_spread(table: GameTable, seat: str, order: od.Spread) -> None:
    """Put the money where it was ordered."""
    table.emit(ev.SpreadOut(seat, spread_amounts(table.state, seat, order.amounts, 0)))


def refuse_arrange(state: State, seat: str, order: od.Arrange) -> Refusal | None:
    """R2.10: all listed cards are lifted at once and laid anew with their branches; R8.2 holds."""
    refusal = _refuse_without(state, seat, ab.RearrangeStructure)
    if refusal:
        return refusal
    listed = [row.card for row in order.laid]
    for row in order.laid:
        if listed.count(row.card) > 1:
            return Refusal(rl.ARRANGED_TWICE, {"card": row.card})
        refusal = refuse_not_own(state, seat, rl.NOT_YOURS_TO_LAY, row.card, row.master)
        if refusal:
            return refusal
        if row.card not in GROUPS:
            return Refusal(rl.MOVES_ILLUMINATI, {"card": row.card, "master": row.master})
        refusal = refuse_printed(row.master, row.arrow)
        if refusal:
            return refusal
    return _refuse_shape(state, seat, order)


def _refuse_shape(state: State, seat: str, order: od.Arrange) -> Refusal | None:
    rows = {
        card: (holding.master, holding.arrow)
        for card, holding in state.holdings.items()
        if holding.seat == seat and holding.master is not None and holding.arrow is not None
    }
    rows.update({row.card: (row.master, row.arrow) for row in order.laid})
    taken: dict[tuple[str | None, str | None], str] = {}
    for card, at in rows.items():
        if at in taken:
            facts = {"card": card, "other": taken[at]}
            return Refusal(rl.OVERLAPS, facts)
        taken[at] = card
    flat = [(card, m, a) for card, (m, a) in rows.items() if m is not None and a is not None]
    try:
        ground = lay_out(state.seat(seat).illuminati, flat, OUTLINES, state.options.shape)
    except KeyError as error:
        return Refusal(rl.UNDER_ITSELF, {"card": str(error.args[0]), "master": "itself"})
    clashes = overlaps(ground)
    if clashes:
        return Refusal(rl.OVERLAPS, {"card": clashes[0][0], "other": clashes[0][1]})
    return None


def run_arrange(table: GameTable, seat: str, order: od.Arrange) -> None:
    """Lay the structure as ordered."""
    table.emit(ev.Arranged(seat, order.laid))


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


DEEDS: Deeds = {
    od.UseRealign: deed(refuse_realign, run_realign),
    od.UseBuyCard: deed(refuse_buy_card, run_buy_card),
    od.Arrange: deed(refuse_arrange, run_arrange),
    od.Spread: deed(refuse_spread, run_spread),
}
"""Orders of this module as they are refused and carried out."""
