"""A page on which anybody builds a deck: what it shows, its link, and the letter that brings it."""

from __future__ import annotations

import base64
import binascii
import itertools
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.games.contract.building import CardsWanted, DeckBuilder, DeckCard, DeckOffer
from pbem.games.contract.joining import Joining
from pbem.games.registry import ruleset, rulesets
from pbem.service.context import ServiceContext
from pbem.service.lobby.places import open_games, options_of

MOST_TEXT = 16 * 1024
MOST_LINES = 200
MOST_FOUND = 40
"""Cards that are shown at a time."""
_MOST_LINK = 8 * 1024


@dataclass(frozen=True, slots=True)
class DeckAsked:
    """What somebody has typed and looks for; `start` is how many of the cards found come before.

    `game` is the one whose limits count, "" for the usual ones.
    """

    text: str = ""
    wanted: CardsWanted = CardsWanted()
    start: int = 0
    game: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        kept = self.text[:MOST_TEXT].replace("\r\n", "\n").split("\n")
        return tuple(line.strip() for line in kept if line.strip())[:MOST_LINES]


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """Whether a deck may be played, what is wrong with it, and what it has; `many` cards in all.

    `link` keeps it: it stands for the lines themselves, and nothing is stored here.
    """

    is_legal: bool
    faults: Sequence[str]
    rows: Mapping[str, Sequence[tuple[str, int]]]
    many: int
    link: str


@dataclass(frozen=True, slots=True)
class DeckPage:
    """All that the page shows; `found` are some of `in_all` cards, `drawn` a hand to try."""

    name: str
    title: str
    asked: DeckAsked
    offer: DeckOffer
    games: Sequence[str]
    found: Sequence[DeckCard]
    in_all: int
    verdict: DeckVerdict
    drawn: Sequence[str] = field(default=())

    @property
    def text(self) -> str:
        return "\n".join(self.asked.lines)

    @property
    def start_before(self) -> int:
        return max(0, self.asked.start - MOST_FOUND)

    @property
    def next_start(self) -> int:
        """Where the next cards begin; 0 where there are none."""
        after = self.asked.start + len(self.found)
        return after if after < self.in_all else 0


def games_with_decks() -> list[tuple[str, str]]:
    """The games for which a deck can be built: names and titles."""
    return [(game.name, game.title) for game in rulesets() if game.joining and game.joining.builder]


def deck_page(
    service: ServiceContext, name: str, asked: DeckAsked, drawn: Sequence[str] = ()
) -> DeckPage | None:
    """The page of that game as it answers what is asked; None where none is built for it."""
    found = _builder_of(name)
    if found is None:
        return None
    joining, builder = found
    options = _options_asked(service, asked)
    cards = builder.find(asked.wanted, options)
    return DeckPage(
        name,
        ruleset(name).title,
        asked,
        builder.offer(options),
        _open_games(service, name),
        cards[asked.start : asked.start + MOST_FOUND],
        len(cards),
        _verdict(service, joining, builder, asked),
        drawn,
    )


def check_deck(service: ServiceContext, name: str, asked: DeckAsked) -> DeckVerdict | None:
    """What is wrong with a deck in the making; None where none is built for the game."""
    found = _builder_of(name)
    return _verdict(service, *found, asked) if found else None


def changed_lines(name: str, lines: tuple[str, ...], card: str, by: int) -> tuple[str, ...]:
    """The lines with one copy of a card more or less."""
    found = _builder_of(name)
    return found[1].changed(lines, card, by) if found else lines


def ready_lines(service: ServiceContext, name: str, asked: DeckAsked, deck: str) -> tuple[str, ...]:
    """A deck that is ready, by its name."""
    found = _builder_of(name)
    return found[1].offer(_options_asked(service, asked)).ready.get(deck, ()) if found else ()


def trial_hand(service: ServiceContext, name: str, asked: DeckAsked) -> tuple[str, ...]:
    """A hand to begin with, by chance."""
    found = _builder_of(name)
    dice = ruleset(name).dice(service.random_bytes(32))
    return found[1].drawn(asked.lines, dice, _options_asked(service, asked)) if found else ()


def deck_letter(name: str, asked: DeckAsked) -> str:
    """The lines by which a player brings the deck to his game, as he would write them."""
    found = _builder_of(name)
    assert found is not None, "a deck is built for it"
    joining, builder = found
    head = f"{builder.verb} FOR {asked.game}" if asked.game else builder.verb
    return "\n".join([head, *_own(joining, builder, asked), _end_of(joining, builder)])


def _builder_of(name: str) -> tuple[Joining, DeckBuilder] | None:
    if name not in dict(games_with_decks()):
        return None
    joining = ruleset(name).joining
    assert joining is not None and joining.builder is not None, "it is among those with decks"
    return joining, joining.builder


def _own(joining: Joining, builder: DeckBuilder, asked: DeckAsked) -> tuple[str, ...]:
    """The lines of the deck alone, where a whole letter was pasted."""
    lines, end = asked.lines, _end_of(joining, builder)
    if lines and lines[0].upper().rstrip(":") == builder.verb:
        lines = lines[1:]
    return tuple(itertools.takewhile(lambda line: line.upper().rstrip(".") != end, lines))


def _end_of(joining: Joining, builder: DeckBuilder) -> str:
    return next(verb.ends for verb in joining.verbs if verb.name == builder.verb)


def _verdict(
    service: ServiceContext, joining: Joining, builder: DeckBuilder, asked: DeckAsked
) -> DeckVerdict:
    """The judgement on a deck as if it came by mail."""
    lines = _own(joining, builder, asked)
    rows, link = builder.rows(lines), link_of(lines)
    many = sum(copies for cards in rows.values() for _, copies in cards)
    if not lines:
        return DeckVerdict(False, (), rows, many, link)
    brought = joining.say("", (builder.verb, *lines), _options_asked(service, asked))
    return DeckVerdict(brought.is_done, brought.rows, rows, many, link)


def _options_asked(service: ServiceContext, asked: DeckAsked) -> Any:
    """Those of the game that is named, None where it has none or is not known."""
    with service.database.read() as session:
        waiting = (game for game in open_games(session) if game.name == asked.game)
        return next(map(options_of, waiting), None)


def _open_games(service: ServiceContext, name: str) -> list[str]:
    """The games of a kind that wait for players and that lists show."""
    with service.database.read() as session:
        return [game.name for game in open_games(session) if game.ruleset == name]


# --- a link that keeps a deck ---------------------------------------------------------------


def link_of(lines: Sequence[str]) -> str:
    """The lines in a form that an address can hold; nothing is stored here."""
    packed = zlib.compress("\n".join(lines).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def text_of(link: str) -> str:
    """The lines of such a form; "" where it is none of ours."""
    try:
        packed = base64.urlsafe_b64decode(link[:_MOST_LINK] + "=" * (-len(link) % 4))
        return zlib.decompressobj().decompress(packed, MOST_TEXT).decode()
    except (ValueError, binascii.Error, zlib.error):
        return ""
