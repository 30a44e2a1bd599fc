"""`pbem serve` is killed ten times at any moment: nothing is lost and nothing is done twice."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from killing import (
    KILLS,
    MOST_STEPS,
    PATIENCE,
    Service,
    Writers,
    check_letters,
    check_mails,
    check_turns,
    found_game,
    halt,
    stays_settled,
    wait_for_steps,
    wait_for_turns,
)
from post_office import addresses, outside, settings_for, turns_of
from servers import wait_for
from service_rows import new_table

from pbem.database import Database, open_database

pytestmark = pytest.mark.long
IN_THE_START = (2, 6)
"""Which of the kills come before the service listens."""


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    database = open_database(settings_for(sqlite_url, 1))
    yield database
    database.close()


def test_killed_ten_times_it_loses_nothing(
    sqlite_url: str, database: Database, tmp_path: Path
) -> None:
    chance = random.Random(20261121)
    with outside() as world:
        settings = settings_for(sqlite_url, world.box.port)
        service = Service(settings, tmp_path / "serve.log")
        game = found_game(database, settings)
        writers = Writers(world, service.port, addresses(database, game))
        writers.start()
        try:
            for number in range(KILLS):
                played = len(turns_of(database, game))
                service.start()
                if number not in IN_THE_START:
                    service.wait_until_it_listens()
                    wait_for_steps(world, writers, chance.randint(0, MOST_STEPS))
                if number % 2:
                    # A turn whose third attempt is killed too is given up, as it should be.
                    wait_for_turns(database, game, played + 1)
                time.sleep(chance.uniform(0.02, 0.3))
                service.kill()
            service.start()
            service.wait_until_it_listens()
            wait_for(lambda: len(writers.taken) > 40, "letters", PATIENCE)
            writers.stop()
            halt(database)
            wait_for(lambda: stays_settled(database), "everything to settle", PATIENCE)
            assert service.stop() == 0
        finally:
            writers.give_up()
            service.remove()
        log = (tmp_path / "serve.log").read_text()
        assert "Traceback" not in log, log[-3000:]
        assert writers.attempts > len(writers.taken)
        check_letters(database, writers)
        check_turns(database, game, writers)
        check_mails(database, world)


def test_a_script_read_after_the_halt_runs_no_turn(sqlite_url: str, database: Database) -> None:
    table = new_table(database, settings_for(sqlite_url, 1))
    unread = table.send(table.mover(), "PASS")
    halt(database)
    assert table.read(unread)
    table.to_deadline(3600)
    table.sweep()
    assert turns_of(database, table.game_id) == []
