"""Games that are registered, the toy among them, at a table of robots and a few people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.database import Database, open_database
from pbem.games import registry
from pbem.games.registry import ruleset
from pbem.migrations import migrate
from pbem.models import FINISHED
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game, robot_newcomer
from pbem.settings import FinaleSettings, Settings
from tests.support.service_rows import Hands, Table, one_line, random_bytes

CAST = ("ann", "bob", "cat")
SMALL = "toy"


@pytest.fixture(autouse=True)
def toy_is_registered() -> Iterator[None]:
    """The toy beside our own games, by one line."""
    with registered_toy():
        yield


@contextmanager
def registered_toy() -> Iterator[None]:
    """The same for a block."""
    known = (registry.ruleset, registry.names_outside)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.RULESETS, SMALL, "tests.toy_game:TOY")
        for one in known:
            one.cache_clear()
        yield
    for one in known:
        one.cache_clear()


@contextmanager
def database_in(folder: Path) -> Iterator[Database]:
    """An embedded database of its own."""
    url = f"sqlite:///{folder / 'pbem.db'}"
    database = open_database(Settings.model_validate({"database": {"url": url}}))
    migrate(database)
    try:
        yield database
    finally:
        database.close()


def table_of(
    database: Database, game: str, people: tuple[str, ...] = (), cpu_seconds: float = 0
) -> Table:
    """A game whose seats are played by robots but for the people among them."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    settings = settings.model_copy(update={"finale": FinaleSettings(cpu_seconds=cpu_seconds)})
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    robots = ruleset(game).robots
    assert robots is not None
    newcomers = [
        Newcomer(seat, f"{seat}@example.org")
        if seat in people
        else robot_newcomer(seat, robots.kinds[0])
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
            wait(table)
    raise AssertionError(f"not over: {table.game()}")


def write(table: Table, seat: str, body: str) -> str:
    """A letter of its own, long after the last; what its writer is told."""
    table.clock.on(minutes=5)
    table.sweep()
    return one_line(table.write(seat, body))


def wait(table: Table) -> None:
    """Let time pass: to the deadline of what is waited for, or an hour."""
    due_at = table.game().due_at
    table.clock.on(hours=1)
    if due_at is not None:
        table.clock.now = max(table.clock.now, due_at)


def play_to_the_finale(table: Table) -> None:
    """Let the game end, and its finale be told."""
    play(table)
    table.clock.on(seconds=5)
    while table.sweep():
        pass
