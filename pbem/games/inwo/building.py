"""Decks of INWO as the page builds them: cards to find, copies to add, a hand to try (I3, I4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.dice import Dice
from engine.inwo.cards import INWO_CARDS, InwoCard
from engine.inwo.selectors import TEN
from engine.inwo.state import InwoOptions
from engine.inwo.turn.setup import GROUPS_DEALT, PLOTS_DEALT
from pbem.games.contract.building import CardsWanted, DeckCard, DeckOffer
from pbem.games.inwo.card_texts import card_text
from pbem.games.inwo.deck_lines import DeckEntry, counted, deck_entries
from pbem.games.inwo.ready_decks import ready_decks

_KINDS = {"illuminati": "Illuminati", "group": "Groups", "resource": "Resources", "plot": "Plots"}
_GOALS = "Goals"
_DECK = "The first card, or the one marked LEADER, is the one that you play"
_PLOT_DECK = "{} Plots; you name your Illuminati once you have seen your hand"


def offer(options: InwoOptions | None) -> DeckOffer:
    """All kinds, alignments and attributes that cards have, and the ready decks."""
    table = options or InwoOptions()
    cards = _cards_for(table)
    found = {word for card in cards for word in card.words}
    others = sorted(word for word in found if word[:1].isupper() and word not in TEN)
    families = {card.family for card in cards}
    kinds = (*(kind for family, kind in _KINDS.items() if family in families), _GOALS)
    ready = {name: tuple(_counted_cards(deck)) for name, deck in ready_decks(table).items()}
    label = _PLOT_DECK.format(table.cards_brought) if table.has_plot_decks else _DECK
    return DeckOffer(kinds, (*TEN, *others), ready, label)


def find(wanted: CardsWanted, options: InwoOptions | None) -> tuple[DeckCard, ...]:
    """The cards that fit and that a deck may hold, by name."""
    cards = _cards_for(options or InwoOptions())
    fitting = sorted((card for card in cards if _fits(card, wanted)), key=lambda card: card.name)
    return tuple(map(_card, fitting))


def _cards_for(table: InwoOptions) -> tuple[InwoCard, ...]:
    """All cards, or those of Plot decks alone (I30.4)."""
    is_all = not table.has_plot_decks
    return tuple(card for card in INWO_CARDS.values() if is_all or card.is_plot)


def _fits(card: InwoCard, wanted: CardsWanted) -> bool:
    is_goal = wanted.kind == _GOALS and "goal" in card.words
    if wanted.kind and not is_goal and _KINDS[card.family] != wanted.kind:
        return False
    if wanted.word and wanted.word not in card.words:
        return False
    text = f"{card.name} {card.text} {card.requires}".casefold()
    return all(word in text for word in wanted.text.casefold().split())


def _card(card: InwoCard) -> DeckCard:
    power = f"{card.power}/{card.global_power}" if card.global_power else f"{card.power}"
    parts = [] if card.family in ("plot", "resource") else [f"Power {power}"]
    parts += [f"Resistance {card.resistance}"] if card.family == "group" else []
    arrows = len(card.outline.arrows_out)
    arrow_count = "1 arrow" if arrows == 1 else f"{arrows or 'no'} arrows"
    parts += [arrow_count] if card.family == "group" else []
    parts += [card.set.capitalize()] if card.set != "unlimited" else []
    words = sorted(word for word in card.words if word[:1].isupper())
    kind = "Goal" if "goal" in card.words else card.family.capitalize()
    return DeckCard(card.name, kind, ", ".join(parts), tuple(words), card_text(card.id))


# --- a deck in the making ---------------------------------------------------------------------


def rows(lines: tuple[str, ...]) -> dict[str, list[tuple[str, int]]]:
    """What the lines name, by kinds in the order of a deck."""
    found: dict[str, dict[str, int]] = {kind: {} for kind in _KINDS.values()}
    for entry in _good(lines):
        card = INWO_CARDS[entry.card]
        own = found[_KINDS[card.family]]
        own[card.name] = own.get(card.name, 0) + entry.copies
    return {kind: [*own.items()] for kind, own in found.items() if own}


def changed(lines: tuple[str, ...], name: str, by: int) -> tuple[str, ...]:
    """The lines with one copy more of a card, or one less where there is one."""
    card = next((card for card in INWO_CARDS.values() if card.name == name), None)
    if card is None:
        return lines
    named = [entry.line for entry in _good(lines) if entry.card == card.id]
    if by > 0 and not named:
        return (*lines, card.name)
    if not named:
        return lines
    at = named[-1] - 1
    parts = [_changed(entry, card.id, by) for entry in deck_entries((lines[at],))]
    left = "; ".join(filter(None, parts))
    return (*lines[:at], *((left,) if left else ()), *lines[at + 1 :])


def _changed(entry: DeckEntry, card: str, by: int) -> str:
    """A card of a line as it is written, with another number of copies."""
    if entry.card != card or entry.fault:
        return entry.text
    copies = entry.copies + by
    leads = " LEADER" if entry.leads else ""
    return counted(card, copies) + leads if copies > 0 else ""


def drawn(lines: tuple[str, ...], dice: Dice, options: InwoOptions | None) -> tuple[str, ...]:
    """The Plots and Groups that a game with the deck could begin with (I4.2, I4.4)."""
    cards = [entry.card for entry in _good(lines) for _ in range(entry.copies)]
    if not cards:
        return ()
    has_plots_alone = options is not None and options.has_plot_decks
    others = cards if has_plots_alone else cards[1:]
    deck = [INWO_CARDS[card] for card in dice.shuffle(0, "trial", others)]
    plots = [card.name for card in deck if card.is_plot][:PLOTS_DEALT]
    groups = [card.name for card in deck if not card.is_plot][:GROUPS_DEALT]
    shown = f"Plots: {', '.join(plots) or 'none'}"
    if has_plots_alone:
        return (shown,)
    return shown, f"Groups and Resources: {', '.join(groups) or 'none'}"


def _good(lines: tuple[str, ...]) -> Iterator[DeckEntry]:
    return (entry for entry in deck_entries(lines) if not entry.fault)


def _counted_cards(cards: Sequence[str]) -> Iterator[str]:
    """A deck as lines, a card each."""
    for card in dict.fromkeys(filter(None, cards)):
        yield counted(card, cards.count(card))
