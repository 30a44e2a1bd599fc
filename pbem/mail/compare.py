"""Labels corrected by the mail we sent: answers in the quote, and our own lines outside it."""

from collections import Counter
from collections.abc import Sequence

from pbem.mail.authors import Author, Correspondents
from pbem.mail.line import TextLine
from pbem.mail.marks import Label, is_signature_mark, pictures
from pbem.mail.quotes import QuotedLines, answers_in
from pbem.mail.sent import SentText, is_comment, is_cut_line, key_of, keys_of
from pbem.mail.typed import TypedLines

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
    lines: Sequence[TextLine], sent: SentText, typed: TypedLines, people: Correspondents
) -> list[bool]:
    """Correct the labels by the mail we sent; return which lines are ours."""
    keys = keys_of([line.content for line in lines])
    for at in pictures([line.content for line in lines]):
        keys[at] = ""
    ours = sent.cover(keys)
    if sent.has_signs:
        ours = [
            is_ours and not sent.has_other_signs(line.content, key)
            for line, key, is_ours in zip(lines, keys, ours, strict=True)
        ]
    authors = people.authors(lines, ours)
    for at in answers_in(QuotedLines(lines, keys, ours, authors, sent)):
        lines[at].label = Label.NEW
    typed_again = orders_typed_again(lines, keys, sent, typed)
    for at in typed_again:
        ours[at] = False
    for at in below_all(lines, ours, authors, typed_again):
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
        if is_ours or line.is_marked or line.label in _HEADS:
            is_signed = False
        elif is_signature_mark(line.content):
            is_signed = True
            line.label = Label.SIGNATURE
        elif is_signed and line.label is Label.NEW:
            line.label = Label.SIGNATURE


def _may_be_order(at: int, keys: Sequence[str], typed: TypedLines) -> bool:
    """Say whether a line begins as orders do, or is as short as one where nobody knows them."""
    return typed.is_order(at) if typed.is_known else len(keys[at]) < _LONG_ENOUGH


def _copied(
    lines: Sequence[TextLine],
    keys: Sequence[str],
    ours: Sequence[bool],
    sent: SentText,
    typed: TypedLines,
) -> set[int]:
    """The lines of ours that are orders and stand among nothing else of ours: he copied them."""
    copied: set[int] = set()
    if not [at for at, line in enumerate(lines) if line.label is Label.NEW and ours[at]]:
        return copied
    run: list[int] = []
    for at in (*(at for at, key in enumerate(keys) if key), len(lines)):
        if at < len(lines) and lines[at].label is Label.NEW and ours[at]:
            run.append(at)
        elif run:
            if all(sent.has_line(keys[near]) and _may_be_order(near, keys, typed) for near in run):
                copied.update(run)
            run = []
    return copied


_HEADS_OR_FORWARDS = (Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR, Label.FORWARD)


def orders_typed_again(
    lines: Sequence[TextLine], keys: Sequence[str], sent: SentText, typed: TypedLines
) -> list[int]:
    """The places of unmarked quoted lines that are orders of ours, but out of their place.

    Where there are no more such than ours is short of, they are no part of the quote.
    """
    if not [at for at, line in enumerate(lines) if line.label is Label.QUOTED and not line.depth]:
        return []
    filled = [at for at, key in enumerate(keys) if key and not lines[at].is_marked]
    counts = Counter(keys[at] for at in filled)
    found: dict[str, list[int]] = {}
    for place, at in enumerate(filled):
        key = keys[at]
        is_more = lines[at].label is Label.QUOTED and counts[key] > sent.count(key) > 0
        if not is_more or not typed.is_order(at):
            continue
        above = keys[filled[place - 1]] if place else ""
        below = keys[filled[place + 1]] if place + 1 < len(filled) else ""
        if not (sent.has_pair(above, key) or sent.has_pair(key, below)):
            found.setdefault(key, []).append(at)
    return [
        at
        for key, places in found.items()
        if len(places) <= counts[key] - sent.count(key)
        for at in places
    ]


def below_all(
    lines: Sequence[TextLine],
    ours: Sequence[bool],
    authors: Sequence[Author],
    places: Sequence[int],
) -> list[int]:
    """Those of the places below which stands nothing of ours, where one mail alone is quoted.

    Further up, or below a second head, they may be of an older mail, quoted as well.
    """
    if not places:
        return []
    heads = [at for at, line in enumerate(lines) if line.label in _HEADS_OR_FORWARDS]
    is_one = not heads or all(
        lines[at].label in _HEADS_OR_FORWARDS or lines[at].is_blank
        for at in range(heads[0], heads[-1])
    )
    last = max((at for at, is_ours in enumerate(ours) if is_ours), default=-1)
    return [at for at in places if is_one and at > last and not authors[at].is_other]
