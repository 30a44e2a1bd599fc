"""Labels corrected by the mail we sent: answers in the quote, and our own lines outside it."""

from collections.abc import Sequence

from pbem.mail.authors import Author, Correspondents
from pbem.mail.line import Line
from pbem.mail.marks import Label, is_signature_mark
from pbem.mail.sent import SentText, is_comment, is_cut_line, key_of, keys_of
from pbem.mail.surplus import below_all, surplus_orders
from pbem.mail.typed import Typed

# A typed order may be as short as a word of ours; a longer line is not twice the same by chance.
_LONG_ENOUGH = 12
# Fewer strange quoted lines than this are answers even where little of our mail is left.
_FEW = 2
_QUOTES = (Label.QUOTED, Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR)
_HEADS = (Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR)


def read_below_cut(lines: Sequence[Line]) -> None:
    """Make quoted lines new that stand below our cut line and are no comment.

    Of ours all lines there are comments: this much of a form is read without our mail at hand.
    """
    cut = next((at for at, line in enumerate(lines) if _is_cut(line)), None)
    if cut is None:
        return
    is_read = False
    for line in lines[cut + 1 :]:
        if line.label in (Label.QUOTED, Label.NEW):
            is_quoted = line.label is Label.QUOTED and bool(key_of(line.content))
            is_same = line.depth == lines[cut].depth and not is_comment(line.content)
            # What is quoted without a mark right below an order is the tail of that order.
            is_tail = is_read and not line.is_marked and lines[cut].is_marked
            is_read = is_quoted and (is_same or is_tail)
            if is_read:
                line.label = Label.NEW
        elif not line.is_blank:
            return


def _is_cut(line: Line) -> bool:
    return line.label is Label.QUOTED and is_cut_line(line.content)


def is_edited_comment(line: Line, sent: SentText | None) -> bool:
    """Say whether a line of our form was filled in, but its `#` left standing."""
    return (
        sent is not None
        and line.label is Label.NEW
        and is_comment(line.content)
        and sent.is_extended(key_of(line.content))
    )


def compare(
    lines: Sequence[Line], sent: SentText, typed: Typed, people: Correspondents
) -> list[bool]:
    """Correct the labels by the mail we sent; return which lines are ours."""
    keys = keys_of([line.content for line in lines])
    ours = [
        is_ours and not sent.has_other_signs(line.content, key)
        for line, key, is_ours in zip(lines, keys, sent.cover(keys), strict=True)
    ]
    top = next((at for at, line in enumerate(lines) if line.label in _QUOTES), len(lines))
    authors = people.authors(lines)
    _take_answers(lines, keys, ours, sent, authors)
    surplus = surplus_orders(lines, keys, sent, typed)
    for at in surplus:
        ours[at] = False
    for at in below_all(lines, ours, authors, surplus):
        lines[at].label = Label.NEW
    _sign_below(lines, ours)
    copied = _copied(lines, keys, ours, sent, typed)
    is_after_ours = False
    for at, line in enumerate(lines):
        if line.label is Label.NEW and ours[at]:
            # Above all quotes a single line of ours is an example that he has typed or copied.
            is_long = len(keys[at]) >= _LONG_ENOUGH and at > top
            ours[at] = at not in copied and (
                is_long or not sent.has_line(keys[at]) or _in_run(lines, keys, ours, at)
            )
            line.label = Label.QUOTED if ours[at] else Label.NEW
        if keys[at] or line.label in _HEADS:
            is_after_ours = ours[at] or line.label in _HEADS
        elif is_after_ours and line.label is Label.NEW:
            # A drawn line has no letters to be known by; it goes with what is above it.
            line.label = Label.QUOTED
    return ours


def _sign_below(lines: Sequence[Line], ours: Sequence[bool]) -> None:
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


def _copied(
    lines: Sequence[Line], keys: Sequence[str], ours: Sequence[bool], sent: SentText, typed: Typed
) -> set[int]:
    """The lines of ours that are orders and stand among nothing else of ours: he copied them."""
    copied: set[int] = set()
    run: list[int] = []
    for at in (*(at for at, key in enumerate(keys) if key), len(lines)):
        if at < len(lines) and lines[at].label is Label.NEW and ours[at]:
            run.append(at)
        elif run:
            if all(sent.has_line(keys[near]) and typed.is_order(near) for near in run):
                copied.update(run)
            run = []
    return copied


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
    lines: Sequence[Line],
    keys: Sequence[str],
    ours: Sequence[bool],
    sent: SentText,
    authors: Sequence[Author],
) -> None:
    """Make quoted lines new that are not in our mail, at the depth where our mail is quoted."""
    quoted = _quoted_mails(lines, keys)
    related = {
        depth: sum(ours[at] or sent.is_related(keys[at]) for mail in mails for at in mail)
        for depth, mails in quoted.items()
    }
    if not related:
        return
    depth = max(sorted(related), key=lambda level: related[level])
    # An older letter of the player's may be quoted in the same way above ours.
    mails = [mail for mail in quoted[depth] if any(ours[at] for at in mail)]
    if not mails and not any(ours):
        # He may have left nothing of our mail but the lines he took the mark away from.
        mails = [
            mail for mail in quoted[depth] if any(sent.has_line(f"#{keys[at]}") for at in mail)
        ]
    places = [at for mail in mails if not _is_strange(mail, ours, authors) for at in mail]
    strange = sum(not (ours[at] or sent.is_related(keys[at])) for at in places)
    if strange > _FEW and strange > len(places) - strange:
        return
    for at in places:
        if not ours[at]:
            lines[at].label = Label.NEW


def _is_strange(mail: Sequence[int], ours: Sequence[bool], authors: Sequence[Author]) -> bool:
    """Say whether a quoted mail is not ours: none of its strange lines can be an answer."""
    author = authors[mail[0]]
    is_mostly_ours = sum(ours[at] for at in mail) * 2 >= len(mail)
    return author is Author.WRITER or (author is Author.STRANGER and not is_mostly_ours)


def _quoted_mails(lines: Sequence[Line], keys: Sequence[str]) -> dict[int, list[list[int]]]:
    """The places of quoted lines by depth, and there by the mail whose head stands above."""
    found: dict[int, list[list[int]]] = {}
    heads: dict[int, int] = {}
    head = 0
    for at, line in enumerate(lines):
        if line.label in _HEADS or line.label is Label.FORWARD:
            head = at
        elif line.label is Label.QUOTED and keys[at]:
            mails = found.setdefault(line.depth, [])
            if heads.get(line.depth) != head or not mails:
                mails.append([])
            heads[line.depth] = head
            mails[-1].append(at)
    return found
