"""The parts of a cluster, and the servers it needs, are killed at random moments, KILLS times.

What must hold afterwards is what holds for the one process (test_random_kills.py). Whatever can
befall a cluster befalls it once before anything does again.
"""

from __future__ import annotations

import random
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from pbem.database import Database, open_database
from pbem.migrations import migrate
from tests.support.cluster import Cluster, PostgresqlServer
from tests.support.forking import ForkServer
from tests.support.kill_tables import KILLS, SEED, TOLD, Tables, TimedMailbox
from tests.support.killing import PATIENCE
from tests.support.post_office import outside, settings_for
from tests.support.servers import RedisServer, wait_for

pytestmark = [pytest.mark.long, pytest.mark.slow]
PROCESSES = 2
"""Of the worker."""
Kill = Callable[[], None]


@pytest.fixture
def shared(crashing_postgresql: PostgresqlServer) -> Iterator[Database]:
    with psycopg.connect(f"{crashing_postgresql.url}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE pbem")
    database = open_database(settings_for(f"{crashing_postgresql.url}/pbem", 1))
    migrate(database)
    yield database
    database.close()


def test_parts_of_a_cluster_are_killed_again_and_again(
    crashing_postgresql: PostgresqlServer,
    redis_server: RedisServer,
    shared: Database,
    forks: ForkServer,
    tmp_path: Path,
) -> None:
    chance = random.Random(SEED)
    with outside(TimedMailbox()) as world:
        url, broker = f"{crashing_postgresql.url}/pbem", {"url": redis_server.url}
        settings = settings_for(url, world.box.port, broker=broker)
        servers = (crashing_postgresql, redis_server)
        cluster = Cluster(settings, servers, tmp_path, forks.part)
        for part in cluster.parts.values():
            part.tell(TOLD)
        tables = Tables(shared, settings, world, cluster.port, senders=PROCESSES)
        cluster.start()
        tables.start()
        try:
            kills: list[Kill] = []
            for _ in range(KILLS):
                kills = kills or shuffled(kills_of(cluster, tables), chance)
                tables.wait_for_a_while(chance, cluster.start_dead)
                cluster.start_dead()
                kills.pop()()
            tables.finish(cluster.start_dead)
            wait_for(lambda: is_ready(cluster), "the web server", PATIENCE, 0.2)
            assert all(part.is_alive for part in cluster.parts.values())
        finally:
            tables.give_up()
            cluster.remove()
        tables.check()


def kills_of(cluster: Cluster, tables: Tables) -> list[Kill]:
    """What can befall a cluster; each part is as likely as a server it needs."""
    parts = {name: part.again for name, part in cluster.parts.items()}
    worker = partial(tables.kill_senders, parts.pop("worker"))
    # Workers break off what they do as they find that Redis is gone.
    redis = partial(tables.kill_senders, cluster.restart_redis, within=10.0)
    others = (*parts.values(), cluster.postgresql.crash_and_come_back, cluster.forget_hints)
    return [worker, redis, *(partial(tables.kill, kill) for kill in others)]


def shuffled(kills: list[Kill], chance: random.Random) -> list[Kill]:
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
