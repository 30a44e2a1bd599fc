"""Whose mail a quote is, as the attribution or header block above it says."""

import re
from collections.abc import Collection, Sequence
from enum import IntEnum

from pbem.mail.address import token_of
from pbem.mail.headerblock import sender_in
from pbem.mail.line import TextLine
from pbem.mail.marks import Label

_ADDRESS = re.compile(r"[^\s<>()\[\]:;,\"']{1,99}@[^\s<>()\[\]:;,\"']{1,199}")
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"\s{0,3}\[([^\[\]]{1,80})\]:?\s{1,9}(?=\S)")
_HEADS = (Label.ATTRIBUTION, Label.HEADER)
# Some programs speak to whom they answer: that is us.
_YOU = re.compile(
    r"\b(?:you wrote|schriebe?n sie|schriebs?t du|vous (?:avez écrit|écriviez)|"
    r"usted escribi[óo]|u schreef|je schreef|вы писали|ви писали|napisa[łl]e[śs])\b",
    re.IGNORECASE,
)
# A name of fewer letters may stand in another one by chance.
_LONG_NAME = 6


class Author(IntEnum):
    """Who wrote what is quoted, the surest of ours first: we by our address, or by our name;
    nobody is named; somebody else; the writer of the letter."""

    ADDRESSED = 0
    NAMED = 1
    NOBODY = 2
    STRANGER = 3
    WRITER = 4

    @property
    def is_other(self) -> bool:
        """Whether a head names another sender than us: nothing below it is an answer."""
        return self >= Author.STRANGER


class Correspondents:
    """Who wrote the letter, and what we are called: a quote of anybody but us answers nothing.

    `name` and `address` are the writer's; `our_names` and `our_addresses` are all that we write
    as. Where none is known, what a head says besides is nobody's name. `tokens` are the writer's.
    """

    def __init__(
        self,
        name: str = "",
        address: str = "",
        our_names: Collection[str] = (),
        our_addresses: Collection[str] = (),
        tokens: Collection[str] = (),
    ) -> None:
        self._name = _words(name)
        self._writer = mailbox_of(address)
        self._local = _words(address.rpartition("@")[0])
        self._ours = {mailbox_of(one) for one in our_addresses} - {self._writer, ""}
        self._names = {_words(one) for one in our_names} - {self._name, ""}
        self._tokens = [token.casefold() for token in tokens if token]

    def without_name(self, line: str) -> str:
        """Return the line without the `[Ann]` by which a program marks what she answers."""
        found = _MARK.match(line) if "[" in line[:4] else None
        words = _words(found[1]) if found else ""
        is_own = words and words in (self._name, self._name.partition(" ")[0], self._local)
        return line[found.end() :] if found and is_own else line

    def is_to_seat(self, text: str) -> bool:
        """Say whether a token of the writer's own stands in the text."""
        text = text.casefold()
        return any(token in text for token in self._tokens)

    def is_other(self, head: Sequence[TextLine]) -> bool:
        """Say whether an attribution names another sender than us."""
        return self._author(head, Label.ATTRIBUTION).is_other

    def authors(self, lines: Sequence[TextLine], ours: Sequence[bool]) -> list[Author]:
        """Say of each line who is the least of us named in the heads it is quoted below.

        Below somebody's head stands what he quoted in turn, with a head of its own, until
        something is typed. A head that stands in our mail is what somebody said in the game.
        """
        found: list[Author] = []
        heads: list[tuple[int, Author]] = []
        for at, end in _heads_in(lines, ours):
            first = lines[at]
            found += _least(heads, lines[len(found) : at])
            outer = [author for depth, author in heads if depth == first.depth]
            if outer and not _is_quoting(lines, ours, at):
                outer = []
            author = max([self._author(lines[at:end], first.label), *outer])
            heads = [head for head in heads if head[0] < first.depth]
            heads.append((first.depth, author))
            found += _least(heads, [first]) * (end - at)
        return found + _least(heads, lines[len(found) :])

    def _author(self, head: Sequence[TextLine], label: Label) -> Author:
        rows = [line.content for line in head]
        text = sender_in(rows) if label is Label.HEADER else " ".join(rows)
        named = [mailbox_of(address) for address in _ADDRESS.findall(text)]
        if self._writer in named:
            return Author.WRITER
        if named and self._ours:
            # An address may be somebody's name as well: `"game@…" <bob@…> wrote:`.
            return Author.ADDRESSED if self._ours.issuperset(named) else Author.STRANGER
        return Author.NOBODY if named else self._by_name(text)

    def _by_name(self, text: str) -> Author:
        words = f" {_words(text)} "
        if self._name and f" {self._name} " in words:
            return Author.WRITER
        if _YOU.search(text) or any(_is_named(name, words) for name in self._names):
            return Author.NAMED
        return Author.STRANGER if self._names and words.strip() else Author.NOBODY


def _heads_in(lines: Sequence[TextLine], ours: Sequence[bool]) -> list[tuple[int, int]]:
    """Where the heads begin and end that are not quoted from our mail."""
    found: list[tuple[int, int]] = []
    label = None
    for at, line in enumerate(lines):
        if line.label not in _HEADS or ours[at]:
            label = None
        elif line.label is label:
            found[-1] = (found[-1][0], at + 1)
        else:
            label = line.label
            found.append((at, at + 1))
    return found


def _is_quoting(lines: Sequence[TextLine], ours: Sequence[bool], at: int) -> bool:
    """Say whether what stands above a head, as far as the next one, is quoted to its end."""
    for above in range(at - 1, -1, -1):
        line = lines[above]
        if line.label in _HEADS and not ours[above]:
            return False
        if not line.is_blank and line.label is not Label.SEPARATOR:
            return ours[above] or line.label is not Label.NEW
    return False


def _least(heads: Sequence[tuple[int, Author]], lines: Sequence[TextLine]) -> list[Author]:
    """Of each line, the least of us in the heads that it is quoted below."""
    if not heads:
        return [Author.NOBODY] * len(lines)
    if len(heads) == 1 and not heads[0][0]:
        return [heads[0][1]] * len(lines)
    found = {
        of_line: max((author for depth, author in heads if depth <= of_line), default=Author.NOBODY)
        for of_line in dict.fromkeys(line.depth for line in lines)
    }
    return [found[line.depth] for line in lines]


def _is_named(name: str, words: str) -> bool:
    """Say whether a name stands among words; where they are not set apart it may run into them."""
    run = name.replace(" ", "")
    return f" {name} " in words or (len(run) >= _LONG_NAME and run in words.replace(" ", ""))


def mailbox_of(address: str) -> str:
    """Return an address in lower case without the token or tag of its local part."""
    local, at, domain = address.casefold().rpartition("@")
    token = token_of(address)
    if token is not None:
        local = local[: -len(token) - 1]
    return f"{local.partition('+')[0]}@{domain.rstrip('.')}" if at and local else ""


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


NOBODY = Correspondents()
"""Of the letter nothing is known but its text."""
