"""Properties of INWO with robots that play whole games: nothing breaks, nothing is told."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.audit import audit_inwo, everything
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.game import replay_inwo
from engine.inwo.options import inwo_options
from engine.inwo.selectors import OPPOSED
from engine.inwo.state import InwoOptions, InwoState
from engine.inwo.turn.lines import refuse_line
from engine.inwo.view import inwo_seen, inwo_view
from tests.support.inwo_games import ALL_SETS, CAST, InwoGame, policies_pace

STATES = msgspec.json.Decoder(InwoState)
EVENTS = msgspec.json.Decoder(tuple[ev.InwoEvent, ...])
ROBOTS = (("random", "random"), ("greedy", "greedy"), ("random", "greedy", "random", "greedy"))


def total(state: InwoState) -> int:
    return sum(everything(state).values())


@pytest.mark.long
@pytest.mark.parametrize("robots", ROBOTS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pace", ["policies", "announce"])
def test_a_game_of_robots_ends_and_no_card_is_lost(
    seed: int, robots: tuple[str, ...], pace: str
) -> None:
    game = InwoGame(seed, robots, InwoOptions(pace=pace))  # type: ignore[arg-type]
    before = total(game.state)
    for state in game.play():
        assert audit_inwo(state) == []
        assert total(state) == before, "every copy is somewhere"
    assert game.state.winners, "somebody wins"
    assert replay_inwo(game.events) == game.state
    assert STATES.decode(msgspec.json.encode(game.state)) == game.state
    assert EVENTS.decode(msgspec.json.encode(game.events)) == tuple(game.events)


@pytest.mark.parametrize("pace", ["policies", "announce"])
@pytest.mark.parametrize(
    "seed", [20, *(pytest.param(n, marks=pytest.mark.long) for n in range(21, 50))]
)
def test_decks_of_any_finished_cards_play_to_the_end(seed: int, pace: str) -> None:
    options = InwoOptions(sets=ALL_SETS, pace=pace)  # type: ignore[arg-type]
    game = InwoGame(seed, ROBOTS[seed % 3], options)
    before = total(game.state)
    for state in game.play():
        assert audit_inwo(state) == []
        assert total(state) == before, "every copy is somewhere"
    drawn = not any((*seat.plot_deck, *seat.group_deck) for seat in game.state.seats)
    assert game.state.winners or drawn, "decks by lot may leave nobody a way to win (I3.5)"
    assert replay_inwo(game.events) == game.state


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(100, 108))
def test_games_of_every_size_end(players: int, seed: int) -> None:
    kinds = ("random", "greedy")
    game = InwoGame(seed, [kinds[(seed + at) % 2] for at in range(players)])
    for state in game.play():
        assert audit_inwo(state) == []
    assert game.state.winners
    assert replay_inwo(game.events) == game.state


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_is_legal_and_values_are_sound(seed: int) -> None:
    game = InwoGame(seed, ("random", "random"), policies_pace())
    for state in game.play():
        seat = state.turn.seat
        for option in inwo_options(state, seat):
            assert refuse_line(state, seat, option.order) is None
        known = facts(state)
        for copy in state.table:
            words = known.words(copy)
            twice = [w for w in words if w != "Fanatic" and OPPOSED.get(w) in words]
            assert not twice, f"{copy} has an alignment and its opposite (I2.3)"
            if card_of(copy).family in ("group", "illuminati"):
                power = known.power(copy)
                assert 0 <= known.value(copy, "global") <= power, "I10.6"


def shown(state: InwoState) -> set[str]:
    """Cards of hands that all have seen: just played, or back from the table this turn."""
    attacked = state.attack.target if state.attack else ""
    hosts = {card.host or "" for card in state.table.values()}
    goals = {goal for cards in state.turn.declared.values() for goal in cards}
    return {attacked, *hosts, *state.turn.late, *goals}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_view_holds_nothing_that_its_reader_may_not_know(seed: int) -> None:
    game = InwoGame(seed, ("greedy", "random", "greedy"))
    for state in game.play():
        for reader in CAST[:3]:
            told = msgspec.json.encode(inwo_view(state, reader)).decode()
            for seat in state.seats:
                hidden: tuple[str, ...] = (*seat.plot_deck, *seat.group_deck)
                if seat.name != reader and not state.winners:
                    hidden += tuple(c for c in seat.plots if c not in seat.exposed)
                    hidden += tuple(c for c in seat.groups if c not in seat.failed)
                assert [c for c in hidden if f'"{c}"' in told and c not in shown(state)] == []


@pytest.mark.parametrize("seed", range(2))
def test_an_event_tells_others_no_card_that_came_from_a_deck(seed: int) -> None:
    game = InwoGame(seed, ("greedy", "greedy"))
    for _ in game.play():
        pass
    for event in game.events:
        if isinstance(event, ev.CardsMoved) and event.source in ("plot_deck", "group_deck"):
            other = "bob" if event.seat == "ann" else "ann"
            seen = inwo_seen(event, other)
            assert isinstance(seen, ev.CardsMoved)
            assert event.target == "bounced" or not set(seen.cards) & set(event.cards)
            assert inwo_seen(event, event.seat) == event


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (InwoGame(7, ("random", "greedy")) for _ in range(2))
    for game in (first, second):
        for _ in game.play():
            pass
    assert first.events == second.events


def test_hidden_cards_do_not_change_what_a_rival_is_shown() -> None:
    """Secrecy by perturbation: other Plots in a hand, the same view (I31.16)."""
    game = InwoGame(3, ("greedy", "greedy"))
    steps = iter(game.play())
    for _ in range(4):
        next(steps)
    ann = game.state.seat("ann")
    other = changed(ann, plots=ann.plot_deck[: len(ann.plots)], plot_deck=ann.plot_deck[::-1])
    seats = tuple(other if seat.name == "ann" else seat for seat in game.state.seats)
    assert inwo_view(changed(game.state, seats=seats), "bob") == inwo_view(game.state, "bob")
