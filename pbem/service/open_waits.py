"""Something that a game asks for: since when, until when, and when it is reminded of.

Reminders go out at half time, 12 and 2 hours before; notices of what is late daily after that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

BEFORE = (timedelta(hours=12), timedelta(hours=2))
"""So long before a deadline those who are waited for are reminded, beside half time."""
DAILY = timedelta(days=1)
LEAST = timedelta(minutes=5)
"""A reminder that leaves less time is of no use to anybody who reads mail."""


@dataclass(frozen=True, slots=True)
class OpenWait:
    """Something that is asked since `opened_at`, until `deadline_at`; `due_at` is when the clock
    acts."""

    key: str
    kind: str
    opened_at: datetime
    deadline_at: datetime
    due_at: datetime

    @property
    def is_in_grace(self) -> bool:
        """Whether the deadline is over and a script is still waited for (R12.7)."""
        return self.due_at > self.deadline_at

    @property
    def latest_end(self) -> datetime:
        """The deadline, or the end of the grace after it where that runs (R12.7)."""
        return self.due_at if self.is_in_grace else self.deadline_at

    def reminders(self) -> list[datetime]:
        """When reminders are due; none is sent in the first half, nor so late that it is of no
        use."""
        if self.deadline_at <= self.opened_at:
            return []
        half = self.opened_at + (self.deadline_at - self.opened_at) / 2
        times = [half, *(self.deadline_at - before for before in BEFORE)]
        return sorted({at for at in times if half <= at <= self.deadline_at - LEAST})

    def late_notices(self) -> list[datetime]:
        """When those are told again whose script is missing: daily while the grace runs (R12.7)."""
        if not self.is_in_grace:
            return []
        days = (self.due_at - self.deadline_at) // DAILY
        times = [self.deadline_at + DAILY * day for day in range(days + 1)]
        return [at for at in times if at < self.due_at]

    def reminder_now(self, now: datetime) -> datetime | None:
        """The reminder that is due now: the last one, unless half of the time after it is over.

        So one that a halted service has missed is still sent, but none long after its time.
        """
        if now >= self.deadline_at:
            return None
        last = max((at for at in self.reminders() if at <= now), default=None)
        if last is None or now - last > (self.deadline_at - last) / 2:
            return None
        return last

    def late_notice_now(self, now: datetime) -> datetime | None:
        """The late notice of today."""
        if now >= self.due_at:
            return None
        return max((at for at in self.late_notices() if at <= now), default=None)


def next_reminder(waits: Iterable[OpenWait], now: datetime) -> datetime | None:
    """The first reminder or late notice of all that is asked that is still to come."""
    times = (at for wait in waits for at in (*wait.reminders(), *wait.late_notices()))
    return min((at for at in times if at > now), default=None)
