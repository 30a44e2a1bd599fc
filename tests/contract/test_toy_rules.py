"""A small game of bids by its rules alone: several asks open at once, and robots to the end."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from engine.core.dice import SecretDice
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Filed, Step
from tests import toy_game
from tests.support.each import each
from tests.toy_game import COINS, RULES, SECRECY, TOY, Event, State, letter

CAST = ("ann", "bob", "cat")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CODEC = TOY.codec


def begun(seed: int = 1) -> tuple[Step[State, Event], SecretDice]:
    dice = SecretDice(bytes([seed]) * 32)
    return RULES.new(CAST, None, dice, {}), dice


def closed(state: State, ask: str, dice: SecretDice, **lines: str) -> State:
    """The state after an ask is closed with these lines on file, each seat's own."""
    filed = Filed({seat: (line,) for seat, line in lines.items()})
    *_, last = RULES.advance(state, ask, filed, dice, NOON)
    return last.state


def test_three_asks_are_open_and_close_in_any_order() -> None:
    step, dice = begun()
    state = step.state
    assert [ask.key for ask in RULES.status(state).asks] == ["bid:1:ann", "bid:1:bob", "bid:1:cat"]
    # One closes early, one by silence; a third goes on.
    state = closed(state, "bid:1:cat", dice, cat="BID 4")
    state = closed(state, "bid:1:ann", dice)
    assert [ask.key for ask in RULES.status(state).asks] == ["bid:1:bob"]
    state = closed(state, "bid:1:bob", dice, bob="BID 3")
    [ask] = RULES.status(state).asks
    assert (ask.key, ask.seats) == ("beat:1", ("ann", "bob"))
    state = closed(state, "beat:1", dice, bob="BEAT")
    assert (state.prizes, state.coins["bob"]) == ({"red": "bob"}, COINS - 5)
    assert len(RULES.status(state).asks) == 3


def test_whoever_leaves_is_asked_for_nothing() -> None:
    step, dice = begun()
    state = closed(step.state, "bid:1:ann", dice, ann="BID 2")
    state = closed(state, "bid:1:bob", dice, bob="BID 1")
    left = RULES.leave(state, "cat", Filed(), dice)
    assert left is not None and RULES.status(left.state).mover == "ann"
    assert RULES.leave(left.state, "cat", Filed(), dice) is None
    last = RULES.leave(left.state, "bob", Filed(), dice)
    assert last is not None and RULES.status(last.state).winners == ("ann",)


@each("seed", range(8))
def test_robots_play_to_the_end_and_no_secret_is_told(seed: int) -> None:
    step, dice = begun(seed)
    log, state = [*step.events], step.state
    while asks := RULES.status(state).asks:
        ask = asks[seed % len(asks)]
        sheets = {
            seat: tuple(
                line
                for line in letter(RobotSeat(seat, "bidder"), state, asks, dice)
                if line != "READY"
            )
            for seat in ask.seats
        }
        for one in RULES.advance(state, ask.key, Filed(sheets), dice, NOON):
            log += one.events
            state = CODEC.decode_state(CODEC.encode_state(one.state))
            assert state == one.state and RULES.audit(state) == []
    status = RULES.status(state)
    assert status.is_over and status.winners
    assert CODEC.decode_events(CODEC.encode_events(log)) == tuple(log)
    again: State | None = None
    for event in log:
        again = RULES.evolve(again, event)
        for seat in CAST:
            told = SECRECY.seen(event, seat, state)
            is_own = event.seat == seat or event.kind not in ("joined", "bid")
            assert told is not None and (told == event) >= is_own
            assert is_own or (told.prize, told.coins) == ("", 0)
    assert again == state


def test_the_toy_is_small_enough_to_be_read_at_once() -> None:
    assert len(Path(toy_game.__file__).read_text(encoding="utf-8").splitlines()) <= 150
