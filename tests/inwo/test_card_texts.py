"""What cards say is told in plain words."""

from __future__ import annotations

import re

from engine.inwo.cards import INWO_CARDS
from pbem.games.inwo.card_texts import card_text, in_plain_words
from tests.support.each import each

NOTATION = re.compile(r"\b(?:any|direct|def)\(|[<>]=|\w\+\w")
"""What players need not learn: a bracket right behind a word, comparisons, words added up."""


def test_no_card_is_told_in_notation() -> None:
    told = {id_: card_text(id_) for id_ in INWO_CARDS}
    assert [text for text in told.values() if NOTATION.search(text)] == []
    assert [text for text in told.values() if re.search(r"[a-z]\. [a-z]", text)] == []


@each(
    ("written", "told"),
    [
        ("any(control, Media) +2.", "+2 on any attempt to control Media Groups."),
        (
            "direct(destroy, Corporate) +10 in place of -4.",
            "+10 on its own attempts to destroy Corporate Groups in place of -4.",
        ),
        (
            "any(control+destroy, Nation or Corporate) +2.",
            "+2 on any attempt to control or destroy Nation or Corporate Groups.",
        ),
        (
            "any(control, Bill Clinton / Democrats) +2; direct(control, the same) +6.",
            "+2 on any attempt to control Bill Clinton or Democrats; +6 on its own attempts to "
            "control the same.",
        ),
        ("any(destroy) +3.", "+3 on any attempt to destroy."),
        (
            "any(control, Corporate or Bank) +3.",
            "+3 on any attempt to control Corporate Groups or Banks.",
        ),
        (
            "def(structure) +6 against Disasters.",
            "+6 to defend anything in your structure against Disasters.",
        ),
        ("Groups with Power >= 3 count double.", "Groups with Power 3 or more count double."),
    ],
)
def test_bonuses_and_shields_are_told(written: str, told: str) -> None:
    assert in_plain_words(written) == told
