"""The acknowledgement: what was understood, what it would do, what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.abilities import Bribe
from engine.illuminati.cards import SPECIALS
from engine.illuminati.view import View
from pbem.reports import clock
from pbem.reports.about import STANDING, About, Answer, AnswerLine, Mail
from pbem.reports.cast import short_name
from pbem.reports.letterhead import letterhead
from pbem.reports.plain import one_line
from pbem.reports.render import render
from pbem.reports.sums import percent

ACTIONS = 2
TRANSFERS = 2
ON_ILLUMINATI_OR_ATTACKER = "the attacking card or the Illuminati"


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of an acknowledgement, safe to print."""

    label: str
    fate: str
    text: str
    told: str
    note: str
    odds: str


@dataclass(frozen=True, slots=True)
class Purse:
    """MB that lines promise out of one treasury; `has` is None where it is not known."""

    where: str
    promised: int
    has: int | None

    @property
    def is_short(self) -> bool:
        return self.has is not None and self.promised > self.has


@dataclass(frozen=True, slots=True)
class Totals:
    """What the script on file would use."""

    actions: int
    transfers: int
    purses: tuple[Purse, ...]
    is_pass: bool

    @property
    def actions_left(self) -> int:
        return max(0, ACTIONS - self.actions)


def acknowledgement(about: About, answer: Answer, view: View | None = None) -> Mail:
    """The answer to a letter; with a view, promised money is set against what is there."""
    return render("acknowledgement", answer_context(about, answer, view))


def answer_context(about: About, answer: Answer, view: View | None = None) -> dict[str, object]:
    """All the acknowledgement says, as values."""
    at = answer.deadline_at
    return {
        "head": letterhead(about),
        "verdict": verdict(answer),
        "is_my_turn": answer.is_your_turn,
        "is_ready": answer.is_ready,
        "lines": [told_line(line) for line in answer.lines],
        "script": [told_line(line) for line in answer.script_on_file],
        "totals": totals([line.order for line in answer.script_on_file], view),
        "controls": [one_line(text) for text in answer.controls],
        "ignored": [one_line(text, 100) for text in answer.ignored],
        "questions": answer.questions,
        "refused": sum(line.fate == "REFUSED" for line in answer.lines),
        "deadline": clock.full(at, about.zone) if at else "",
        "left": clock.span(at - about.now) if at else "",
    }


def verdict(answer: Answer) -> str:
    """The first line: COVERED, COVERED with questions, or NOT COVERED."""
    if not answer.is_covered:
        return "NOT COVERED"
    if not answer.questions:
        return "COVERED"
    return f"COVERED, {answer.questions} question{'' if answer.questions == 1 else 's'}"


def told_line(line: AnswerLine) -> ToldLine:
    odds = ""
    if line.need is not None:
        odds = f"need {line.need}"
        if line.ways is not None:
            odds += f", {percent(line.ways)} %"
    text, told = one_line(line.text, 200), one_line(line.told)
    return ToldLine(
        "" if line.number is None else str(line.number),
        line.fate,
        text,
        told if line.fate in STANDING else "",
        one_line(line.note, 600),
        odds,
    )


def totals(orders: Sequence[od.Order | None], view: View | None) -> Totals:
    """Actions, transfers and money the orders would use if every line were carried out."""
    known = [order for order in orders if order is not None]
    promised: dict[str, int] = {}
    for order in known:
        for card, amount in _promises(order, view):
            promised[card] = promised.get(card, 0) + amount
    money = _money(view)
    return Totals(
        sum(map(_takes_action, known)),
        sum(isinstance(order, od.Transfer) and not order.as_action for order in known),
        tuple(Purse(_where(card), n, money.get(card)) for card, n in promised.items()),
        bool(known) and all(isinstance(order, od.Pass) for order in known),
    )


def _takes_action(order: od.Order) -> bool:
    """Whether an order is one of the two actions (R2.7)."""
    match order:
        case od.Attack() | od.Move():
            return True
        case od.Transfer():
            return order.as_action
        case od.Play():
            return isinstance(SPECIALS[order.card].effect, Bribe)
    return False


def _promises(order: od.Order, view: View | None) -> Iterable[tuple[str, int]]:
    match order:
        case od.Attack():
            for payment in order.stake:
                yield payment.card or ON_ILLUMINATI_OR_ATTACKER, payment.amount
        case od.Transfer():
            yield order.source, order.amount
        case od.GiveMoney():
            yield _own_illuminati(view), order.amount


def _own_illuminati(view: View | None) -> str:
    mine = next((s for s in view.seats if s.name == view.seat), None) if view else None
    return mine.illuminati if mine else "the Illuminati"


def _where(card: str) -> str:
    return card if " " in card else short_name(card)


def _money(view: View | None) -> dict[str, int | None]:
    if view is None:
        return {}
    return {card.card: card.money for s in view.seats if s.name == view.seat for card in s.cards}
