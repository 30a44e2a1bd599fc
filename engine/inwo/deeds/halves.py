"""A Huge Place divided between two, and its halves united again (I37)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.arrangement import Arrangement
from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import HALF, Change, InwoState
from engine.inwo.structure import fit, places_under

# --- dividing -------------------------------------------------------------------------------


def _place_meant(aimed: Aimed) -> str | None:
    return on_table(aimed.known.state, next(iter(aimed.order.on), aimed.order.value))


def _refuse_dividing(aimed: Aimed) -> Refusal | None:
    """Only a whole Huge Place in play, of which he has a copy in his hand."""
    state, copy = aimed.known.state, _place_meant(aimed)
    if copy is None or not aimed.known.is_group(copy):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    card = state.table[copy]
    if not aimed.known.fits(aimed.deed.of, copy) or HALF in card.marks:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    if find(state.seat(aimed.seat).groups, card_id(copy)) is None:
        return refuse(rl.NOT_IN_HAND, card=copy)
    is_first = card.seat != aimed.seat and not state.seat(card.seat).turns_taken
    return refuse(rl.FIRST_TURN, seat=card.seat) if is_first else None


def _divide(table: InwoTable, aimed: Aimed) -> None:
    """In this turn the copy of the hand may come into play."""
    source = table.state.plays[-1].full
    copy = _place_meant(aimed) or ""
    change = Change(copy, "divided", "gain", aimed.seat, source=source)
    table.emit(ev.ChangeBegan(change))


DIVIDING: Mapping[ab.DeedName, AimedEffect] = {
    "divide": AimedEffect(_refuse_dividing, _divide, waits=False),
}
"""A row a deed."""

# --- uniting --------------------------------------------------------------------------------


def _halves(state: InwoState, seat: str, name: str) -> tuple[str, str] | None:
    """The lower and the upper of two halves of his, one directly under the other."""
    named = on_table(state, name, seat)
    same = [
        copy
        for copy, card in state.table.items()
        if named and card_id(copy) == card_id(named) and card.seat == seat and HALF in card.marks
    ]
    for copy in same:
        master = state.table[copy].master
        if master is not None and master in same:
            return copy, master
    return None


def refuse_uniting(state: InwoState, seat: str, order: od.UniteHalves) -> Refusal | None:
    """Why two halves are not made one Place again."""
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    return None if _halves(state, seat, order.card) else refuse(rl.NO_HALVES, card=copy)


def unite(table: InwoTable, seat: str, order: od.UniteHalves) -> Refusal | None:
    """The lower half leaves the table; what hung on it hangs on the other, if it fits."""
    refusal = refuse_uniting(table.state, seat, order)
    halves = _halves(table.state, seat, order.card)
    if refusal or halves is None:
        return refusal
    lower, upper = halves
    for puppet in tuple(table.known.puppets.get(lower, ())):
        laid = _laid_anew(table.state, seat, puppet, upper)
        if laid is None:
            remove_branch(table, puppet, "groups", "no-room")
            continue
        for root in laid.lost:
            remove_branch(table, root, "groups", "no-room")
        table.emit(ev.BranchLaid(seat, laid.laid, "moved"))
    kept = [card_id(copy) for copy in table.known.linked.get(upper, ())]
    for copy in tuple(table.known.linked.get(lower, ())):
        if card_id(copy) in kept:
            owner = table.state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "ousted"))
        else:
            table.emit(ev.Relinked(copy, upper))
    owner = table.state.owner_of(lower).name
    table.emit(ev.LeftPlay(((lower, owner),), "discards", "united"))
    table.emit(ev.Marked(upper, HALF, is_off=True))
    table.emit(ev.Chosen(upper, ""))
    return None


def _laid_anew(state: InwoState, seat: str, puppet: str, upper: str) -> Arrangement | None:
    """How a puppet of the lower half lies on an arrow of the upper, once that half is gone."""
    known = facts(state)
    lower = state.table[puppet].master or ""
    branch = known.branch(puppet)
    gone = known.branch(lower)
    rest = {copy: card for copy, card in state.table.items() if copy not in gone}
    places = places_under(changed(state, table=rest), seat, (upper,))
    with_it = {c: card for c, card in state.table.items() if c in rest or c in branch}
    return fit(changed(state, table=with_it), seat, puppet, places) if places else None


ORDERS: OrderTable = {
    od.UniteHalves: by_order(refuse_uniting, unite),
}
"""Orders of this module as they are refused and carried out."""
