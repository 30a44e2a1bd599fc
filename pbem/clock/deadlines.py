"""When a wait ends: from its rule, the game's zone and its calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.clock.rules import WINDOWS, Clock, WaitRule

_MOST_SLACK = timedelta(hours=12)
_MOST_DAYS = 800
"""Days looked at before a calendar of nothing but holidays is given up."""


def deadline_after(clock: Clock, wait: str, opened_at: datetime) -> datetime:
    """When a wait that begins now ends, in UTC.

    With CLOCK that is the hour nearest to the end of NEXT: never more than half of NEXT, nor more
    than twelve hours, before it, and never before MIN; then the next of DAYS that is no holiday.
    """
    rule = clock.rule(wait)
    end = rule.next.after(opened_at, clock.zone)
    least = rule.min.after(opened_at, clock.zone)
    if rule.clock is None:
        return _on_a_day(clock, rule, max(end, least))
    earliest = max(end - min(_MOST_SLACK, rule.next.length / 2), least)
    return _next_hour(clock, rule, rule.clock, earliest)


def bank_end(clock: Clock, wait: str, opened_at: datetime, used_up_at: datetime) -> datetime:
    """When a wait ends for which seats use what they have saved: at the first moment from the end
    of that on at which it may end, and never before MIN."""
    least = clock.rule(wait).min.after(opened_at, clock.zone)
    return fitting(clock, wait, max(used_up_at, least))


def fitting(clock: Clock, wait: str, earliest: datetime) -> datetime:
    """The first moment from then on at which such a wait may end: its hour, on one of its days."""
    rule = clock.rule(wait)
    if rule.clock is None:
        return _on_a_day(clock, rule, earliest)
    return _next_hour(clock, rule, rule.clock, earliest)


def early_end(clock: Clock, wait: str, opened_at: datetime, done_at: datetime) -> datetime:
    """When a wait for which nobody is waited any more may end: DELAY later, but not before MIN."""
    rule = clock.rule(wait)
    return max(rule.delay.after(done_at, clock.zone), rule.min.after(opened_at, clock.zone))


def grace_end(clock: Clock, wait: str, deadline_at: datetime) -> datetime:
    """How long a turn is waited for after its deadline (R12.7); a window is over at its own."""
    if wait in WINDOWS:
        return deadline_at
    return clock.rule(wait).grace.after(deadline_at, clock.zone)


def local_moment(day: date, hour: time, zone: str) -> datetime:
    """An hour of a day in a zone, in UTC, as RFC 5545 3.3.5 has it.

    An hour that the clocks skip is that of the clock before: 02:30 is then 03:30. One that comes
    twice is the first.
    """
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)


def _next_hour(clock: Clock, rule: WaitRule, hour: time, earliest: datetime) -> datetime:
    day = earliest.astimezone(ZoneInfo(clock.zone)).date()
    for ahead in range(_MOST_DAYS):
        at = local_moment(day + timedelta(days=ahead), hour, clock.zone)
        if at >= earliest and _is_open(clock, rule, at):
            return at
    return earliest


def _on_a_day(clock: Clock, rule: WaitRule, at: datetime) -> datetime:
    """The moment itself, or the same hour of the next day on which a wait may end."""
    here = at.astimezone(ZoneInfo(clock.zone))
    if _is_open(clock, rule, at):
        return at
    return _next_hour(clock, rule, here.time().replace(tzinfo=None), at)


def _is_open(clock: Clock, rule: WaitRule, at: datetime) -> bool:
    day = at.astimezone(ZoneInfo(clock.zone)).date()
    is_holiday = any(first <= day <= last for first, last in clock.holidays)
    return day.weekday() in rule.days and not is_holiday
