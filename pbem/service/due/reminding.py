"""The alarm of a game: reminders, late notices, and whatever else is timed beside its deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.models import BAD, NOBODY, RUNNING, Address, Game, Person, Seat, Sitter
from pbem.service.absence import away_seats, is_away
from pbem.service.clocks import end_ask, grace_until, is_ending, ring_at
from pbem.service.context import ServiceContext, log
from pbem.service.due.noticing import notify_notices
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import fresh_seat, is_posted, is_told_before
from pbem.service.moderating.pausing import wake
from pbem.service.players.addresses import used_address
from pbem.service.reminder_times import late_notice_now, next_reminder, reminder_now
from pbem.service.seats.going_away import begin_due, next_change
from pbem.service.seats.leaving import leave_if_due, leave_times
from pbem.service.seats.sitting import end_sitters_due
from pbem.service.snapshots import (
    GameSnapshot,
    about_for,
    sheet_for_ask,
)
from pbem.service.transaction import GameTx, begin_game
from pbem.service.turns.grace import notify_late
from pbem.service.waits import awaited, missing_orders


def ring(service: ServiceContext, game_id: int, now: datetime) -> bool:
    """Do what is due in a game beside its deadline, and set the next alarm; True if it was due.

    May be called at any time and any number of times: nothing is told twice.
    """
    with begin_game(service, game_id, now) as tx:
        if tx is None or tx.game.alarm_at is None:
            return False
        session, game, snapshot = tx.session, tx.game, tx.snapshot
        if game.phase != RUNNING:
            is_awake = wake(tx)
            notify_notices(tx)
            return is_awake
        game.alarm_at = None
        _remind(tx)
        if late_notice_now(game, now) is not None:
            notify_late(tx, missing_orders(session, snapshot))
        ring_at(game, next_reminder(game, now))
        do_timed(tx)
        notify_notices(tx)
        session.add(game)
    return True


def ring_failed(service: ServiceContext, game_id: int, trace: str) -> None:
    """What is timed could not be done; it is tried again when the sweeper's lease is over."""
    log.error("alarm failed", game=game_id, error=trace.strip().rpartition("\n")[2])


def _remind(tx: GameTx) -> None:
    """The reminder that is due, once, to everybody for whom what ends first waits and who can be
    told in time."""
    game, snapshot, session = tx.game, tx.snapshot, tx.session
    at, ask = reminder_now(game, tx.now), snapshot.ask
    is_closed = game.closed_at is not None
    if at is None or game.deadline_at is None or is_closed or not game_settings_of(game).reminders:
        return
    for name in awaited(session, snapshot, ask) if ask else ():
        key = f"reminder:{game.id}:{game.era}:{game.turn}:{snapshot.status.part}:{game.wait}"
        key = f"{key}:{game.deadline_at:%Y%m%d%H%M%S}:{at:%Y%m%d%H%M%S}:{name}"
        if is_posted(session, key):
            continue
        seat, player = tx.seat(name), snapshot.players[name]
        if not _is_reached(session, seat, player, game.deadline_at, tx.now):
            continue
        mail = _mail_for(
            session, replace(snapshot, seats={**snapshot.seats, name: seat}), name, tx.now
        )
        tx.post_to(name, mail, key, until_at=game.deadline_at)


def _is_reached(
    session: Session, seat: Seat, player: Person, deadline_at: datetime, now: datetime
) -> bool:
    """Whether a reminder makes sense: a person at a good address who is not away or asleep."""
    if seat.robot != NOBODY or not is_told_before(deadline_at, player, now):
        return False
    used = used_address(session, player)
    bad = select(Address.id).where(Address.email == used, Address.state == BAD)
    return session.exec(bad).first() is None and not is_away(session, seat, now)


def _mail_for(session: Session, snapshot: GameSnapshot, seat: str, now: datetime) -> Mail:
    assert snapshot.ask is not None, "what ends first is reminded of"
    sheet, game = sheet_for_ask(session, snapshot, snapshot.ask, seat), snapshot.game
    about = about_for(snapshot, seat, now, deadline_at=game.deadline_at)
    on_file = sheet.text if sheet else ""
    return snapshot.ruleset.reporter.reminder(snapshot.given, about, on_file, grace_until(game))


def do_timed(tx: GameTx) -> None:
    """Do all that is due in a running game by now, and ring for what is next.

    Rung too early nothing is done, rung twice everything once.
    """
    if tx.game.phase != RUNNING:
        return
    for row in list(tx.snapshot.seats.values()):
        seat = fresh_seat(tx.session, row)
        end_sitters_due(tx, seat)
        leave_if_due(tx, seat)
    tx.reload()
    begin_due(tx)
    _close_window(tx)
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
