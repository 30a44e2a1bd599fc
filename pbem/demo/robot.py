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

from pbem.demo.plan import answers_for, orders_for
from pbem.demo.programs import CUT, FILLED_IN, PROGRAMS, AnsweredMail, Draft
from pbem.demo.report_reader import RobotReport, SubjectHeading, heading_of, read_report
from pbem.demo.screen import text_on_screen

_HELD = "READY is held back"


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail as a robot understands it; without a heading it is none of the game's."""

    mail: AnsweredMail
    heading: SubjectHeading | None
    paper: RobotReport | None
    seen: str = ""
    """The words its reader has before him: the text, or what the HTML shows."""

    @property
    def kind(self) -> str:
        """What to call it in the name of a file."""
        if self.heading is None:
            return "mail"
        if self.heading.is_over:
            return "last-report"
        if self.heading.is_bulletin:
            return "bulletin"
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
class MailRobot:
    """One player. `programs` are those it writes with; `has_html` says what it reads mail as."""

    name: str
    email: str
    seed: int
    programs: tuple[str, ...]
    has_html: bool = False

    def read(self, raw: bytes) -> Reading:
        """A mail, as this robot's program shows it."""
        return read_mail(raw, has_html=self.has_html)

    def answer(self, reading: Reading, last: RobotReport | None, now: datetime) -> Written | None:
        """The letter this mail calls for, or None; the same mails and seed give the same lines.

        `last` is the last report it got, where it looks up who is ahead.
        """
        heading = reading.heading
        if heading is None:
            return None
        salt = f"{self.seed}:{self.name}:{reading.mail.message_id}"
        chance = random.Random(salt)
        if heading.wants_answer:
            lines = answers_for(reading.seen, last.shares if last else {}, chance)
        elif reading.paper is not None and heading.wants_orders:
            lines = orders_for(reading.paper, chance)
        elif _HELD in " ".join(reading.seen.split()):
            # What was refused is left out: a READY of its own says that the rest will do.
            lines = ["READY"]
        else:
            return None
        has_form = CUT in reading.mail.text
        program = chance.choice([n for n in self.programs if has_form or n not in FILLED_IN])
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


def read_mail(raw: bytes, *, has_html: bool = False) -> Reading:
    """Take a mail of the referee apart as a mail program does, by its text or by its HTML."""
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    text, html = _part(letter, "plain"), _part(letter, "html")
    name, address = parseaddr(letter["Reply-To"] or letter["From"] or "")
    mail = AnsweredMail(
        sender=name,
        reply_to=address,
        subject=letter["Subject"] or "",
        message_id=letter["Message-ID"] or "",
        date_at=parsedate_to_datetime(letter["Date"]),
        text=text,
        html=html,
    )
    seen = text_on_screen(html) if has_html and html else text
    heading = heading_of(mail.subject, text)
    paper = read_report(seen) if heading is not None and heading.is_report else None
    return Reading(mail, heading, paper, seen)


def _part(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
