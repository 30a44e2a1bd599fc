"""The world outside the service: a mail server that keeps what it gets, and writers of letters."""

from __future__ import annotations

import email
import itertools
import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.message import Message
from email.policy import default
from typing import Any, Literal

from sqlmodel import col, select

from engine.illuminati.state import GameOptions, State
from pbem.cli.serving import AllInOneServer
from pbem.database import Database
from pbem.games.illuminati.codec import decode_state
from pbem.models import Game, Outbox, Turn
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.players.tokens import token_of_seat
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import MailSettings, Settings
from pbem.transports.mailbox import Mailbox
from tests.support.servers import PATIENCE
from tests.support.service_rows import CAST, letter_text, random_bytes

_numbers = itertools.count(1)


def settings_for(url: str, box_port: int, **more: Any) -> Settings:
    """A service on free ports that sends to the mailbox."""
    mail: dict[str, Any] = {
        "address": "game@example.org",
        "letters_an_hour": 0,
        "listener": {"port": 0} | more.pop("listener", {}),
        "smtp_out": {"port": box_port},
        "answer_gap_seconds": 0,
        "answers_an_hour": 0,
    } | more.pop("mail", {})
    values = {"database": {"url": url}, "mail": mail, "web": {"port": 0}} | more
    return Settings.model_validate(values)


class Outside:
    """The mailbox, and letters to a service."""

    def __init__(self, box: Mailbox) -> None:
        self.box = box

    def mails(self, rcpt: str) -> list[Message]:
        """What somebody got, oldest first."""
        kept = list(self.box.mails)
        return [parsed(mail.raw) for mail in kept if mail.rcpts == (rcpt,)]

    def wait_for_mails(self, rcpt: str, count: int, seconds: float = PATIENCE) -> list[Message]:
        """Wait until somebody has so many mails; fails when he has not in time."""
        until = time.monotonic() + seconds
        while len(found := self.mails(rcpt)) < count:
            assert time.monotonic() < until, f"{rcpt} has {len(found)} mails of {count}"
            time.sleep(0.005)
        return found

    def write(
        self,
        port: int,
        seat: str,
        address: str,
        body: str,
        *,
        protocol: Literal["smtp", "lmtp"] = "smtp",
        message_id: str | None = None,
    ) -> None:
        """Send a letter; raises what smtplib raises when it is not taken."""
        sender = f"{seat}@example.org"
        identity = message_id or f"<outside-{next(_numbers)}@example.org>"
        raw = letter_text(sender, address, body, message_id=identity)
        client = smtplib.SMTP if protocol == "smtp" else smtplib.LMTP
        with client("127.0.0.1", port, timeout=PATIENCE) as server:
            server.sendmail(sender, [address], raw)


def parsed(raw: bytes) -> Message:
    return email.message_from_bytes(raw, policy=default)


def text_of(mail: Message) -> str:
    part = mail.get_body(("plain",))  # type: ignore[attr-defined]
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def outside(box: Mailbox | None = None) -> Iterator[Outside]:
    """A mail server on a free port."""
    box = box or Mailbox()
    box.start()
    try:
        yield Outside(box)
    finally:
        box.stop()


def found_game(
    house: AllInOneServer,
    *,
    seats: int = 4,
    seed: int = 1,
    turn: timedelta = timedelta(hours=72),
    options: GameOptions | None = None,
) -> int:
    """A game of the first so many of the cast, whose scripts are run as soon as they are due."""
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST[:seats]]
    return create_game(
        ServiceContext(house.database, house.settings, house.database.now),
        NewGame(
            f"Fnord-{seed}",
            newcomers,
            random_bytes(seed, seats),
            clock=simple_clock(turn),
            options=options or GameOptions(pace="policies"),
        ),
    )


def addresses(database: Database, game_id: int) -> dict[str, str]:
    """Where each seat's letters go."""
    with database.read() as session:
        snapshot = load_game(session, game_id)
        mail = MailSettings()
        tokens = {name: token_of_seat(session, mail, seat) for name, seat in snapshot.seats.items()}
    return {name: f"game+{token}@example.org" for name, token in tokens.items()}


def game_row(database: Database, game_id: int) -> Game:
    with database.read() as session:
        return session.exec(select(Game).where(Game.id == game_id)).one()


def state_of(database: Database, game_id: int) -> State:
    return decode_state(game_row(database, game_id).state)


def turns_of(database: Database, game_id: int) -> list[Turn]:
    with database.read() as session:
        wanted = select(Turn).where(Turn.game_id == game_id).order_by(col(Turn.number))
        return list(session.exec(wanted).all())


def outbox_of(database: Database) -> list[Outbox]:
    with database.read() as session:
        return list(session.exec(select(Outbox).order_by(col(Outbox.id))).all())
