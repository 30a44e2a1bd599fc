"""Who is away, and what the clock does for him: his own script waits till he is back (R12.7)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlmodel import col, select

from engine.illuminati.game import scripts_wanted
from engine.illuminati.state import State
from pbem.clock import deadline_after, fitting
from pbem.database import Session
from pbem.grammar.times.spans import Span
from pbem.models import ANSWERS, ROUND, RUNNING, Absence, Game, Seat, Sheet, key_of
from pbem.service.clocks import clock_of, kind_of_wait, move_deadline
from pbem.service.covering import still_waited_for
from pbem.service.game_settings import game_settings_of
from pbem.service.snapshots import GameSnapshot, sheet_on_file

OK, ASKED, REFUSED, OVER = "ok", "asked", "refused", "over"
"""What an absence is: taken, asked of the moderators, refused by them, ended."""
_DAY = Span(days=1)
_MOST_MOVES = 8
"""Absences one after the other that one deadline is moved for."""


def absences_of(session: Session, seat_id: int, after: datetime) -> list[Absence]:
    """A seat's absences that are not over by then, approved or still asked for; first one first."""
    wanted = select(Absence).where(
        Absence.seat_id == seat_id,
        col(Absence.state).in_((OK, ASKED)),
        Absence.until_at > after,
    )
    return list(session.exec(wanted.order_by(col(Absence.from_at), col(Absence.id))).all())


def away_seats(session: Session, game_id: int, at: datetime) -> frozenset[int]:
    """The ids of the seats whose players are away at that moment."""
    wanted = select(Absence.seat_id).where(
        Absence.game_id == game_id,
        Absence.state == OK,
        Absence.from_at <= at,
        Absence.until_at > at,
    )
    return frozenset(session.exec(wanted).all())


def away_until(session: Session, snapshot: GameSnapshot, at: datetime) -> dict[str, datetime]:
    """Until when those who are away at that moment are, by the name of their seat."""
    found = {}
    for name, seat in snapshot.seats.items():
        rows = [row for row in absences_of(session, key_of(seat), at) if row.state == OK]
        if rows and rows[0].from_at <= at:
            found[name] = rows[0].until_at
    return found


def is_away(session: Session, seat: Seat, at: datetime) -> bool:
    """Whether a seat's player is away at that moment."""
    return seat.id in away_seats(session, seat.game_id, at)


def has_script(sheet: Sheet | None) -> bool:
    """Whether a turn has a script: lines, or READY without any; WAIT alone is none."""
    return sheet is not None and bool(sheet.text or sheet.is_ready)


def unready(session: Session, snapshot: GameSnapshot, state: State) -> list[str]:
    """The seats of a round whose scripts are wanted and that have not said READY.

    Whoever has sent none and is away beyond the deadline is not waited for.
    """
    game, found = snapshot.game, []
    away: frozenset[int] = frozenset()
    if game.deadline_at is not None:
        away = away_seats(session, key_of(game), game.deadline_at)
    for name in scripts_wanted(state):
        seat = snapshot.seats[name]
        sheet = sheet_on_file(session, seat, state)
        is_ready = sheet is not None and sheet.is_ready
        if not is_ready and (has_script(sheet) or seat.id not in away):
            found.append(name)
    return found


def awaited(session: Session, snapshot: GameSnapshot, now: datetime) -> list[str]:
    """The seats that the wait goes on for (R12.3): the mover of a script, until it is run."""
    if snapshot.game.wait == ROUND:
        return unready(session, snapshot, snapshot.state)
    if snapshot.announced is None:
        return [snapshot.state.turn.seat]
    return still_waited_for(session, snapshot, away=away_seats(session, key_of(snapshot.game), now))


def wait_for_the_away(
    session: Session, game: Game, state: State, seats: Mapping[str, Seat], now: datetime
) -> tuple[str, ...]:
    """Move the deadline till those who are away are back and have had time to write.

    Only for scripts of their own of which nothing is on file, and never to an earlier moment;
    windows for answers are not moved (R12.5). The seats it was moved for; the game is locked.
    """
    if game.phase != RUNNING or game.wait == ANSWERS or game.deadline_at is None:
        return ()
    if game.closed_at is not None:
        return ()
    moved = []
    for name in scripts_wanted(state) or (state.turn.seat,):
        if state.seat(name).is_out or has_script(sheet_on_file(session, seats[name], state)):
            continue
        end = _end_for(session, game, seats[name], now)
        if end > game.deadline_at:
            move_deadline(game, end, now)
            game.version += 1
            session.add(game)
            moved.append(name)
    return tuple(moved)


def _end_for(session: Session, game: Game, seat: Seat, now: datetime) -> datetime:
    """When the wait may end if the seat's player is to have time to write."""
    assert game.deadline_at is not None
    clock, wait = clock_of(game), kind_of_wait(game)
    rule, end = clock.rule(wait), game.deadline_at
    rows = [row for row in absences_of(session, key_of(seat), now) if row.state == OK]
    for _ in range(_MOST_MOVES):
        before = end
        for row in rows:
            most = min(
                _DAY.after(row.until_at, clock.zone), rule.next.after(row.until_at, clock.zone)
            )
            back = max(most, rule.min.after(row.until_at, clock.zone))
            if row.from_at < end < back:
                end = fitting(clock, wait, back)
        if end == before:
            break
    return end if end <= _latest(game, now) else game.deadline_at


def _latest(game: Game, now: datetime) -> datetime:
    """A round, which all others wait for as well, is moved by so many days at most."""
    if game.wait != ROUND:
        return datetime.max.replace(tzinfo=now.tzinfo)
    opened_at = game.opened_at or now
    first = deadline_after(clock_of(game), kind_of_wait(game), opened_at)
    return first + timedelta(days=game_settings_of(game).away_days)
