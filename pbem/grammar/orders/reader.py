"""Going through the words of one statement: keywords, names, amounts and arrows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Generic, Literal, TypeVar

from pbem.grammar.orders.language import Names
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.slots import NameSlot, seat_slot
from pbem.grammar.orders.spelling import Token, key, number_in_words

T = TypeVar("T")
V = TypeVar("V", bound=Names)
MOST_WORDS = 12
"""Words of a name that are looked at; the longest one has seven."""

EXACT, GUESSED = 1, 5
"""Steps of looking a name up by its spelling, and by one that is near to it."""

LONGEST_CODE = 4
"""Letters of a code, of which one slip may make another's."""

ArrowSide = Literal["N", "E", "S", "W"]

_ARROWS: dict[str, ArrowSide] = {
    "n": "N",
    "north": "N",
    "e": "E",
    "east": "E",
    "s": "S",
    "south": "S",
    "w": "W",
    "west": "W",
}
MONEY_WORDS = ("mb", "mbs", "m", "megabuck", "megabucks", "bucks")


class Reader(Generic[V]):
    """A place in the words of one statement, and what had to be assumed up to there."""

    def __init__(
        self, tokens: Sequence[Token], names: V, at: int = 0, *, may_guess: bool = True
    ) -> None:
        self.tokens = tokens
        self.names = names
        self.at = at
        self.may_guess = may_guess
        self.assumed: list[str] = []
        self.slips = 0
        self.code = ""
        names.demand(1)

    # --- words ---------------------------------------------------------------

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.tokens)

    def peek(self, ahead: int = 0) -> str:
        """The key of a coming word; a mark stands for itself, the end is ""."""
        at = self.at + ahead
        if at >= len(self.tokens):
            return ""
        return self.tokens[at].key or self.tokens[at].text

    def take(self, *words: str) -> bool:
        """Steps over one of these words if it comes next."""
        if self.is_done:
            return False
        token = self.tokens[self.at]
        if (token.key or token.text) not in words:
            return False
        self.at += 1
        return True

    def need(self, *words: str) -> None:
        """Steps over one of these words, which must come next."""
        if not self.take(*words):
            wanted = words[0].upper()
            here = (self.at, self.at)
            raise ParseError(f"I expected {wanted} {self._here()}", span=here, lead=words[0])

    def end(self) -> None:
        """Nothing may come any more."""
        if not self.is_done:
            raise ParseError(f'I do not understand "{self.text(self.at)}" there')

    def text(self, start: int, end: int | None = None) -> str:
        """Words as typed."""
        return " ".join([token.text for token in self.tokens[start:end]])

    def _here(self) -> str:
        return "at the end" if self.is_done else f'before "{self.text(self.at, self.at + 3)}"'

    def _instead(self) -> str:
        return "at the end" if self.is_done else f'where "{self.text(self.at, self.at + 1)}" stands'

    # --- amounts and arrows -----------------------------------------------------

    def is_amount(self) -> bool:
        return not self.is_done and self.tokens[self.at].amount is not None

    def amount(self) -> int:
        """A whole number of MB, exactly as written."""
        if not self.is_amount():
            problem = f"I expected a whole number of MB {self._instead()}"
            meant = number_in_words(self.peek())
            raise ParseError(
                problem, span=(self.at, self.at + 1), instead=(str(meant),) * bool(meant)
            )
        found = self.tokens[self.at].amount
        assert found is not None
        self.at += 1
        self.take(*MONEY_WORDS)
        return found

    def number(self) -> int:
        """A plain number, such as that of a line."""
        if not self.is_amount():
            raise ParseError(f"I expected a number {self._instead()}")
        return self.amount()

    def arrow(self) -> ArrowSide:
        self.take("the")
        self.take("arrow")
        side = _ARROWS.get(self.peek())
        if side is None:
            raise ParseError(f"I expected an arrow, N, E, S or W, {self._here()}")
        self.at += 1
        self.take("arrow", "side")
        return side

    # --- names ------------------------------------------------------------------

    def name(self, slot: NameSlot, stops: Collection[str] = ()) -> str:
        """The id of what is named next, up to the end, a mark or one of the stop words."""
        return self.name_of((slot,), stops)[1]

    def only(self, slot: NameSlot, lead: str) -> str | None:
        """The only thing legal there, where nothing was named (tier 4); what is added is told."""
        legal = slot.legal()
        if len(legal) != 1 or not self.may_guess:
            return None
        self.assumed.append(
            f"{lead} {self.names.language.label(legal[0])} added, the only one there is".strip()
        )
        return legal[0]

    def name_of(
        self, slots: Sequence[NameSlot], stops: Collection[str] = (), *, is_trailing: bool = False
    ) -> tuple[NameSlot, str]:
        """The same for a place that may name things of several kinds.

        Where the line says enough without it, a name that is `is_trailing` has to be exact: any
        other word may be a remark.
        """
        ends = list(self._ends(stops))
        longest = max(slot.index.longest for slot in slots)
        for tier in (1,) if is_trailing else (1, 2, 3, 4) if self.may_guess else (1, 2):
            for end in ends:
                if tier > 2 and self._has_amount(end):
                    continue
                spelt = key(self.text(self.at, end))
                if len(spelt) > longest:
                    continue
                self.names.demand(len(slots) * (EXACT if tier < 3 else GUESSED))
                found = [(slot, id_) for slot in slots for id_ in slot.find(tier, spelt)]
                if found:
                    if not any(
                        self.names.language.is_code(id_, spelt) and not s.doubts_codes
                        for s, id_ in found
                    ):
                        self._doubt_code(found, slots, spelt, end)
                    return self._settle(found, end, tier)
        if is_trailing and ends and self.peek() not in stops:
            span = (self.at, ends[-1])
            problem = f'I do not understand "{self.text(*span)}" there'
            raise ParseError(problem, span=span, instead=("",))
        raise self._unknown(slots, ends, stops)

    def _doubt_code(
        self, found: list[tuple[NameSlot, str]], slots: Sequence[NameSlot], spelt: str, end: int
    ) -> None:
        """What is read as something not legal there, one slip from a legal code, is asked about."""
        if len(spelt) > LONGEST_CODE or any(
            _fits(slot, id_, spelt, self.names.language.label) for slot, id_ in found
        ):
            return
        near = tuple(n for s in slots for n in s.index.beside(spelt, s.legal()))
        if near:
            typed, ids = self.text(self.at, end), tuple(id_ for _, id_ in found)
            texts = [
                any_of([self.names.language.label(id_) for id_ in names]) for names in (ids, near)
            ]
            problem = f'"{typed}" may be {texts[0]}, which does not fit there; or is it {texts[1]}?'
            raise ParseError(problem, "ambiguous", (self.at, end), (*near, *ids))

    def _has_amount(self, end: int) -> bool:
        """Whether a number would be lost by a correction."""
        return any(c.isdecimal() for token in self.tokens[self.at : end] for c in token.text)

    def _ends(self, stops: Collection[str]) -> Iterator[int]:
        """Where the name may end, the longest first, so that a name may hold a stop word."""
        last = min(len(self.tokens), self.at + MOST_WORDS)
        mark = next((at for at in range(self.at, last) if not self.tokens[at].key), last)
        for end in range(mark, self.at, -1):
            is_end = end == mark and end < self.at + MOST_WORDS
            if is_end or self._stops_at(end, stops):
                yield end

    def _stops_at(self, end: int, stops: Collection[str]) -> bool:
        token = self.tokens[end] if end < len(self.tokens) else None
        return token is not None and (token.key in stops or token.amount is not None)

    def _settle(
        self, found: list[tuple[NameSlot, str]], end: int, tier: int
    ) -> tuple[NameSlot, str]:
        typed = self.text(self.at, end)
        span = (self.at, end)
        if len(found) > 1:
            ids = tuple(_apart(slot, id_, found, self.names.language.label) for slot, id_ in found)
            text = any_of([self.names.language.label(id_) for id_ in ids])
            raise ParseError(f'"{typed}" may be {text}', "ambiguous", span, ids)
        slot, id_ = found[0]
        if tier > 1 and id_ in slot.never:
            whose = ", which is yours" if self.names.is_own(id_) else ""
            problem = (
                f'"{typed}" may be {self.names.language.label(id_)}{whose}; give the full name'
            )
            raise ParseError(problem, "ambiguous", span, (id_,))
        if tier > 1:
            self.assumed.append(f"{typed} read as {self.names.language.label(id_)}")
        self.slips += tier > 2
        self.at = end
        return slot, id_

    def _unknown(
        self, slots: Sequence[NameSlot], ends: list[int], stops: Collection[str]
    ) -> ParseError:
        nouns = " or ".join(slot.noun for slot in slots)
        legal = tuple(id_ for slot in slots for id_ in slot.legal()[:2])
        if not ends or self.peek() in stops or self.is_amount():
            span = (self.at, self.at)
            return ParseError(f"I expected {nouns} {self._here()}", span=span, otherwise=legal)
        end = ends[-1]
        typed = self.text(self.at, end)
        near: tuple[str, ...] = ()
        if self.may_guess:
            self.names.demand(len(slots) * GUESSED)
            near = tuple(id_ for slot in slots for id_ in slot.nearest(key(typed)))
        problem = f'"{typed}" is not {nouns} I know'
        return ParseError(problem, "unreadable", (self.at, end), near, otherwise=legal)

    # --- lists -------------------------------------------------------------------

    def series(
        self,
        item: Callable[[], T],
        starts: Callable[[], bool] = lambda: True,
        links: Sequence[str] = ("and",),
    ) -> tuple[T, ...]:
        """Items parted by commas or one of the links; `starts` tells an item from a clause."""
        found = [item()]
        while self._parted(starts, links):
            found.append(item())
        return tuple(found)

    def seats(self) -> tuple[str, ...]:
        """Players by their names, each once."""
        slot = seat_slot(self.names)
        return tuple(dict.fromkeys(self.series(lambda: self.name(slot, ("and",)))))

    def _parted(self, starts: Callable[[], bool], links: Sequence[str]) -> bool:
        """Steps over what parts two items, if an item comes behind it."""
        before = self.at
        is_parted = self.take(",")
        is_parted = self.take(*links) or is_parted
        if is_parted and not self.is_done and starts():
            return True
        self.at = before
        return False


def _apart(
    slot: NameSlot, id_: str, found: list[tuple[NameSlot, str]], label: Callable[[str], str]
) -> str:
    """What is meant, with its kind in front where another kind has the same name."""
    spelt = key(label(id_))
    if all(other is slot or key(label(other_id)) != spelt for other, other_id in found):
        return id_
    return f"{slot.noun.split()[1].upper()} {label(id_)}"


def _fits(slot: NameSlot, id_: str, spelt: str, label: Callable[[str], str]) -> bool:
    """Whether it is legal there, or named in full."""
    return not slot.here or id_ in slot.here or spelt == key(label(id_)) or spelt in slot.also


def any_of(options: Sequence[str]) -> str:
    """`Mafia, C.I.A. or KGB`."""
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"
