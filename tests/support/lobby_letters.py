"""A service without a game, and people who write to its plain address."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.database import Database
from pbem.models import Game, Letter, Outbox
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.letters.reading import read_letter
from pbem.settings import Settings
from tests.support.service_rows import Hands, letter_text, one_line

DESK = "game@example.org"
ANN, BOB, CAT = "Ann Lee <ann@example.com>", "bob@example.net", "cat@example.de"


class Lobby:
    """A service without a game, its clock, and people who write to its plain address."""

    def __init__(self, database: Database) -> None:
        self.clock, self.number = Hands(), 0
        values = {"mail": {"address": DESK, "authserv_ids": ["mx.example.org"]}}
        self.service = ServiceContext(database, Settings.model_validate(values), self.clock)

    def mails(self) -> list[Outbox]:
        with self.service.database.read() as session:
            return list(session.exec(select(Outbox).order_by(col(Outbox.id))).all())

    def send(
        self, sender: str, body: str, *, subject: str = "hello", headers: tuple[str, ...] = ()
    ) -> list[Outbox]:
        """A letter, by itself one that no mail server vouches for; the mails that come of it."""
        before = len(self.mails())
        self.clock.on(seconds=1)
        raw = letter_text(sender, DESK, body, headers=headers)
        raw = raw.replace(b"Subject: orders", f"Subject: {subject}".encode())
        letter = accept(self.service, raw, DESK, sender.rpartition("<")[2].rstrip(">"))
        read_letter(self.service, letter)
        return self.mails()[before:]

    def write(self, sender: str, body: str) -> list[Outbox]:
        """Send a letter and reply if he is asked whether it is his; the mails after that."""
        mails = self.send(sender, body)
        if mails[0].kind != "lobby_confirm":
            return mails
        return self.send(sender, "", subject=f"Re: {mails[0].subject}")

    def reply(self, sender: str, mail: Outbox, body: str) -> list[Outbox]:
        """Reply to a mail; the mails that come of it."""
        thread = f"In-Reply-To: {mail.message_id}"
        return self.send(sender, body, subject="Re: a game", headers=(thread,))

    def answer(self, sender: str, body: str) -> str:
        """What the writer of a letter that is his own is told."""
        return next(
            one_line(mail.text) for mail in self.write(sender, body) if mail.kind == "lobby"
        )

    def games(self) -> list[Game]:
        with self.service.database.read() as session:
            return list(session.exec(select(Game)).all())

    def note(self) -> str:
        """What became of the last letter."""
        with self.service.database.read() as session:
            return session.exec(select(Letter).order_by(col(Letter.id).desc())).first().note  # type: ignore[union-attr]
