"""`pbem serve` and the parts of a cluster are killed at random moments: KILLS times each.

Letters, answers, mails and turns are counted afterwards. None is missing, and none is there twice,
but that a few mails may have gone out again with the same bytes: one in five hundred, and two more,
as a few kills are too few for a share. `make soak` kills five hundred times in each set-up.
Whatever can befall a cluster befalls it once before anything does again.
"""

from __future__ import annotations

import os
import random
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlmodel import select

from engine.illuminati.state import State
from pbem.database import Database, open_database
from pbem.migrations import migrate
from pbem.models import Person
from pbem.service.context import ServiceContext
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.settings import Settings
from tests.support.cluster import Cluster, PostgresqlServer
from tests.support.forking import ForkServer
from tests.support.killing import (
    PATIENCE,
    Writers,
    check_letters,
    check_mails,
    check_turns,
    found_game,
    halt,
    has_settled,
)
from tests.support.post_office import Outside, addresses, outside, settings_for, state_of, turns_of
from tests.support.servers import RedisServer, wait_for
from tests.support.service_rows import new_table

pytestmark = [pytest.mark.long, pytest.mark.slow]
KILLS = int(os.environ.get("KILLS", "10"))
SEED = int(os.environ.get("KILLS_SEED", "20261126"))
WITHOUT_GNOMES = (1, 2, 4)
"""Seeds of games that nobody wins by doing nothing; the Gnomes would."""
MOST_MAILS = 24
"""Between two kills."""
TURNS = 4
"""Played in each game at least."""
ONE_MAIL_TWICE_IN, MORE_TWICE = 500, 2
NO_WAIT_FOR_LETTERS = {"PBEM_CLOCK__GRACE_SECONDS": "0"}
"""Orders that came in time count however long it takes to come to them."""


@pytest.fixture
def embedded(sqlite_url: str) -> Iterator[Database]:
    database = open_database(settings_for(sqlite_url, 1))
    yield database
    database.close()


@pytest.fixture
def shared(crashing_postgresql: PostgresqlServer) -> Iterator[Database]:
    with psycopg.connect(f"{crashing_postgresql.url}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE pbem")
    database = open_database(settings_for(f"{crashing_postgresql.url}/pbem", 1))
    migrate(database)
    yield database
    database.close()


class Tables:
    """A few games that never end, and who writes to them."""

    def __init__(self, database: Database, settings: Settings, world: Outside, port: int) -> None:
        self.database, self._world = database, world
        self._service = ServiceContext(database, settings, database.now)
        self.games = [
            found_game(database, settings, f"Fnord-{seed}", seed) for seed in WITHOUT_GNOMES
        ]
        self.begun = [self._with_groups(game) for game in self.games]
        self._have_text_alone()
        self.writers = [
            Writers(world, port, addresses(database, game), f"{game}-") for game in self.games
        ]

    def _with_groups(self, game: int) -> State:
        """A Group for everybody, so that nobody is out after his third turn (R13.1)."""
        state = state_of(self.database, game)
        for seat, group in zip(state.seats, state.uncontrolled, strict=False):
            edit = f"EDIT GIVE {group} TO {seat.name} UNDER {seat.illuminati} AT N BECAUSE of luck"
            (done,) = run_commands(self._service, game, edit, OPERATOR)
            assert done.is_done, done.answer
        return state_of(self.database, game)

    def _have_text_alone(self) -> None:
        """Nobody but ann gets HTML and pictures: they take more time than all else together."""
        with self.database.write() as session:
            for person in session.exec(select(Person).where(Person.name != "ann")).all():
                person.preferences = {"format": "text"}

    @property
    def turns(self) -> list[int]:
        return [len(turns_of(self.database, game)) for game in self.games]

    def wait_for_mails(self, count: int, supervise: Callable[[], None] | None = None) -> None:
        """Until so many more came: a slow machine gets as far between two kills as a fast one."""
        wanted = len(self._world.box.mails) + count

        def have_come() -> bool:
            if supervise:
                supervise()
            return len(self._world.box.mails) >= wanted

        wait_for(have_come, "mails", PATIENCE, 0.02)

    def start(self) -> None:
        for some in self.writers:
            some.start()

    def give_up(self) -> None:
        for some in self.writers:
            some.give_up()

    def finish(self, supervise: Callable[[], None] | None = None) -> None:
        """Let everybody finish, the clocks stop, and all settle."""

        def have_played() -> bool:
            if supervise:
                supervise()
            return min(self.turns) >= TURNS

        wait_for(have_played, "turns", PATIENCE, 0.5)
        for some in self.writers:
            some.stop()
        halt(self.database)
        wait_for(lambda: has_settled(self.database), "everything to settle", PATIENCE, 0.2)

    def check(self) -> None:
        check_letters(self.database, *self.writers)
        for game, some, begun in zip(self.games, self.writers, self.begun, strict=True):
            check_turns(self.database, game, some, begun)
        most_twice = len(self._world.box.mails) // ONE_MAIL_TWICE_IN + MORE_TWICE
        check_mails(self.database, self._world, most_twice)


def test_the_one_process_is_killed_again_and_again(
    sqlite_url: str, embedded: Database, forks: ForkServer, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    with outside() as world:
        settings = settings_for(sqlite_url, world.box.port)
        service = forks.service(settings, tmp_path / "serve.log")
        service.tell(NO_WAIT_FOR_LETTERS)
        tables = Tables(embedded, settings, world, service.port)
        tables.start()
        try:
            for _ in range(KILLS):
                service.start()
                if chance.random() < 0.9:
                    service.wait_until_it_listens()
                    tables.wait_for_mails(chance.randint(0, MOST_MAILS))
                time.sleep(chance.uniform(0.0, 0.2))
                service.kill()
            service.start()
            tables.finish()
            assert service.stop() == 0
        finally:
            tables.give_up()
            service.remove()
        log = (tmp_path / "serve.log").read_text()
        assert "Traceback" not in log, log[-3000:]
        tables.check()


def test_parts_of_a_cluster_are_killed_again_and_again(
    crashing_postgresql: PostgresqlServer,
    redis_server: RedisServer,
    shared: Database,
    forks: ForkServer,
    tmp_path: Path,
) -> None:
    chance = random.Random(SEED)
    with outside() as world:
        url, broker = f"{crashing_postgresql.url}/pbem", {"url": redis_server.url}
        settings = settings_for(url, world.box.port, broker=broker)
        servers = (crashing_postgresql, redis_server)
        cluster = Cluster(settings, servers, tmp_path, forks.part)
        for part in cluster.parts.values():
            part.tell(NO_WAIT_FOR_LETTERS)
        tables = Tables(shared, settings, world, cluster.port)
        cluster.start()
        tables.start()
        try:
            kills: list[Callable[[], None]] = []
            for _ in range(KILLS):
                kills = kills or shuffled(kills_of(cluster), chance)
                tables.wait_for_mails(chance.randint(0, MOST_MAILS), cluster.start_dead)
                time.sleep(chance.uniform(0.0, 0.2))
                cluster.start_dead()
                kills.pop()()
            tables.finish(cluster.start_dead)
            wait_for(lambda: is_ready(cluster), "the web server", PATIENCE, 0.2)
            assert all(part.is_alive for part in cluster.parts.values())
        finally:
            tables.give_up()
            cluster.remove()
        tables.check()


def kills_of(cluster: Cluster) -> list[Callable[[], None]]:
    """What can befall a cluster; each part is as likely as a server it needs."""
    servers = [cluster.postgresql.crash_and_come_back, cluster.restart_redis, cluster.forget_hints]
    return [*(part.again for part in cluster.parts.values()), *servers]


def shuffled(kills: list[Callable[[], None]], chance: random.Random) -> list[Callable[[], None]]:
    return chance.sample(kills, len(kills))


def is_ready(cluster: Cluster) -> bool:
    """Whether the web server is there and says that nothing is stuck."""
    cluster.start_dead()
    url = f"http://127.0.0.1:{cluster.web_port}/health/ready"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_a_script_read_after_the_halt_runs_no_turn(sqlite_url: str, embedded: Database) -> None:
    table = new_table(embedded, settings_for(sqlite_url, 1))
    unread = table.send(table.mover(), "PASS")
    halt(embedded)
    assert table.read(unread)
    table.to_deadline(3600)
    table.sweep()
    assert turns_of(embedded, table.game_id) == []
