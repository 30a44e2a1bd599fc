"""Trades between acceptance and exchange: their parties are asked in private (M11, I33.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.last_puppets import check_bereft
from engine.inwo.deeds.cancels import close_segment, record
from engine.inwo.deeds.handing import Handover, groups_of, hand_over, named_copy, refuse_side
from engine.inwo.deeds.liars import is_lie_of, lie_of, may_lie, refuse_lie
from engine.inwo.deeds.questions import ask
from engine.inwo.evolve.plays import line_of_answer
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay, Deal, InwoState, Question


def ways_of(state: InwoState, deal: Deal, order: od.AcceptDeal) -> tuple[Handover, Handover]:
    """How each side goes to the other."""
    gone, come = groups_of(state, deal.by, deal.gives), groups_of(state, deal.to, deal.wants)
    there = Handover(deal.by, deal.to, order.under, order.at, deal.paying, leaving=come)
    return there, Handover(deal.to, deal.by, deal.under, deal.at, leaving=gone)


def refuse_exchange(table: InwoTable, deal: Deal, order: od.AcceptDeal) -> Refusal | None:
    """Why the two sides cannot change hands in one step (I21.4)."""
    state = table.state
    there, back = ways_of(state, deal, order)
    refusal = refuse_side(state, there, deal.gives) or refuse_side(state, back, deal.wants)
    if refusal:
        return refusal
    trial = InwoTable(state, table.dice)
    wants = _wanted(state, deal)
    return hand_over(trial, there, deal.gives) or hand_over(trial, back, wants)


def _wanted(state: InwoState, deal: Deal) -> tuple[str, ...]:
    return tuple(named_copy(state, deal.to, name) for name in deal.wants)


def exchange(
    table: InwoTable, deal: Deal, order: od.AcceptDeal, *, is_kept: bool, is_paid: bool
) -> None:
    """What its maker keeps of it goes to the other, and what that one keeps comes back.

    Only then is it seen who has no puppet left.
    """
    there, back = ways_of(table.state, deal, order)
    wants = _wanted(table.state, deal)
    if is_kept:
        hand_over(table, there if is_paid else _alone(table.state, there, deal.gives), deal.gives)
    if is_paid:
        hand_over(table, back if is_kept else _alone(table.state, back, wants), wants)
    for seat in (deal.by, deal.to):
        check_bereft(table, seat, seat)


def _alone(state: InwoState, way: Handover, names: tuple[str, ...]) -> Handover:
    """The same where the other side stays: on another arrow, if one of that was to be free."""
    alone = way._replace(leaving=())
    return alone if refuse_side(state, alone, names) is None else alone._replace(at=None)


# --- the moment between (M11) ---------------------------------------------------------------


def pend(table: InwoTable, deal: Deal, order: od.AcceptDeal) -> bool:
    """Who may lie, as far as all can know, is asked whether he does; whether anybody is (I23.1)."""
    state = table.state
    is_quiet = state.options.pace == "policies" or state.turn.step == "e3"
    pairs = ((deal.by, deal.to), (deal.to, deal.by))
    asked = [seat for seat, other in pairs if may_lie(state, seat, other)]
    if is_quiet or not state.options.has_window("M11") or not asked:
        return False
    table.emit(ev.DealAgreed(deal, order))
    key = f"question-{state.turn.number}"
    rows = (
        Question(f"{key}.{at}", seat, "keep-or-lie", "", amount=deal.number_of(seat) or 0)
        for at, seat in enumerate(asked, state.turn.asked + 1)
    )
    ask(table, *rows)
    return True


def deal_due(state: InwoState) -> Deal | None:
    """The first agreed trade about which nobody is asked any more, while nothing else is open."""
    is_open = any(ask.kind in ("answers", "rolls", "victory") for ask in state.asks)
    if is_open or state.attack is not None or state.segment:
        return None
    return next(_answered(state), None)


def _answered(state: InwoState) -> Iterator[Deal]:
    asked = [(q.seat, q.amount) for q in state.questions if q.kind == "keep-or-lie"]
    for deal in state.deals:
        if deal.accepted and not any(deal.number_of(seat) == number for seat, number in asked):
            yield deal


def begin_exchange(table: InwoTable, deal: Deal) -> bool:
    """A trade is carried out, or can no longer be; whether lies are told, which come first."""
    order = deal.accepted
    assert order is not None
    if refuse_exchange(table, deal, order) is not None:
        table.emit(ev.DealEnded(deal, "gone"))
        return False
    lies = ((deal.by, deal.to, deal.lies), (deal.to, deal.by, order.lies))
    told = [_tell(table, seat, other) for seat, other, is_meant in lies if is_meant]
    if any(told):
        return True
    _end(table, deal, is_kept=True, is_paid=True)
    return False


def _tell(table: InwoTable, seat: str, other: str) -> bool:
    """The Plot is announced as one outside an attack; whether it can be."""
    lie = lie_of(table.state, seat)
    if lie is None or refuse_lie(table.state, seat, other):
        return False
    line = line_of_answer(table.state, seat)
    table.discard(seat, lie, "plots", "played")
    told = od.PlayPlot(lie, (other,))
    record(table, AttackPlay(0, seat, "effect", lie, line=line, order=told))
    return True


def close_plays(table: InwoTable, leaving: str = "") -> None:
    """Nothing that was played can be answered any more, no lie either (I22.10, I33.4)."""
    _finish_exchange(table, leaving)
    close_segment(table)


def _finish_exchange(table: InwoTable, leaving: str) -> None:
    """A trade whose lies were announced: who still lies by then keeps his side (I33.4).

    One of a player who is `leaving` is not made.
    """
    state = table.state
    lies = [play for play in state.segment if is_lie_of(play.card)]
    parties = {frozenset((play.seat, *_told(play))) for play in lies}
    deal = next((one for one in _answered(state) if {one.by, one.to} in parties), None)
    if deal is None or deal.accepted is None or leaving in (deal.by, deal.to):
        return
    if refuse_exchange(table, deal, deal.accepted) is not None:
        table.emit(ev.DealEnded(deal, "gone"))
        return
    liars = [play.seat for play in lies if not play.cancelled]
    _end(table, deal, is_kept=deal.by not in liars, is_paid=deal.to not in liars)


def _told(play: AttackPlay) -> tuple[str, ...]:
    return play.order.on if play.order is not None else ()


def _end(table: InwoTable, deal: Deal, *, is_kept: bool, is_paid: bool) -> None:
    assert deal.accepted is not None
    table.emit(ev.DealEnded(deal, "settled"))
    exchange(table, deal, deal.accepted, is_kept=is_kept, is_paid=is_paid)
