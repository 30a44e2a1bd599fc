"""The first mails of whoever takes a seat: what it is, and how the game stands (R12.7)."""

from __future__ import annotations

from pbem.games.contract.reports import Issue
from pbem.mails.seats import welcome_mail
from pbem.models import Seat
from pbem.service.clocks import clock_sentence
from pbem.service.history.reporting import report_for
from pbem.service.orders.lookups import since_own_turn
from pbem.service.snapshots import context_for
from pbem.service.transaction import GameTx


def welcome_newcomer(tx: GameTx, seat: Seat, *, is_mine: bool) -> None:
    """What the seat is and how it stands; `is_mine` is whether the game waits for it."""
    name, key = seat.name, f"taken:{seat.id}:{seat.token_number}"
    texts, about_clock = list(seat.policies), clock_sentence(tx.game)
    tx.notify_seat(
        name, lambda context: welcome_mail(context, texts, about_clock, is_mine=is_mine), key
    )
    snapshot = tx.snapshot
    context = context_for(snapshot, name, tx.now, deadline_at=tx.shown_deadline)
    events = since_own_turn(tx.session, snapshot, name)
    report = report_for(snapshot, context, Issue(events=events, is_asked=True, is_anew=True))
    if report is not None:
        tx.post_to(name, report, f"report:{key}")
