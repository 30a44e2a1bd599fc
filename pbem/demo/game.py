"""A whole game by post: mail comes in by SMTP, robots answer it by SMTP, until all is told."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pbem.demo.report_reader import RobotReport
from pbem.demo.robot import MailRobot, Reading, Written
from pbem.transports.mailbox import Mailbox, StoredMail

NowFunction = Callable[[], datetime]


class Unfinished(Exception):
    """The game did not come to its end; the text says why."""


@dataclass(slots=True)
class GameTally:
    """How far the game is: what was sent and told; `lead` is (most groups, groups that win)."""

    turn: int = 0
    letters: int = 0
    mails: int = 0
    covered: int = 0
    questions: list[str] = field(default_factory=list)
    lead: tuple[int, int] = (0, 0)
    winners: str = ""
    programs: dict[str, int] = field(default_factory=dict)


def play(
    robots: Sequence[MailRobot],
    mailbox: Mailbox,
    port: int,
    folder: Path,
    clock: NowFunction,
    *,
    most_turns: int = 200,
    patience: float = 120.0,
    each: Callable[[GameTally], None] = lambda _tally: None,
) -> GameTally:
    """Let the robots answer their mail until each of them has the last report.

    Mails are kept in `folder`/mails, letters in `folder`/letters; `port` is where the referee
    takes letters; `each` hears of every mail. Raises Unfinished after `most_turns` turns, or
    when no mail comes for `patience` seconds.
    """
    tally = GameTally()
    waiting = {robot.email: robot for robot in robots}
    known = dict(waiting)
    papers: dict[str, RobotReport] = {}
    for kept in _arriving(mailbox, patience):
        robot = known[kept.rcpts[0]]
        reading = robot.read(kept.raw)
        if reading.paper is not None:
            papers[robot.email] = reading.paper
        tally.mails += 1
        _keep(folder / "mails", tally.mails, f"{robot.name}-{_format(reading)}", kept.raw)
        _count(tally, reading, robot.name)
        if tally.turn > most_turns:
            raise Unfinished(f"nobody has won after {most_turns} turns; try another --seed")
        written = robot.answer(reading, papers.get(robot.email), clock())
        if written is not None:
            tally.letters += 1
            what = "answers" if reading.heading and reading.heading.is_bulletin else "orders"
            name = f"{robot.name}-{what}-turn-{written.turn}"
            _keep(folder / "letters", tally.letters, name, written.raw)
            tally.programs[written.program] = tally.programs.get(written.program, 0) + 1
            _send(written, port)
        each(tally)
        if reading.heading is not None and reading.heading.is_over:
            waiting.pop(robot.email, None)
        if not waiting:
            return tally
    raise Unfinished(f"no mail came for {patience:.0f} seconds in turn {tally.turn}")


def _arriving(mailbox: Mailbox, patience: float) -> Iterator[StoredMail]:
    """Every mail in order of arrival, until none comes for so many seconds."""
    seen = 0
    while mailbox.wait_for(seen + 1, patience):
        yield mailbox.mails[seen]
        seen += 1


def _count(tally: GameTally, reading: Reading, name: str) -> None:
    heading, paper = reading.heading, reading.paper
    if heading is None or heading.is_bulletin:
        return
    tally.turn = max(tally.turn, heading.turn)
    if paper is not None:
        tally.lead = paper.lead
        tally.winners = paper.winners.replace("You win", f"{name} wins") or tally.winners
    elif heading.is_covered:
        tally.covered += 1
    else:
        tally.questions.append(_file_name(tally.mails, heading.rest))


def _format(reading: Reading) -> str:
    turn = f"-turn-{reading.heading.turn}" if reading.heading else ""
    return f"{reading.kind}{turn}"


def _keep(folder: Path, number: int, name: str, raw: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _file_name(number, f"{name}.eml")).write_bytes(raw)


def _file_name(number: int, name: str) -> str:
    return f"{number:04}-{name}"


def _send(written: Written, port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as server:
        server.sendmail(written.mail_from, [written.rcpt], written.raw)
