"""Simulated games: who sits where, options at random, figures with intervals, the command."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from click.testing import CliRunner

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.audit import audit
from engine.illuminati.evolve import replay
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import new_game
from pbem.cli import main
from pbem.games.contract.figures import mean, rate
from pbem.games.contract.simulations import MIXED, SEATS, SimulatedGame
from pbem.games.contract.tools import SimulationPlan
from pbem.games.illuminati.simulation.figures import summary
from pbem.games.illuminati.simulation.plans import CHOICES, random_options, simulate
from pbem.games.illuminati.simulation.play import LINE_UPS, PlayedStep, play_game

pytestmark = pytest.mark.long

# --- who sits where ---------------------------------------------------------------------


def test_mixed_is_every_kind() -> None:
    assert LINE_UPS.named("mixed") == ("random", "greedy", "planner")
    assert LINE_UPS.named("greedy, planner") == ("greedy", "planner")
    assert set(LINE_UPS.kinds) == {*LINE_UPS.named("mixed"), "cautious"}


@pytest.mark.parametrize("words", ["", "gready", "greedy,", "mixed;greedy"])
def test_an_unknown_kind_is_named(words: str) -> None:
    with pytest.raises(ValueError, match="is no robot; there are random"):
        LINE_UPS.named(words)


@pytest.mark.parametrize("words", ["greedy,planner", "mixed", "random"])
def test_the_seats_move_on_until_every_kind_sat_everywhere(words: str) -> None:
    kinds = LINE_UPS.named(words)
    for seat in range(4):
        sat = Counter(LINE_UPS.seated(words, 4, number)[seat] for number in range(len(kinds)))
        assert sat == Counter(kinds)
    assert Counter(LINE_UPS.seated("greedy,planner", 4, 0)) == {"greedy": 2, "planner": 2}


# --- options at random ------------------------------------------------------------------


def test_every_option_is_drawn() -> None:
    assert set(CHOICES) == set(GameOptions.__struct_fields__)
    drawn = [random_options(SecretDice(b"%d" % n), 4) for n in range(200)]
    for name, values in CHOICES.items():
        assert len({getattr(one, name) for one in drawn}) == len(set(values)), name


@pytest.mark.parametrize("players", range(2, 9))
def test_any_options_make_a_game(players: int) -> None:
    for number in range(40):
        dice = SecretDice(b"options %d" % number)
        state = new_game(SEATS[:players], random_options(dice, players), dice).state
        assert audit(state) == []


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
def test_games_with_any_options_end_and_stay_sound(players: int) -> None:
    for number in range(2):
        key = f"any:{players}:{number}".encode()
        options = changed(random_options(SecretDice(key), players), length="standard")
        game = play_game(
            key, players, ",".join(LINE_UPS.seated("mixed", players, number)), options=options
        )
        assert game.failed == []
        assert game.is_finished


@pytest.mark.slow
def test_a_very_long_game_ends_too() -> None:
    options = GameOptions(length="very-long")
    game = play_game(b"very long", 3, "mixed", options=options)
    assert game.failed == []
    assert game.goals in (("score",), ("sole",))


# --- games ------------------------------------------------------------------------------


def test_what_is_watched_is_the_whole_game() -> None:
    steps: list[PlayedStep] = []
    game = play_game(b"watched", 4, "mixed", steps.append)
    events = [event for step in steps for event in step.events]
    assert replay(events) == steps[-1].state
    assert game.turns == sum(step.what == "turn" for step in steps)
    assert game.winners == steps[-1].state.winners != ()
    assert any(step.policies for step in steps)
    spent = sum(n for e in events if isinstance(e, ev.Spent) for _, n in e.payments)
    sides = ("attacker", "owner", "outsider")
    assert sum(game.counts[f"spent:{side}"] for side in sides) == spent > 0
    taken = [e for e in events if isinstance(e, ev.Captured) and e.owner is not None]
    assert game.counts["from-player"] == len(taken)
    assert game.robots == dict(zip(SEATS[:4], LINE_UPS.seated("mixed", 4, 0), strict=True))


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("planner", "greedy")])
def test_the_better_robot_wins_more_than_its_share(better: str, worse: str) -> None:
    found = summary([*simulate(SimulationPlan(32, 4, f"{worse},{better}", "ladder"))])
    share = found["robots"][better]["share"]
    assert share["low"] > found["robots"][better]["fair"] == 50


# --- figures ----------------------------------------------------------------------------


def test_a_rate_has_wilsons_interval() -> None:
    assert rate(8, 10) == {"percent": 80.0, "low": 49.02, "high": 94.33}
    assert rate(0, 10) == {"percent": 0.0, "low": 0.0, "high": 27.75}
    assert rate(0, 0) == {"percent": 0.0, "low": 0.0, "high": 0.0}


def test_a_mean_has_two_standard_errors() -> None:
    assert mean([1, 2, 3]) == {"mean": 2.0, "low": 0.87, "high": 3.13}
    assert mean([5, 5]) == {"mean": 5.0, "low": 5.0, "high": 5.0}
    assert mean([]) == {"mean": 0.0, "low": 0.0, "high": 0.0}


def a_game(*winners: str, **counts: int) -> SimulatedGame:
    names = ("ann", "bob", "cat", "dee")
    return SimulatedGame(
        rounds=6,
        turns=24,
        orders=50,
        winners=winners,
        goals=("basic",) * len(winners),
        illuminati=dict(zip(names, ("ufos", "network", "ufos", "network"), strict=True)),
        robots=dict(zip(names, ("greedy", "planner", "greedy", "planner"), strict=True)),
        counts=Counter(counts),
    )


def test_a_shared_victory_is_shared_out() -> None:
    games = [a_game("ann"), a_game("ann", "bob", "dee"), a_game()]
    found = summary(games)
    assert (found["games"], found["finished"]) == (3, 2)
    assert found["wins"] == {"network": 2, "ufos": 2}
    assert found["goals"] == {"basic": 4}
    greedy, planner = found["robots"]["greedy"], found["robots"]["planner"]
    assert (greedy["wins"], greedy["share"]["mean"]) == (2, 66.67)
    assert (planner["wins"], planner["share"]["mean"]) == (2, 33.33)
    assert found["intervals"]["goals"]["basic"]["percent"] == 100.0


def test_a_share_is_none_less_and_no_more_than_all() -> None:
    found = summary([*(a_game("bob") for _ in range(30)), a_game("ann")])["robots"]
    assert found["greedy"]["share"]["low"] == 0
    assert found["planner"]["share"]["high"] == 100


def test_money_and_captures_are_summed_and_averaged() -> None:
    counts = {"spent:outsider": 6, "from-player": 2, "Eliminated": 1}
    found = summary([a_game("ann", **counts), a_game("bob")])
    assert found["spent_on_interference"] == 6
    assert found["captures_from_players"] == 2
    assert found["eliminations"] == 1
    assert found["intervals"]["spent_on_interference"]["mean"] == 3.0
    eliminations = found["intervals"]["eliminations"]
    assert eliminations["low"] < 0.5 < eliminations["high"]


def test_of_no_games_there_are_no_figures() -> None:
    found = summary([])
    assert found["games"] == 0 and found["robots"] == {}


def test_a_broken_rule_is_counted() -> None:
    broken = replace(a_game(), failed=["mafia: in 2 places instead of 1"])
    assert summary([broken])["failed_invariants"] == 1


def test_games_without_a_winner_are_told() -> None:
    games = [a_game("ann"), replace(a_game(), number=17)]
    assert summary(games)["unfinished"] == [{"game": 17}]


# --- the command ------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["simulate", *words])
    return result.exit_code, result.output


KEYS = {
    *("games", "finished", "unfinished", "failed_invariants", "rounds", "wins", "goals", "robots"),
    *("eliminations", "captures", "captures_from_players", "spent_on_interference", "intervals"),
}
"""What is promised to programs that read the figures."""


def test_the_command_sums_up_random_options() -> None:
    words = ("--games", "2", "--players", "3", "--robots", "random,greedy", "--seed", "d", "--json")
    code, text = run(*words, "--options", "random", "--jobs", "1")
    assert code == 0
    assert run(*words, "--options", "random", "--jobs", "2") == (0, text)
    found = json.loads(text)
    assert set(found) >= KEYS
    assert (found["finished"], found["failed_invariants"]) == (2, 0)
    assert found["unfinished"] == []
    assert {*found["rounds"]} == {"p10", "median", "p90"}
    assert {kind: row["seats"] for kind, row in found["robots"].items()} == {
        "random": 3,
        "greedy": 3,
    }
    assert {*found["intervals"]["wins"]} >= {*found["wins"]}
    for row in found["intervals"]["wins"].values():
        assert 0 <= row["low"] <= row["percent"] <= row["high"] <= 100


def test_the_help_tells_of_every_robot() -> None:
    code, text = run("--help")
    assert code == 0
    for kind in (*LINE_UPS.kinds, MIXED):
        assert f"\n  {kind:8} " in text


def test_the_command_tells_rows_too() -> None:
    code, text = run("--games", "2", "--players", "2", "--jobs", "1")
    assert code == 0
    assert "spent on interference" in text and "failed invariants          0" in text


def test_a_robot_there_is_not_is_refused() -> None:
    code, text = run("--robots", "grady")
    assert code == 2
    assert "'grady' is no robot; there are random, greedy, planner, cautious, mixed" in text
