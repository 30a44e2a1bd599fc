"""A robot with a mail address: it reads a mail from the referee and writes its answer."""

from __future__ import annotations

import email
import email.policy
import hashlib
import random
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime

from pbem.demo.paper import Heading, Paper, heading_of, read_paper
from pbem.demo.plan import orders_for
from pbem.demo.programs import PROGRAMS, Draft, Mail


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail as a robot understands it; without a heading it is none of the game's."""

    mail: Mail
    heading: Heading | None
    paper: Paper | None

    @property
    def kind(self) -> str:
        """What to call it in the name of a file."""
        if self.heading is None:
            return "mail"
        if self.heading.is_over:
            return "last-report"
        return "report" if self.heading.is_report else "answer"


@dataclass(frozen=True, slots=True)
class Written:
    """A letter ready to be sent: from, to, bytes, and how it was written."""

    mail_from: str
    rcpt: str
    raw: bytes
    program: str
    turn: int


@dataclass(frozen=True, slots=True)
class Robot:
    """One player; it keeps nothing between two mails. `programs` are those it writes with."""

    name: str
    email: str
    seed: int
    programs: tuple[str, ...]

    def answer(self, reading: Reading, now: datetime) -> Written | None:
        """The letter this mail calls for, or None; the same mail and seed give the same lines."""
        heading = reading.heading
        if heading is None or reading.paper is None or not heading.wants_orders:
            return None
        salt = f"{self.seed}:{self.name}:{heading.turn}"
        chance = random.Random(salt)
        lines = orders_for(reading.paper, chance)
        program = chance.choice(self.programs)
        digest = hashlib.sha256(salt.encode()).hexdigest()[:24]
        draft = Draft(
            name=self.name.capitalize(),
            email=self.email,
            lines=lines,
            mail=reading.mail,
            message_id=f"<{digest}@{self.email.partition('@')[2]}>",
            written_at=now,
        )
        raw = PROGRAMS[program](draft).as_bytes()
        return Written(self.email, reading.mail.reply_to, raw, program, heading.turn)


def read_mail(raw: bytes) -> Reading:
    """Take a mail of the referee apart as a mail program does."""
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    part = letter.get_body(("plain",))
    text = part.get_content() if part is not None else ""
    name, address = parseaddr(letter["Reply-To"] or letter["From"] or "")
    mail = Mail(
        sender=name,
        reply_to=address,
        subject=letter["Subject"] or "",
        message_id=letter["Message-ID"] or "",
        date_at=parsedate_to_datetime(letter["Date"]),
        text=text.replace("\r\n", "\n"),
    )
    heading = heading_of(mail.subject)
    paper = read_paper(mail.text) if heading is not None and heading.is_report else None
    return Reading(mail, heading, paper)
