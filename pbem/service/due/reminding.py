"""The alarm of a game: reminders, late notices, and whatever else is timed beside its deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import select

from pbem.games.contract.values import Ask
from pbem.models import BAD, NOBODY, RUNNING, Address, Person, Seat
from pbem.service.absence import is_away
from pbem.service.clocks import grace_until, open_ask, ring_for_reminder
from pbem.service.context import ServiceContext, log
from pbem.service.due.noticing import notify_notices
from pbem.service.due.timed import do_timed
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import is_posted, reaches_before
from pbem.service.moderating.pausing import wake
from pbem.service.players.addresses import used_address
from pbem.service.snapshots import context_for, sheet_for_ask
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
        ring_for_reminder(game, now)
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
        if at is not None:
            _remind_of(tx, ask, at)


def _remind_of(tx: GameTx, ask: Ask, at: datetime) -> None:
    """One reminder of one ask. What ends at the same time is reminded of in one mail."""
    game, snapshot, session = tx.game, tx.snapshot, tx.session
    wait = open_ask(game, ask.key)
    assert wait is not None, "it is reminded of while it is open"
    for name in awaited(session, snapshot, ask):
        key = f"reminder:{game.id}:{game.timeline}:{game.turn}:{snapshot.status.part}:{wait.kind}"
        key = f"{key}:{wait.deadline_at:%Y%m%d%H%M%S}:{at:%Y%m%d%H%M%S}:{name}"
        if is_posted(session, key):
            continue
        seat, player = tx.seat(name), snapshot.players[name]
        if not _is_reached(tx, seat, player, wait.deadline_at):
            continue
        fresh = replace(snapshot, seats={**snapshot.seats, name: seat})
        sheet = sheet_for_ask(session, fresh, ask, name)
        context = context_for(fresh, name, tx.now, deadline_at=wait.deadline_at, wait=wait.kind)
        on_file, until_at = sheet.text if sheet else "", grace_until(game, wait)
        mail = snapshot.ruleset.reporter.reminder(fresh.given, context, on_file, until_at)
        tx.post_to(name, mail, key, until_at=wait.deadline_at)


def _is_reached(tx: GameTx, seat: Seat, player: Person, deadline_at: datetime) -> bool:
    """Whether a reminder makes sense: a person at a good address who is not away or asleep."""
    if seat.robot != NOBODY or not reaches_before(deadline_at, player, tx.now):
        return False
    used = used_address(tx.session, player)
    bad = select(Address.id).where(Address.email == used, Address.state == BAD)
    return tx.session.exec(bad).first() is None and not is_away(tx.session, seat, tx.now)
