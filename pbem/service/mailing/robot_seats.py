"""Seats that robots play: a letter is due whenever one is asked, and is written as it is read.

The letter is stored empty, with whatever makes the game wait for it, so that none is lost; its
words go the way of all letters, from text through the language to a sheet (R12.7).
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from email.message import EmailMessage

from pbem.database import Session
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import GameDice
from pbem.models import NOBODY, RUNNING, Game, Letter, Seat, key_of
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.context import ServiceContext
from pbem.service.cpu_use import charged_to, cpu_left, payer_of
from pbem.service.mailing.outbox import lock_seat
from pbem.service.snapshots import GameSnapshot
from pbem.settings import MailSettings

STAND_IN = "stand-in"
"""What writes for a person who sends nothing, and would have it so (R12.7)."""
PASSED = "robot"
"""Who has let such a letter through: it never came by mail."""
_AFTER = timedelta(microseconds=1)
"""A robot is asked when the turn before has been run, and no earlier."""


def address_of(robot: str) -> str:
    """Where a kind of robot would get mail; nothing is ever sent there (RFC 2606)."""
    return f"{robot}@robots.invalid"


def is_robots(seat: Seat) -> bool:
    """Whether a robot plays the seat."""
    return seat.robot != NOBODY


def queue_robot_letters(
    session: Session, settings: MailSettings, snapshot: GameSnapshot, game: Game, now: datetime
) -> None:
    """Store an empty letter of every robot that is asked for something now.

    `snapshot` holds the state as it is after the change that asks; the game's row is locked.
    Whatever a robot wanted in turns of others it is asked again.
    """
    for row in snapshot.seats.values() if game.phase == RUNNING else ():
        if not is_robots(row) or not writes_now(snapshot, row):
            continue
        seat = lock_seat(session, row)
        queue_robot_letter(session, settings, seat, game, now)


def writes_now(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether a letter of the seat's robot could matter now."""
    robots, asks = snapshot.ruleset.robots, snapshot.status.asks
    return robots is not None and robots.writes(snapshot.state, seat.name, asks)


def queue_robot_letter(
    session: Session, settings: MailSettings, seat: Seat, game: Game, now: datetime
) -> None:
    """Store an empty letter of the robot that plays a seat, a locked row."""
    seat.policies = []
    # Whose seat was taken over is asked once more for what the one before was asked.
    again = f":{seat.token_number}" if seat.token_number > 1 else ""
    occasion = f"{game.id}:{game.turn}:{game.seq}:{game.wait}:{seat.name}{again}"
    letter = Letter(
        received_at=now + _AFTER,
        mail_from=address_of(seat.robot),
        rcpt=settings.address,
        raw=b"",
        digest=hashlib.sha256(f"robot:{occasion}".encode()).hexdigest(),
        accepted_by=PASSED,
        game_id=key_of(game),
        seat_id=key_of(seat),
        next_try_at=now + HINT_GRACE,
    )
    session.add(seat)
    session.add(letter)
    session.flush()
    session.hint("read_letter", letter.id)


def is_to_be_written(letter: Letter, seat: Seat) -> bool:
    """Whether a stored letter is a robot's that has not been written yet."""
    writer = address_of(seat.robot if is_robots(seat) else STAND_IN)
    return letter.accepted_by == PASSED and letter.mail_from == writer and not letter.raw


def letter_written_now(
    service: ServiceContext, session: Session, snapshot: GameSnapshot, seat: Seat, letter: Letter
) -> bytes | None:
    """What the robot of a seat writes where a stored letter is its own and has no words yet.

    Its thinking is counted for whoever the game is played for; where he has no time left, the
    stand-in of its game writes for one that thinks long.
    """
    if not is_to_be_written(letter, seat):
        return None
    robots, payer = snapshot.ruleset.robots, payer_of(session, snapshot.game)
    is_costly = robots is not None and seat.robot in robots.costly
    is_quick = is_costly and not cpu_left(service, session, payer)
    with charged_to(service, payer):
        return write_letter(snapshot, seat.name, letter, is_quick=is_quick)


def write_letter(
    snapshot: GameSnapshot, seat: str, letter: Letter, *, is_quick: bool = False
) -> bytes:
    """What the robot of a seat answers, knowing what the seat may know; the same every time.

    One that stands in for a person writes the script of his turn and nothing else. With `is_quick`
    it is the stand-in that thinks for it.
    """
    row, robots = snapshot.seats[seat], snapshot.ruleset.robots
    assert robots is not None, "only a game that has robots seats them"
    kind = row.robot if is_robots(row) and not is_quick else robots.stand_in
    robot = RobotSeat(seat, kind, is_stand_in=not is_robots(row))
    lines = robots.letter(
        robot, snapshot.state, snapshot.status.asks, dice_of_robot(snapshot, seat)
    )
    mail = EmailMessage()
    mail["From"], mail["To"] = letter.mail_from, letter.rcpt
    mail["Subject"] = f"{snapshot.game.name}, turn {snapshot.status.turn}"
    mail["Message-ID"] = f"<{letter.digest[:32]}@{letter.mail_from.partition('@')[2]}>"
    mail.set_content("\n".join(lines) + "\n")
    return mail.as_bytes()


def dice_of_robot(snapshot: GameSnapshot, seat: str) -> GameDice:
    """The chance by which a seat's robot chooses."""
    key = hashlib.sha256(f"robot:{snapshot.game.secret}:{seat}".encode()).digest()
    return snapshot.ruleset.dice(key)
