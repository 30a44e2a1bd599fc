"""`pbem serve` is killed while it plays a game of another package: nothing is lost or doubled."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.database import Database, open_database
from pbem.games import registry
from pbem.models import Game, Record
from pbem.service.clocks import simple_clock
from pbem.service.context import RETRY, ServiceContext
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.turns.founding import Newcomer, NewGame, create_game, robot_newcomer
from pbem.settings import Settings
from tests.support.forking import ForkServer
from tests.support.killing import (
    PATIENCE,
    TURN,
    Writers,
    check_mails,
    end_leases,
    identity_of,
    is_over,
    letters_of,
    stays_settled,
    wait_for_steps,
)
from tests.support.post_office import addresses, outbox_of, outside, settings_for, turns_of
from tests.support.servers import wait_for
from tests.support.service_rows import random_bytes
from tests.toy_game import TOY

pytestmark = [pytest.mark.long, pytest.mark.slow]
LEAST_KILLS, MOST_KILLS = 4, 40


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The toy as a package that is installed: what its processes have to look for it in."""
    folder = tmp_path / "elsewhere-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[pbem.rulesets]\ntoy = tests.toy_game:TOY\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry.ruleset.cache_clear()
    registry.names_outside.cache_clear()
    yield str(tmp_path)
    registry.ruleset.cache_clear()
    registry.names_outside.cache_clear()


@pytest.fixture
def database(sqlite_url: str) -> Iterator[Database]:
    database = open_database(settings_for(sqlite_url, 1))
    yield database
    database.close()


class Bidder(Writers):
    """A bid for everything, and READY."""

    def _line(self, _seat: str, number: int) -> str:
        return f"BID {number % 3}\nREADY"


def found(database: Database, settings: Settings) -> int:
    service = ServiceContext(database, settings, database.now)
    robots = [robot_newcomer(seat, "bidder") for seat in ("bob", "cat")]
    people = [Newcomer("ann", "ann@example.org"), *robots]
    # Long enough for a process to come back in it: a bulletin whose time is over is given up.
    clock = simple_clock(4 * TURN)
    new = NewGame("Fnord-7", people, random_bytes(seats=3), clock=clock, ruleset="toy")
    game_id = create_game(service, new)
    # A reminder whose deadline is past by the time it could go is given up, as it should be.
    (done,) = run_commands(service, game_id, "SET REMINDERS off", OPERATOR)
    assert done.is_done, done.answer
    return game_id


def test_a_game_of_another_package_is_played_through_kills(
    sqlite_url: str, database: Database, tmp_path: Path, elsewhere: str, forks: ForkServer
) -> None:
    chance = random.Random(20261123)
    with outside() as world:
        settings = settings_for(sqlite_url, world.box.port)
        service = forks.service(settings, tmp_path / "serve.log")
        service.look_in(elsewhere)
        game = found(database, settings)
        to = {"ann": addresses(database, game)["ann"]}
        writer = Bidder(world, service.port, to)
        writer.start()
        try:
            for number in range(MOST_KILLS):
                if number >= LEAST_KILLS and is_over(database, game):
                    break
                service.start()
                service.wait_until_it_listens()
                wait_for_steps(world, writer, chance.randint(0, 4))
                time.sleep(chance.uniform(0.02, 0.6))
                service.kill()
                end_leases(database)
            service.start()
            service.wait_until_it_listens()
            wait_for(lambda: is_over(database, game), "the end of the game", PATIENCE)
            writer.stop()
            # What was killed in three tries waits for its last one.
            patience = PATIENCE + RETRY[-1].total_seconds()
            wait_for(lambda: stays_settled(database), "everything to settle", patience)
            assert service.stop() == 0
        finally:
            writer.give_up()
            service.remove()
        log = (tmp_path / "serve.log").read_text()
        assert "Traceback" not in log, log[-3000:]
        check_mails(database, world)
        check_game(database, game, writer)


def check_game(database: Database, game_id: int, writer: Bidder) -> None:
    """Every letter is there and answered once; every round was played once; the log is whole."""
    people = [row for row in letters_of(database) if not identity_of(row).endswith(".invalid>")]
    assert sorted(map(identity_of, people)) == sorted(writer.taken)
    keys = Counter(mail.key for mail in outbox_of(database))
    assert {*keys.values()} == {1} and all(f"ack:{letter.id}" in keys for letter in people)
    assert [turn.number for turn in turns_of(database, game_id)] == [1, 2, 3]
    with database.read() as session:
        game = session.exec(select(Game)).one()
        records = session.exec(select(Record).order_by(col(Record.seq))).all()
    state: Any = None
    for record in records:
        for event in TOY.codec.decode_events(record.events):
            state = TOY.rules.evolve(state, event)
    assert TOY.codec.encode_state(state) == game.state and not TOY.rules.audit(state)
