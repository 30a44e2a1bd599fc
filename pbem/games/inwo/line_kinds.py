"""What kind of line an order is: of a script, an answer, a deal, or one that stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from engine.inwo import orders as od
from engine.inwo.orders import ANY_TIME
from engine.inwo.rulings import UNSAID
from pbem.games.contract.orders import LetterInput
from pbem.games.contract.values import Ask
from pbem.games.inwo.adjudication.conditions import format_conditions, least_need
from pbem.games.inwo.adjudication.said import words_needed, words_said
from pbem.games.inwo.formats import TypedOrder, format_order
from pbem.games.inwo.labels import label
from pbem.games.inwo.offer_days import with_days
from pbem.games.inwo.reasons import reason_text
from pbem.grammar.orders.parsed import ALL, ParsedLine
from pbem.values import changed

DEALS = (
    *(od.OfferDeal, od.AcceptDeal, od.DeclineDeal, od.CounterDeal),
    *(od.GiveCards, od.ShowPlot),
)
"""What is done as its letter is read (I21.5)."""
ANSWERS = (
    od.NameIlluminati,
    od.PlaceLead,
    od.JoinAttack,
    od.DefendTarget,
    od.SendAgents,
    od.PassRound,
    od.Choose,
    od.CallOff,
    od.CommitAttack,
    od.WithdrawVictory,
)
"""What answers a window and nothing else."""


def is_script(order: Any) -> bool:
    """Whether an order is a line of a script, which others may name by its number."""
    return is_filed(order) and not isinstance(order.order, ANSWERS)


def is_pass(order: Any) -> bool:
    """Whether it does nothing, be it in a round or on a turn of one's own."""
    return isinstance(order, TypedOrder) and isinstance(order.order, od.PassRound)


def is_filed(order: Any) -> bool:
    """Whether an order is kept until what it is for is over."""
    kinds = (od.InwoPolicy, *DEALS)
    return isinstance(order, TypedOrder) and not isinstance(order.order, kinds)


def answers(order: Any, ask: Ask) -> bool:
    """Before the game a LEAD, to a question a CHOOSE, else what needs no turn."""
    kind = ask.key.partition("-")[0].partition(".")[0]
    takes: dict[str, tuple[type, ...]] = {
        "illuminati": (od.NameIlluminati,),
        "leads": (od.PlaceLead,),
        "question": (od.Choose,),
        "victory": (*ANSWERS, *ANY_TIME, od.DeclareVictory),
    }
    return isinstance(order.order, takes.get(kind, (*ANSWERS, *ANY_TIME)))


def problem(order: Any, *, is_asked: bool) -> str:
    """An answer where nothing is asked will never be carried out."""
    if not isinstance(order, TypedOrder) or not isinstance(order.order, ANSWERS):
        return ""
    may_stand = is_asked or isinstance(order.order, od.PassRound)
    return "" if may_stand else "You are asked for no answer now (I31.6)."


def as_written(
    lines: Sequence[ParsedLine], now: datetime | None, letter: LetterInput
) -> tuple[ParsedLine, ...]:
    """The lines of a letter with their days fixed.

    One whose Plot needs a sentence that is not in the letter is asked about.
    """
    talk = [line.talk for line in lines if line.talk is not None]
    spoken = words_said(one.text for one in talk if (one.kind, one.to) == ("say", ALL))
    return tuple(_of_own_need(_as_said(line, spoken)) for line in with_days(lines, now, letter))


def _of_own_need(line: ParsedLine) -> ParsedLine:
    """IF NEED >= 7: before an attack asks of one that is under way; its own need comes behind."""
    order = line.order.order if isinstance(line.order, TypedOrder) else None
    asked = [one for one in line.conditions if one.about == "need" and not one.subject]
    if not isinstance(order, od.LaunchAttack) or not asked:
        return line
    rest, least = [one for one in line.conditions if one not in asked], least_need(asked)
    instead: tuple[str, ...] = ()
    if least is not None:
        text = format_order(TypedOrder(changed(order, only_if_need=least)))
        number = f"{line.number}: " if line.numbered else ""
        instead = (f"{number}{format_conditions(rest, label)}{text}",)
    problem = "IF NEED asks about an attack under way. For its own need write ONLY IF NEED >= 7"
    problem += " at the end of an ATTACK."
    return changed(line, status="unreadable", order=None, problem=problem, suggestions=instead)


def _as_said(line: ParsedLine, spoken: Iterable[str]) -> ParsedLine:
    order = line.order.order if isinstance(line.order, TypedOrder) else None
    if order is None or set(words_needed(order)) <= set(spoken):
        return line
    problem = reason_text((UNSAID.code, UNSAID.rule))
    return changed(line, status="unreadable", order=None, problem=problem)
