"""A script that is missing at its deadline: the grace after it, and late notices (R12.7)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import select

from pbem.database import Session
from pbem.models import ROUND, Game, Outbox, Seat
from pbem.reports.mails.clock import late_mail
from pbem.service.absence import has_script
from pbem.service.clocks import begin_grace, grace_until
from pbem.service.desk import Desk
from pbem.service.history.eras import Opening
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.reminder_times import late_notice_now
from pbem.service.shelf import Shelf, about_for, sheet_on_file


@dataclass(frozen=True, slots=True)
class Lateness:
    """A deadline that is over without the scripts of these seats, which the game waits on for."""

    shelf: Shelf
    seats: tuple[str, ...]


def missing_scripts(session: Session, shelf: Shelf) -> tuple[str, ...]:
    """The seats whose script is asked for now and that have put nothing on file, not even READY."""
    if shelf.announced is not None:
        return ()
    wanted = shelf.wanted if shelf.game.wait == ROUND else (shelf.state.turn.seat,)
    found = []
    for name in wanted:
        sheet = sheet_on_file(session, shelf.seats[name], shelf.state)
        if not has_script(sheet):
            found.append(name)
    return tuple(found)


def lateness_of(session: Session, shelf: Shelf, now: datetime) -> Lateness | None:
    """What is waited on for where a deadline is over, a script missing, and the grace is not."""
    until_at, deadline_at = grace_until(shelf.game), shelf.game.deadline_at
    if until_at is None or deadline_at is None or not deadline_at <= now < until_at:
        return None
    if shelf.game.due_at != deadline_at:
        # The grace is over, or the moderator wants the turn run.
        return None
    seats = missing_scripts(session, shelf)
    return Lateness(shelf, seats) if seats else None


def wait_in_grace(
    desk: Desk, session: Session, game: Game, lateness: Lateness, now: datetime
) -> None:
    """Let the grace run, and tell those who are waited for."""
    begin_grace(game, now)
    session.add(game)
    tell_late(desk, session, replace(lateness.shelf, game=game), lateness.seats, now)


def count_late(seat: Seat, turn: int) -> None:
    """Count a letter that came after the deadline of that turn."""
    seat.late_turns = json.dumps([*json.loads(seat.late_turns), turn])


def late_before(late_turns: str, opening: Opening) -> str:
    """What is left of the count where that turn, or that part of it, opens anew."""
    turn, part = opening
    last = turn if part else turn - 1
    return json.dumps([one for one in json.loads(late_turns) if one <= last])


def tell_late(
    desk: Desk, session: Session, shelf: Shelf, seats: Sequence[str], now: datetime
) -> None:
    """The late notice of the day to each of these seats, once."""
    game = shelf.game
    at = late_notice_now(game, now)
    if at is None:
        return
    assert game.due_at is not None, "a grace that runs has an end"
    for name in seats:
        key = f"late:{game.id}:{game.era}:{game.turn}:{shelf.state.turn.parts}:{at:%Y%m%d%H%M}"
        key = f"{key}:{name}"
        if session.exec(select(Outbox.id).where(Outbox.key == key)).first() is not None:
            continue
        seat = fresh_seat(session, shelf.seats[name])
        about = about_for(shelf, name, now, deadline_at=game.deadline_at)
        to = addressee(game, seat, shelf.players[name])
        mail = late_mail(about, game.due_at, seat.silence)
        useful = game.due_at - now
        post(
            session,
            desk.settings.mail,
            to,
            mail,
            key=key,
            now=now,
            turn=game.turn,
            useful=useful,
        )
