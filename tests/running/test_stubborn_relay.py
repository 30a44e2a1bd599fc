"""A mail server that hangs, puts off or hangs up, wherever in a dialogue it does so."""

from __future__ import annotations

import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

import worker.connections
from pbem.database import Database
from pbem.models import DONE, NEW, SENT, Game
from pbem.settings import Settings
from pbem.transports.smtp_out import SmtpSender
from tests.support.dialogues import HOST
from tests.support.post_office import parsed
from tests.support.service_rows import Table, new_table
from worker.connections import MOST_SILENCES, STOP_SECONDS, SmtpConnections

pytestmark = pytest.mark.long

ANSWER_SECONDS, MAIL_SECONDS = 0.4, 0.8
"""For one answer, and for a whole mail; fifty seconds in earnest."""
HANG_SECONDS = 60.0
MUCH_TOO_LONG = HANG_SECONDS / 3
"""Seconds that only somebody spends who waits for a server that hangs."""

FAULTS = ("EHLO hang", "RCPT hang", "DATA hang", ". hang", ". drop", ". 451", ". 554")
TAKEN = (". hang", ". drop")
"""Where the mail has been taken, though nobody was told so."""


class StubbornRelay(socketserver.ThreadingTCPServer):
    """Takes mails, but for those to `victims`, and for all of them where there are none."""

    allow_reuse_address, daemon_threads, block_on_close = True, True, False

    def __init__(self, fault: str, *victims: str) -> None:
        super().__init__((HOST, 0), _Dialogue)
        self.at, _, self.does = fault.partition(" ")
        self.victims = victims
        self.is_mended = threading.Event()
        self.kept: list[tuple[str, bytes]] = []
        self.struck = 0

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def strikes(self, verb: str, rcpt: str) -> bool:
        """Whether it does what it should not at this line; EHLO names nobody, and is hit once."""
        is_victim = rcpt in self.victims or not self.victims
        if self.is_mended.is_set() or verb != self.at:
            return False
        if not (is_victim or (verb == "EHLO" and not self.struck)):
            return False
        self.struck += 1
        return True

    def counts(self) -> Counter[tuple[str, str]]:
        """How often each mail was taken, by its reader and Message-ID."""
        return Counter((rcpt, str(parsed(raw)["Message-ID"])) for rcpt, raw in self.kept)


class _Dialogue(socketserver.StreamRequestHandler):
    server: StubbornRelay
    rcpt = ""

    def handle(self) -> None:
        self._say("220 stubborn")
        for line in self.rfile:
            verb = line[:4].decode().strip().upper()
            if verb == "RCPT":
                self.rcpt = line.partition(b"<")[2].partition(b">")[0].decode()
            if self.server.strikes(verb, self.rcpt):
                return self._strike()
            if verb == "DATA":
                self._say("354 go on")
                if not self._take():
                    return None
            else:
                self._say("250 good")
        return None

    def _take(self) -> bool:
        lines = list(iter(self.rfile.readline, b".\r\n"))
        is_struck = self.server.strikes(".", self.rcpt)
        if not is_struck or f". {self.server.does}" in TAKEN:
            self.server.kept.append((self.rcpt, b"".join(lines)))
        if is_struck:
            self._strike()
        else:
            self._say("250 taken")
        return not is_struck or self.server.does.isdigit()

    def _strike(self) -> None:
        if self.server.does == "hang":
            self.server.is_mended.wait(HANG_SECONDS)
        elif self.server.does.isdigit():
            self._say(f"{self.server.does} 4.3.0 not now")

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


@pytest.fixture
def relay(request: pytest.FixtureRequest) -> Iterator[StubbornRelay]:
    with StubbornRelay(*request.param) as relay:
        thread = threading.Thread(target=relay.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield relay
        relay.is_mended.set()
        relay.shutdown()


@pytest.fixture
def table(
    sqlite_database: Database, relay: StubbornRelay, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Table]:
    out = {"port": relay.port, "timeout": ANSWER_SECONDS}
    mail = {"address": "game@example.org", "answer_gap_seconds": 0, "smtp_out": out}
    monkeypatch.setattr(worker.connections, "SmtpSender", partial(SmtpSender, most=MAIL_SECONDS))
    table = new_table(sqlite_database, Settings.model_validate({"mail": mail}))
    table.clock.on(seconds=2)  # The sweeper leaves what is new to hints for a moment.
    sending = SmtpConnections(table.service.settings, lambda: table.clock().timestamp())
    table.post = sending  # type: ignore[assignment]
    yield table
    sending.close()


def sweep_until_nothing_waits(table: Table) -> float:
    """What a sweeper and a worker do just now; the seconds they took."""
    began = time.monotonic()
    while table.sweep():
        pass
    return time.monotonic() - began


@pytest.mark.parametrize(
    "relay", [(fault, "ann@example.org") for fault in FAULTS], indirect=True, ids=FAULTS
)
def test_a_mail_that_does_not_go_out_holds_up_no_other(relay: StubbornRelay, table: Table) -> None:
    assert sweep_until_nothing_waits(table) < MUCH_TOO_LONG
    assert relay.struck == 1
    assert Counter(mail.state for mail in table.mails()) == {NEW: 1, SENT: 3}
    relay.is_mended.set()
    table.clock.on(minutes=1)
    sweep_until_nothing_waits(table)
    assert {mail.state for mail in table.mails()} == {SENT}
    is_twice = f"{relay.at} {relay.does}" in TAKEN
    assert sorted(relay.counts().values()) == [1, 1, 1, 2 if is_twice else 1]
    assert len(set(relay.kept)) == 4, "what comes twice is the same to the byte"


EVERYWHERE = [(f"{at} hang",) for at in ("EHLO", "RCPT", ".")]


@pytest.mark.parametrize("relay", EVERYWHERE, indirect=True, ids=[at for (at,) in EVERYWHERE])
def test_letters_and_turns_do_not_wait_for_a_server_that_is_silent(
    relay: StubbornRelay, table: Table
) -> None:
    """Two mails wait in vain for an answer; then one a minute asks whether it gives any again."""
    more = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    letter = more.send("ann", "PASS")
    table.clock.on(seconds=2)
    with table.database.write() as session:
        session.get_one(Game, table.game_id).due_at = table.clock()
    assert sweep_until_nothing_waits(table) < MUCH_TOO_LONG
    assert relay.struck == MOST_SILENCES
    assert more.letter(letter).state == DONE
    assert len(table.turns()) == 1
    assert {mail.state for mail in table.mails()} == {NEW}
    assert "does not answer: one mail a minute is tried" in (table.mails()[7].error or "")
    for minute in range(1, 4):
        table.clock.on(seconds=STOP_SECONDS)
        sweep_until_nothing_waits(table)
        assert relay.struck == MOST_SILENCES + minute


@pytest.mark.parametrize("relay", EVERYWHERE, indirect=True, ids=[at for (at,) in EVERYWHERE])
def test_all_goes_out_when_a_silent_server_answers_again(
    relay: StubbornRelay, table: Table
) -> None:
    sweep_until_nothing_waits(table)
    relay.is_mended.set()
    for _minute in range(6):
        table.clock.on(seconds=STOP_SECONDS)
        sweep_until_nothing_waits(table)
    assert {mail.state for mail in table.mails()} == {SENT}
    counts = relay.counts()
    assert len(counts) == len(table.mails()) == len(set(relay.kept))
    assert counts.total() - len(counts) == (MOST_SILENCES if relay.at == "." else 0)
