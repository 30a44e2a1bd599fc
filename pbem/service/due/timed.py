"""What is timed in a running game beside its deadline: sitters, leavers, absences, windows."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import RUNNING, Game, Seat, Sitter
from pbem.service.absence import away_seats
from pbem.service.clocks import end_ask, is_ending, ring_at
from pbem.service.mailing.outbox import lock_seat
from pbem.service.seats.going_away import next_change, run_due_absences
from pbem.service.seats.leaving import leave_if_due, leave_times
from pbem.service.seats.sitting import end_sitters_due
from pbem.service.seats.votes import close_ended, next_vote_end
from pbem.service.time_banks import has_banks, next_bank_end
from pbem.service.transaction import GameTx
from pbem.service.waits import awaited


def do_timed(tx: GameTx) -> None:
    """Do all that is due in a running game by now, and ring for what is next.

    Rung too early nothing is done, rung twice everything once.
    """
    if tx.game.phase != RUNNING:
        return
    for row in list(tx.snapshot.seats.values()):
        seat = lock_seat(tx.session, row)
        end_sitters_due(tx, seat)
        leave_if_due(tx, seat)
    tx.reload()
    run_due_absences(tx)
    close_ended(tx)
    _close_window(tx)
    _close_spent(tx)
    ring_at(tx.game, next_due(tx.session, tx.game, tx.now))


def _close_window(tx: GameTx) -> None:
    """A window whose last silent player has gone away is over (R12.3, R12.5)."""
    if not away_seats(tx.session, tx.id, tx.now):
        return
    for ask in tx.snapshot.status.asks:
        is_open = ask.on_silence == "pass" and not is_ending(tx.game, ask.key)
        if is_open and ask.waits_for_all and not awaited(tx.session, tx.snapshot, ask, tx.now):
            end_ask(tx.game, ask.key, tx.now)
            tx.session.add(tx.game)


def _close_spent(tx: GameTx) -> None:
    """What several are asked at once is over when the time bank of the last one is used up."""
    for ask in tx.snapshot.status.asks if has_banks(tx.game) else ():
        is_open = len(ask.seats) > 1 and not is_ending(tx.game, ask.key)
        if is_open and ask.waits_for_all and not awaited(tx.session, tx.snapshot, ask, tx.now):
            end_ask(tx.game, ask.key, tx.now)
            tx.session.add(tx.game)


def next_due(session: Session, game: Game, now: datetime) -> datetime | None:
    """When something is due next; None where nothing is."""
    leaves = leave_times(session, game)
    sitters = session.exec(
        select(Sitter.until_at)
        .join(Seat, col(Seat.id) == col(Sitter.seat_id))
        .where(Seat.game_id == game.id, col(Sitter.ended_at).is_(None))
    ).all()
    ends = next_vote_end(session, game)
    times = [next_change(session, game, now), ends, next_bank_end(game, now), *leaves, *sitters]
    return min((at for at in times if at is not None), default=None)
