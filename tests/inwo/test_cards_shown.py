"""Every card of INWO stands in two rulings at least, or on the list of the rest."""

from __future__ import annotations

import re
from collections import Counter

from engine.inwo.cards import INWO_CARDS
from tests.support.inwo_cases import inwo_cases
from tests.support.places import TESTS

SELDOM_SHOWN = TESTS / "inwo" / "cards_unshown.txt"
_CARD = re.compile(r"[a-z0-9][a-z0-9-]*")


def _rulings_of_cards() -> Counter[str]:
    """How many rulings name each card, their titles aside."""
    found: Counter[str] = Counter()
    for case in inwo_cases():
        row = {key: what for key, what in case.row.items() if key != "title"}
        found.update(set(_CARD.findall(repr(row))) & set(INWO_CARDS))
    return found


def test_the_cards_with_fewer_than_two_rulings_only_grow_fewer() -> None:
    found, known = _rulings_of_cards(), SELDOM_SHOWN.read_text("utf-8").split()
    assert [card for card in INWO_CARDS if found[card] < 2 and card not in known] == []
    assert known == sorted(set(known) & set(INWO_CARDS))
