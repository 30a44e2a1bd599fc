"""What is due by the clock beside deadlines: absences, sitters, resignations."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import RUNNING, Game, Seat, Sitter, key_of
from pbem.service.absence import awaited, away_seats
from pbem.service.clocks import end_early, ring_at
from pbem.service.context import ServiceContext
from pbem.service.mailing.outbox import fresh_seat
from pbem.service.seats.going_away import begin_due, next_change
from pbem.service.seats.leaving import leave_if_due, leave_times
from pbem.service.seats.sitting import end_sitters_due
from pbem.service.snapshots import GameSnapshot, load_game


def do_timed(
    service: ServiceContext, session: Session, snapshot: GameSnapshot, game: Game, now: datetime
) -> None:
    """Do all that is due in a running game by now, and ring for what is next; its row is locked.

    Rung too early nothing is done, rung twice everything once.
    """
    if game.phase == RUNNING:
        _do_due(service, session, snapshot, game, now)
        ring_at(game, next_due(session, game, now))


def _do_due(
    service: ServiceContext, session: Session, snapshot: GameSnapshot, game: Game, now: datetime
) -> None:
    for row in list(snapshot.seats.values()):
        seat = fresh_seat(session, row)
        end_sitters_due(service, session, game, seat, now)
        leave_if_due(service, session, game, seat, now)
    session.flush()
    snapshot = load_game(session, key_of(game))
    begin_due(session, game, snapshot.state, snapshot, now)
    _close_window(session, game, now)


def _close_window(session: Session, game: Game, now: datetime) -> None:
    """A window whose last silent player has gone away is over (R12.3, R12.5)."""
    snapshot = load_game(session, key_of(game))
    if snapshot.announced is None or game.due_at != game.deadline_at:
        return
    if away_seats(session, key_of(game), now) and not awaited(session, snapshot, now):
        end_early(game, now)
        session.add(game)


def next_due(session: Session, game: Game, now: datetime) -> datetime | None:
    """When something is due next; None where nothing is."""
    leaves = leave_times(session, game)
    sitters = session.exec(
        select(Sitter.until_at)
        .join(Seat, col(Seat.id) == col(Sitter.seat_id))
        .where(Seat.game_id == game.id, col(Sitter.ended_at).is_(None))
    ).all()
    times = [next_change(session, game, now), *leaves, *sitters]
    return min((at for at in times if at is not None), default=None)
