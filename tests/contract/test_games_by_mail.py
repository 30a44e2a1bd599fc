"""Every game that is registered, by mail: its robots play it through the service to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from service_rows import Hands, Table, one_line, random_bytes
from sqlmodel import select

from pbem.database import Database
from pbem.games import registry
from pbem.games.registry import ruleset
from pbem.models import FINISHED, Record
from pbem.service.context import ServiceContext
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game, robot_newcomer
from pbem.settings import Settings

CAST = ("ann", "bob", "cat")
SMALL = "toy"


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy beside our own games, by one line."""
    monkeypatch.setitem(registry.RULESETS, SMALL, "toy_game:TOY")
    for known in (registry.ruleset, registry.ruleset_names):
        known.cache_clear()
    yield
    for known in (registry.ruleset, registry.ruleset_names):
        known.cache_clear()


def table_of(database: Database, game: str, people: tuple[str, ...] = ()) -> Table:
    """A game whose seats are played by robots but for the people among them."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    robots = ruleset(game).robots
    assert robots is not None
    newcomers = [
        Newcomer(seat, f"{seat}@example.org")
        if seat in people
        else robot_newcomer(seat, robots.kinds[0], game)
        for seat in CAST
    ]
    new = NewGame("Fnord-7", newcomers, random_bytes(seats=len(CAST)), ruleset=game)
    return Table(service, clock, create_game(service, new))


def play(table: Table, most: int = 4000) -> None:
    """Sweep until the game is over; where nothing waits the clock goes on."""
    for _ in range(most):
        if table.game().phase == FINISHED:
            return
        if not table.sweep():
            table.clock.on(hours=1)
    raise AssertionError(f"not over: {table.game()}")


def round_trips(table: Table) -> None:
    """What is stored is read back the same, and evolves from its events."""
    played = ruleset(table.game().ruleset)
    with table.database.read() as session:
        records = session.exec(select(Record).order_by(Record.seq)).all()  # type: ignore[arg-type]
        snapshot = load_game(session, table.game_id)
    state: Any = None
    for record in records:
        events = played.codec.decode_events(record.events)
        assert played.codec.encode_events(events) == record.events
        for event in events:
            state = played.rules.evolve(state, event)
            assert played.codec.decode_state(played.codec.encode_state(state)) == state
    assert state == snapshot.state and list(played.rules.audit(state)) == []


def test_the_toy_is_played_by_its_robots_to_the_end(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL)
    play(table)
    round_trips(table)


@pytest.mark.long
@pytest.mark.parametrize("game", registry.RULESETS)
def test_each_game_is_played_by_its_robots_to_the_end(game: str, sqlite_database: Database) -> None:
    table = table_of(sqlite_database, game)
    play(table)
    round_trips(table)


def write(table: Table, seat: str, body: str) -> str:
    """A letter of its own, long after the last; what its writer is told."""
    table.clock.on(minutes=5)
    table.sweep()
    return one_line(table.write(seat, body))


def test_a_person_plays_the_toy_by_mail(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
    first = one_line(table.report("ann").text)
    assert "Your favourite is" in first and "bob has 10 coins." in first
    assert "OK BID 5" in write(table, "ann", "BID 5")
    assert "Try: BID 4" in write(table, "ann", "BIDD 4")
    assert "OK BID 4" in write(table, "ann", "please bid 4")
    assert "ASK" in write(table, "ann", "BID lots")
    assert "On file: BID 4." in write(table, "ann", "STATUS")
    assert "BID n" in write(table, "ann", "HELP BID")
    assert "COVERED" in write(table, "ann", "READY\nSAY TO ALL: it is mine")
    assert "COVERED" in write(table, "bob", "BID 0\nREADY")
    for _ in range(200):
        if table.game().turn == 1 and not table.sweep():
            table.clock.on(hours=1)
    second = one_line(table.report("ann").text)
    assert "bought red" in second and "ann: it is mine" in second
    assert "ann bid 4" in write(table, "ann", "HISTORY")
    assert "ann bid 4" not in write(table, "bob", "HISTORY")
    play(table)
    assert "bob bought" in one_line(table.report("ann").text) or table.game().phase == FINISHED
