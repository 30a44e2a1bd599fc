"""From a letter on the wire to the mails that answer it: SMTP, LMTP, webhook, embedded, cluster."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.core.dice import SecretDice
from engine.illuminati.robots import chooser, random_script
from engine.illuminati.state import GameOptions
from pbem.cli.serving import AllInOneServer
from pbem.database import Database, lock_game
from pbem.games.illuminati.language import format_order, vocabulary_for
from pbem.service.clocks import move_deadline
from pbem.settings import Settings
from pbem.web.inbound import signature_of
from tests.support.places import ROOT
from tests.support.post_office import (
    Outside,
    addresses,
    found_game,
    game_row,
    outbox_of,
    outside,
    settings_for,
    state_of,
    text_of,
    turns_of,
)
from tests.support.servers import PATIENCE, RedisServer, wait_for
from tests.support.service_rows import CAST, letter_text
from worker.embedded import EmbeddedWorker

pytestmark = pytest.mark.slow


@pytest.fixture
def world() -> Iterator[Outside]:
    with outside() as made:
        yield made


@pytest.fixture
def house(sqlite_url: str, world: Outside) -> Iterator[AllInOneServer]:
    with AllInOneServer(settings_for(sqlite_url, world.box.port)) as made:
        yield made


@pytest.mark.long
def test_a_letter_is_answered_and_a_turn_is_run(house: AllInOneServer, world: Outside) -> None:
    game = found_game(house)
    for seat in CAST:
        report = world.wait_for_mails(f"{seat}@example.org", 1)[0]
        assert report["Reply-To"].addresses[0].addr_spec == addresses(house.database, game)[seat]
    mover = game_row(house.database, game).to_move
    sender = f"{mover}@example.org"
    state = state_of(house.database, game)
    order = f"ATTACK {state.uncontrolled[0]} WITH {state.seat(mover).illuminati} SPEND 3"
    world.write(house.listener.port, mover, addresses(house.database, game)[mover], order)
    answer = world.wait_for_mails(sender, 2)[1]
    assert text_of(answer).startswith("COVERED")
    assert answer["In-Reply-To"] == world.mails(sender)[0]["Message-ID"]
    let_the_deadline_come(house.database, game)
    world.wait_for_mails(sender, 3)
    turn = turns_of(house.database, game)[0]
    assert turn.deadline_at is not None
    assert turn.resolved_at >= turn.deadline_at
    assert "ATTACK" in turn.sheet[0]
    for seat in CAST:
        world.wait_for_mails(f"{seat}@example.org", 3 if seat == mover else 2)


def let_the_deadline_come(database: Database, game: int) -> None:
    """Move the deadline to a moment from now, however long a machine took to come here."""
    with database.write() as session:
        now = database.now()
        move_deadline(lock_game(session, game), now + timedelta(seconds=0.5), now)


@pytest.mark.long
def test_the_same_letter_twice_is_answered_once(house: AllInOneServer, world: Outside) -> None:
    game = found_game(house)
    address = addresses(house.database, game)["ann"]
    for _ in range(3):
        world.write(house.listener.port, "ann", address, "STATUS", message_id="<twice@x>")
    world.wait_for_mails("ann@example.org", 2)
    time.sleep(1.5)
    assert len(world.mails("ann@example.org")) == 2


@pytest.mark.long
def test_an_address_that_is_nobodys_is_refused_at_once(
    house: AllInOneServer, world: Outside
) -> None:
    found_game(house)
    for address in (f"game+{'a' * 26}@example.org", "nobody@example.org", "game@example.net"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            world.write(house.listener.port, "ann", address, "PASS")
        assert refused.value.recipients[address][0] == 550


def test_a_service_that_cannot_start_leaves_no_port_open(
    sqlite_url: str, world: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(worker: EmbeddedWorker, timeout: float = 0) -> None:
        raise RuntimeError("no task came through")

    monkeypatch.setattr(EmbeddedWorker, "start", refuse)
    house = AllInOneServer(settings_for(sqlite_url, world.box.port))
    with pytest.raises(RuntimeError, match="came through"):
        house.start()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", house.web.port), timeout=PATIENCE)


@pytest.mark.long
def test_lmtp(sqlite_url: str, world: Outside) -> None:
    settings = settings_for(sqlite_url, world.box.port, listener={"protocol": "lmtp"})
    with AllInOneServer(settings) as house:
        game = found_game(house)
        address = addresses(house.database, game)["bob"]
        world.write(house.listener.port, "bob", address, "STATUS", protocol="lmtp")
        assert "how things stand" in world.wait_for_mails("bob@example.org", 2)[1]["Subject"]


@pytest.mark.long
def test_the_webhook(sqlite_url: str, world: Outside) -> None:
    settings = settings_for(sqlite_url, world.box.port, mail={"webhook_secret": "hush"})
    with AllInOneServer(settings) as house:
        game = found_game(house)
        address = addresses(house.database, game)["cat"]
        assert post(house, address, "cat@example.org", "hush") == 202
        world.wait_for_mails("cat@example.org", 2)
        assert post(house, address, "cat@example.org", "wrong") == 401
        with urllib.request.urlopen(f"http://127.0.0.1:{house.web.port}/health") as health:
            assert health.status == 200


def post(house: AllInOneServer, address: str, sender: str, secret: str) -> int:
    """Hand a letter to the webhook; the status of the answer."""
    raw = letter_text(sender, address, "STATUS")
    timestamp = str(int(time.time()))
    request = urllib.request.Request(
        f"http://127.0.0.1:{house.web.port}/inbound/raw",
        data=raw,
        headers={
            "X-Pbem-Recipient": address,
            "X-Pbem-Sender": sender,
            "X-Pbem-Timestamp": timestamp,
            "X-Pbem-Signature": signature_of(secret, timestamp, address, sender, raw),
            "Content-Type": "message/rfc822",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.long
def test_a_whole_short_game_over_the_wire(house: AllInOneServer, world: Outside) -> None:
    game = found_game(house, seats=2, options=GameOptions(pace="policies", basic_goal=4))
    to = addresses(house.database, game)
    dice = SecretDice(b"robots on the wire")
    for number in range(1, 60):
        row, state = game_row(house.database, game), state_of(house.database, game)
        assert row.turn == number
        script = random_script(state, row.to_move, chooser(dice, f"turn:{number}"))
        names = vocabulary_for(state, row.to_move)
        lines = [format_order(line.order, names) for line in script]
        world.write(house.listener.port, row.to_move, to[row.to_move], "\n".join([*lines, "READY"]))
        wait_for(lambda n=number: len(turns_of(house.database, game)) == n, "the turn")
        if game_row(house.database, game).phase == "finished":
            break
    turns = turns_of(house.database, game)
    for seat in CAST[:2]:
        count = 1 + len(turns) + sum(turn.seat == seat for turn in turns)
        last = world.wait_for_mails(f"{seat}@example.org", count)[-1]
        assert game_row(house.database, game).secret in text_of(last).replace("\n", "")
    wait_for(lambda: {mail.state for mail in outbox_of(house.database)} == {"sent"}, "all mail")
    assert len(world.box.mails) == len(outbox_of(house.database))


class Worker:
    """`pbem worker` in processes of its own."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self._log = log.open("ab")
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PBEM_DATABASE__URL": settings.database.url,
            "PBEM_BROKER__URL": settings.broker.url,
            "PBEM_MAIL__ADDRESS": settings.mail.address,
            "PBEM_MAIL__ANSWER_GAP_SECONDS": "0",
            "PBEM_MAIL__SMTP_OUT__PORT": str(settings.mail.smtp_out.port),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from pbem.cli import main; main()", "worker"],
            env=environment,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
        self._log.close()


def test_a_cluster_of_postgresql_redis_and_a_worker(
    postgresql_url: str, redis_server: RedisServer, world: Outside, tmp_path: Path
) -> None:
    settings = settings_for(postgresql_url, world.box.port, broker={"url": redis_server.url})
    worker = Worker(settings, tmp_path / "worker.log")
    try:
        with AllInOneServer(settings) as house:
            game = found_game(house)
            world.wait_for_mails("ann@example.org", 1)
            mover = game_row(house.database, game).to_move
            to = addresses(house.database, game)[mover]
            world.write(house.listener.port, mover, to, "PASS\nREADY")
            world.wait_for_mails(f"{mover}@example.org", 2)
            wait_for(lambda: len(turns_of(house.database, game)) == 1, "the turn")
            for seat in CAST:
                world.wait_for_mails(f"{seat}@example.org", 3 if seat == mover else 2)
    finally:
        worker.stop()
    assert "Traceback" not in (tmp_path / "worker.log").read_text()
