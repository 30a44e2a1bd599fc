"""Plots that their player must use at once, or discard (I36.15)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.deeds.questions import close_question
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import Question
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
    asked = [one for one in table.state.questions if one.kind == "use-or-lose"]
    for question in asked:
        use_or_lose(table, question)
    return bool(asked)
