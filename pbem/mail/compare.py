"""Labels corrected by the mail we sent: answers in the quote, and our own lines outside it."""

from collections.abc import Sequence

from pbem.mail.authors import Correspondents
from pbem.mail.line import TextLine
from pbem.mail.marks import Label, is_signature_mark, pictures
from pbem.mail.quotes import QuotedLines, answers_in
from pbem.mail.sent import SentText, is_comment, is_cut_line, key_of, keys_of
from pbem.mail.typed import Typed
from pbem.mail.typed_again import below_all, orders_typed_again

# A line as long is not twice the same by chance.
_LONG_ENOUGH = 12
_END = "end"
_HEADS = (Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR)


def read_below_cut(lines: Sequence[TextLine], people: Correspondents) -> None:
    """Make quoted lines new that stand below our cut line and are no comment.

    Of ours all lines there are comments, down to the line END: this much of a form is read without
    our mail at hand, where the quote has the seat's own token in it, which nobody else knows.
    """
    cut = next((at for at, line in enumerate(lines) if _is_cut(line)), None)
    if cut is None or not _is_own(lines, cut, people):
        return
    is_read = False
    for line in lines[cut + 1 :]:
        if line.label in (Label.QUOTED, Label.NEW):
            is_quoted = line.label is Label.QUOTED and bool(key_of(line.content))
            if is_quoted and key_of(line.content) == _END:
                return
            is_same = line.depth == lines[cut].depth and not is_comment(line.content)
            # What is quoted without a mark right below an order is the tail of that order.
            is_tail = is_read and not line.is_marked and lines[cut].is_marked
            is_read = is_quoted and (is_same or is_tail)
            if is_read:
                line.label = Label.NEW
        elif not line.is_blank:
            return


def _is_own(lines: Sequence[TextLine], cut: int, people: Correspondents) -> bool:
    """Say whether the form below the cut line is quoted from a mail to this seat."""
    authors = people.authors(lines, [False] * len(lines))
    depth = lines[cut].depth
    first = cut
    while first and (
        lines[first - 1].is_blank
        or (lines[first - 1].label is Label.QUOTED and lines[first - 1].depth == depth)
    ):
        first -= 1
    while first and (lines[first - 1].is_blank or lines[first - 1].label in _HEADS):
        first -= 1
    quoted = "".join(line.content.strip() for line in lines[first:cut])
    return not authors[cut].is_other and people.is_to_seat(quoted)


def _is_cut(line: TextLine) -> bool:
    return line.label is Label.QUOTED and is_cut_line(line.content)


def is_edited_comment(line: TextLine, sent: SentText | None) -> bool:
    """Say whether a line of our form was filled in, but its `#` left standing."""
    return (
        sent is not None
        and line.label is Label.NEW
        and is_comment(line.content)
        and (sent.is_extended(key := key_of(line.content)) or sent.is_related(key))
        and not sent.has_line(key)
    )


def compare(
    lines: Sequence[TextLine], sent: SentText, typed: Typed, people: Correspondents
) -> list[bool]:
    """Correct the labels by the mail we sent; return which lines are ours."""
    keys = keys_of([line.content for line in lines])
    for at in pictures([line.content for line in lines]):
        keys[at] = ""
    ours = [
        is_ours and not sent.has_other_signs(line.content, key)
        for line, key, is_ours in zip(lines, keys, sent.cover(keys), strict=True)
    ]
    authors = people.authors(lines, ours)
    for at in answers_in(QuotedLines(lines, keys, ours, authors, sent)):
        lines[at].label = Label.NEW
    surplus = orders_typed_again(lines, keys, sent, typed)
    for at in surplus:
        ours[at] = False
    for at in below_all(lines, ours, authors, surplus):
        lines[at].label = Label.NEW
    _sign_below(lines, ours)
    copied = _copied(lines, keys, ours, sent, typed)
    is_after_ours = False
    for at, line in enumerate(lines):
        if line.label is Label.NEW and ours[at]:
            ours[at] = at not in copied
            line.label = Label.QUOTED if ours[at] else Label.NEW
        if keys[at] or line.label in _HEADS:
            is_after_ours = ours[at] or line.label in _HEADS
        elif is_after_ours and line.label is Label.NEW:
            # A drawn line has no letters to be known by; it goes with what is above it.
            line.label = Label.QUOTED
    return ours


def _sign_below(lines: Sequence[TextLine], ours: Sequence[bool]) -> None:
    """Take a signature out of the answers below a quote without marks; marks alone cannot."""
    is_signed = False
    for line, is_ours in zip(lines, ours, strict=True):
        if line.is_marked or is_ours or line.label in _HEADS:
            is_signed = False
        elif is_signature_mark(line.content):
            is_signed = True
            line.label = Label.SIGNATURE
        elif is_signed and line.label is Label.NEW:
            line.label = Label.SIGNATURE


def _may_be_order(at: int, keys: Sequence[str], typed: Typed) -> bool:
    """Say whether a line begins as orders do, or is as short as one where nobody knows them."""
    return typed.is_order(at) if typed.is_known else len(keys[at]) < _LONG_ENOUGH


def _copied(
    lines: Sequence[TextLine],
    keys: Sequence[str],
    ours: Sequence[bool],
    sent: SentText,
    typed: Typed,
) -> set[int]:
    """The lines of ours that are orders and stand among nothing else of ours: he copied them."""
    copied: set[int] = set()
    run: list[int] = []
    for at in (*(at for at, key in enumerate(keys) if key), len(lines)):
        if at < len(lines) and lines[at].label is Label.NEW and ours[at]:
            run.append(at)
        elif run:
            if all(sent.has_line(keys[near]) and _may_be_order(near, keys, typed) for near in run):
                copied.update(run)
            run = []
    return copied
