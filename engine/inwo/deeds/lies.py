"""A side of a trade that is not kept, and what answers the Plot for it (I33.4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds.aimed import AimedOrder
from engine.inwo.deeds.cancels import names_of, record
from engine.inwo.deeds.doing import do_deed
from engine.inwo.deeds.liars import lie_of, refuse_lie
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay

Answering = Callable[[InwoTable, str, AttackPlay], None]
"""What a seat has on file beside its lines, and answers a play with."""


def unanswered(_table: InwoTable, _seat: str, _play: AttackPlay) -> None:
    """Nothing is on file that would answer it."""


def is_lie(table: InwoTable, seat: str, other: str, answer: Answering) -> bool:
    """Whether he does not keep his side: the Plot is played for it, and the other may answer it."""
    lie = lie_of(table.state, seat)
    if lie is None or refuse_lie(table.state, seat, other):
        return False
    table.discard(seat, lie, "plots", "played")
    is_alone = not table.state.plays
    told = od.PlayPlot(lie, (other,))
    play = record(table, AttackPlay(0, seat, "effect", lie, order=told))
    _answer_by_lines(table, other, play)
    if not is_off(table, play):
        answer(table, other, play)
    is_kept_to = not is_off(table, play)
    if is_alone:
        table.emit(ev.SegmentClosed())
    return is_kept_to


def is_off(table: InwoTable, play: AttackPlay) -> bool:
    """Whether it has been cancelled."""
    return any(one.full == play.full and one.cancelled for one in table.state.plays)


def _answer_by_lines(table: InwoTable, other: str, play: AttackPlay) -> None:
    """The first line on file of the party lied to that cancels it, as any Plot."""
    for line in table.answers.get(other, ()):
        key, order = (other, line.number), line.order
        if key in table.made or not isinstance(order, od.PlayPlot | od.UseAbility):
            continue
        if not _is_at(order, play):
            continue
        if refusal := do_deed(table, other, order):
            table.refused[key] = refusal
            continue
        table.settle_line(*key)
        return


def _is_at(order: AimedOrder, play: AttackPlay) -> bool:
    """Whether an order answers that play."""
    return order.on != () and order.on[0].partition(" BY ")[0] in names_of(play)
