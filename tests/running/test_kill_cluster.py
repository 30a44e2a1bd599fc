"""Every part of a cluster is killed while letters come: nothing is lost, nothing done twice."""

from __future__ import annotations

import random
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from pbem.database import Database, open_database
from pbem.migrations import migrate
from tests.support.cluster import Cluster, PostgresqlServer
from tests.support.killing import (
    Correspondents,
    check_letters,
    check_mails,
    check_turns,
    found_game,
    halt,
    has_settled,
)
from tests.support.post_office import Outside, addresses, outside, settings_for, turns_of
from tests.support.servers import RedisServer

pytestmark = pytest.mark.long
LETTERS = 4
"""Letters that are taken after all was killed."""
PATIENCE = 120.0


@pytest.fixture
def database(crashing_postgresql: PostgresqlServer) -> Iterator[Database]:
    with psycopg.connect(f"{crashing_postgresql.url}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE pbem")
    database = open_database(settings_for(f"{crashing_postgresql.url}/pbem", 1))
    migrate(database)
    yield database
    database.close()


def test_a_cluster_whose_every_part_is_killed_loses_nothing(
    crashing_postgresql: PostgresqlServer,
    redis_server: RedisServer,
    database: Database,
    tmp_path: Path,
) -> None:
    with outside() as world:
        broker = {"url": redis_server.url}
        settings = settings_for(f"{crashing_postgresql.url}/pbem", world.box.port, broker=broker)
        cluster = Cluster(settings, (crashing_postgresql, redis_server), tmp_path)
        game = found_game(database, settings)
        writers = Correspondents(world, cluster.port, addresses(database, game))
        try:
            cluster.start()
            writers.start()
            wait_for(lambda: turns_of(database, game), "a turn")
            kill_everything(cluster, world)
            wanted = len(writers.taken) + LETTERS
            wait_for(lambda: len(writers.taken) >= wanted, "letters")
            wait_for(lambda: len(turns_of(database, game)) >= 4, "turns")
            writers.stop()
            halt(database)
            wait_for(lambda: has_settled(database), "everything to settle")
            wait_for(lambda: is_ready(cluster), "the web server")
            assert all(part.is_alive for part in cluster.parts.values())
        finally:
            writers.give_up()
            cluster.remove()
    check_letters(database, writers)
    check_turns(database, game, writers)
    check_mails(database, world)


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Look now and then: whoever looks all the time takes the cluster's time away."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"waited {PATIENCE:g} s for {what}"
        time.sleep(0.2)


def kill_everything(cluster: Cluster, world: Outside) -> None:
    """One part after the other, at any moment of its work."""
    chance = random.Random(20261121)
    parts = cluster.parts
    steps: tuple[Callable[[], None], ...] = (
        parts["worker"].again,
        parts["sweeper"].again,
        cluster.forget_hints,
        lambda: crash_postgresql(cluster),
        lambda: restart_redis(cluster),
        lambda: kill(cluster, "web", "second sweeper"),
    )
    for step in steps:
        wanted = len(world.box.mails) + 2
        wait_for(lambda: len(world.box.mails) >= wanted, "mails between kills")  # noqa: B023
        time.sleep(chance.uniform(0.0, 0.3))
        step()


def kill(cluster: Cluster, *names: str) -> None:
    for name in names:
        cluster.parts[name].again()


def restart_redis(cluster: Cluster) -> None:
    cluster.restart_redis()
    # Whoever found no Redis sends no hints for ten seconds; a new one does at once.
    cluster.parts["listen"].again()


def crash_postgresql(cluster: Cluster) -> None:
    # What has no database while it starts ends at once and says why; nothing starts it again here.
    wait_for(lambda: cluster.parts["sweeper"].has_started, "the sweeper")
    cluster.postgresql.crash_and_come_back()


def is_ready(cluster: Cluster) -> bool:
    """Whether the web server, killed last, is there again and says that nothing is stuck."""
    url = f"http://127.0.0.1:{cluster.web_port}/health/ready"
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
