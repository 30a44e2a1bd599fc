"""Plots that Groups of other players pay for, once these have agreed (I1.10)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.aimed import Aimed
from engine.inwo.deeds.choosing import chosen
from engine.inwo.deeds.deed_prices import price_of_deed
from engine.inwo.deeds.doing import do_deed
from engine.inwo.deeds.questions import ask, close_question, is_agreed
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import SOUGHT_PAYERS, InwoState, Question


def lenders_of(aimed: Aimed) -> dict[str, tuple[str, ...]]:
    """The other players whose Groups would pay, each with these."""
    payment, found = price_of_deed(aimed), dict[str, tuple[str, ...]]()
    for copy in payment.cards if payment is not None else ():
        owner = aimed.known.state.controller(copy)
        if owner is not None and owner != aimed.seat:
            found[owner] = (*found.get(owner, ()), copy)
    return found


def refuse_borrowing(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a deed cannot be done; who has been asked to pay for it once in a turn is not again."""
    aimed = chosen(state, seat, order)
    if isinstance(aimed, Refusal):
        return aimed
    lenders = lenders_of(aimed)
    is_asked = bool(lenders) and _mark(aimed, lenders) in state.seat(seat).used
    return refuse(rl.NO_CONSENT, card=aimed.card) if is_asked else None


def _mark(aimed: Aimed, lenders: dict[str, tuple[str, ...]]) -> str:
    return SOUGHT_PAYERS + " ".join((aimed.card, *(c for cards in lenders.values() for c in cards)))


def do_or_ask(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Do the deed; where others pay, they are asked first, each alone."""
    if refusal := refuse_borrowing(table.state, seat, order):
        return refusal
    aimed = chosen(table.state, seat, order)
    assert isinstance(aimed, Aimed)
    lenders = lenders_of(aimed)
    if not lenders:
        return do_deed(table, seat, order)
    table.emit(ev.OnceUsed(seat, _mark(aimed, lenders)))
    key, before = f"question-lent-{table.state.turn.number}.{table.state.draws}", len(table.events)
    uses = len(table.state.seat(seat).used)
    asked = [
        Question(
            f"{key}.{uses}.{name}",
            name,
            "consent",
            aimed.card,
            cards=cards,
            credit=seat,
            order=order,
            line=table.line,
        )
        for name, cards in lenders.items()
    ]
    ask(table, *asked)
    if any(one in table.state.questions for one in asked):
        return None
    is_paid = is_agreed(table.events[before:])
    return do_deed(table, seat, order) if is_paid else refuse(rl.NO_CONSENT, card=aimed.card)


def close_as_agreed(table: InwoTable, key: str, question: Question | None) -> bool:
    """A question is closed; whether all have agreed to pay, and what they were asked for is done,
    if it still can be."""
    many = len(table.events)
    close_question(table, key)
    if question is None or question.order is None or not is_agreed(table.events[many:]):
        return False
    if any(one.order == question.order for one in table.state.questions):
        return False
    before, table.line = table.line, question.line
    refusal = do_deed(table, question.credit, question.order)
    table.line = before
    if refusal is not None and question.line.isdecimal():
        why = refusal.reason
        number = int(question.line)
        table.emit(ev.LineSettled(question.credit, number, "illegal", why.code, why.rule))
    return True
