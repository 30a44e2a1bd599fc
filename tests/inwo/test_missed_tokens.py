"""What the Phlegm Elementals leave behind shows only as the next turn places its tokens (I36.9)."""

from __future__ import annotations

import pytest

from engine.core.dice import LoadedDice, SecretDice
from engine.inwo.cards import card_id
from engine.inwo.game import advance
from engine.inwo.state import InwoState
from tests.support.inwo_cases import InwoCase, rule


def _after_two_turns(helper: str, dice: str) -> dict[str, int]:
    """The tokens after an attack that fails or needs no roll, and after the turn behind it."""
    case = InwoCase(
        "I36.9-999",
        "",
        {
            "seats": {
                "ann": "ufos | the-mafia N +1 | phlegm-elementals E +1 | plots: the-big-score",
                "bob": "the-network | hackers N | canada E",
            },
            "orders": [f"ann: ATTACK hackers WITH the-mafia {helper}"],
            "dice": dice,
        },
    )
    state: InwoState = rule(case).state
    assert state.turn.seat == "bob"
    loaded = LoadedDice([], SecretDice(b"tokens"))
    done = advance(state, state.asks[0].key, {}, {}, loaded).state
    return {card_id(copy): number for copy, number in done.tokens.items()}


@pytest.mark.parametrize(
    ("helper", "dice", "tokens"),
    [
        ("BOOST the-big-score AID phlegm-elementals", "6+6", 0),
        ("BOOST the-big-score", "6+6", 1),
        ("AID phlegm-elementals", "", 1),
    ],
    ids=["after a roll", "without them", "without a roll"],
)
def test_the_target_of_an_attack_they_join_misses_its_next_token(
    helper: str, dice: str, tokens: int
) -> None:
    found = _after_two_turns(helper, dice)
    assert (found.get("hackers", 0), found.get("canada", 0)) == (tokens, 1)
