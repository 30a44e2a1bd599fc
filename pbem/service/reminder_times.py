"""When reminders and late notices are due: half time, 12 and 2 hours before, daily after."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.models import Game

BEFORE = (timedelta(hours=12), timedelta(hours=2))
"""So long before a deadline those who are waited for are reminded, beside half time."""
DAILY = timedelta(days=1)
LEAST = timedelta(minutes=5)
"""A reminder that leaves less time is of no use to anybody who reads mail."""


def reminders_of(game: Game) -> list[datetime]:
    """When a wait's reminders are due; none is sent in its first half, nor so late that it is of
    no use."""
    if game.opened_at is None or game.deadline_at is None or game.deadline_at <= game.opened_at:
        return []
    half = game.opened_at + (game.deadline_at - game.opened_at) / 2
    times = [half, *(game.deadline_at - before for before in BEFORE)]
    return sorted({at for at in times if half <= at <= game.deadline_at - LEAST})


def late_notices_of(game: Game) -> list[datetime]:
    """When those are told again whose script is missing: daily while the grace runs (R12.7)."""
    if game.deadline_at is None or game.due_at is None or game.due_at <= game.deadline_at:
        return []
    days = (game.due_at - game.deadline_at) // DAILY
    times = [game.deadline_at + DAILY * day for day in range(days + 1)]
    return [at for at in times if at < game.due_at]


def next_reminder(game: Game, now: datetime) -> datetime | None:
    """The first of a wait's reminders and late notices that is still to come."""
    times = [*reminders_of(game), *late_notices_of(game)]
    return next((at for at in times if at > now), None)


def reminder_now(game: Game, now: datetime) -> datetime | None:
    """The reminder that is due now: the last one, unless half of the time after it is over.

    So one that a halted service has missed is still sent, but none long after its time.
    """
    if game.deadline_at is None or now >= game.deadline_at:
        return None
    last = max((at for at in reminders_of(game) if at <= now), default=None)
    if last is None or now - last > (game.deadline_at - last) / 2:
        return None
    return last


def late_notice_now(game: Game, now: datetime) -> datetime | None:
    """The late notice of today."""
    if game.due_at is None or now >= game.due_at:
        return None
    return max((at for at in late_notices_of(game) if at <= now), default=None)
