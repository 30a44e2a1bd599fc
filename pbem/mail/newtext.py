"""The new text of a reply: every line gets a label, and what is new is read as orders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from pbem.budget import Budget
from pbem.mail.attribution import is_bare_attribution
from pbem.mail.authors import NOBODY, Correspondents
from pbem.mail.body import tidy
from pbem.mail.compare import compare, is_edited_comment, read_below_cut
from pbem.mail.line import TextLine
from pbem.mail.line_labels import label_by_marks
from pbem.mail.marks import (
    Label,
    as_shown,
    is_bar_quoted,
    is_signoff,
    may_be_quoted,
    quote_depth,
)
from pbem.mail.sent import sent_text
from pbem.mail.typed import TypedLines

_NARROWEST = 50
_SURELY_FULL = 70


def label_wrapped_tails(
    lines: Sequence[TextLine], typed: TypedLines, people: Correspondents, ours: Sequence[bool]
) -> None:
    """The tail of a quoted line, wrapped by a mail program and left without a mark.

    It stands right between two lines of one quote, and its first word would have made the line
    above wider than any other. One that begins as orders do is an order where no other line is
    such a tail: a program that wraps does it everywhere. But what looks so among the words of
    somebody else is his. Between lines that are known to be ours there is nothing to guess.
    """
    new = [at for at, line in enumerate(lines[1:-1], 1) if line.label is Label.NEW]
    within = [
        at
        for at in new
        if 0 < lines[at - 1].depth == lines[at + 1].depth
        and not (ours[at - 1] or ours[at + 1] or lines[at].is_marked)
        and Label.NEW not in (lines[at - 1].label, lines[at + 1].label)
        and lines[at].content[:1].strip()
    ]
    if not within:
        return
    widest = max(len(line.raw) for line in lines if line.depth)
    if widest < _NARROWEST:
        return
    tails = [at for at in within if _is_broken_off(lines[at - 1], lines[at], widest)]
    if not tails:
        return
    is_typed = all(typed.is_order(at) for at in tails)
    authors = people.authors(lines, ours)
    for at in tails:
        if not is_typed or authors[at - 1].is_other:
            lines[at].label = Label.QUOTED


def _is_broken_off(above: TextLine, line: TextLine, widest: int) -> bool:
    if not any(map(str.isalnum, line.content)):
        return True
    if above.content.rstrip()[-1:] in (".", "!", "?", ":", ""):
        return False
    first_word = line.content.split(None, 1)[0]
    has_no_room = len(above.raw.rstrip()) + 1 + len(first_word) > widest
    return has_no_room or (line.content[:1].islower() and len(above.raw) >= _SURELY_FULL)


_TOP = "-----BEGIN PGP SIGNED MESSAGE-----"
_BREAK = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_FIELDS = ("Hash:", "Charset:", "Version:", "Comment:")
_ESCAPE = "- "


def strip_pgp(lines: Sequence[TextLine]) -> list[TextLine]:
    """Empty the lines of the frame, take back its `- ` before dashes, and return those lines.

    What is quoted keeps its frame: it is not the player's anyway.
    """
    frame: list[TextLine] = []
    if not [line for line in lines if _TOP in line.content]:
        return frame
    is_text = is_frame = False
    for line in lines:
        mark = line.content.rstrip() if line.content.startswith("-") and not line.depth else ""
        if mark in (_TOP, _BREAK) and (is_text or mark == _TOP):
            is_text, is_frame = mark == _TOP, True
        elif is_frame and (line.depth or not _is_of_frame(line.content, is_top=is_text)):
            is_frame = False
        elif is_text and not is_frame and mark:
            line.content = line.content.removeprefix(_ESCAPE)
        if is_frame:
            line.content = ""
            frame.append(line)
        is_frame = is_frame and mark != _END
    return frame


def _is_of_frame(text: str, *, is_top: bool) -> bool:
    """Say whether a line goes on with the frame: whoever has lost its end loses no order."""
    if text.startswith(_FIELDS) or text.rstrip() == _END:
        return True
    return not is_top and " " not in text.strip()


def label_pgp(frame: Sequence[TextLine]) -> None:
    """Label the lines that `strip_pgp` has emptied."""
    for line in frame:
        line.label = Label.OTHER


TEXT_LIMIT = 64 * 1024
LINES_LIMIT = 2000
LINE_LIMIT = 998
A_LINE = 8
"""Steps that it takes to tell what a line is, at most, for all the patterns tried on it."""
LETTERS_A_STEP = 50
# GroupWise puts `>>> Ann <ann@…> 3/4/2011 >>>` above a quote.
_ARROWS = 3


class Labelled(Struct, frozen=True, gc=False):
    """One line of the letter as it came, and what it was taken for."""

    text: str
    label: Label


@dataclass(frozen=True, slots=True)
class NewText:
    """The outcome: `text` is read as orders, `ignored` was typed perhaps but is not read."""

    text: str
    lines: tuple[Labelled, ...]
    ignored: tuple[str, ...]
    is_cut: bool


def find_new_text(
    body: str,
    sent: str | None = None,
    *,
    has_order: Callable[[str], bool] | None = None,
    people: Correspondents = NOBODY,
    budget: Budget | None = None,
) -> NewText:
    """Label the lines of `body`, an email reply, and pick what its writer has typed.

    `sent` is the text of the mail being answered, if it is known: then a quoted line that is
    not in it is an answer, and an unquoted line that is in it is not new. `has_order` says
    whether a line begins as orders do: then it is no mark, whatever it looks like, nor is what
    goes on with it as far as a blank line. `people` says who wrote the letter and who we are: what
    a head names as the writer's own, or as some third person's, has no answers in it. Takes linear
    time, and reads at most 64 KiB, 2,000 lines, 998 characters a line and what `budget` lasts for
    (`is_cut` says so).
    """
    budget = Budget() if budget is None else budget
    rows, is_cut = _split(body, budget)
    lines = [_line(row, text) for row, text in zip(rows, as_shown(rows), strict=True)]
    if "[" in body:
        for line in lines:
            line.content = people.without_name(line.content)
    pgp_blocks = strip_pgp(lines)
    is_quoted = [line.depth > 0 or line.is_bar for line in lines]
    typed = TypedLines([line.content for line in lines], is_quoted, has_order, budget)
    label_by_marks(lines, typed, people)
    ours: Sequence[bool] = [False] * len(lines)
    known = sent_text(tidy(sent)) if sent is not None else None
    if known is not None:
        ours = compare(lines, known, typed, people)
    _label_calendar(lines)
    label_wrapped_tails(lines, typed, people, ours)
    if known is None:
        read_below_cut(lines, people)
    _stop_at_signoff(lines)
    label_pgp(pgp_blocks)
    return NewText(
        text=_joined(lines),
        lines=tuple([Labelled(line.raw, line.label) for line in lines]),
        ignored=tuple(
            line.content.strip().lstrip("#/ \t")
            for at, line in enumerate(lines)
            if not ours[at]
            and line.content.strip()
            and (_may_be_typed(line, typed, at) or is_edited_comment(line, known))
        ),
        is_cut=is_cut,
    )


def _split(body: str, budget: Budget) -> tuple[list[str], bool]:
    # Twice the limit leaves room for invisible characters, which do not count.
    text = tidy(body[: TEXT_LIMIT * 2])
    rows = text[:TEXT_LIMIT].split("\n", LINES_LIMIT)
    kept = [row[:LINE_LIMIT] for row in rows[:LINES_LIMIT]]
    is_cut = len(body) > TEXT_LIMIT * 2 or len(text) > TEXT_LIMIT or kept != rows
    lasting = _lasting(kept, budget)
    return kept[:lasting], is_cut or lasting < len(kept)


def _lasting(rows: Sequence[str], budget: Budget) -> int:
    """Take the steps of telling what lines are; return for how many of them they were there."""
    steps = [A_LINE + len(row) // LETTERS_A_STEP for row in rows]
    if sum(steps) <= budget.left:
        budget.spend(sum(steps))
        return len(rows)
    return sum(map(budget.spend, steps))


def _line(raw: str, row: str) -> TextLine:
    """Part a line into quote marks and content; `row` is `raw` without what is struck out."""
    if row[:1] != ">" and not may_be_quoted(row):
        return TextLine(raw, 0, row, is_bar=False)
    depth, content = quote_depth(row)
    if depth == _ARROWS and is_bare_attribution(row):
        depth, content = 0, row
    if depth:
        return TextLine(raw, depth, content, is_bar=False, label=Label.QUOTED)
    return TextLine(raw, depth, content, is_bar=is_bar_quoted(row))


def _may_be_typed(line: TextLine, typed: TypedLines, at: int) -> bool:
    if line.label in (Label.ATTRIBUTION, Label.HEADER):
        return typed.is_order(at)
    return line.label in (Label.QUOTED, Label.SIGNATURE, Label.OTHER)


def _joined(lines: Sequence[TextLine]) -> str:
    """Join the new lines; one empty line stands for whatever was left out between them."""
    kept: list[str] = []
    for line in lines:
        row = line.content.rstrip() if line.label is Label.NEW else ""
        if row or (kept and kept[-1]):
            kept.append(row)
    return "\n".join(kept).strip("\n")


def _label_calendar(lines: Sequence[TextLine]) -> None:
    """Label a calendar entry as a program's: some quote that part of our mails, too."""
    if not [line for line in lines if "BEGIN:VCALENDAR" in line.content]:
        return
    texts = [line.content.strip() for line in lines]
    if "BEGIN:VCALENDAR" not in texts or "END:VCALENDAR" not in texts:
        return
    first = texts.index("BEGIN:VCALENDAR")
    for line in lines[first : texts.index("END:VCALENDAR") + 1]:
        if line.is_marked and not line.is_blank:
            line.label = Label.HEADER


def _stop_at_signoff(lines: Sequence[TextLine]) -> None:
    has_ended = False
    for line in lines:
        if line.label is Label.NEW:
            has_ended = has_ended or is_signoff(line.content)
            line.label = Label.OTHER if has_ended else Label.NEW
