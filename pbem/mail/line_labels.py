"""Labels by marks alone: where quotes begin and end, without knowing what was sent."""

from collections.abc import Sequence

from pbem.mail import marks
from pbem.mail.authors import Correspondents
from pbem.mail.headerblock import (
    bare_block_end,
    header_block_end,
    is_lone_sender,
    is_table_row,
    run_together_start,
    without_frames,
)
from pbem.mail.heads import label_attributions
from pbem.mail.line import TextLine, next_filled
from pbem.mail.marks import Label
from pbem.mail.sent import is_cut_line
from pbem.mail.typed import TypedLines

_LONGEST_FOOTER = 40
_MOST_FIELDS = 6


def label_by_marks(lines: Sequence[TextLine], typed: TypedLines, people: Correspondents) -> None:
    """Give every line its label, from marks, attributions, header blocks and signatures.

    Below an attribution, header block or separator with an unmarked quote all is quoted;
    below a marked quote what is unmarked is new again. A signature runs to the next quote.
    """
    if [line for line in lines if line.is_bar]:
        _label_bars(lines)
    label_attributions(lines, typed)
    _label_unmarked(lines, typed, people)


def _label_bars(lines: Sequence[TextLine]) -> None:
    """`| ` is a quote mark only in a run: a single one may be a person's own drawing.

    Initials are one where they are the same: `Me> no` and `You> yes` is a dialogue.
    """
    bars = [marks.bar_of(line.raw) if line.is_bar else "" for line in lines]
    for at, line in enumerate(lines):
        beside = (bars[near] for near in (at - 1, at + 1) if 0 <= near < len(lines))
        if line.is_bar and is_table_row(line.raw):
            line.is_bar = False
            bars[at] = ""
        elif line.is_bar and bars[at] in beside:
            line.label = Label.QUOTED
            line.content = marks.without_bar(line.raw)
        elif line.is_bar:
            line.is_bar = False


def _label_unmarked(lines: Sequence[TextLine], typed: TypedLines, people: Correspondents) -> None:
    contents = without_frames([line.content for line in lines])
    zone = Label.NEW
    has_text = False
    at, count = 0, len(lines)
    while at < count:
        line = lines[at]
        end = at + 1
        if line.depth or line.is_bar:
            zone = Label.NEW if zone is Label.SIGNATURE else zone
        elif zone is Label.QUOTED or line.is_blank:
            block_end = None if line.is_blank else header_block_end(contents, at)
            end = block_end or end
            for near in lines[at:end]:
                label = Label.HEADER if block_end else zone
                near.label = label if near.label is Label.NEW else near.label
        elif line.label is Label.ATTRIBUTION:
            end = _end_of_attribution(lines, at)
            has_block = _has_block_below(lines, contents, end)
            zone = Label.NEW if has_block else _zone_below(lines, end)
            # With our form below, or below another's name, an unmarked quote is one even where
            # nothing was typed above it.
            if zone is Label.QUOTED and not (has_text or people.is_other(lines[at:end])):
                has_form = any(is_cut_line(near.content) for near in lines)
                zone = Label.QUOTED if has_form else Label.NEW
        else:
            end, zone = _label_plain(lines, contents, typed, at, zone)
            has_text = has_text or (line.label is zone is Label.NEW)
        at = end


def _label_plain(
    lines: Sequence[TextLine], contents: list[str], typed: TypedLines, at: int, zone: Label
) -> tuple[int, Label]:
    """Label a line without a mark outside all quotes; return where to go on, and the zone there."""
    line, end, opened = lines[at], at + 1, None
    if marks.is_disclaimer(line.content) and not typed.is_text(at):
        return _end_of_disclaimer(lines, at), zone
    if line.head or _has_head_behind(lines, contents, typed, at):
        contents[at] = line.content
        opened = _zone_below(lines, end)
    elif not _is_typed(lines, contents, typed, at):
        end, opened = _opened(lines, contents, at)
    if opened is not None:
        return end, opened
    if (
        not typed.is_order(at)
        and marks.is_sent_from(line.content)
        and not _goes_on(lines, typed, at)
    ):
        return _sign(lines, typed, at), zone
    line.label = zone
    return end, zone


def _end_of_disclaimer(lines: Sequence[TextLine], at: int) -> int:
    """Label the paragraph of a disclaimer and return its end."""
    while at < len(lines) and not (lines[at].is_blank or lines[at].is_marked):
        lines[at].label = Label.SIGNATURE
        at += 1
    return at


def _has_head_behind(
    lines: Sequence[TextLine], contents: Sequence[str], typed: TypedLines, at: int
) -> bool:
    """Take off what announces a quote behind the end of what was typed, on the same line."""
    line = lines[at]
    frame = marks.announced_in(line.content)
    start = frame[0] if frame else run_together_start(line.content)
    if not start or ":" in line.content[:start] or typed.is_text(at):
        return False
    fields = [line.content[frame[1] :], *contents[at + 1 : at + _MOST_FIELDS]] if frame else ()
    if fields and header_block_end(fields, 0) is None:
        return False
    line.content, line.head = marks.without_sent_from(line.content[:start]), line.content[start:]
    return True


def _is_typed(
    lines: Sequence[TextLine], contents: Sequence[str], typed: TypedLines, at: int
) -> bool:
    """Say whether a line is the player's own whatever it looks like.

    In the middle of a text to others only what names an address, and signatures, are marks.
    """
    if typed.is_order(at):
        return True
    if marks.is_signature_mark(lines[at].content) or not typed.is_text(at):
        return False
    first = at + 1 if marks.is_drawn(lines[at].content) else at
    end = header_block_end(contents, first) if first < len(lines) else None
    return not any("@" in line for line in contents[first:end]) if end else True


def _goes_on(lines: Sequence[TextLine], typed: TypedLines, at: int) -> bool:
    """Say whether a line like a telephone's is an order, or stands within a text to others."""
    is_last = at + 1 == len(lines) or lines[at + 1].is_blank
    return typed.is_order(at) or (typed.is_text(at) and not is_last)


def _sign(lines: Sequence[TextLine], typed: TypedLines, at: int) -> int:
    """Label what a telephone adds at `at` and return its end."""
    end = _end_of_footer(lines, typed, at)
    for line in lines[at:end]:
        line.label = Label.SIGNATURE
    return end


def _end_of_footer(lines: Sequence[TextLine], typed: TypedLines, at: int) -> int:
    """Return the end of what a telephone adds: with it goes all below that has no order in it.

    Without a blank line between it may be the player's next line; at a quote it ends anyhow.
    """
    end = at + 1
    if not typed.is_known or end == len(lines) or not lines[end].is_blank:
        return at + 1
    while end < len(lines) and lines[end].label is Label.NEW and not lines[end].is_marked:
        if end - at > _LONGEST_FOOTER or typed.is_order(end) or typed.is_text(end):
            return at + 1
        end += 1
    return end if end == len(lines) else at + 1


def _opened(
    lines: Sequence[TextLine], contents: Sequence[str], at: int
) -> tuple[int, Label | None]:
    """Label the mark at `at`, if one is there; return the line after it and the zone it opens."""
    line = lines[at]
    if marks.is_forward_mark(line.content):
        line.label = Label.FORWARD
        follower = next_filled(lines, at + 1)
        is_marked = follower is not None and lines[follower].is_marked
        return at + 1, Label.NEW if is_marked else Label.QUOTED
    after = lines[at + 1].content if at + 1 < len(lines) else ""
    if marks.is_original_mark(line.content) or marks.is_broken_frame(line.content, after):
        line.label = Label.SEPARATOR
        if _has_block_below(lines, contents, at + 1):
            return at + 1, Label.NEW
        end = bare_block_end(contents, at + 1)
        for near in lines[at + 1 : end]:
            near.label = Label.HEADER
        return end, _zone_below(lines, end)
    block_end = header_block_end(contents, at)
    if block_end is not None:
        for near in lines[at:block_end]:
            near.label = Label.HEADER
        rule = next_filled(lines, block_end)
        if rule is not None and not lines[rule].is_marked and marks.is_rule(lines[rule].content):
            lines[rule].label = Label.SEPARATOR
            block_end = rule + 1
        return block_end, _zone_below(lines, block_end)
    if marks.is_drawn(line.content) and (below := _below_rule(lines, contents, at)):
        line.label = Label.SEPARATOR
        return below
    if marks.is_signature_mark(line.content) or _is_list_footer(lines, at):
        line.label = Label.SIGNATURE
        return at + 1, Label.SIGNATURE
    return at + 1, None


def _below_rule(
    lines: Sequence[TextLine], contents: Sequence[str], at: int
) -> tuple[int, Label] | None:
    """Return where to go on below the drawn line at `at`, and the zone, if a quote is announced."""
    follower = next_filled(lines, at + 1)
    if follower is None:
        return None
    is_head = marks.is_rule(contents[at]) and lines[follower].label is Label.ATTRIBUTION
    if is_head or header_block_end(contents, follower) is not None:
        return at + 1, Label.NEW
    if follower == at + 1 and is_lone_sender(contents[follower]):
        lines[follower].label = Label.HEADER
        return follower + 1, _zone_below(lines, follower + 1)
    return None


def _is_list_footer(lines: Sequence[TextLine], at: int) -> bool:
    follower = next_filled(lines, at + 1) if marks.is_rule(lines[at].content) else None
    return follower is not None and marks.is_list_footer(lines[follower].content)


def _has_block_below(lines: Sequence[TextLine], contents: Sequence[str], at: int) -> bool:
    follower = next_filled(lines, at)
    return follower is not None and header_block_end(contents, follower) is not None


def _end_of_attribution(lines: Sequence[TextLine], at: int) -> int:
    while at < len(lines) and lines[at].label is Label.ATTRIBUTION:
        at += 1
    return at


def _zone_below(lines: Sequence[TextLine], at: int) -> Label:
    """Say what unmarked lines are from here on: a marked quote leaves them new."""
    follower = next_filled(lines, at)
    while follower is not None and _is_heading(lines[follower]):
        follower = next_filled(lines, follower + 1)
    return Label.NEW if follower is None or lines[follower].is_marked else Label.QUOTED


def _is_heading(line: TextLine) -> bool:
    """Say whether a line stands between a quote and what announced it: another head, a rule."""
    return not line.is_marked and (line.label is Label.ATTRIBUTION or marks.is_rule(line.content))
