"""A robot with a mail address: it writes what its game's robots would, as a mail program does."""

from __future__ import annotations

import email
import email.policy
import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime

from pbem.demo.programs import CUT, FILLED_IN, PROGRAMS, AnsweredMail, Draft


@dataclass(frozen=True, slots=True)
class Written:
    """A letter ready to be sent: from, to, bytes, and how it was written."""

    mail_from: str
    rcpt: str
    raw: bytes
    program: str


@dataclass(frozen=True, slots=True)
class MailRobot:
    """One player; `programs` are those it writes with."""

    name: str
    email: str
    seed: int
    programs: tuple[str, ...]

    def answer(self, mail: AnsweredMail, lines: Sequence[str], now: datetime) -> Written:
        """The lines as a reply to the mail; the same mail and seed give the same bytes."""
        salt = f"{self.seed}:{self.name}:{mail.message_id}"
        fits = [name for name in self.programs if CUT in mail.text or name not in FILLED_IN]
        program = random.Random(salt).choice(fits)
        digest = hashlib.sha256(salt.encode()).hexdigest()[:24]
        draft = Draft(
            name=self.name.capitalize(),
            email=self.email,
            lines=lines,
            mail=mail,
            message_id=f"<{digest}@{self.email.partition('@')[2]}>",
            written_at=now,
        )
        raw = PROGRAMS[program](draft).as_bytes()
        return Written(self.email, mail.reply_to, raw, program)


def read_mail(raw: bytes) -> AnsweredMail:
    """Take a mail of the referee apart as a mail program does."""
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    name, address = parseaddr(letter["Reply-To"] or letter["From"] or "")
    return AnsweredMail(
        sender=name,
        reply_to=address,
        subject=letter["Subject"] or "",
        message_id=letter["Message-ID"] or "",
        date_at=parsedate_to_datetime(letter["Date"]),
        text=_part(letter, "plain"),
        html=_part(letter, "html"),
    )


def _part(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
