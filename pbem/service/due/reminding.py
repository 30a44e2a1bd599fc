"""The alarm of a game: reminders, late notices, and whatever else is timed beside its deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.values import Ask
from pbem.models import BAD, NOBODY, RUNNING, Address, Game, Person, Seat, Sitter
from pbem.service.absence import away_seats, is_away
from pbem.service.clocks import end_ask, grace_until, is_ending, open_ask, open_asks, ring_at
from pbem.service.context import ServiceContext, log
from pbem.service.due.noticing import notify_notices
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import fresh_seat, is_posted, is_told_before
from pbem.service.moderating.pausing import wake
from pbem.service.open_waits import OpenWait, next_reminder
from pbem.service.players.addresses import used_address
from pbem.service.seats.going_away import begin_due, next_change
from pbem.service.seats.leaving import leave_if_due, leave_times
from pbem.service.seats.sitting import end_sitters_due
from pbem.service.snapshots import about_for, sheet_for_ask
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
        for ask in snapshot.status.asks:
            notify_late(tx, ask.key, missing_orders(session, snapshot, ask))
        ring_at(game, next_reminder(open_asks(game), now))
        do_timed(tx)
        notify_notices(tx)
        session.add(game)
    return True


def ring_failed(service: ServiceContext, game_id: int, trace: str) -> None:
    """What is timed could not be done; it is tried again when the sweeper's lease is over."""
    log.error("alarm failed", game=game_id, error=trace.strip().rpartition("\n")[2])


def _remind(tx: GameTx) -> None:
    """The reminders that are due, once, to everybody who is waited for and can be told in time."""
    game = tx.game
    if game.closed_at is not None or not game_settings_of(game).reminders:
        return
    for ask in tx.snapshot.status.asks:
        wait = open_ask(game, ask.key)
        at = wait.reminder_now(tx.now) if wait else None
        if wait is not None and at is not None:
            _remind_of(tx, ask, wait, at)


def _remind_of(tx: GameTx, ask: Ask, wait: OpenWait, at: datetime) -> None:
    """One reminder of one ask. What ends at the same time is reminded of in one mail."""
    game, snapshot, session = tx.game, tx.snapshot, tx.session
    for name in awaited(session, snapshot, ask):
        key = f"reminder:{game.id}:{game.era}:{game.turn}:{snapshot.status.part}:{wait.kind}"
        key = f"{key}:{wait.deadline_at:%Y%m%d%H%M%S}:{at:%Y%m%d%H%M%S}:{name}"
        if is_posted(session, key):
            continue
        seat, player = tx.seat(name), snapshot.players[name]
        if not _is_reached(session, seat, player, wait.deadline_at, tx.now):
            continue
        fresh = replace(snapshot, seats={**snapshot.seats, name: seat})
        sheet = sheet_for_ask(session, fresh, ask, name)
        about = about_for(fresh, name, tx.now, deadline_at=wait.deadline_at, wait=wait.kind)
        on_file, until_at = sheet.text if sheet else "", grace_until(game, wait)
        mail = snapshot.ruleset.reporter.reminder(fresh.given, about, on_file, until_at)
        tx.post_to(name, mail, key, until_at=wait.deadline_at)


def _is_reached(
    session: Session, seat: Seat, player: Person, deadline_at: datetime, now: datetime
) -> bool:
    """Whether a reminder makes sense: a person at a good address who is not away or asleep."""
    if seat.robot != NOBODY or not is_told_before(deadline_at, player, now):
        return False
    used = used_address(session, player)
    bad = select(Address.id).where(Address.email == used, Address.state == BAD)
    return session.exec(bad).first() is None and not is_away(session, seat, now)


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
