"""Which quotes of a reply are shown to be of the mail it answers: only these have answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.mail.authors import Author
from pbem.mail.line import TextLine
from pbem.mail.marks import Label
from pbem.mail.sent import SentText, is_comment

# Fewer letters may stand in two mails by chance.
_LONG_ENOUGH = 12
_ENOUGH = 3
_HALF = 0.5
# So many strange lines are answers even where little of our mail is left.
_FEW = 2
_HEADS = (Label.ATTRIBUTION, Label.HEADER, Label.SEPARATOR)


@dataclass(frozen=True, slots=True)
class QuotedLines:
    """The lines of a letter and what is known of each: its key, whether it is ours, and whose."""

    lines: Sequence[TextLine]
    keys: Sequence[str]
    ours: Sequence[bool]
    authors: Sequence[Author]
    sent: SentText


Chunk = list[int]
"""The places of quoted lines of one depth and head, with nothing typed between them."""


def answers_in(letter: QuotedLines) -> list[int]:
    """The places of quoted lines that are answers: not ours, in a quote shown to be of ours.

    A reply quotes the mail it answers first; what comes below it with a head of its own is older.
    """
    # Where a quote is only sent back nothing is answered.
    if not [at for at in _quoted(letter) if not letter.ours[at]]:
        return []
    enclosed = _enclosed(letter)
    for quote in _quotes(letter):
        shown = _shown(letter, [chunk for chunk in quote if enclosed.isdisjoint(chunk)])
        places = [at for chunk in shown for at in chunk]
        if not places:
            continue
        strange = [at for at in places if not letter.ours[at]]
        unrelated = sum(not letter.sent.is_related(letter.keys[at]) for at in strange)
        is_other = unrelated > _FEW and unrelated * 2 > len(places)
        return [] if is_other else strange
    return []


def _quoted(letter: QuotedLines) -> list[int]:
    return [
        at for at, line in enumerate(letter.lines) if line.label is Label.QUOTED and letter.keys[at]
    ]


def _quotes(letter: QuotedLines) -> list[list[Chunk]]:
    """The quoted lines by depth and head, in the order they begin; each in its chunks."""
    found: dict[tuple[int, int], list[Chunk]] = {}
    last: dict[tuple[int, int], int] = {}
    heads: list[tuple[int, int]] = []
    typed = 0
    for at, line in enumerate(letter.lines):
        if letter.keys[at] and not letter.ours[at] and line.label is Label.NEW:
            typed = at
        elif line.label in (*_HEADS, Label.FORWARD) and not letter.ours[at]:
            heads = [*(head for head in heads if head[0] < line.depth), (line.depth, at)]
        elif line.label is Label.QUOTED and letter.keys[at]:
            above = max((place for depth, place in heads if depth <= line.depth), default=0)
            quote = (line.depth, above)
            chunks = found.setdefault(quote, [])
            if not chunks or last[quote] < typed:
                chunks.append([])
            chunks[-1].append(at)
            last[quote] = at
    return list(found.values())


def _shown(letter: QuotedLines, quote: Sequence[Chunk]) -> list[Chunk]:
    """Those chunks of a quote that are of our mail.

    What was typed between may part our mail from another's. Below a head that names us any line of
    ours in it tells a chunk for ours; where nobody is named, it has to show by itself whose it is.
    """
    places = [at for chunk in quote for at in chunk]
    if not _is_shown(letter, places):
        return []
    if letter.authors[places[0]] < Author.NOBODY:
        return [quote[0], *(chunk for chunk in quote[1:] if _share_of_ours(letter, chunk))]
    return [
        chunk
        for chunk in quote
        if _is_shown(letter, chunk) or _share_of_ours(letter, chunk) >= _HALF
    ]


def _is_shown(letter: QuotedLines, places: Sequence[int]) -> bool:
    """Say whether enough of the long lines of a quote stand in our mail, and none else is named."""
    if not places or letter.authors[places[0]].is_other:
        return False
    long = [at for at in places if len(letter.keys[at].lstrip("#")) >= _LONG_ENOUGH]
    standing = sum(_stands(letter, at) for at in long)
    return bool(long) and (standing >= _ENOUGH or standing * 2 >= len(long))


def _stands(letter: QuotedLines, at: int) -> bool:
    """Say whether a quoted line stands in our mail.

    Below our own name one of the form may have been freed of its mark, as what we remarked
    behind it shows; below our address also filled in. Elsewhere an order is nobody's.
    """
    if letter.ours[at] or letter.sent.has_line(letter.keys[at]):
        return True
    freed, author = f"#{letter.keys[at]}", letter.authors[at]
    if author is Author.ADDRESSED:
        return letter.sent.has_line(freed) or letter.sent.is_extended(freed)
    is_remarked = "#" in letter.lines[at].content
    return author is Author.NAMED and is_remarked and letter.sent.is_begun(freed)


def _share_of_ours(letter: QuotedLines, chunk: Chunk) -> float:
    """What part of a chunk's lines are ours beyond chance: long ones, and those of the form."""
    ours = sum(
        letter.ours[at]
        and (is_comment(letter.lines[at].content) or len(letter.keys[at]) >= _LONG_ENOUGH)
        for at in chunk
    )
    return ours / len(chunk)


def _enclosed(letter: QuotedLines) -> set[int]:
    """The places of lines that are quoted in turn by lines around them that are none of ours."""
    found: set[int] = set()
    for places in (range(len(letter.lines)), range(len(letter.lines) - 1, -1, -1)):
        least: int | None = None
        for at in places:
            line = letter.lines[at]
            if not letter.keys[at] or line.label in _HEADS:
                continue
            if line.label is not Label.QUOTED:
                least = None
            elif least is not None and least < line.depth:
                found.add(at)
            elif not letter.ours[at]:
                least = line.depth
    return found
