"""Mails that did not go out: when they are tried again, when they are given up, and who is told.

What waits for one reader's server keeps its own times; what waits for ours goes when that is back.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.mails.kinds import KINDS
from pbem.models import DEAD, Outbox, Seat
from pbem.service.context import Transaction
from pbem.service.mailing.bounces import refused
from pbem.service.notices import add_notice
from pbem.service.relay import SendResult, is_general

WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(minutes=60),
)
LATER = timedelta(hours=4)
GIVE_UP = timedelta(days=4)
GIVE_UP_REJECTED = timedelta(hours=4)


def put_off(tx: Transaction, row: Outbox, result: SendResult) -> None:
    """Keep a mail that was tried in vain for its next try, or give it up and say so."""
    now = tx.now
    if result.problem == "broken-off":
        row.attempts, row.next_try_at = max(0, row.attempts - 1), now
        return
    row.error, row.problem, row.tried_at = result.why, result.problem, now
    row.rejected_at = (row.rejected_at or now) if result.problem == "rejected" else None
    is_rejected = row.rejected_at is not None and now - row.rejected_at >= GIVE_UP_REJECTED
    if is_rejected or now - (row.due_at or row.created_at) > GIVE_UP:
        _give_up(tx, row)
        return
    is_ours = result.problem in ("no-relay", "login-refused")
    row.waits_for_relay = is_ours or is_general(tx.session, row)
    tried = max(row.attempts, 1) - 1
    row.next_try_at = now + (WAITS[tried] if tried < len(WAITS) else LATER)


def refuse(tx: Transaction, row: Outbox, result: SendResult) -> None:
    """End a mail that its reader's server refuses, or that is of no use any more."""
    row.error, row.problem = result.why, result.problem
    if result.problem == "useless":
        row.state = DEAD
        return
    _give_up(tx, row)
    refused(tx, row, result.why)


def _give_up(tx: Transaction, row: Outbox) -> None:
    row.state = DEAD
    what = KINDS[row.kind].lost
    if not what or row.game_id is None:
        return
    seat = tx.session.get(Seat, row.seat_id) if row.seat_id else None
    whose = f"{seat.name} ({row.rcpt})" if seat else row.rcpt
    why = " ".join((row.error or "").strip().rpartition("\n")[2].split())
    text = (
        f"The {what} of turn {row.turn} did not reach {whose}: {why}. RESEND brings it to a "
        f"player who asks; `pbem outbox retry {row.id}` sends it again."
    )
    add_notice(tx, "mail", text, f"dead:{row.id}", row.game_id)
