"""Deeds besides attacks: transfers, moves, drops, gifts, powers of cards (R2, R8, R9)."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.attack import GameTable, free_lost
from engine.illuminati.attack_legality import refuse_action, refuse_arrow, refuse_wishes
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS
from engine.illuminati.rulings import Refusal
from engine.illuminati.state import State
from engine.illuminati.structure import are_adjacent, branch_of, ground_of, place

TRANSFERS = 2
"""Transfers at the end of a turn (R2.9)."""


def refuse_not_own(state: State, seat: str, *cards: str) -> Refusal | None:
    """The first of the cards that is not in the seat's structure."""
    for card in cards:
        if state.owner(card) != seat:
            return Refusal(rl.NOT_YOURS, {"card": card})
    return None


# --- transfer ---------------------------------------------------------------------------


def refuse_transfer(state: State, seat: str, order: od.Transfer) -> Refusal | None:
    """R2.9, and R2.7 for a transfer as an action."""
    refusal = refuse_not_own(state, seat, order.source, order.to)
    if refusal:
        return refusal
    facts: dict[str, str | int] = {"card": order.source, "to": order.to}
    if order.source == order.to:
        return Refusal(rl.SAME_CARD, facts)
    if order.amount <= 0:
        return Refusal(rl.NO_AMOUNT, facts)
    reaches = CARDS[order.source].ability(ab.FarTransfer) is not None
    if not reaches and not are_adjacent(state, order.source, order.to):
        return Refusal(rl.NOT_ADJACENT, facts)
    if order.amount > state.money(order.source):
        money = state.money(order.source)
        return Refusal(rl.NOT_ENOUGH_MONEY, {**facts, "money": money, "needed": order.amount})
    if order.as_action:
        return refuse_action(state)
    if state.turn.transfers >= TRANSFERS:
        return Refusal(rl.TRANSFERS_SPENT, {"transfers": TRANSFERS})
    return None


def run_transfer(table: GameTable, seat: str, order: od.Transfer) -> None:
    """Move the money."""
    table.emit(
        ev.Transferred(
            seat,
            order.source,
            order.to,
            order.amount,
            "action" if order.as_action else "transfer",
        )
    )


# --- move, drop, arrange ----------------------------------------------------------------


def refuse_move(state: State, start: State, seat: str, order: od.Move) -> Refusal | None:
    """R8.5, R8.4."""
    refusal = refuse_not_own(state, seat, order.card, order.master)
    if refusal:
        return refusal
    facts = {"card": order.card, "master": order.master}
    if order.card not in GROUPS:
        return Refusal(rl.MOVES_ILLUMINATI, facts)
    if order.master in branch_of(state, order.card):
        return Refusal(rl.UNDER_ITSELF, facts)
    return (
        _refuse_move_place(state, start, seat, order)
        or refuse_wishes(state, order.card, order.wishes)
        or refuse_action(state)
    )


def _refuse_move_place(state: State, start: State, seat: str, order: od.Move) -> Refusal | None:
    places = move_places(state, seat, order)
    if not places:
        return Refusal(rl.NO_OPEN_ARROW, {"card": order.master, "target": order.card})
    if order.arrow is None or (order.master, order.arrow) in places:
        return None
    return refuse_arrow(state, start, seat, order.master, order.arrow)


def move_places(state: State, seat: str, order: od.Move) -> list[tuple[str, Side]]:
    """Where the branch may be put: the arrows open once it is lifted, the ordered one if open."""
    ground = ground_of(state, seat, set(branch_of(state, order.card)))
    sides = ground.open_arrows(order.master)
    if order.arrow in sides:
        sides = (order.arrow,)
    return [(order.master, side) for side in sides if ground.fits(order.card, order.master, side)]


def run_move(table: GameTable, seat: str, order: od.Move) -> None:
    """Lay the branch on its new master; what finds no room becomes uncontrolled (R8.3)."""
    state = table.state
    places = move_places(state, seat, order)
    laid = place(state, seat, order.card, places, order.wishes)
    assert laid is not None, "a move was allowed without an open arrow"
    free_lost(table, seat, laid, order.wishes)
    table.emit(ev.Moved(seat, order.card, laid.laid))


def refuse_drop(state: State, seat: str, order: od.Drop) -> Refusal | None:
    """R8.6."""
    if order.card in CARDS and order.card not in GROUPS:
        return Refusal(rl.DROPS_ILLUMINATI, {"card": order.card})
    return refuse_not_own(state, seat, order.card)


def run_drop(table: GameTable, seat: str, order: od.Drop) -> None:
    """The branch becomes uncontrolled."""
    table.emit(ev.Freed(seat, tuple(branch_of(table.state, order.card)), "dropped"))


# --- gifts (R9.1) and showing (R9.5) ----------------------------------------------------


def refuse_receiver(state: State, seat: str, to: str) -> Refusal | None:
    """Why nothing can be given or shown to that seat."""
    if to == seat:
        return Refusal(rl.GIVES_HIMSELF, {"seat": to})
    found = next((s for s in state.seats if s.name == to), None)
    if found is None:
        return Refusal(rl.NO_SUCH_SEAT, {"seat": to})
    return Refusal(rl.SEAT_OUT, {"seat": to}) if found.is_out else None


def refuse_not_in_hand(state: State, seat: str, card: str) -> Refusal | None:
    """Whether the seat lacks that Special; whoever else has it is not told."""
    if card not in SPECIALS or card not in state.seat(seat).hand:
        return Refusal(rl.NOT_IN_HAND, {"card": card})
    return None


def refuse_give_money(state: State, seat: str, order: od.GiveMoney) -> Refusal | None:
    refusal = refuse_receiver(state, seat, order.to)
    if refusal:
        return refusal
    illuminati = state.seat(seat).illuminati
    money = state.money(illuminati)
    if order.amount <= 0:
        return Refusal(rl.NO_AMOUNT, {"card": illuminati, "to": order.to})
    if order.amount > money:
        facts: dict[str, str | int] = {"card": illuminati, "money": money, "needed": order.amount}
        return Refusal(rl.NOT_ENOUGH_MONEY, facts)
    return None


def refuse_give_special(state: State, seat: str, order: od.GiveSpecial) -> Refusal | None:
    return refuse_receiver(state, seat, order.to) or refuse_not_in_hand(state, seat, order.card)


def refuse_show(state: State, seat: str, order: od.Show) -> Refusal | None:
    for to in order.to:
        refusal = refuse_receiver(state, seat, to)
        if refusal:
            return refusal
    return refuse_not_in_hand(state, seat, order.card)


# --- powers of cards in play ------------------------------------------------------------


def _refuse_power(
    state: State, seat: str, card: str, kind: type[ab.Realign] | type[ab.BuyCard]
) -> Refusal | None:
    refusal = refuse_not_own(state, seat, card)
    if refusal:
        return refusal
    if CARDS[card].ability(kind) is None:
        return Refusal(rl.NOT_ITS_POWER, {"card": card})
    if card in state.turn.powers_used:
        return Refusal(rl.POWER_USED, {"card": card})
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
        return Refusal(rl.NOT_ENOUGH_MONEY, facts)
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
