"""The acknowledgement: what was understood, what it would do, what is still open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from engine.illuminati import orders as od
from engine.illuminati.odds import ways
from engine.illuminati.view import View
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.contract.orders import STANDING, Acknowledgement, JudgedLine, LineCost, LineStatus
from pbem.games.contract.reports import PrintableLetter, PrintableLine, size_of
from pbem.games.illuminati.report.parts.budget import can_transfer, worst_case
from pbem.games.illuminati.report.parts.standing import own_goal
from pbem.games.illuminati.report.parts.sums import percent
from pbem.games.illuminati.report.parts.totals import Totals, totals

ROOM_OF_LINES, ROOM_OF_REPLIES, ROOM_OF_IGNORED, ROOM_ON_FILE = 12_000, 4_000, 2_000, 4_000
"""Bytes that each part of an answer may take, which together stay below 40 kB."""
MOST_DRAWS = 20
"""Lines of the sums that are told one by one."""


def acknowledgement(
    context: MailContext,
    answer: Acknowledgement,
    view: View | None = None,
    earlier: Sequence[PrintableLetter] = (),
    printable: PrintableLetter | None = None,
) -> Mail:
    """The answer to a letter, and to `earlier` ones that are answered with it.

    With a view, promised money and wanted arrows are set against what is there; `told` is what it
    says of the letter, where the caller has it already.
    """
    letters = _with_room((*earlier, printable or printable_letter(context, answer)))
    return render("illuminati/acknowledgement", answer_context(context, answer, view, letters))


def answer_context(
    context: MailContext,
    answer: Acknowledgement,
    view: View | None,
    letters: Sequence[PrintableLetter],
) -> dict[str, object]:
    """All the acknowledgement says, as values."""
    at = answer.deadline_at
    asked = _unsettled(letters, "ASK")
    questions = len(asked) + _uncounted(letters, "ASK")
    script = [] if answer.is_over else _on_file(answer.script_on_file)
    answers, would_be = _on_file(answer.answers_on_file), _on_file(answer.would_be)
    runs = [line for line in answer.script_on_file if line.status != "REFUSED"]
    all_totals = _totals(runs, view)
    is_scripted = answer.is_your_turn and bool(answer.script_on_file)
    return {
        "head": letterhead(context),
        "verdict": answer.verdict(questions),
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
        "answers": answers,
        "more_answers": len(answer.answers_on_file) - len(answers),
        "letters": letters,
        "script": script,
        "more_script": len(answer.script_on_file) - len(script),
        "most_draws": MOST_DRAWS,
        "ahead": _texts([one_line(text, 200) for text in answer.ahead], ROOM_OF_IGNORED),
        "totals": all_totals,
        "transfers_left": all_totals.transfers_left if can_transfer(view) else 0,
        "worst": worst_case(answer.script_on_file, view, answer.reserve),
        "worst_answers": worst_case(answer.answers_on_file, view, answer.reserve),
        "has_done": any(line.status == "DONE" for letter in letters for line in letter.lines),
        "questions": questions,
        "asked_at": next((line.label for line in asked if line.label), ""),
        "refused": len(_unsettled(letters, "REFUSED")) + _uncounted(letters, "REFUSED"),
        "would_be": would_be,
        "more_would_be": len(answer.would_be) - len(would_be),
        "would_total": _totals(answer.would_be, view),
        "worst_would_be": worst_case(answer.would_be, view, answer.reserve),
        "deadline": clock.full(at, context.zone) if at else "",
        "left": clock.span(at - context.now) if at else "",
        "goal": own_goal(view) if view else None,
    }


def _totals(lines: Sequence[JudgedLine], view: View | None) -> Totals:
    """The sum of these lines; privileges are paid when their attacks are announced (R6.3)."""
    fees = sum(line.cost.fee for line in lines if line.cost)
    return totals([line.order for line in lines], view, fees)


def printable_letter(context: MailContext, answer: Acknowledgement) -> PrintableLetter:
    """What the acknowledgement says of the letter itself."""
    at = answer.received_at or context.now
    lines = _fitting([printable_line(line) for line in answer.lines], ROOM_OF_LINES)
    return PrintableLetter(
        f"{clock.short(at, context.zone)}:{at:%S}",
        tuple(lines),
        _texts([one_line(text, 1000) for text in answer.replies], ROOM_OF_REPLIES),
        _texts([one_line(text, 100) for text in answer.ignored], ROOM_OF_IGNORED),
        dict(Counter(line.status for line in answer.lines[len(lines) :])),
    )


def _fitting(lines: Sequence[PrintableLine], room: int) -> list[PrintableLine]:
    """The first lines, as many as there is room for."""
    ends = accumulate(line.size for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= room]


def _texts(texts: Sequence[str], room: int) -> tuple[str, ...]:
    ends = accumulate(size_of(text) for text in texts)
    kept = [text for text, end in zip(texts, ends, strict=True) if end <= room]
    left = len(texts) - len(kept)
    return (*kept, f"And {left} more.") if left else tuple(kept)


def _on_file(lines: Sequence[JudgedLine]) -> list[PrintableLine]:
    return _fitting([printable_line(line) for line in lines], ROOM_ON_FILE)


def _with_room(letters: Sequence[PrintableLetter]) -> tuple[PrintableLetter, ...]:
    """Letters answered together: of the oldest that do not fit only the number of lines is told."""
    room = ROOM_OF_LINES + ROOM_OF_REPLIES
    found: list[PrintableLetter] = []
    for letter in reversed(letters):
        room -= letter.size
        if room < 0 and found:
            counts = Counter(line.status for line in letter.lines) + Counter(letter.more)
            letter = replace(letter, lines=(), replies=(), ignored=(), more=dict(counts))
        found.append(letter)
    return tuple(reversed(found))


def _uncounted(letters: Sequence[PrintableLetter], status: LineStatus) -> int:
    return sum(letter.more.get(status, 0) for letter in letters)


def _unsettled(letters: Sequence[PrintableLetter], status: LineStatus) -> list[PrintableLine]:
    """The lines with that status, but those that a later letter has put right by their number."""
    found: list[PrintableLine] = []
    for letter in letters:
        right = {line.label for line in letter.lines if line.label and line.status in STANDING}
        found = [line for line in found if line.label not in right]
        found += [line for line in letter.lines if line.status == status]
    return found


def printable_line(line: JudgedLine) -> PrintableLine:
    """A line with its status, told back, with need, chance and cost now and at the ceiling."""
    text, understood = one_line(line.text, 200), one_line(line.understood)
    return PrintableLine(
        "" if line.number is None else str(line.number),
        line.status,
        text,
        understood if line.status in STANDING else "",
        one_line(line.note, 600),
        tuple(_odds(line)),
        _cost(line.cost) if line.cost and not isinstance(line.order, od.Stance) else "",
    )


def _odds(line: JudgedLine) -> Iterator[str]:
    """`need 6, 42 %`, `with your 4 MB: 10, 92 %`, `at the ceiling of 6 MB: 12, 92 %`."""
    need, cost = line.need, line.cost
    if need is None:
        return
    if cost is None or cost.before is None or cost.top is None:
        yield f"need {need}" + (f", {percent(line.ways)} %" if line.ways is not None else "")
        return
    yield f"need {_chance(cost.before)}"
    if cost.before != need:
        yield f"with your {need - cost.before} MB: {_chance(need)}"
    if cost.most == cost.now:
        return
    if cost.top == need:
        yield "raised no further unless others raise against you"
    elif cost.most is None or cost.reach < cost.most:
        yield f"with all the {cost.reach} MB you have for it: {_chance(cost.top)}"
    else:
        yield f"at the ceiling of {cost.most} MB: {_chance(cost.top)}"


def _chance(need: int) -> str:
    return f"{need}, {percent(ways(need))} %"


def _cost(cost: LineCost) -> str:
    """`costs 4 MB at once, 9 MB at most`."""
    fee = f" ({cost.fee} of them for the privilege)" if cost.fee else ""
    if cost.most is None:
        return f"costs {cost.now} MB at once{fee}, at most all it can use: {cost.reach} MB"
    if cost.most == cost.now:
        return f"costs {cost.now} MB{fee}" if cost.now else ""
    if not cost.now:
        return f"costs at most {cost.most} MB"
    return f"costs {cost.now} MB at once{fee}, {cost.most} MB at most"


def held_mail(context: MailContext, lines: Sequence[JudgedLine]) -> Mail:
    """Each line that was held, and whether it has been done now."""
    values = {"head": letterhead(context), "lines": [printable_line(line) for line in lines]}
    return render("illuminati/held_lines", values)
