"""A whole game by post: mail comes in by SMTP, robots answer it by SMTP, until all is told."""

from __future__ import annotations

import email
import email.policy
import hashlib
import random
import smtplib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from pbem.demo.programs import CUT, FILLED_IN, PROGRAMS, AnsweredMail, Draft
from pbem.service.context import ServiceContext
from pbem.service.mailing.robot_readers import RobotsMail, read_for_robot
from pbem.transports.mailbox import Mailbox, StoredMail


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


class Unfinished(Exception):
    """The game did not come to its end; the text says why."""


@dataclass(slots=True)
class GameTally:
    """How far the game is: what was sent and told."""

    turn: int = 0
    letters: int = 0
    mails: int = 0
    covered: int = 0
    questions: list[str] = field(default_factory=list)
    winners: str = ""
    programs: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DemoTable:
    """Where a game is played: its referee, the robots' mailbox, and the folder of all mails.

    `port` is where the referee takes letters, `kind` what the robots are.
    """

    service: ServiceContext
    mailbox: Mailbox
    port: int
    folder: Path
    kind: str
    patience: float = 120.0
    most_turns: int = 200


def play(
    table: DemoTable,
    robots: Sequence[MailRobot],
    each: Callable[[GameTally], None] = lambda _tally: None,
) -> GameTally:
    """Let the robots answer their mail until each of them has the last report.

    Mails are kept in `folder`/mails, letters in `folder`/letters; `each` hears of every mail.
    Raises Unfinished after so many turns, or when no mail comes for `patience` seconds.
    """
    tally, done = GameTally(), dict.fromkeys((robot.email for robot in robots), "")
    known = {robot.email: robot for robot in robots}
    for kept in _arriving(table.mailbox, table.patience):
        robot, mail = known[kept.rcpts[0]], read_mail(kept.raw)
        mails = read_for_robot(table.service, mail.message_id, table.kind, done[robot.email])
        tally.mails += 1
        _keep(table.folder / "mails", tally.mails, f"{robot.name}-{mails.name}", kept.raw)
        _count(tally, mails)
        if tally.turn > table.most_turns:
            raise Unfinished(f"nobody has won after {table.most_turns} turns; try another --seed")
        if mails.lines:
            done[robot.email] = mails.occasion
            written = robot.answer(mail, mails.lines, table.service.clock())
            _post(table, tally, written, f"{robot.name}-{mails.reply}-turn-{mails.turn}")
        each(tally)
        if mails.is_last:
            known.pop(robot.email)
        if not known:
            return tally
    raise Unfinished(f"no mail came for {table.patience:.0f} seconds in turn {tally.turn}")


def _arriving(mailbox: Mailbox, patience: float) -> Iterator[StoredMail]:
    """Every mail in order of arrival, until none comes for so many seconds."""
    seen = 0
    while mailbox.wait_for(seen + 1, patience):
        yield mailbox.mails[seen]
        seen += 1


def _count(tally: GameTally, mails: RobotsMail) -> None:
    tally.turn = max(tally.turn, mails.turn)
    tally.winners = mails.winners
    if mails.is_answer and mails.is_covered:
        tally.covered += 1
    elif mails.is_answer:
        tally.questions.append(_file_name(tally.mails, mails.name))


def _post(table: DemoTable, tally: GameTally, written: Written, name: str) -> None:
    tally.letters += 1
    _keep(table.folder / "letters", tally.letters, name, written.raw)
    tally.programs[written.program] = tally.programs.get(written.program, 0) + 1
    with smtplib.SMTP("127.0.0.1", table.port, timeout=10) as server:
        server.sendmail(written.mail_from, [written.rcpt], written.raw)


def _keep(folder: Path, number: int, name: str, raw: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _file_name(number, f"{name}.eml")).write_bytes(raw)


def _file_name(number: int, name: str) -> str:
    return f"{number:04}-{name}"
