"""Decks that are ready: whole ones, and Plot decks for a common Group deck (I3.4, I30.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.inwo.cards import INWO_CARDS, PRESETS, InwoCard
from engine.inwo.decks import deck_faults, may_hold
from engine.inwo.state import InwoOptions
from pbem.games.contract.values import RulesetError

_MOST_NAMED = 4


def ready_decks(table: InwoOptions) -> Mapping[str, Sequence[str]]:
    """The ready decks that keep the limits of a table, by name; all where none does."""
    every = {name: _ready(cards, table) for name, cards in PRESETS.items()}
    legal = {name: cards for name, cards in every.items() if not deck_faults(cards, table)}
    return legal or every


def _ready(preset: Sequence[str], table: InwoOptions) -> tuple[str, ...]:
    """A preset deck; or its Plots, with others behind them until there are as many as agreed."""
    if not table.has_plot_decks:
        return tuple(preset)
    others = (card for deck in PRESETS.values() for card in dict.fromkeys(deck[1:]))
    plots = _kept((*preset[1:], *others, *INWO_CARDS), table)
    return ("", *plots)


def _kept(cards: Iterable[str], table: InwoOptions) -> tuple[str, ...]:
    """The first Plots among the cards that a table takes."""
    kept: Counter[str] = Counter()
    for id_ in cards:
        card = INWO_CARDS[id_]
        is_wanted = card.family == "plot" and may_hold(card, table)
        if is_wanted and not (table.copies and kept[id_] == table.copies):
            kept[id_] += 1
        if kept.total() == table.cards_brought:
            break
    return tuple(kept.elements())


def preset_called(like: str) -> str:
    """The ready deck of that name, or of that Illuminati."""
    wanted = like.strip().casefold()
    for name, cards in PRESETS.items():
        if wanted in (name.casefold(), cards[0], INWO_CARDS[cards[0]].name.casefold()):
            return name
    raise RulesetError(f"{like!r} is not a preset deck; these are: {', '.join(PRESETS)}")


def format_ready(cards: Sequence[str]) -> str:
    """What a ready deck has, in a few words: its strongest Groups, or its most frequent Plots."""
    leader = INWO_CARDS.get(cards[0])
    if leader is None:
        named = [INWO_CARDS[card] for card, _ in Counter(cards[1:]).most_common(_MOST_NAMED)]
        return f"Plots such as {_names(named)}"
    groups = [INWO_CARDS[card] for card in cards if INWO_CARDS[card].family == "group"]
    best = sorted(groups, key=lambda card: -card.power)[:_MOST_NAMED]
    return f"{leader.name}, with {_names(best)}"


def _names(cards: Sequence[InwoCard]) -> str:
    return ", ".join(card.name for card in cards)
