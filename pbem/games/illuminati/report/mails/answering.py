"""The acknowledgement: what was understood, what it would do, what is still open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from engine.illuminati.state import State
from engine.illuminati.view import View
from engine.illuminati.view import view as view_of
from pbem.documents.layout import clock
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.contract.orders import STANDING, Acknowledgement, JudgedLine, LineStatus
from pbem.games.contract.reports import PrintableLetter, PrintableLine, size_of
from pbem.games.illuminati.report.parts.budget import can_transfer, worst_case
from pbem.games.illuminati.report.parts.printed_lines import printable_line
from pbem.games.illuminati.report.parts.standing import own_goal
from pbem.games.illuminati.report.parts.totals import Totals, totals
from pbem.grammar.commands.spec import IF_MEANT

ROOM_OF_LINES, ROOM_OF_REPLIES, ROOM_OF_IGNORED, ROOM_ON_FILE = 12_000, 4_000, 2_000, 4_000
"""Bytes that each part of an answer may take, which together stay below 40 kB."""
MOST_DRAWS = 20
"""Lines of the sums that are told one by one."""


def answer(
    state: State,
    context: MailContext,
    answer: Acknowledgement,
    letters: Sequence[PrintableLetter],
) -> Mail:
    """The answer to letters, of which the last is the one that `answer` tells of."""
    *earlier, newest = letters
    return acknowledgement(context, answer, view_of(state, context.seat), earlier, newest)


def acknowledgement(
    context: MailContext,
    answer: Acknowledgement,
    view: View | None = None,
    earlier: Sequence[PrintableLetter] = (),
    newest: PrintableLetter | None = None,
) -> Mail:
    """The answer to a letter, and to `earlier` ones that are answered with it.

    With a view, promised money and wanted arrows are set against what is there; `newest`
    is what it says of the letter, where the caller has it already.
    """
    letters = _with_room((*earlier, newest or printable(context, answer)))
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
        "letters": letters,
        "most_draws": MOST_DRAWS,
        "ahead": _texts([one_line(text, 200) for text in answer.ahead], ROOM_OF_IGNORED),
        "has_done": any(line.status == "DONE" for letter in letters for line in letter.lines),
        "questions": questions,
        "wants_code": bool(asked) and all(IF_MEANT in line.note for line in asked),
        "asked_at": next((line.label for line in asked if line.label), ""),
        "refused": len(_unsettled(letters, "REFUSED")) + _uncounted(letters, "REFUSED"),
        "deadline": clock.full(at, context.zone) if at else "",
        "left": clock.span(at - context.now) if at else "",
        "goal": own_goal(view) if view else None,
        **_filed_context(answer, view),
    }


def _filed_context(answer: Acknowledgement, view: View | None) -> dict[str, object]:
    """What is on file now, or would be: lines as far as there is room, sums, and worst cases."""
    script = [] if answer.is_over else _on_file(answer.script_on_file)
    answers, would_be = _on_file(answer.answers_on_file), _on_file(answer.would_be)
    runs = [line for line in answer.script_on_file if line.status != "REFUSED"]
    all_totals = _totals(runs, view)
    return {
        "script": script,
        "more_script": len(answer.script_on_file) - len(script),
        "totals": all_totals,
        "transfers_left": all_totals.transfers_left if can_transfer(view) else 0,
        "worst": worst_case(answer.script_on_file, view, answer.reserve),
        "answers": answers,
        "more_answers": len(answer.answers_on_file) - len(answers),
        "worst_answers": worst_case(answer.answers_on_file, view, answer.reserve),
        "would_be": would_be,
        "more_would_be": len(answer.would_be) - len(would_be),
        "would_total": _totals(answer.would_be, view),
        "worst_would_be": worst_case(answer.would_be, view, answer.reserve),
    }


def _totals(lines: Sequence[JudgedLine], view: View | None) -> Totals:
    """The sum of these lines; privileges are paid when their attacks are announced (R6.3)."""
    fees = sum(line.cost.fee for line in lines if line.cost)
    return totals([line.order for line in lines], view, fees)


def printable(context: MailContext, answer: Acknowledgement) -> PrintableLetter:
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
    if len(letters) == 1:
        return tuple(letters)
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
