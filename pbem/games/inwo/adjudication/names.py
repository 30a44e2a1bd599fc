"""Cards as they are typed: by id, by name, by any clear part of a name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from engine.inwo.cards import INWO_CARDS, card_id
from engine.inwo.selectors import WORDS
from engine.inwo.state import InwoState
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
        raise NoSuchLine(f"{text[:20]}... is too great a number")
    return int(text)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a name as they are compared: C.I.A. is cia, and no "the" comes first."""
    plain = [key(word) for word in re.split(r"[\s/-]+", text.replace("&", " and "))]
    found = [word for word in plain if word]
    return tuple(found[1:] if len(found) > 1 and found[0] == "the" else found)


_CALLED: Mapping[str, str] = {
    "".join(words_of(call)): card.id
    for card in INWO_CARDS.values()
    for call in (card.id, card.name)
}
_PARTS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    card.id: (words_of(card.name), words_of(card.id)) for card in INWO_CARDS.values()
}


def _by_word() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for id_, calls in _PARTS.items():
        for word in (word for call in calls for word in call):
            found.setdefault(word, {})[id_] = None
    return {word: tuple(ids) for word, ids in found.items()}


_BY_WORD = _by_word()
"""The cards in whose names a word stands."""


def card_named(text: str, state: InwoState, seat: str) -> str:
    """The id of a card by its id, its name, or any clear part of it; `#2` stays."""
    name, mark, number = text.strip().partition("#")
    words = words_of(name)
    if words[-1:] == ("illuminati",) and (found_root := _root_named(name, state, seat)):
        return found_root
    found = cards_called(name)
    if len(found) > 1:
        found = [id_ for id_ in found if id_ in _near(state, seat)] or found
    if len(found) == 1:
        return found[0] + mark + number
    if not found:
        raise NoSuchLine(f"no card is called {text.strip()[:60]!r}")
    raise NoSuchLine(f"{text.strip()[:60]!r} may be {' or '.join(found[:5])}", "ambiguous")


def cards_called(text: str) -> list[str]:
    """The ids of all cards that a name fits: the one of that whole name, or those with the part."""
    words = words_of(text)
    whole = "".join(words)
    return [_CALLED[whole]] if whole in _CALLED else _with_part(words)


def names_near(text: str) -> tuple[str, ...]:
    """The names of cards that look most like it."""
    found = difflib.get_close_matches("".join(words_of(text)), _CALLED, n=MOST_NEAR, cutoff=0.75)
    return tuple(dict.fromkeys(INWO_CARDS[_CALLED[call]].name for call in found))


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
        raise NoSuchLine(f"{text.strip()[:60]!r} is no alignment, attribute or kind of card")
    return found


def seat_named(text: str, state: InwoState, me: str) -> str | None:
    """The player of that name; ME and I are the writer."""
    names = {seat.name.casefold(): seat.name for seat in state.seats} | {"me": me, "i": me}
    return names.get(text.strip().casefold())


def _near(state: InwoState, seat: str) -> set[str]:
    """The cards on the table and in one's own hand: of several cards those are meant."""
    mine = state.seat(seat)
    return {card_id(copy) for copy in (*state.table, *mine.plots, *mine.groups)}


def _with_part(words: tuple[str, ...]) -> list[str]:
    """The cards in whose names these words stand side by side."""
    size = len(words)
    return [
        id_
        for id_ in (_BY_WORD.get(words[0], ()) if words else ())
        if any(words == call[at : at + size] for call in _PARTS[id_] for at in range(len(call)))
    ]
