"""The acknowledgement: what was understood, what it would do, what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.odds import ways
from engine.illuminati.view import View
from pbem.reports.paper import clock
from pbem.reports.paper.about import STANDING, About, Answer, AnswerLine, Fate, Mail, Stakes
from pbem.reports.paper.letterhead import letterhead
from pbem.reports.paper.plain import one_line
from pbem.reports.paper.render import render
from pbem.reports.parts.coverage import verdict
from pbem.reports.parts.purses import can_transfer, worst_case
from pbem.reports.parts.standing import own_goal
from pbem.reports.parts.sums import percent
from pbem.reports.parts.totals import Totals, totals


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A line of an acknowledgement, safe to print."""

    label: str
    fate: str
    text: str
    told: str
    note: str
    odds: tuple[str, ...]
    cost: str = ""


@dataclass(frozen=True, slots=True)
class ToldLetter:
    """What became of one letter, safe to print; `at` is when it came, in the player's zone."""

    at: str
    lines: tuple[ToldLine, ...]
    controls: tuple[str, ...]
    ignored: tuple[str, ...]


def acknowledgement(
    about: About,
    answer: Answer,
    view: View | None = None,
    earlier: Sequence[ToldLetter] = (),
    told: ToldLetter | None = None,
) -> Mail:
    """The answer to a letter, and to `earlier` ones that are answered with it.

    With a view, promised money and wanted arrows are set against what is there; `told` is what it
    says of the letter, where the caller has it already.
    """
    letters = (*earlier, told or told_letter(about, answer))
    return render("acknowledgement", answer_context(about, answer, view, letters))


def answer_context(
    about: About, answer: Answer, view: View | None, letters: Sequence[ToldLetter]
) -> dict[str, object]:
    """All the acknowledgement says, as values."""
    at = answer.deadline_at
    asked = _unsettled(letters, "ASK")
    questions = len(asked)
    runs = [line for line in answer.script_on_file if line.fate != "REFUSED"]
    all_totals = _totals(runs, view)
    is_scripted = answer.is_your_turn and bool(answer.script_on_file)
    return {
        "head": letterhead(about),
        "verdict": verdict(answer, questions),
        "is_my_turn": answer.is_your_turn and not answer.is_over,
        "is_over": answer.is_over,
        "is_out": answer.is_out,
        "is_ready": answer.is_ready,
        "is_answering": answer.is_answering,
        "is_frozen": answer.is_frozen,
        "is_due": answer.is_due and (answer.is_ready or answer.is_frozen or is_scripted),
        "is_announcing": answer.is_announcing,
        "is_released": answer.is_released,
        "revision": answer.revision,
        "answers_revision": answer.answers_revision,
        "answers": [told_line(line) for line in answer.answers_on_file],
        "letters": letters,
        "script": [] if answer.is_over else [told_line(line) for line in answer.script_on_file],
        "totals": all_totals,
        "transfers_left": all_totals.transfers_left if can_transfer(view) else 0,
        "worst": worst_case(answer.script_on_file, view, answer.reserve),
        "worst_answers": worst_case(answer.answers_on_file, view, answer.reserve),
        "has_done": any(line.fate == "DONE" for letter in letters for line in letter.lines),
        "questions": questions,
        "asked_at": next((line.label for line in asked if line.label), ""),
        "refused": len(_unsettled(letters, "REFUSED")),
        "would_be": [told_line(line) for line in answer.would_be],
        "would_total": _totals(answer.would_be, view),
        "worst_would_be": worst_case(answer.would_be, view, answer.reserve),
        "deadline": clock.full(at, about.zone) if at else "",
        "left": clock.span(at - about.now) if at else "",
        "goal": own_goal(view) if view else None,
    }


def _totals(lines: Sequence[AnswerLine], view: View | None) -> Totals:
    """The sum of these lines; privileges are paid when their attacks are announced (R6.3)."""
    fees = sum(line.stakes.fee for line in lines if line.stakes)
    return totals([line.order for line in lines], view, fees)


def told_letter(about: About, answer: Answer) -> ToldLetter:
    """What the acknowledgement says of the letter itself."""
    at = answer.received_at or about.now
    return ToldLetter(
        f"{clock.short(at, about.zone)}:{at:%S}",
        tuple(told_line(line) for line in answer.lines),
        tuple(one_line(text, 1000) for text in answer.controls),
        tuple(one_line(text, 100) for text in answer.ignored),
    )


def _unsettled(letters: Sequence[ToldLetter], fate: Fate) -> list[ToldLine]:
    """The lines with that fate, but those that a later letter has put right by their number."""
    found: list[ToldLine] = []
    for letter in letters:
        right = {line.label for line in letter.lines if line.label and line.fate in STANDING}
        found = [line for line in found if line.label not in right]
        found += [line for line in letter.lines if line.fate == fate]
    return found


def told_line(line: AnswerLine) -> ToldLine:
    """A line with its fate, told back, with need, chance and cost now and at the ceiling."""
    text, told = one_line(line.text, 200), one_line(line.told)
    return ToldLine(
        "" if line.number is None else str(line.number),
        line.fate,
        text,
        told if line.fate in STANDING else "",
        one_line(line.note, 600),
        tuple(_odds(line)),
        _cost(line.stakes) if line.stakes and not isinstance(line.order, od.Stance) else "",
    )


def _odds(line: AnswerLine) -> Iterator[str]:
    """`need 6, 42 %`, `with your 4 MB: 10, 92 %`, `at the ceiling of 6 MB: 12, 92 %`."""
    need, stakes = line.need, line.stakes
    if need is None:
        return
    if stakes is None or stakes.before is None or stakes.top is None:
        yield f"need {need}" + (f", {percent(line.ways)} %" if line.ways is not None else "")
        return
    yield f"need {_chance(stakes.before)}"
    if stakes.before != need:
        yield f"with your {need - stakes.before} MB: {_chance(need)}"
    if stakes.most == stakes.now:
        return
    if stakes.top == need:
        yield "raised no further unless others raise against you"
    elif stakes.most is None or stakes.reach < stakes.most:
        yield f"with all the {stakes.reach} MB you have for it: {_chance(stakes.top)}"
    else:
        yield f"at the ceiling of {stakes.most} MB: {_chance(stakes.top)}"


def _chance(need: int) -> str:
    return f"{need}, {percent(ways(need))} %"


def _cost(stakes: Stakes) -> str:
    """`costs 4 MB at once, 9 MB at most`."""
    fee = f" ({stakes.fee} of them for the privilege)" if stakes.fee else ""
    if stakes.most is None:
        return f"costs {stakes.now} MB at once{fee}, at most all it can use: {stakes.reach} MB"
    if stakes.most == stakes.now:
        return f"costs {stakes.now} MB{fee}" if stakes.now else ""
    if not stakes.now:
        return f"costs at most {stakes.most} MB"
    return f"costs {stakes.now} MB at once{fee}, {stakes.most} MB at most"
