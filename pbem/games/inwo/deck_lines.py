"""The lines of a deck: `2 Hoax!`, `Texas x2`, several in a line; which cards they are (I3.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.inwo.cards import INWO_CARDS
from engine.inwo.state import DECK_SIZE
from pbem.games.inwo.adjudication.names import cards_called, names_near, small

LEADER = re.compile(r"^LEADER\b:?|\bLEADER$", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_NUMBER_FIRST = re.compile(r"(\d{1,4})\s*x?\s+(?=\S)", re.IGNORECASE)
_NUMBER_LAST = re.compile(r"\s+x\s*(\d{1,4})$", re.IGNORECASE)
MOST_HINTS = 8
"""Names that are not known and are looked up among all there are."""
MOST_FITTING = 5


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """One card of a line: its number of copies; `fault` says why it is none."""

    line: int
    text: str
    card: str = ""
    copies: int = 1
    leads: bool = False
    fault: str = ""


def deck_entries(lines: Sequence[str]) -> tuple[DeckEntry, ...]:
    """The cards of a deck's lines, counted from 1; what is a comment is none."""
    found: list[DeckEntry] = []
    for number, line in enumerate(lines, 1):
        for part in _COMMENT.sub("", line).split(";"):
            if part.strip(" ,."):
                is_hinted = sum(bool(entry.fault) for entry in found) < MOST_HINTS
                found.append(_entry(number, part.strip(" ,."), is_hinted))
    return tuple(found)


def _entry(line: int, text: str, is_hinted: bool) -> DeckEntry:
    # The name of a card may end with that word itself.
    is_name = any(len(cards_called(name)) == 1 for name in (text, _counted(text)[1]))
    leads = not is_name and bool(LEADER.search(text))
    name = LEADER.sub("", text).strip() if leads else text
    copies, name = (1, name) if cards_called(name) else _counted(name)
    cards = cards_called(name)
    if len(cards) != 1:
        return DeckEntry(line, text, fault=_unknown(name, cards, is_hinted))
    if not 0 < copies < DECK_SIZE:
        fault = f"{copies} copies are impossible; a deck has at most {DECK_SIZE} cards (I3.1)"
        return DeckEntry(line, text, cards[0], fault=fault)
    return DeckEntry(line, text, cards[0], copies, leads)


def _counted(text: str) -> tuple[int, str]:
    """How many copies a text asks for, and the name in it."""
    first, last = _NUMBER_FIRST.match(text), _NUMBER_LAST.search(text)
    if first:
        return small(first[1]), text[first.end() :]
    return (small(last[1]), text[: last.start()]) if last else (1, text)


def _unknown(name: str, cards: Sequence[str], is_hinted: bool) -> str:
    if cards:
        fits = [INWO_CARDS[card].name for card in cards[:MOST_FITTING]]
        more = " or another" if len(cards) > MOST_FITTING else ""
        return f"this may be {' or '.join(fits)}{more}"
    near = names_near(name) if is_hinted else ()
    return f"no card has that name{f'; did you mean {near[0]}?' if near else ''}"


def format_deck(cards: Sequence[str]) -> Iterator[str]:
    """A deck by families, as lines that can be sent again; its Illuminati first."""
    names = {"group": "Groups", "resource": "Resources", "plot": "Plots"}
    yield f"{INWO_CARDS[cards[0]].name} LEADER" if cards[0] else "(no Illuminati yet)"
    for family, title in names.items():
        rows = [card for card in cards[1:] if INWO_CARDS[card].family == family]
        if family == "plot":
            rows = [card for card in cards[1:] if INWO_CARDS[card].is_plot]
        if rows:
            yield f"{title}, {len(rows)}: " + "; ".join(
                counted(card, rows.count(card)) for card in dict.fromkeys(rows)
            )


def counted(card: str, copies: int) -> str:
    """`2 Hoax!`"""
    return f"{copies} {INWO_CARDS[card].name}" if copies > 1 else INWO_CARDS[card].name
