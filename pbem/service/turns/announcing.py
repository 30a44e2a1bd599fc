"""Announcing a script: it is frozen, and everybody is told what to answer (R12.2)."""

from __future__ import annotations

from datetime import datetime

from pbem.documents.layout.mail_context import Mail
from pbem.models import game_key
from pbem.service.clocks import is_due, open_waits, shown_deadline
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.submission import bulletin_key
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.transaction import GameTx
from pbem.service.turns.plans import Announcement
from pbem.service.waits import close_answered, is_excused


def announce(tx: GameTx, notice: Announcement) -> None:
    """Keep what is asked now, set its clock, and write to everybody who is in the game.

    Where one thing of several is over and nothing new is asked, nobody is written to.
    """
    step, before = notice.step, notice.snapshot
    tx.put_record("act", step.state, step.events, seat=step.seat, orders=list(step.orders))
    game, snapshot = tx.game, tx.snapshot
    status = snapshot.status
    open_waits(game, status.asks, tx.now)
    game.error, game.attempts = None, 0
    tx.session.add(game)
    was_asked = {ask.key for ask in before.status.asks}
    is_new = any(ask.key not in was_asked for ask in status.asks)
    for name in snapshot.seats if is_new else ():
        if not before.is_in(name) or (name == step.seat and notice.is_known_to_mover):
            continue
        key = bulletin_key(game_key(game), status.turn, status.part, name)
        tx.post_to(name, asking_mail(snapshot, name, tx.now), key)
    queue_robot_letters(tx.session, tx.mail, snapshot, game, tx.now)
    close_answered(tx.session, snapshot, tx.now)
    if is_due(game, tx.now):
        tx.session.hint("adjudicate", game.id)


def asking_mail(snapshot: GameSnapshot, seat: str, now: datetime) -> Mail:
    """What a seat is told of what is asked now; a letter that said READY was answered so."""
    wait, deadline_at = snapshot.status.wait, shown_deadline(snapshot.game)
    context = context_for(snapshot, seat, now, deadline_at=deadline_at, wait=wait)
    is_answered = is_excused(snapshot, seat)
    return snapshot.ruleset.reporter.asked(snapshot.given, context, is_answered=is_answered)
