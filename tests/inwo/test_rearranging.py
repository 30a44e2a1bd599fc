"""Groups moved for Plots before a New World Order counts, where the game waits (I37, I33.3)."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.cards import card_id
from engine.inwo.game import advance
from engine.inwo.placing import place
from engine.inwo.state import InwoOptions, InwoState
from tests.support.inwo_cases import order_of, position_of

PASS = (od.InwoLine(1, od.PassRound()),)
DICE = SecretDice(b"rearranging")
SEATS = {
    "ann": "ufos | tobacco-companies N +1 | fast-food-chains tobacco-companies E +1 "
    "| plots: antitrust-legislation, jihad",
    "bob": "the-network | phone-company N +1 | hawaii phone-company S +1 | the-mafia E "
    "| plots: hoax, martyrs",
}


def lines(*texts: str) -> tuple[od.InwoLine, ...]:
    orders = (order_of(text) for text in texts)
    return tuple(od.InwoLine(n, one) for n, one in enumerate(orders, 1))  # type: ignore[arg-type]


def asked(state: InwoState) -> list[tuple[str, tuple[str, ...]]]:
    return [(ask.kind, ask.seats) for ask in state.asks]


def tokens(state: InwoState) -> dict[str, int]:
    return {card_id(copy): number for copy, number in state.tokens.items() if number}


@pytest.mark.parametrize("pace", ["announce", "table"])
def test_each_player_is_asked_and_then_it_counts(pace: str) -> None:
    begun = place(position_of({"seats": SEATS}))
    state = changed(begun, options=InwoOptions(pace=pace))  # type: ignore[arg-type]
    script = {"ann": lines("PLAY antitrust-legislation", "KNOCK")}
    state = advance(state, state.asks[0].key, script, {}, DICE).state
    assert asked(state) == [("answers", ("bob",))]
    state = advance(state, state.asks[0].key, {"bob": PASS}, {}, DICE).state
    assert asked(state) == [("question", ("ann",)), ("question", ("bob",))]
    assert tokens(state)["fast-food-chains"] == 1, "it does not count yet"

    move = lines("MOVE fast-food-chains UNDER ufos DISCARDING jihad")
    state = advance(state, state.asks[0].key, {"ann": move}, {}, DICE).state
    assert asked(state) == [("question", ("bob",))]
    move = lines("MOVE hawaii UNDER the-mafia DISCARDING jihad")
    done = advance(state, state.asks[0].key, {"bob": move}, {}, DICE)
    assert not any(ask.kind == "question" for ask in done.state.asks)
    assert tokens(done.state)["tobacco-companies"] == 1
    assert {card_id(plot) for plot in done.state.seat("bob").plots} >= {"hoax", "martyrs"}
