"""What a table mails while something goes on, written down for a person to read whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from sqlmodel import col, select

from pbem.models import Game, Moderator, Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.service.due.reminding import ring
from pbem.service.letters.reading import read_letter
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.transaction import GameTx
from tests.support.service_rows import Table, letter_text

ZONES = {"ann": "Europe/Berlin", "bob": "America/New_York", "eve": "Europe/London"}
_ADDRESS = re.compile(r"game\+[a-z2-7]{26}@")
_CODE = re.compile(
    r"((?:CODE|RESIGN|CONFIRM|TAKE \S+ \w+)\s+|^ {4}|^ {15})[A-Z2-7]{8}$|"
    r"((?:CODE|RESIGN|CONFIRM|TAKE \S+ \w+)\s+)[A-Z2-7]{8}\b",
    re.MULTILINE,
)
_CUT = {
    "turn": "\n== ",
    "status": "\n== YOUR SECRETS",
    "standby_offer": "\n== STANDINGS",
    "moderator_welcome": "\n== WHAT YOU CAN DO",
    "preview": "\n== THE STORY",
    "preview_seat": "\n== THE STORY",
}
"""Where a kind of mail goes on as goldens of its own show it."""


@dataclass(slots=True)
class Diary:
    """The mails of a table by what brought them, what changes by chance starred out.

    A mail that several get is told once; `mails` are all of them.
    """

    table: Table
    pages: list[str] = field(default_factory=list)
    mails: list[Outbox] = field(default_factory=list)

    @contextmanager
    def page(self, title: str) -> Iterator[None]:
        """Whatever is mailed meanwhile stands under this title."""
        before = len(self.table.mails())
        yield
        found = self.table.mails()[before:]
        self.mails += found
        told: dict[str, list[str]] = {}
        for mail in found:
            told.setdefault(_told(mail), []).append(_reader(mail))
        texts = [f"#### To: {', '.join(to)}\n{text}" for text, to in told.items()]
        self.pages.append("\n".join([f"######## {hide(title)}\n", *(texts or ["(no mail)\n"])]))

    def write(self, seat: str, body: str, *, sender: str = "") -> str:
        """A player's letter, ten minutes later; his answer on one line."""
        self.table.clock.on(minutes=10)
        with self.page(f"{seat} writes: {body}"):
            return " ".join(self.table.write(seat, body, sender=sender).split())

    def command(self, moderator: Moderator, body: str, *, sender: str = "") -> None:
        """A moderator's letter, ten minutes later, and whatever is due by it.

        His mail server vouches for him unless he writes from elsewhere.
        """
        self.table.clock.on(minutes=10)
        with self.table.database.read() as session:
            player = session.get_one(Person, moderator.person_id)
            to = moderators_address(self.table.service, session, moderator)
        raw = letter_text(sender or player.email, to, body)
        verdicts = {} if sender else {"dmarc": "pass"}
        with self.page(f"{player.name} commands: {body}"):
            letter_id = accept(self.table.service, raw, to, sender or player.email, verdicts)
            read_letter(self.table.service, letter_id)
            while self.table.sweep():
                pass

    def ring(self, title: str, *, hours: float = 0) -> None:
        """The next alarm rings, or what is due so many hours later is done."""
        alarm_at = self.table.game().alarm_at
        with self.page(title):
            if not hours and alarm_at is not None:
                self.table.clock.now = max(alarm_at, self.table.clock())
            self.table.clock.now += timedelta(hours=hours)
            ring(self.table.service, self.table.game_id, self.table.clock())

    def due(self, title: str) -> None:
        """The deadline passes, and whatever is due by it is done."""
        with self.page(title):
            self.table.to_deadline()
            assert self.table.adjudicate()

    def text(self) -> str:
        return "\n".join(self.pages)


def hide(text: str) -> str:
    """The text without addresses and codes that are others in every run."""
    starred = _CODE.sub(lambda found: (found[1] or found[2] or "") + "*" * 8, text)
    return _ADDRESS.sub("game+...@", starred)


def _reader(mail: Outbox) -> str:
    role = " as moderator" if mail.moderator_id else ""
    return mail.rcpt.partition("@")[0] + role


def _told(mail: Outbox) -> str:
    text, cut = mail.text, _CUT.get(mail.kind)
    if cut and cut in text:
        text = text.partition(cut)[0].rstrip() + "\n\n[...]\n"
    return hide(f"Subject: {mail.subject}\n\n{text}")


def with_zones(table: Table) -> Table:
    """The same table, its players at home in several zones."""
    with table.database.write() as session:
        for player in session.exec(select(Person).order_by(col(Person.id))).all():
            player.zone = ZONES.get(player.email.partition("@")[0], player.zone)
            session.add(player)
    return table


def chair(table: Table, name: str = "Eve Adams") -> Moderator:
    """A moderator who does not play; his welcome is not part of a diary begun later."""
    with table.database.write() as session:
        game = session.exec(select(Game).where(Game.id == table.game_id)).one()
        email = f"{name.split()[0].casefold()}@example.org"
        row = add_moderator(GameTx(table.service, session, table.clock(), game), email, name)
    with_zones(table)
    return row
