"""The heads of quotes among a letter's lines: attributions, and header blocks quoted themselves."""

from collections.abc import Sequence

from pbem.mail.attribution import (
    MOST_LINES,
    attribution_ending_at,
    is_loose_attribution,
    names_sender,
)
from pbem.mail.headerblock import header_block_end
from pbem.mail.line import Line, next_filled
from pbem.mail.marks import Label
from pbem.mail.typed import Typed

_LONGEST_ADDRESS = 200


def label_attributions(lines: Sequence[Line], typed: Typed) -> None:
    """Label attributions at any depth, and header blocks that are quoted."""
    contents = [line.content for line in lines]
    for at, line in enumerate(lines):
        if line.is_blank:
            continue
        if line.label is Label.QUOTED and ":" in line.content:
            _label_marked_block(lines, contents, at)
        if (
            line.depth == 1
            and at
            and (first := _broken_at_bracket(lines, contents, at)) is not None
        ):
            for near in lines[_untyped_start(lines, typed, first, at) : at + 1]:
                near.label = Label.ATTRIBUTION
            continue
        start = attribution_ending_at(contents, at)
        if start is None and line.label is Label.NEW and is_loose_attribution(line.content):
            follower = next_filled(lines, at + 1)
            start = at if follower is not None and lines[follower].is_marked else None
        if start is None or any(near.depth != line.depth for near in lines[start:at]):
            continue
        start = _untyped_start(lines, typed, start, at)
        for near in lines[start : at + 1]:
            near.label = Label.ATTRIBUTION


def _broken_at_bracket(lines: Sequence[Line], contents: Sequence[str], at: int) -> int | None:
    """Return where an attribution begins whose last line, `> wrote:`, looks quoted, or None.

    Its mark is the bracket behind an address, which a program has wrapped.
    """
    above = contents[at - 1]
    if lines[at - 1].is_marked or "@" not in above[-_LONGEST_ADDRESS:] or ":" not in contents[at]:
        return None
    first = max(at - MOST_LINES + 1, 0)
    rows = [*contents[first:at], lines[at].raw]
    start = attribution_ending_at(rows, len(rows) - 1)
    if start is None or any(line.is_marked for line in lines[first + start : at]):
        return None
    return first + start if first + start < at else None


def _untyped_start(lines: Sequence[Line], typed: Typed, start: int, at: int) -> int:
    """Return where an attribution begins below what was typed; behind `at` if all of it was."""
    if start < at and typed.is_order(at) and not names_sender(lines[at].content):
        return at + 1
    if start == at and (typed.is_order(at) or _may_share(lines[at], typed, at)):
        before = typed.before_attribution(at)
        if before:
            lines[at].content, lines[at].is_head = before, True
        if before or typed.is_order(at):
            return at + 1
    start = max((near + 1 for near in range(start, at) if typed.is_order(near)), default=start)
    if not typed.is_text(start):
        return start
    # Right below a text to others only a quote shows that it is none of the player's own words.
    follower = next_filled(lines, at + 1)
    is_quoting = any(line.depth for line in lines[:start])
    has_quote = follower is not None and lines[follower].is_marked and not is_quoting
    return start if has_quote else at + 1


def _may_share(line: Line, typed: Typed, at: int) -> bool:
    return line.label is Label.NEW and not line.is_marked and not typed.is_text(at)


def _label_marked_block(lines: Sequence[Line], contents: Sequence[str], at: int) -> None:
    """Label a header block that is quoted itself: it is no answer, whatever we have sent."""
    end = header_block_end(contents, at)
    block = lines[at:end] if end is not None else ()
    if all(line.depth == lines[at].depth and line.is_marked for line in block):
        for line in block:
            line.label = Label.HEADER
