"""Orders that stand in a letter more often than in the mail we sent: some of them were typed."""

from collections import Counter
from collections.abc import Sequence

from pbem.mail.authors import Author
from pbem.mail.line import TextLine
from pbem.mail.marks import Label
from pbem.mail.sent import SentText
from pbem.mail.typed import Typed

_HEADS = (Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR, Label.FORWARD)


def orders_typed_again(
    lines: Sequence[TextLine], keys: Sequence[str], sent: SentText, typed: Typed
) -> list[int]:
    """The places of unmarked quoted lines that are orders of ours, but out of their place.

    Where there are no more such than ours is short of, they are no part of the quote.
    """
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
    heads = [at for at, line in enumerate(lines) if line.label in _HEADS]
    is_one = not heads or all(
        lines[at].label in _HEADS or lines[at].is_blank for at in range(heads[0], heads[-1])
    )
    last = max((at for at, is_ours in enumerate(ours) if is_ours), default=-1)
    return [at for at in places if is_one and at > last and not authors[at].is_other]
