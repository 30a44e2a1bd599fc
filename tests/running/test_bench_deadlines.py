"""`pbem bench deadlines` measures what it says, and nothing fires twice, early or not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import col, select

from pbem.benchmarks import deadlines, due_games
from pbem.benchmarks.deadlines import fire
from pbem.benchmarks.due_games import FiredGames
from pbem.database import Database
from pbem.models import Game, Turn

KEYS = {
    *("late_p50_s", "late_p99_s", "resolved_p50_s", "resolved_p99_s"),
    *("doubled", "early", "missed", "moved", "moved_fired"),
    *("sweep_idle_ms", "sweep_idle_few_ms", "sweep_idle_ratio"),
    *("games_waiting", "games_due", "workers"),
}


def nothing(_done: int) -> None:
    return


@pytest.mark.long
def test_games_due_in_the_same_second_fire_once_each(database: Database) -> None:
    mould = due_games.first_game(database)
    due_games.add_waiting(database, mould, 30, nothing)
    due = due_games.add_due(database, mould, 8)
    fired = fire(database, due, nothing)
    found = due_games.verdict(database, due, fired)
    wrong = {key: found[key] for key in ("doubled", "early", "missed", "moved_fired")}
    assert wrong == {"doubled": 0, "early": 0, "missed": 0, "moved_fired": 0}
    assert len(fired.moved) <= 1
    assert 0 < found["late_p50_s"] <= found["late_p99_s"]
    assert found["late_p50_s"] <= found["resolved_p50_s"]
    with database.read() as session:
        waiting = session.exec(select(Game).where(col(Game.name).startswith("Waiting"))).all()
        assert [game.turn for game in waiting] == [1] * 30
        assert len(session.exec(select(Turn)).all()) == 8 - len(fired.moved)


def test_the_verdict_finds_what_is_wrong(sqlite_database: Database) -> None:
    database = sqlite_database
    mould = due_games.first_game(database)
    due = due_games.add_due(database, mould, 4)
    missed, early, twice, moved = due.ids
    with database.write() as session:
        for game_id, second, number in (
            (early, -1, 1),
            (twice, 1, 1),
            (twice, 2, 2),
            (moved, 1, 1),
        ):
            at = due.at + timedelta(seconds=second)
            turn = {"number": number, "seat": "ann", "record_seq": 1, "last_seq": 1}
            turn |= {"game_id": game_id, "resolved_at": at}
            session.add(Turn.model_validate(turn))
    claims = {game_id: due.at + timedelta(seconds=1) for game_id in due.ids}
    found = due_games.verdict(database, due, FiredGames(claims, {moved}))
    assert missed not in {early, twice, moved}
    wrong = {key: found[key] for key in ("doubled", "early", "missed", "moved_fired")}
    assert wrong == {"doubled": 1, "early": 1, "missed": 1, "moved_fired": 1}


@pytest.mark.long
def test_every_figure_has_its_key(sqlite_database: Database) -> None:
    found = deadlines.measured(
        sqlite_database,
        deadlines.DeadlineLoad(games=20, due=3, few=5, looks=3),
        lambda _done, _of: None,
    )
    assert set(found) == KEYS
    assert set(deadlines.BARS) <= KEYS
