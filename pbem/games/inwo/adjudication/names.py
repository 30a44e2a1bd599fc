"""Cards as they are typed: by id, by name, by any clear part of a name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.inwo.cards import INWO_CARDS, card_id, card_of
from engine.inwo.selectors import WORDS
from engine.inwo.state import InwoState
from pbem.grammar.orders.index import Index
from pbem.grammar.orders.spelling import key


class NoSuchLine(ValueError):
    """A line that is no order; `status` says whether a name in it fits several cards.

    One that is an order of the other game is `illegal`, with a reason and the rule in its place.
    """

    def __init__(
        self, message: str, status: str = "unreadable", reason: str = "", rule: str = "I31.2"
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason or message
        self.rule = rule


MOST_DIGITS = 4
MOST_NEAR = 3


def small(text: str) -> int:
    """A number of an order; NoSuchLine for one that no order needs."""
    if len(text) > MOST_DIGITS:
        raise NoSuchLine(f"{text[:20]}... is too large a number")
    return int(text)


_UNSAID = frozenset({"the", "my", "your", "his", "her", "their"})


def words_of(text: str) -> tuple[str, ...]:
    """The words of a name as they are compared: C.I.A. is cia, and no "the" or "my" comes first."""
    plain = [key(word) for word in re.split(r"[\s/-]+", text.replace("&", " and "))]
    found = [word for word in plain if word]
    return tuple(found[1:] if len(found) > 1 and found[0] in _UNSAID else found)


_SPELT: Mapping[str, tuple[str, ...]] = {
    card.id: tuple("".join(words_of(call)) for call in (card.id, card.name))
    for card in INWO_CARDS.values()
}
_CALLED: Mapping[str, str] = {call: id_ for id_, calls in _SPELT.items() for call in calls}
_INDEX = Index({card.id: (card.name, card.id) for card in INWO_CARDS.values()}, dull=())
_OF_PLAYER = (
    re.compile(r"(?P<card>.+?)\s+of\s+(?P<seat>\S+)", re.IGNORECASE),
    re.compile(r"(?P<seat>\S+?)['\u2019]?s?\s+(?P<card>.+)", re.IGNORECASE),
)
MOST_SLIPS = 2


@dataclass
class Guesses:
    """What was guessed at while a line was read: parts of names, and `slips` put right."""

    assumed: list[str] = field(default_factory=list)
    cards: set[str] = field(default_factory=set)
    slips: int = 0

    def add(self, typed: str, card: str, *, is_slip: bool = False) -> None:
        self.cards.add(card)
        self.assumed.append(f"{typed} read as {INWO_CARDS[card].name}")
        self.slips += is_slip


def may_name(text: str, cards: Iterable[str]) -> bool:
    """Whether a text has one of these in full, or ANY of a kind: far less work than to read it."""
    spelt = "".join(words_of(text))
    return spelt.startswith("any") or any(
        call in spelt for card in cards for call in _SPELT[card_id(card)]
    )


Pool = Literal["mine", "hand", "rivals"]
"""Where ANY of a kind is looked for first: among one's cards in play, in the hand, in others'."""
_ANY = re.compile(r"any\s+(?P<word>\S.*)", re.IGNORECASE)


def any_named(text: str, state: InwoState, seat: str, pool: Pool) -> str | None:
    """ANY Goal, ANY Violent: the first that fits, in the order the cards joined."""
    match = _ANY.fullmatch(text.strip())
    if match is None:
        return None
    word, holder = word_named(match["word"]), state.seat(seat)
    laid = {copy: card.seat for copy, card in state.table.items() if card.host is None}
    mine = [copy for copy, owner in laid.items() if owner == seat and copy != holder.illuminati]
    theirs = [copy for copy, owner in laid.items() if owner != seat]
    hand = [*holder.plots, *holder.groups]
    among = {"mine": [*mine, *hand], "hand": hand, "rivals": [*theirs, *holder.groups]}[pool]
    found = next((copy for copy in among if word in card_of(copy).words), None)
    if found is None:
        raise NoSuchLine(f"nothing here is {word}")
    return name_of_copy(found, state)


def name_of_copy(name: str, state: InwoState, seat: str = "") -> str:
    """The id of a copy, with its number where others of that id are in play (I39.9).

    The only one that the seat controls needs no number. What is no copy is left as it is.
    """
    id_ = card_id(name)
    if name not in state.table:
        return id_
    same = [copy for copy in state.table if card_id(copy) == id_]
    own = [copy for copy in same if state.table[copy].seat == seat]
    if len(same) < 2 or own == [name]:
        return id_
    return f"{id_}#{state.table[name].number or same.index(name) + 1}"


def card_named(text: str, state: InwoState, seat: str, guesses: Guesses | None = None) -> str:
    """The id of a card by its id, its name, or any clear part of it; `#2` stays.

    With `guesses` a name may have a typing slip too, two from nine letters on; they are kept there.
    """
    name, mark, number = text.strip().partition("#")
    if mark and not (number.isdecimal() and small(number)):
        raise NoSuchLine(f"{text.strip()[:60]!r}: a number comes after #, as in Hoax#2")
    words = words_of(name)
    if words[-1:] == ("illuminati",) and (found_root := _root_named(name, state, seat)):
        return found_root
    found, is_slip = cards_called(name) or _with_part(name), False
    if not found and (of_player := copy_of_player(name, state, seat, guesses)):
        return of_player
    if not found and guesses is not None:
        found, is_slip = _misspelt(words, state, seat), True
    if len(found) > 1:
        found = [id_ for id_ in found if id_ in _near(state, seat)] or found
    if len(found) == 1:
        if guesses is not None and "".join(words) not in _CALLED:
            guesses.add(name.strip(), found[0], is_slip=is_slip)
        return found[0] + mark + number
    if not found:
        raise NoSuchLine(_unknown(text.strip()[:60], guesses))
    if owner := seat_named(text, state, seat):
        raise NoSuchLine(f"name a card; {owner} is a player")
    raise NoSuchLine(f"{text.strip()[:60]!r} may be {_either(found[:5])}", "ambiguous")


def _either(found: Sequence[str]) -> str:
    names = [INWO_CARDS[id_].name for id_ in found]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _unknown(typed: str, guesses: Guesses | None) -> str:
    near = names_near(typed) if guesses is not None else ()
    hint = f"; is it {' or '.join(near)}?" if near else ""
    return f"no card is called {typed!r}{hint}"


def copy_of_player(
    name: str, state: InwoState, seat: str, guesses: Guesses | None = None
) -> str | None:
    """Trekkies of ann, ann's Trekkies: of several copies the one that this player controls."""
    for pattern in _OF_PLAYER:
        found = pattern.fullmatch(name.strip())
        owner = seat_named(found["seat"], state, seat) if found else None
        if found is None or owner is None:
            continue
        id_ = card_named(found["card"], state, seat, guesses)
        laid = state.table.items()
        copy = next((one for one, c in laid if card_id(one) == id_ and c.seat == owner), None)
        if copy is None:
            raise NoSuchLine(f"{owner} does not control {INWO_CARDS[id_].name}")
        return name_of_copy(copy, state)
    return None


def _misspelt(words: tuple[str, ...], state: InwoState, seat: str) -> list[str]:
    """The cards of which it is one slip away, or two in a long name; those at hand come first."""
    spelt = "".join(words)
    if len(spelt) > _INDEX.longest:
        return []
    near = tuple(sorted(_near(state, seat)))
    for most in range(1, MOST_SLIPS + 1):
        found = (near and _INDEX.slips(spelt, near, most)) or _INDEX.slips(spelt, most=most)
        if found:
            return list(found)
    return []


def cards_called(text: str) -> list[str]:
    """The ids of all cards that a name fits: the one of that whole name, or those with the part."""
    whole = "".join(words_of(text))
    if whole in _CALLED:
        return [_CALLED[whole]]
    return [] if _are_numbers(text) else list(_INDEX.words(whole))


def _with_part(text: str) -> list[str]:
    """The ids of all cards in whose names it stands."""
    return [] if _are_numbers(text) else list(_INDEX.parts("".join(words_of(text))))


def _are_numbers(text: str) -> bool:
    """Whether it is a list of numbers, as of lines: 1, 2 is no part of 18 1/2-Minute Gap."""
    return "," in text and not re.search(r"[^\W\d]", text)


def names_near(text: str) -> tuple[str, ...]:
    """The names of cards that look most like it."""
    found = difflib.get_close_matches("".join(words_of(text)), _CALLED, n=MOST_NEAR, cutoff=0.75)
    return tuple(dict.fromkeys(INWO_CARDS[_CALLED[call]].name for call in found))


SHORTEST_NAME = 4
"""Letters of a word that may be a misspelt name."""


def is_whole_name(word: str) -> bool:
    """Whether a card is called so."""
    return bool(_INDEX.exact("".join(words_of(word))))


def is_like_name(word: str, state: InwoState, seat: str) -> bool:
    """Whether a card is called so, or one at hand in part or nearly so."""
    if is_whole_name(word) or is_near_name(word, state, seat):
        return True
    return not _near(state, seat).isdisjoint(_INDEX.parts(word))


def is_near_name(word: str, state: InwoState, seat: str) -> bool:
    """Whether it is one slip away from the name of a card at hand."""
    near = tuple(sorted(_near(state, seat)))
    return len(word) >= SHORTEST_NAME and bool(near and _INDEX.beside(word, near))


def _root_named(name: str, state: InwoState, seat: str) -> str | None:
    """Illuminati, MY ILLUMINATI, bob's Illuminati; HIS ILLUMINATI where there is one rival."""
    owner = name.strip()[: -len("illuminati")].strip().casefold()
    if owner in ("", "my"):
        return state.seat(seat).illuminati
    rivals = [one for one in state.seats if one.name != seat and not one.is_out]
    if owner in ("his", "her", "their"):
        if len(rivals) != 1:
            raise NoSuchLine("whose Illuminati? say it with a name, as in bob's Illuminati")
        return rivals[0].illuminati
    mine = re.sub(r"['\u2019]s?$", "", owner)
    return next((one.illuminati for one in state.seats if one.name.casefold() == mine), None)


def word_named(text: str) -> str:
    """The alignment, attribute or kind of card of that name."""
    found = next((word for word in WORDS if word.casefold() == text.strip().casefold()), None)
    if found is None:
        raise NoSuchLine(
            f"{text.strip()[:60]!r} is not an alignment, an attribute or a kind of card"
        )
    return found


def seat_named(text: str, state: InwoState, me: str) -> str | None:
    """The player of that name; ME and I are the writer."""
    names = {seat.name.casefold(): seat.name for seat in state.seats} | {"me": me, "i": me}
    return names.get(text.strip().casefold())


def _near(state: InwoState, seat: str) -> set[str]:
    """The cards on the table and in one's own hand: of several cards those are meant."""
    if not any(one.name == seat for one in state.seats):
        return set()
    mine = state.seat(seat)
    return {card_id(copy) for copy in (*state.table, *mine.plots, *mine.groups)}
