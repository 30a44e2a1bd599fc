"""The tails of quoted lines that a mail program has wrapped and left without a mark."""

from collections.abc import Sequence

from pbem.mail.authors import Author
from pbem.mail.line import TextLine
from pbem.mail.marks import Label
from pbem.mail.typed import Typed

_NARROWEST = 50
_SURELY_FULL = 70


def label_wrapped_tails(
    lines: Sequence[TextLine], typed: Typed, authors: Sequence[Author], ours: Sequence[bool]
) -> None:
    """The tail of a quoted line, wrapped by a mail program and left without a mark.

    It stands right between two lines of one quote, and its first word would have made the line
    above wider than any other. One that begins as orders do is an order where no other line is
    such a tail: a program that wraps does it everywhere. But what looks so among the words of
    somebody else is his. Between lines that are known to be ours there is nothing to guess.
    """
    widest = max((len(line.raw) for line in lines if line.depth), default=0)
    if widest < _NARROWEST:
        return
    tails: list[int] = []
    for at, (above, line, below) in enumerate(zip(lines, lines[1:], lines[2:], strict=False), 1):
        if (
            line.label is Label.NEW
            and not line.is_marked
            and not (ours[at - 1] or ours[at + 1] or Label.NEW in (above.label, below.label))
            and line.content[:1].strip()
            and above.depth > 0
            and above.depth == below.depth
            and _is_broken_off(above, line, widest)
        ):
            tails.append(at)
    is_typed = all(typed.is_order(at) for at in tails)
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
