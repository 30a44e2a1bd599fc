"""An Instant attack inside another, where players are asked: windows in turn (I18.5)."""

from __future__ import annotations

from engine.core.dice import LoadedDice, SecretDice
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import advance, leave
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos | pentagon N | big-media pentagon W +1 | elvis big-media E +1"
    " | group_hand: dan-quayle",
    "bob": "the-network | hackers N +1 | plots: sniper",
    "cat": "bavarian-illuminati | canada N +1 | plots: hoax",
}
SECRET = SecretDice(b"inside")


def on(state: InwoState, **said: str) -> InwoState:
    lines = {seat: (od.InwoLine(1, order_of(text)),) for seat, text in said.items()}  # type: ignore[arg-type]
    after = advance(state, state.asks[0].key, lines, {}, LoadedDice([(1, 1)], SECRET)).state
    assert audit_inwo(after) == []
    return after


def struck() -> InwoState:
    state = place(position_of({"seats": SEATS, "options": {"pace": "announce"}}))
    state = on(state, ann="ATTACK dan-quayle WITH elvis AID big-media")
    return on(state, bob="PLAY sniper ON elvis")


def test_the_window_of_the_attack_inside_opens_first_and_then_that_of_the_other_again() -> None:
    state = struck()
    assert state.attack is not None and state.paused is not None
    assert (state.attack.number, state.paused.number) == ("1.3", "1")
    assert [ask.key for ask in state.asks] == ["attack-1.1.3"]
    state = on(state)
    assert state.attack is not None and state.paused is None
    assert [ask.key for ask in state.asks] == ["attack-1.1-1"]
    state = on(state)
    assert state.attack is None
    assert [card_id(card) for card in state.seat("ann").groups] == ["dan-quayle"]


def test_when_a_player_leaves_both_attacks_are_over() -> None:
    state = leave(struck(), "ann", SECRET).state
    assert (state.attack, state.paused) == (None, None)
