"""The heads of quotes among a letter's lines: attributions, and header blocks quoted themselves."""

from collections.abc import Sequence

from pbem.mail.attribution import (
    MOST_LINES,
    attribution_ending_at,
    begins_with_name,
    is_dated,
    is_loose_attribution,
    may_be_head,
    names_sender,
)
from pbem.mail.headerblock import header_block_end, is_bare_sender, without_frames
from pbem.mail.line import TextLine, next_filled
from pbem.mail.marks import Label
from pbem.mail.typed import TypedLines

_LONGEST_ADDRESS = 200


def label_attributions(lines: Sequence[TextLine], typed: TypedLines) -> None:
    """Label attributions at any depth, and header blocks that are quoted."""
    contents = without_frames([line.content for line in lines])
    for at, line in enumerate(lines):
        if not may_be_head(line.content) or line.label is Label.HEADER:
            continue
        is_block = line.label is Label.QUOTED or is_bare_sender(line.content)
        if is_block and _label_block(lines, contents, at):
            continue
        if (
            line.depth == 1
            and at
            and "@" in contents[at - 1]
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


def _broken_at_bracket(lines: Sequence[TextLine], contents: Sequence[str], at: int) -> int | None:
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


def _untyped_start(lines: Sequence[TextLine], typed: TypedLines, start: int, at: int) -> int:
    """Return where an attribution begins below what was typed; behind `at` if all of it was."""
    if typed.is_order(start) and _is_named_head(lines, typed, start, at):
        return start
    if start < at and typed.is_order(at) and not names_sender(lines[at].content):
        return at + 1
    if start == at and (typed.is_order(at) or _may_share(lines[at], typed, at)):
        before = typed.before_attribution(at)
        if before:
            lines[at].head = lines[at].content[len(before) :]
            lines[at].content = before
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


def _is_named_head(lines: Sequence[TextLine], typed: TypedLines, start: int, at: int) -> bool:
    """Say whether it is somebody's name that an attribution has in common with an order.

    What has no date, nor ends in an address and a verb, is one above a marked quote alone.
    """
    joined = " ".join(line.content.strip() for line in lines[start : at + 1])
    if typed.is_text(start) or not begins_with_name(joined):
        return False
    follower = next_filled(lines, at + 1)
    is_above_quote = follower is not None and lines[follower].is_marked
    return is_above_quote or is_dated(joined) or names_sender(joined)


def _may_share(line: TextLine, typed: TypedLines, at: int) -> bool:
    return line.label is Label.NEW and not line.is_marked and not typed.is_text(at)


def _label_block(lines: Sequence[TextLine], contents: Sequence[str], at: int) -> bool:
    """Label a header block that is quoted itself, or has no colons, which nothing else knows."""
    end = header_block_end(contents, at)
    if end is None or any(line.depth != lines[at].depth for line in lines[at:end]):
        return False
    for line in lines[at:end]:
        line.label = Label.HEADER
    return True
