"""A script that is missing at its deadline: the grace after it, and late notices (R12.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.database import Session
from pbem.mails.clock import late_mail
from pbem.models import Seat
from pbem.service.clocks import begin_grace, grace_until, open_ask
from pbem.service.history.timelines import Opening
from pbem.service.mailing.outbox import is_posted
from pbem.service.snapshots import GameSnapshot
from pbem.service.transaction import GameTx
from pbem.service.waits import missing_orders


@dataclass(frozen=True, slots=True)
class ExtendForGrace:
    """What was asked is over without the scripts of these seats, which the game waits on for."""

    snapshot: GameSnapshot
    ask: str
    seats: tuple[str, ...]


def grace_needed(session: Session, snapshot: GameSnapshot, now: datetime) -> ExtendForGrace | None:
    """What is waited on for where a deadline is over, a script missing, and the grace is not."""
    ask = snapshot.ask
    wait = open_ask(snapshot.game, ask.key) if ask else None
    if ask is None or wait is None or wait.due_at != wait.deadline_at:
        # The grace is over, or the moderator wants the turn run.
        return None
    until_at = grace_until(snapshot.game, wait)
    if until_at is None or not wait.deadline_at <= now < until_at:
        return None
    seats = missing_orders(session, snapshot, ask)
    return ExtendForGrace(snapshot, ask.key, seats) if seats else None


def wait_in_grace(tx: GameTx, lateness: ExtendForGrace) -> None:
    """Let the grace run, and tell those who are waited for."""
    begin_grace(tx.game, lateness.ask, tx.now)
    tx.session.add(tx.game)
    notify_late(tx, lateness.ask, lateness.seats)


def count_late(seat: Seat, turn: int) -> None:
    """Count a letter that came after the deadline of that turn."""
    seat.late_turns = [*seat.late_turns, turn]


def late_before(late_turns: Sequence[int], opening: Opening) -> list[int]:
    """What is left of the count where that turn, or that part of it, opens anew."""
    turn, part = opening
    last = turn if part else turn - 1
    return [one for one in late_turns if one <= last]


def notify_late(tx: GameTx, ask: str, seats: Sequence[str]) -> None:
    """The late notice of the day to each of these seats, once."""
    game, wait = tx.game, open_ask(tx.game, ask)
    at = wait.late_notice_now(tx.now) if wait else None
    if wait is None or at is None:
        return
    for name in seats:
        turn = f"{game.turn}:{tx.snapshot.status.part}"
        key = f"late:{game.id}:{game.timeline}:{turn}:{at:%Y%m%d%H%M}:{name}"
        if is_posted(tx.session, key):
            continue
        context = tx.context_for(name, deadline_at=wait.deadline_at)
        mail = late_mail(context, wait.due_at, tx.seat(name).silence, tx.snapshot.ruleset.passed)
        tx.post_to(name, mail, key, until_at=wait.due_at)
