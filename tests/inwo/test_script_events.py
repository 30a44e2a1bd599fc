"""What is kept of a script: each line once, and old records are still understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.inwo import events as ev
from engine.inwo.evolve import evolve_inwo
from engine.inwo.game import advance, replay_inwo
from engine.inwo.orders import DiscardCard, InwoLine
from engine.inwo.state import InwoState
from tests.support.inwo_games import InwoGame, policies_pace

EVENTS = msgspec.json.Decoder(tuple[ev.InwoEvent, ...])


def cost_of_script(lines: int) -> int:
    """How many bytes of events a script leaves; all its lines are refused."""
    game = InwoGame(1, ("greedy", "greedy"), policies_pace())
    while game.state.asks[0].kind != "script":
        next(game.play())
    ask = game.state.asks[0]
    script = tuple(InwoLine(n, DiscardCard("moonbase")) for n in range(1, lines + 1))
    stepped = advance(game.state, ask.key, {ask.seats[0]: script}, {}, game.dice)
    return len(msgspec.json.encode(stepped.events))


def test_each_line_of_a_script_costs_the_same() -> None:
    none, ten, hundred = cost_of_script(0), cost_of_script(10), cost_of_script(100)
    assert hundred - none <= 12 * (ten - none)


def as_once_recorded(events: Iterable[ev.InwoEvent]) -> Iterator[ev.InwoEvent]:
    """The same events with all that is left of the script in each, as records once had them."""
    state: InwoState | None = None
    for event in events:
        if isinstance(event, ev.LinesTaken):
            assert state is not None
            event = ev.ScriptTaken(event.seat, state.turn.script[event.number :])
        state = evolve_inwo(state, event)
        yield event


def test_records_that_hold_the_rest_of_the_script_lead_to_the_same_state() -> None:
    game = InwoGame(3, ("greedy", "random", "greedy"))
    for _ in game.play():
        pass
    once = tuple(as_once_recorded(game.events))
    assert sum(isinstance(event, ev.LinesTaken) for event in game.events) > 20
    read = EVENTS.decode(msgspec.json.encode(once))
    assert msgspec.json.encode(replay_inwo(read)) == msgspec.json.encode(game.state)
