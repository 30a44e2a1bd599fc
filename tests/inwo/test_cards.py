"""The cards of INWO: every one is there once, read into typed values, listed once (I35 to I37)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.inwo.cards import INWO_CARDS, PRESETS
from engine.inwo.cards.reading import CardFileError, read_card
from engine.inwo.decks import deck_faults
from engine.inwo.selectors import OPPOSED, SelectorError, selector
from engine.inwo.state import InwoOptions

SIZES = {"unlimited": 412, "assassins": 125, "subgenius": 97}
CARDS = 634
"""Cards whose abilities say all that their text says; the number may only grow, to 634."""


def test_every_card_of_the_three_sets_is_there() -> None:
    assert Counter(card.set for card in INWO_CARDS.values()) == SIZES


def test_every_card_is_listed_once_under_its_main_effect() -> None:
    assert [card.id for card in INWO_CARDS.values() if not card.listing] == []
    counts = Counter(card.listing for card in INWO_CARDS.values())
    assert [counts[f"I35.{number}"] for number in range(1, 13)] == [
        *(18, 15, 11, 9, 16, 10, 9, 6, 17, 18, 23, 11)
    ]
    assert counts["I35.13"] == 79 and counts["I35.14"] == 34 and counts["I37"] == 33
    assert [card.id for card in INWO_CARDS.values() if card.listing in card.also] == []


def test_every_card_of_the_game_is_there() -> None:
    assert len(INWO_CARDS) == CARDS


def test_no_group_is_printed_with_opposite_alignments() -> None:
    for card in INWO_CARDS.values():
        pairs = [w for w in card.words if w != "Fanatic" and OPPOSED.get(w) in card.words]
        assert pairs == [], card.id


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_deck_is_legal(name: str) -> None:
    assert deck_faults(PRESETS[name], InwoOptions()) == []


def test_there_are_four_presets_at_least() -> None:
    assert len(PRESETS) >= 4
    assert len({deck[0] for deck in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("deck", "codes"),
    [
        (("the-mafia",), ["no-illuminati", "size"]),
        (("ufos", *["jihad"] * 44), ["no-group"]),
        (("ufos", *["las-vegas"] * 43), ["size"]),
        (("ufos", *["nobody"] * 44), ["unknown-card", "no-group"]),
        (("ufos", "the-mafia", *["devival"] * 43), ["set"]),
    ],
)
def test_every_fault_of_a_deck_is_told(deck: tuple[str, ...], codes: list[str]) -> None:
    """I3.1, I3.3."""
    assert [fault.code for fault in deck_faults(deck, InwoOptions())] == codes


def test_a_limit_on_copies_is_kept() -> None:
    deck = ("ufos", "the-mafia", *["jihad"] * 43)
    faults = deck_faults(deck, InwoOptions(copies=3))
    assert [(fault.code, fault.card, fault.number) for fault in faults] == [("copies", "jihad", 43)]
    assert deck_faults(deck, InwoOptions()) == []


def test_a_selector_reads_words_ids_and_power() -> None:
    meant = selector("Government !Nation | =elvis | Media power>=1 power<=2")
    assert meant.fits("x", frozenset({"Government"}))
    assert not meant.fits("x", frozenset({"Government", "Nation"}))
    assert meant.fits("elvis", frozenset())
    assert meant.fits("x", frozenset({"Media"}), 2) and not meant.fits("x", frozenset({"Media"}), 3)
    with pytest.raises(SelectorError):
        selector("Goverment")


def test_a_card_that_says_nonsense_is_refused() -> None:
    row = {"id": "x", "name": "X", "listing": "I35.13"}
    with pytest.raises(CardFileError, match="colour"):
        read_card("group", "unlimited", {**row, "colour": "red"})
    with pytest.raises(CardFileError, match="no kind of ability"):
        read_card("group", "unlimited", {**row, "abilities": [{"kind": "wish"}]})
