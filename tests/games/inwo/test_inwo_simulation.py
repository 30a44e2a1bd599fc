"""INWO at a terminal: games of robots, the same for the same seed, and the engine's figures."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.games.inwo.benchmark import bench_engine
from pbem.games.inwo.simulation import FORMS


def simulated(*words: str) -> str:
    wanted = ["simulate", "--ruleset", "inwo", "--players", "2", "--json", *words]
    done = CliRunner().invoke(main, wanted)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.long
def test_the_same_seed_plays_the_same_games_to_their_end() -> None:
    words = ("--games", "4", "--robots", "mixed", "--options", "random")
    found = json.loads(simulated(*words, "--jobs", "1"))
    assert found == json.loads(simulated(*words, "--jobs", "2"))
    assert (found["games"], found["finished"], found["failed_invariants"]) == (4, 4, 0)
    assert found["robots"]["greedy"]["seats"] == 2 and sum(found["wins"].values()) >= 4
    assert found["goals"] and found["intervals"]["rounds"]["mean"] > 1


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 9))
def test_tables_of_every_size_end(players: int) -> None:
    words = ("--players", str(players), "--games", "20", "--robots", "mixed")
    found = json.loads(simulated(*words))
    assert (found["finished"], found["failed_invariants"]) == (20, 0)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("players", "each"), [(2, 12), (3, 6), (5, 2)])
def test_every_form_of_the_game_ends(players: int, each: int) -> None:
    """I30.6: 20 games of each form, at tables of several sizes."""
    games = each * len(FORMS)
    words = ("--players", str(players), "--games", str(games), "--robots", "mixed")
    found = json.loads(simulated(*words, "--options", "random"))
    assert (found["finished"], found["failed_invariants"]) == (games, 0)


@pytest.mark.long
def test_the_planner_wins_most_duels_against_greedy() -> None:
    """Duels in which they change seats: the whole 95 % interval is above 65 %; 400 in the soak."""
    words = ("--games", os.environ.get("DUELS", "100"), "--robots", "greedy,planner", "--jobs", "2")
    share = json.loads(simulated(*words))["robots"]["planner"]["share"]
    assert share["low"] > 65, f"{share['mean']} % ({share['low']} to {share['high']})"


def test_games_without_a_winner_are_told_and_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.games.inwo.simulation.MOST_ROUNDS", 1)
    words = ("--games", "7", "--robots", "easy", "--options", "random", "--jobs", "1")
    found = json.loads(simulated(*words))
    fifth = {"game": 5, "basic_goal": 8, "copies": 3, "table_cards": False}
    assert [row["game"] for row in found["unfinished"]] == [*range(7)]
    assert found["unfinished"][0] == {"game": 0} and found["unfinished"][5] == fifth
    again = json.loads(simulated(*words, "--only", "5"))
    assert (again["games"], again["unfinished"]) == (1, [fifth])
    done = CliRunner().invoke(main, ["simulate", "--ruleset", "inwo", *words, "--only", "5"])
    row = "unfinished                 game 5; copies 3; basic goal 8; table cards False\n"
    assert row in done.output


def test_robots_that_there_are_not_are_told() -> None:
    done = CliRunner().invoke(main, ["simulate", "--ruleset", "inwo", "--robots", "wizard"])
    assert done.exit_code != 0 and "there are random, greedy, planner, easy, mixed" in done.output


@pytest.mark.long
def test_the_engine_keeps_to_its_bars() -> None:
    figures, bars = bench_engine(2, "bench")
    assert set(bars) <= set(figures)
    assert figures["orders_in_run"] > 50 and figures["events_in_replay"] > 100
