"""`pbem serve` is killed at random moments, KILLS times.

Letters, answers, mails and turns are counted afterwards. None is missing, and none is there twice,
but that a few mails may have gone out again with the same bytes: only such as a sender had in hand
as it was killed, at most one for each sender and kill. They are one for every ten kills, and three
more, as a few kills are too few for a share; more where many wait for each processor.
`make soak` kills five hundred times here, and parts of a cluster as often (test_cluster_kills.py).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.database import Database, open_database
from tests.support.forking import ForkServer
from tests.support.kill_tables import KILLS, SEED, TOLD, Tables, TimedMailbox
from tests.support.killing import halt
from tests.support.post_office import outside, settings_for, turns_of
from tests.support.service_rows import new_table
from worker.embedded import THREADS

pytestmark = [pytest.mark.long, pytest.mark.slow]


@pytest.fixture
def embedded(sqlite_url: str) -> Iterator[Database]:
    database = open_database(settings_for(sqlite_url, 1))
    yield database
    database.close()


def test_the_one_process_is_killed_again_and_again(
    sqlite_url: str, embedded: Database, forks: ForkServer, tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    with outside(TimedMailbox()) as world:
        settings = settings_for(sqlite_url, world.box.port)
        service = forks.service(settings, tmp_path / "serve.log")
        # What was left is found by the first sweep, and each life has one.
        service.tell(TOLD | {"PBEM_CLOCK__SWEEP_SECONDS": "0.25"})
        tables = Tables(embedded, settings, world, service.port, senders=THREADS)
        tables.start()
        try:
            for _ in range(KILLS):
                service.start()
                if chance.random() < 0.9:
                    service.wait_until_it_listens()
                    tables.wait_for_a_while(chance)
                else:
                    time.sleep(chance.uniform(0.0, 0.5))
                tables.kill_senders(service.kill)
            service.start()
            tables.finish()
            assert service.stop() == 0
        finally:
            tables.give_up()
            service.remove()
        log = (tmp_path / "serve.log").read_text()
        assert "Traceback" not in log, log[-3000:]
        tables.check()


def test_a_script_read_after_the_halt_runs_no_turn(sqlite_url: str, embedded: Database) -> None:
    table = new_table(embedded, settings_for(sqlite_url, 1))
    unread = table.send(table.mover(), "PASS")
    halt(embedded)
    assert table.read(unread)
    table.to_deadline(3600)
    table.sweep()
    assert turns_of(embedded, table.game_id) == []
