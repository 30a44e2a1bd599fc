"""Plots that must be used at once, and Groups moved before an Order takes effect (I36.15, I37)."""

from __future__ import annotations

from itertools import takewhile

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.deeds.questions import close_question
from engine.inwo.deeds.rearranging import take_effect
from engine.inwo.deeds.settling_powers import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import LATE, Question
from engine.inwo.turn.lines import carry_out
from engine.inwo.turn.rounds import answer


def use_or_lose(table: InwoTable, question: Question) -> None:
    """The first of his lines that plays it and is legal is carried out; else he discards it."""
    copy, seat = question.cards[0], question.seat
    for line in table.answers.get(seat, ()):
        is_it = isinstance(line.order, od.PlayPlot) and line.order.card in (copy, card_id(copy))
        if is_it and copy in table.state.seat(seat).plots:
            answer(table, seat, line)
    if copy in table.state.seat(seat).plots:
        close_question(table, question.key)
        return
    table.emit(ev.QuestionClosed(question.key))
    if any(ask.key == question.key for ask in table.state.asks):
        table.emit(ev.AskClosed(question.key))


def settle_uses(table: InwoTable) -> bool:
    """Where the game does not wait, all such Plots; whether there were any."""
    if table.state.options.pace != "policies" and table.state.turn.step != "e3":
        return False
    asked = [one for one in table.state.questions if one.kind in LATE]
    for question in asked:
        settle_late(table, question)
    return any(one.kind == "use-or-lose" for one in asked)


def settle_late(table: InwoTable, question: Question) -> None:
    """What waited for the end of what was carried out."""
    settle = rearrange if question.kind == "rearrange" else use_or_lose
    settle(table, question)


def rearrange(table: InwoTable, question: Question) -> None:
    """His Groups go where his lines say, for Plots; when all are done the Order counts (I37)."""
    seat = question.seat
    for line in _moves_of(table, seat):
        refusal = carry_out(table, seat, line)
        if refusal is None:
            table.settle_line(seat, line.number)
        else:
            table.refused[seat, line.number] = refusal
    table.emit(ev.QuestionClosed(question.key))
    if any(ask.key == question.key for ask in table.state.asks):
        table.emit(ev.AskClosed(question.key))
    take_effect(table, question.card)
    settle_powers(table)


def _moves_of(table: InwoTable, seat: str) -> list[od.InwoLine]:
    """What he has filed; of the mover's script the next lines that are paid by Plots, too."""
    script = table.state.turn.script if seat == table.state.turn.seat else ()
    paid = list(takewhile(lambda line: getattr(line.order, "discarding", ()), script))
    if paid:
        table.emit(ev.LinesTaken(seat, len(paid)))
    filed = table.answers.get(seat, ())
    kinds = (od.MoveGroup, od.ArrangeGroups)
    left = (line for line in filed if (seat, line.number) not in table.made)
    return [*paid, *(line for line in left if isinstance(line.order, kinds))]
