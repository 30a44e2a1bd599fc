"""Seats that robots play: a letter is due whenever one is asked, and is written as it is read.

The letter is stored empty, with whatever makes the game wait for it, so that none is lost; its
words go the way of all letters, from text through the language to a sheet (R12.7).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage

from engine.core.dice import SecretDice
from engine.illuminati.game import view
from pbem.database import Session
from pbem.models import NOBODY, RUNNING, Game, Letter, Seat, key_of
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.mailing.outbox import fresh_seat
from pbem.service.snapshots import GameSnapshot
from pbem.service.waits import announces
from pbem.settings import MailSettings

KINDS = ("random", "greedy", "planner")
"""What a robot may be. The robots themselves are loaded when one has to write: few processes do."""
STAND_IN = "greedy"
"""The kind that writes for a person who sends nothing, and would have it so (R12.7)."""
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
    if game.phase != RUNNING:
        return
    for name, row in snapshot.seats.items():
        if not is_robots(row) or not _is_asked(snapshot, name):
            continue
        seat = fresh_seat(session, row)
        seat.policies = "[]"
        occasion = f"{game.id}:{game.turn}:{game.seq}:{game.wait}:{name}"
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


def _is_asked(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether a letter of the seat could matter now; where scripts are announced not before.

    In the first turn everybody may have a goal to choose (R1.5).
    """
    if snapshot.state.seat(seat).is_out or snapshot.is_frozen(seat):
        return False
    if snapshot.announced is not None or snapshot.is_own_turn(seat):
        return True
    return not announces(snapshot.state) or snapshot.state.turn.number == 1


def is_to_be_written(letter: Letter, seat: Seat) -> bool:
    """Whether a stored letter is a robot's that has not been written yet."""
    robot = seat.robot if is_robots(seat) else STAND_IN
    is_robots_letter = letter.accepted_by == PASSED and letter.mail_from == address_of(robot)
    return is_robots_letter and not letter.raw


def write_letter(snapshot: GameSnapshot, seat: str, letter: Letter) -> bytes:
    """What the robot of a seat answers, knowing what the seat may know; the same every time.

    One that stands in for a person writes the script of his turn and nothing else.
    """
    from engine.illuminati.robots import chooser
    from pbem.games.illuminati.robots import deals_letter, goal_letter, policy_letter, turn_letter

    row, state = snapshot.seats[seat], snapshot.state
    known, options = view(state, seat), state.options
    turn = state.turn
    dice = SecretDice(hashlib.sha256(f"robot:{snapshot.game.secret}:{seat}".encode()).digest())
    choose = chooser(dice, f"{turn.number}:{turn.parts}:{snapshot.game.wait}")
    if not is_robots(row):
        script = turn_letter(STAND_IN, known, options, choose).text
        return _as_mail(snapshot, letter, [script, "READY"])
    robot = row.robot
    texts = [goal_letter(robot, known, options, choose).text]
    is_own = snapshot.is_own_turn(seat) and snapshot.announced is None
    if is_own:
        texts.append(turn_letter(robot, known, options, choose).text)
    if turn.seat != seat:
        texts.append(policy_letter(robot, known, options, choose).text)
    texts.append(deals_letter(robot, known, options, choose).text)
    if is_own or snapshot.announced is not None:
        texts.append("READY")
    return _as_mail(snapshot, letter, texts)


def _as_mail(snapshot: GameSnapshot, letter: Letter, texts: Sequence[str]) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = letter.mail_from, letter.rcpt
    mail["Subject"] = f"{snapshot.game.name}, turn {snapshot.state.turn.number}"
    mail["Message-ID"] = f"<{letter.digest[:32]}@{letter.mail_from.partition('@')[2]}>"
    mail.set_content("\n".join(text for text in texts if text) + "\n")
    return mail.as_bytes()
