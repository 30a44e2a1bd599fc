"""Letters through a real Postfix to us, and our mail through it to a real Dovecot.

Postfix -> LMTP -> the service -> Postfix -> LMTP -> Dovecot -> IMAP, with the lines of config/
for both servers, and with swaks and mutt as the programs players write with.
"""

from __future__ import annotations

import itertools
import re
import smtplib
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.cli.serving import AllInOneServer
from pbem.models import Letter, Outbox
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from tests.support.mail_servers import (
    HOST,
    ONE_ADDRESS,
    PASSWORD,
    Dovecot,
    Postfix,
    need,
    running_dovecot,
    running_postfix,
)
from tests.support.post_office import outbox_of, parsed, settings_for, text_of
from tests.support.servers import PATIENCE, free_port, wait_for
from tests.support.service_rows import random_bytes

pytestmark = pytest.mark.slow
PAUSE = 0.3
"""Seconds between two looks into a mailbox, each of which is a login."""
_numbers = itertools.count(1)
PUT_OFF = re.compile(r"^<\*\* 4\d\d", re.MULTILINE)
"""How swaks shows that a server says: not now."""


@dataclass(frozen=True, slots=True)
class Town:
    """Everything between a player's keyboard and the referee.

    Its players are nobody else's: what another test has left in a queue is not theirs.
    """

    house: AllInOneServer
    postfix: Postfix
    dovecot: Dovecot
    ann: str
    bob: str

    def mails(self, who: str) -> list[Message]:
        """A player's mails, as his mail program gets them by IMAP."""
        return [parsed(raw) for raw in self.dovecot.mails(who.partition("@")[0])]

    def wait_for_mails(self, who: str, count: int) -> list[Message]:
        """Wait until a player has so many."""
        wait_for(
            lambda: len(self.mails(who)) >= count,
            f"mail {count} of {who}; Postfix: {self.postfix.log[-3000:]}",
            pause=PAUSE,
        )
        return self.mails(who)

    def address(self, who: str) -> str:
        """Where a player's replies go."""
        reply_to = self.wait_for_mails(who, 1)[0]["Reply-To"]
        address: str = reply_to.addresses[0].addr_spec
        return address

    def letters(self) -> list[Letter]:
        """What was stored of its players, in order of arrival."""
        wanted = select(Letter).where(col(Letter.mail_from).in_((self.ann, self.bob)))
        with self.house.database.read() as session:
            return list(session.exec(wanted.order_by(col(Letter.id))).all())

    def answers(self) -> list[Outbox]:
        """What is to be sent to its players, in order."""
        return [
            mail for mail in outbox_of(self.house.database) if mail.rcpt in (self.ann, self.bob)
        ]


@pytest.fixture(scope="module")
def servers(real_server: None) -> Iterator[tuple[Postfix, Dovecot, int]]:
    smtp, our_lmtp = free_port(), free_port()
    with running_dovecot() as dovecot, running_postfix(smtp, our_lmtp, dovecot.lmtp) as postfix:
        yield postfix, dovecot, our_lmtp


@pytest.fixture
def town(servers: tuple[Postfix, Dovecot, int], sqlite_url: str) -> Iterator[Town]:
    """A service between the two servers, with a new game of new players."""
    postfix, dovecot, our_lmtp = servers
    mail = {
        "address": "game@play.example.org",
        "answer_gap_seconds": 0,
        "listener": {"port": our_lmtp, "protocol": "lmtp"},
        "smtp_out": {"port": postfix.smtp},
    }
    with AllInOneServer(settings_for(sqlite_url, postfix.smtp, mail=mail)) as house:
        yield new_town(house, postfix, dovecot)


def new_town(house: AllInOneServer, postfix: Postfix, dovecot: Dovecot) -> Town:
    """A game of two players whom no test has had before."""
    number = next(_numbers)
    people = [Newcomer(name, f"{name}-{number}@players.example") for name in ("ann", "bob")]
    service = ServiceContext(house.database, house.settings, house.database.now)
    secrets = random_bytes(number, 2)
    create_game(service, NewGame("Fnord-7", people, secrets, clock=simple_clock(timedelta(days=3))))
    return Town(house, postfix, dovecot, *(one.email for one in people))


def swaks(town: Town, to: str, body: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Send a letter with swaks, which says what the server answered.

    It is sent until that is final: an address that is still being verified is put off with a 450.
    """
    need("swaks")
    run = ["swaks", "--server", HOST, "--port", str(town.postfix.smtp), "--to", to]
    run += ["--from", town.ann, "--header", "Subject: orders", "--body", body, *more]
    told: list[subprocess.CompletedProcess[str]] = []

    def is_final() -> bool:
        done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=PATIENCE)
        told.append(done)
        return done.returncode == 0 or PUT_OFF.search(done.stdout) is None

    wait_for(is_final, f"an answer about {to}", pause=1)
    return told[-1]


def test_reports_arrive_and_a_letter_of_swaks_is_answered(town: Town) -> None:
    to = town.address(town.ann)
    (report,) = town.wait_for_mails(town.ann, 1)
    assert str(report["Return-Path"]) == f"<{to}>"
    assert swaks(town, to, "STATUS\n").returncode == 0
    answer = town.wait_for_mails(town.ann, 2)[1]
    assert str(answer["Subject"]) == "[Fnord-7] Turn 1 - how things stand"
    assert str(report["Message-ID"]) in str(answer["References"])
    (letter,) = town.letters()
    assert (letter.mail_from, letter.rcpt) == (town.ann, to)
    wait_for(lambda: all(row.state == "sent" for row in town.answers()), "sent")


def test_the_same_letter_twice_is_answered_once(town: Town) -> None:
    to = town.address(town.ann)
    identity = (
        "--header",
        "Message-Id: <twice@players.example>",
        "--header",
        "Date: Sat, 21 Nov 2026 12:00:00 +0000",
    )
    for _time in range(2):
        assert swaks(town, to, "STATUS\n", *identity).returncode == 0
    assert swaks(town, to, "HELP\n").returncode == 0
    wait_for(lambda: len(town.letters()) == 2, "both letters")
    town.wait_for_mails(town.ann, 3)
    assert len(town.letters()) == 2
    assert len(town.answers()) == 2 + 2


def test_a_wrong_address_is_refused_at_the_door(town: Town) -> None:
    to = town.address(town.ann)
    wrong = to.replace("+", "+a")[: to.index("@")] + "@play.example.org"
    told = swaks(town, wrong, "STATUS\n")
    assert told.returncode != 0
    assert "550 5.1.1" in told.stdout
    assert town.letters() == []


def test_postmaster_is_taken(town: Town) -> None:
    assert swaks(town, "postmaster@play.example.org", "hello\n").returncode == 0
    wait_for(lambda: len(town.letters()) == 1, "the letter")


def test_a_letter_to_a_referee_who_is_down_waits_in_the_queue(town: Town) -> None:
    to = town.address(town.ann)
    assert swaks(town, to, "STATUS\n").returncode == 0
    town.wait_for_mails(town.ann, 2)
    town.house.listener.stop()
    assert swaks(town, to, "HELP\n").returncode == 0
    wait_for(lambda: "status=deferred" in town.postfix.log, "Postfix to have tried")
    assert len(town.letters()) == 1
    town.house.listener.start()
    town.wait_for_mails(town.ann, 3)
    assert len(town.letters()) == 2


def test_what_is_too_big_is_refused_before_it_is_sent(town: Town) -> None:
    to = town.address(town.ann)
    with smtplib.SMTP(HOST, town.postfix.smtp, timeout=PATIENCE) as client:
        with pytest.raises(smtplib.SMTPSenderRefused) as error:
            client.sendmail(town.ann, [to], b"Subject: x\r\n\r\n" + (b"x" * 70 + b"\r\n") * 15_000)
        assert error.value.smtp_code == 552
    assert town.letters() == []


@pytest.fixture
def shared_town(real_server: None, sqlite_url: str) -> Iterator[Town]:
    """A service that has one address of a domain in which other people have theirs."""
    smtp, our_lmtp = free_port(), free_port()
    with (
        running_dovecot() as dovecot,
        running_postfix(smtp, our_lmtp, dovecot.lmtp, ONE_ADDRESS) as postfix,
    ):
        mail = {
            "address": "game@example.org",
            "answer_gap_seconds": 0,
            "listener": {"port": our_lmtp, "protocol": "lmtp"},
            "smtp_out": {"port": smtp},
        }
        with AllInOneServer(settings_for(sqlite_url, smtp, mail=mail)) as house:
            yield new_town(house, postfix, dovecot)


def test_one_address_of_a_domain_is_the_referees_and_no_other(shared_town: Town) -> None:
    town = shared_town
    to = town.address(town.ann)
    assert to.startswith("game+") and to.endswith("@example.org")
    assert swaks(town, to, "STATUS\n").returncode == 0
    town.wait_for_mails(town.ann, 2)
    assert swaks(town, "game@example.org", "hello\n").returncode == 0
    assert swaks(town, "carl@example.org", "hello, neighbour\n").returncode == 0
    (neighbours,) = town.wait_for_mails("carl@example.org", 1)
    assert text_of(neighbours).startswith("hello, neighbour")
    wrong = f"game+{'a' * 26}@example.org"
    for nobody in (wrong, "nobody@example.org"):
        told = swaks(town, nobody, "STATUS\n")
        assert told.returncode != 0 and "550 5.1.1" in told.stdout
    wait_for(lambda: len(town.letters()) == 2, "both letters")
    assert [letter.rcpt for letter in town.letters()] == [to, "game@example.org"]


MUTT = """\
set from = "{ann}"
set realname = "Ann"
set spoolfile = "imap://{user}@{host}:{imap}/INBOX"
set imap_pass = "{password}"
set smtp_url = "smtp://{host}:{smtp}"
set ssl_starttls = no
set ssl_force_tls = no
set editor = "{editor}"
set fast_reply = yes
set reply_to = yes
set user_agent = yes
set include = yes
set record = ""
set folder = "{folder}"
set copy = no
set abort_unmodified = no
set certificate_file = ""
set mail_check = 1
set sort = date
unset help
"""
EDITOR = """\
#!/bin/sh
printf 'STATUS\\n\\n' > "$1.new"
cat "$1" >> "$1.new"
mv "$1.new" "$1"
"""


def test_a_reply_of_mutt_is_read_and_threads(town: Town, tmp_path: Path) -> None:
    need("mutt", "tmux")
    to = town.address(town.ann)
    editor, config = tmp_path / "editor", tmp_path / "muttrc"
    editor.write_text(EDITOR)
    editor.chmod(0o755)
    values = {
        "imap": town.dovecot.imap,
        "smtp": town.postfix.smtp,
        "editor": editor,
        "folder": tmp_path,
    }
    config.write_text(
        MUTT.format(
            ann=town.ann, user=town.ann.partition("@")[0], host=HOST, password=PASSWORD, **values
        )
    )
    with Terminal(tmp_path) as terminal:
        terminal.run(f"env HOME={tmp_path} TERM=screen mutt -F {config}")
        terminal.wait_for("[Fnord-7] Turn 1")
        terminal.press("r")
        terminal.wait_for(to[:20], "Mutt: Compose")
        terminal.press("y")
        answer = town.wait_for_mails(town.ann, 2)[1]
        terminal.press("q")
    assert str(answer["Subject"]) == "[Fnord-7] Turn 1 - how things stand"
    (letter,) = town.letters()
    sent = parsed(letter.raw)
    assert "Mutt" in str(sent["User-Agent"])
    assert str(sent["Message-ID"]) != str(answer["Message-ID"])
    assert "> " in text_of(sent)


class Terminal:
    """A screen of its own that keys are pressed on."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / "tmux")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        self._tmux("kill-server")

    def run(self, command: str) -> None:
        """Start a program on a screen of 100 by 30."""
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", command)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self._tmux("send-keys", *keys)

    def wait_for(self, *words: str) -> None:
        """Wait until the screen shows all of these."""
        try:
            wait_for(lambda: all(word in self._screen() for word in words), "")
        except AssertionError:
            pytest.fail(f"{words} never came on the screen:\n{self._screen()}")

    def _screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def _tmux(self, *arguments: str) -> str:
        run = ["tmux", "-S", self._socket, *arguments]
        return subprocess.run(run, capture_output=True, text=True, check=False).stdout
