"""A running service as an attacker meets it: its door for mail, its command line, and a sink."""

from __future__ import annotations

import os
import re
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from tests.support.cluster import Part
from tests.support.places import ROOT
from tests.support.post_office import Outside, outside, text_of
from tests.support.servers import PATIENCE, free_port, wait_for

BASE, EDGE = "game@play.example.org", "mx.example.org"
ANN, BOB, MO = "ann@example.org", "bob@example.org", "mo@example.org"
_CODE = re.compile(r"^ +([A-Z2-7]{8})$", re.MULTILINE)
FORGED_VERDICTS = (
    'Authentication-Results: {}; spf=pass smtp.mailfrom="ann@example.org "@evil.example',
    'Authentication-Results: {}; dkim=pass header.i="x header.d=example.org "@evil.example',
    'Authentication-Results: {}; dmarc=none reason="x dmarc=pass header.from=example.org"',
    'Authentication-Results: {}; spf=none reason="(" (") ; dmarc=pass header.from=example.org ")',
    "X-A: 1\rAuthentication-Results: {}; dmarc=pass header.from=example.org",
)
"""What a sender can put into an honest server's line, or smuggle beside it."""
SLOW_LINES = (
    "\r\n".join(["attack a with b spend 1 if need 3"] * 1900),
    "\r\n".join(["Sent from " + "a " * 400] * 150),
    "\r\n".join(["SUPPORT bob ON" + " GIVE ON" * 110] * 64),
)


@dataclass
class Town:
    """`pbem serve` on a database of its own; letters go in by SMTP, mails come out into a box."""

    world: Outside
    folder: Path
    environment: dict[str, str]
    port: int
    way_in: int

    def pbem(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command as the operator does."""
        return subprocess.run(
            [sys.executable, "-c", "from pbem.cli import main; main()", *words],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def seat_address(self, who: str) -> str:
        """The secret address that a player's replies go to."""
        address: str = self.world.wait_for_mails(who, 1)[0]["Reply-To"].addresses[0].addr_spec
        return address

    def send(self, sender: str, to: str | Sequence[str], raw: bytes) -> dict[str, int]:
        """Bring a letter's bytes to the door; the code of each recipient that is refused."""
        rcpts = [to] if isinstance(to, str) else list(to)
        with smtplib.SMTP("127.0.0.1", self.way_in, timeout=PATIENCE) as server:
            try:
                refused = server.sendmail(sender, rcpts, raw)
            except smtplib.SMTPRecipientsRefused as all_of_them:
                refused = all_of_them.recipients
        return {rcpt: code for rcpt, (code, _) in refused.items()}

    def ask_status(self, who: str, address: str) -> Message:
        """An honest player's letter, and the answer to it."""
        before = len(self.world.mails(who))
        assert self.send(who, address, letter(who, address, "STATUS")) == {}

        def answers() -> list[Message]:
            new = self.world.mails(who)[before:]
            return [mail for mail in new if "how things stand" in str(mail["Subject"])]

        wait_for(answers, f"an answer for {who}")
        return answers()[-1]

    def wait_to_be_asked(self, who: str, words: str) -> Message:
        """Wait until somebody is asked whether a letter is his, in a mail with these words.

        He may have been asked about other letters before, by another test.
        """

        def asked() -> list[Message]:
            mails = self.world.mails(who)
            questions = [m for m in mails if "is this letter yours" in str(m["Subject"])]
            return [mail for mail in questions if words in text_of(mail)]

        wait_for(asked, f"a question to {who}: {words}")
        return asked()[-1]


_numbers = iter(range(1_000_000))


def letter(sender: str, to: str, body: str, *headers: str, subject: str = "orders") -> bytes:
    """A letter as bytes, its headers as they are given, whatever is in them."""
    head = [*headers, f"From: {sender}", f"To: {to}", f"Subject: {subject}"]
    head.append(f"Message-ID: <attack-{next(_numbers)}@evil.example>")
    return ("\r\n".join(head) + f"\r\n\r\n{body}\r\n").encode()


def code_in(mail: Message) -> str:
    found = _CODE.search(text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


@contextmanager
def running_town(folder: Path, port: int = 0, way_in: int = 0, edge: str = EDGE) -> Iterator[Town]:
    """A service with a game of ann and bob that mo moderates.

    `way_in` is the port of a server before it, which brings letters to `port` by LMTP.
    """
    protocol = "lmtp" if way_in else "smtp"
    port = port or free_port()
    with outside() as world:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PBEM_DATABASE__URL": f"sqlite:///{folder}/pbem.db",
            "PBEM_MAIL__ADDRESS": BASE,
            "PBEM_MAIL__AUTHSERV_IDS": f'["{edge}"]',
            "PBEM_MAIL__ANSWER_GAP_SECONDS": "0",
            "PBEM_MAIL__LISTENER__PORT": str(port),
            "PBEM_MAIL__LISTENER__PROTOCOL": protocol,
            "PBEM_MAIL__SMTP_OUT__PORT": str(world.box.port),
            "PBEM_WEB__PORT": str(free_port()),
        }
        town = Town(world, folder, environment, port, way_in or port)
        service = Part("serve", environment, folder / "serve.log")
        before = os.umask(0o022)
        try:
            assert town.pbem("migrate").returncode == 0
            service.start()
            wait_for(lambda: _listens(port), "the listener")
            made = town.pbem("new", "Fnord-7", "--player", f"ann={ANN}", "--player", f"bob={BOB}")
            assert made.returncode == 0, made.stderr
            appointed = town.pbem("moderators", "add", "Fnord-7", MO)
            assert appointed.returncode == 0, appointed.stderr
            yield town
        finally:
            os.umask(before)
            service.remove()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 0.2).close()
    except OSError:
        return False
    return True
