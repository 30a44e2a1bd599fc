"""Decks: what may be registered, and how its cards become copies (I3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.core.values import Value
from engine.inwo.cards import INWO_CARDS, InwoCard
from engine.inwo.state import InwoOptions


class DeckFault(Value):
    """What is wrong with a deck: a code, the rule, the card it is about if any, a number."""

    code: str
    rule: str
    card: str = ""
    number: int = 0


def illuminati_of(options: InwoOptions) -> tuple[str, ...]:
    """The Illuminati that a table may play."""
    cards = INWO_CARDS.values()
    return tuple(c.id for c in cards if c.family == "illuminati" and may_hold(c, options))


@lru_cache(maxsize=64)
def are_named(options: InwoOptions) -> bool:
    """Whether each names his Illuminati once he has seen his hand (I30.1)."""
    return bool(options.shared) and len(illuminati_of(options)) > 1


def common_cards(options: InwoOptions) -> tuple[str, ...]:
    """One copy of each card of the sets, for the decks that all have in common (I29.1, I30.1)."""
    is_big = options.game_form == "one-big-deck"
    is_wanted = {True: "plot_deck" in options.shared, False: "group_deck" in options.shared}
    return tuple(
        card.id
        for card in INWO_CARDS.values()
        if card.family != "illuminati"
        and is_wanted[card.is_plot]
        and not (is_big and card.own_deck)
        and may_hold(card, options)
    )


def deck_faults(cards: Sequence[str], options: InwoOptions) -> list[DeckFault]:
    """All that is wrong with a deck, its Illuminati first; empty if it is legal (I3.1, I3.3).

    A Plot deck has "" in its place: whom he plays each says once he has seen his hand (I30.4).
    """
    known = [INWO_CARDS[card] for card in dict.fromkeys(cards) if card in INWO_CARDS]
    faults = [
        DeckFault("unknown-card", "I3.4", card)
        for card in dict.fromkeys(cards)
        if card and card not in INWO_CARDS
    ]
    of_kind = _plot_deck_faults if options.has_plot_decks else _whole_deck_faults
    faults += of_kind(cards, known, options)
    for card_id, number in Counter(cards[1:]).items():
        if options.copies and number > options.copies:
            faults.append(DeckFault("copies", "I3.1", card_id, number))
    return [*faults, *(fault for card in known for fault in _barred(card, options))]


def _whole_deck_faults(
    cards: Sequence[str], known: Sequence[InwoCard], options: InwoOptions
) -> Iterator[DeckFault]:
    """An Illuminati and 44 others, one of them a Group to lead with."""
    leader = INWO_CARDS.get(cards[0]) if cards else None
    if leader is None or leader.family != "illuminati":
        yield DeckFault("no-illuminati", "I3.1")
    if len(cards) != options.cards_brought:
        yield DeckFault("size", "I3.1", number=len(cards))
    if not any(card.family == "group" for card in known):
        yield DeckFault("no-group", "I3.1")


def _plot_deck_faults(
    cards: Sequence[str], known: Sequence[InwoCard], options: InwoOptions
) -> Iterator[DeckFault]:
    """Plots and spare Illuminati alone, as many as agreed (I3.2, I30.4)."""
    if cards and cards[0]:
        yield DeckFault("illuminati", "I30.4", cards[0])
    if len(cards[1:]) != options.cards_brought:
        yield DeckFault("plot-deck-size", "I30.4", number=len(cards[1:]))
    yield from (DeckFault("no-plot", "I30.4", card.id) for card in known if not card.is_plot)


def may_hold(card: InwoCard, options: InwoOptions) -> bool:
    """Whether a table takes a card."""
    return next(_barred(card, options), None) is None


def _barred(card: InwoCard, options: InwoOptions) -> Iterator[DeckFault]:
    """Why a table does not take a card."""
    if card.set not in options.sets:
        yield DeckFault("set", "I3.3", card.id)
    elif card.table_bound and not options.table_cards:
        yield DeckFault("table-card", "I33.14", card.id)


def copies_of(cards: Sequence[str], seat: int) -> tuple[str, ...]:
    """The copies of a shuffled deck, Illuminati first; the numbers tell nothing (I1.2)."""
    letter = chr(ord("a") + seat)
    return tuple(f"{card}@{letter}{number}" for number, card in enumerate(cards))
