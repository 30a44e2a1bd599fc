"""The new text of a reply: every line gets a label, and what is new is read as orders."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail.body import tidy
from pbem.mail.marks import Label, is_bar_quoted, is_signoff, quote_depth
from pbem.mail.sent import SentText, key_of
from pbem.mail.zones import Line, label_by_marks

TEXT_LIMIT = 64 * 1024
LINES_LIMIT = 2000
LINE_LIMIT = 998
# A typed order may be as short as a word of ours; a longer line is not twice the same by chance.
_LONG_ENOUGH = 12
# Fewer strange quoted lines than this are answers even where little of our mail is left.
_FEW = 3


@dataclass(frozen=True, slots=True)
class Labelled:
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


def find_new_text(body: str, sent: str | None = None) -> NewText:
    """Label the lines of `body`, an email reply, and pick what its writer has typed.

    `sent` is the text of the mail being answered, if it is known: then a quoted line that is
    not in it is an answer, and an unquoted line that is in it is not new. Takes linear time;
    reads at most 64 KiB, 2,000 lines and 998 characters a line (`is_cut` says so).
    """
    rows, is_cut = _split(body)
    lines = [_line(row) for row in rows]
    label_by_marks(lines, guess_wrapped=sent is None)
    ours: Sequence[bool] = [False] * len(lines)
    if sent is not None:
        ours = _compare(lines, SentText(tidy(sent)))
    _stop_at_signoff(lines)
    return NewText(
        text=_joined(lines),
        lines=tuple(Labelled(line.raw, line.label) for line in lines),
        ignored=tuple(
            line.content.strip()
            for line, is_ours in zip(lines, ours, strict=True)
            if line.content.strip() and not is_ours and _may_be_typed(line)
        ),
        is_cut=is_cut,
    )


def _split(body: str) -> tuple[list[str], bool]:
    # Twice the limit leaves room for invisible characters, which do not count.
    text = tidy(body[: TEXT_LIMIT * 2])
    rows = text[:TEXT_LIMIT].split("\n", LINES_LIMIT)
    kept = [row[:LINE_LIMIT] for row in rows[:LINES_LIMIT]]
    is_cut = len(body) > TEXT_LIMIT * 2 or len(text) > TEXT_LIMIT or kept != rows
    return kept, is_cut


def _line(row: str) -> Line:
    depth, content = quote_depth(row)
    return Line(row, depth, content, is_bar=not depth and is_bar_quoted(row))


def _may_be_typed(line: Line) -> bool:
    return line.label in (Label.QUOTED, Label.SIGNATURE, Label.OTHER)


def _joined(lines: Sequence[Line]) -> str:
    """Join the new lines; one empty line stands for whatever was left out between them."""
    kept: list[str] = []
    for line in lines:
        row = line.content.rstrip() if line.label is Label.NEW else ""
        if row or (kept and kept[-1]):
            kept.append(row)
    return "\n".join(kept).strip("\n")


def _stop_at_signoff(lines: Sequence[Line]) -> None:
    has_ended = False
    for line in lines:
        if line.label is Label.NEW:
            has_ended = has_ended or is_signoff(line.content)
            line.label = Label.OTHER if has_ended else Label.NEW


def _compare(lines: Sequence[Line], sent: SentText) -> list[bool]:
    """Correct the labels by the mail we sent; return which lines are ours."""
    keys = [key_of(line.content) for line in lines]
    ours = sent.cover(keys)
    _take_answers(lines, keys, ours, sent)
    is_after_ours = False
    for at, line in enumerate(lines):
        if line.label is Label.NEW and ours[at]:
            ours[at] = (
                len(keys[at]) >= _LONG_ENOUGH
                or not sent.has_line(keys[at])
                or _in_run(lines, keys, ours, at)
            )
            line.label = Label.QUOTED if ours[at] else Label.NEW
        if keys[at]:
            is_after_ours = ours[at]
        elif is_after_ours and line.label is Label.NEW:
            # A drawn line has no letters to be known by; it goes with what is above it.
            line.label = Label.QUOTED
    return ours


def _in_run(lines: Sequence[Line], keys: Sequence[str], ours: Sequence[bool], at: int) -> bool:
    """Say whether the nearest filled line above or below is ours as well, at the same depth."""
    for step in (-1, 1):
        near = at + step
        while 0 <= near < len(lines) and not keys[near]:
            near += step
        if 0 <= near < len(lines) and ours[near] and lines[near].depth == lines[at].depth:
            return True
    return False


def _take_answers(
    lines: Sequence[Line], keys: Sequence[str], ours: Sequence[bool], sent: SentText
) -> None:
    """Make quoted lines new that are not in our mail, at the depth where our mail is quoted."""
    quoted: dict[int, list[int]] = {}
    for at, line in enumerate(lines):
        if line.label is Label.QUOTED and keys[at]:
            quoted.setdefault(line.depth, []).append(at)
    if not quoted:
        return
    related = {
        depth: sum(ours[at] or sent.is_related(keys[at]) for at in places)
        for depth, places in quoted.items()
    }
    depth = max(sorted(related), key=lambda level: related[level])
    strange = len(quoted[depth]) - related[depth]
    if strange > _FEW and strange > related[depth]:
        return
    for at in quoted[depth]:
        if not ours[at]:
            lines[at].label = Label.NEW
