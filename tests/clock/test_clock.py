"""The rules of a clock: lengths, hours, days, holidays, and both changes of summer time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.clock import (
    ANSWERS,
    SCRIPT,
    SETUP,
    Clock,
    WaitRule,
    clock_from,
    deadline_after,
    early_end,
    encode_clock,
    grace_end,
    local_moment,
)
from pbem.clock.setting import with_line
from pbem.grammar.times.hours import hour_of, weekdays_of
from pbem.grammar.times.spans import Span, span_of
from pbem.service.presets import NoPreset, preset, preset_from, preset_names
from tests.support.each import each

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC")
CHANGES = {
    "Europe/Berlin": (datetime(2026, 3, 28, 18), datetime(2026, 10, 24, 18), 60),
    "America/New_York": (datetime(2026, 3, 7, 18), datetime(2026, 10, 31, 18), 60),
    "Australia/Lord_Howe": (datetime(2026, 10, 3, 18), datetime(2026, 4, 4, 18), 30),
}
"""The evening before summer time begins, the one before it ends, and by how many minutes."""


def here(zone: str, year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """A wall clock's time in a zone, in UTC."""
    naive = datetime(year, month, day, hour, minute)
    return naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def clock(zone: str = "UTC", **rule: object) -> Clock:
    return clock_from({"zone": zone, "script": {"next": "3d"} | rule})


# --- lengths -------------------------------------------------------------------------------------


@each(
    ("typed", "span"),
    [
        ("3d", Span(3)),
        ("72h", Span(0, 72 * 3600)),
        ("1d12h", Span(1, 12 * 3600)),
        ("2 weeks", Span(14)),
        ("36 hours", Span(0, 36 * 3600)),
        ("1 day, 6 hours and 30 minutes", Span(1, 6 * 3600 + 1800)),
        ("48", Span(0, 48 * 3600)),
        ("0.5d", Span(0, 12 * 3600)),
        ("two days", Span(2)),
        ("Twelve hours", Span(0, 12 * 3600)),
        ("a day and an hour", Span(1, 3600)),
        ("one week", Span(7)),
    ],
)
def test_lengths_as_people_give_them(typed: str, span: Span) -> None:
    assert span_of(typed) == span
    assert span_of(str(span)) == span


@each(
    "typed",
    [
        "",
        "d",
        "a",
        "two",
        "two days ago",
        "some days",
        "1 month",
        "-3d",
        "401d",
        "9" * 5000,
        "9999999w" * 40,
        "3d!",
        "1e3h",
    ],
)
def test_what_is_no_length_is_said_to_be_none(typed: str) -> None:
    with pytest.raises(ValueError, match="not a length of time"):
        span_of(typed)


@each("zone", CHANGES)
@each("change", [0, 1])
def test_a_day_keeps_the_hour_over_a_change_and_24_hours_do_not(zone: str, change: int) -> None:
    begins, ends, minutes = CHANGES[zone]
    evening = (begins, ends)[change].replace(tzinfo=ZoneInfo(zone))
    at = evening.astimezone(UTC)
    a_day = Span(1).after(at, zone).astimezone(ZoneInfo(zone))
    hours = Span(0, 24 * 3600).after(at, zone).astimezone(ZoneInfo(zone))
    assert a_day.replace(tzinfo=None) == evening.replace(tzinfo=None) + timedelta(days=1)
    moved = timedelta(minutes=minutes if change == 0 else -minutes)
    assert hours.replace(tzinfo=None) == a_day.replace(tzinfo=None) + moved


@each(
    ("zone", "typed", "taken"),
    [
        ("Europe/Berlin", (2026, 3, 29, 2, 30), "2026-03-29 03:30 CEST"),
        ("America/New_York", (2026, 3, 8, 2, 30), "2026-03-08 03:30 EDT"),
        ("Australia/Lord_Howe", (2026, 10, 4, 2, 15), "2026-10-04 02:45 +11"),
        ("Europe/Berlin", (2026, 10, 25, 2, 30), "2026-10-25 02:30 CEST"),
        ("America/New_York", (2026, 11, 1, 1, 30), "2026-11-01 01:30 EDT"),
        ("Australia/Lord_Howe", (2026, 4, 5, 1, 45), "2026-04-05 01:45 +11"),
    ],
)
def test_an_hour_that_is_skipped_or_comes_twice(
    zone: str, typed: tuple[int, ...], taken: str
) -> None:
    year, month, day, hour, minute = typed
    at = local_moment(date(year, month, day), time(hour, minute), zone)
    assert f"{at.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M %Z}" == taken


# --- deadlines -----------------------------------------------------------------------------------


@each("zone", CHANGES)
@each("change", [0, 1])
def test_a_deadline_at_six_stays_at_six_over_a_change(zone: str, change: int) -> None:
    evening = CHANGES[zone][:2][change].replace(tzinfo=ZoneInfo(zone))
    rules = clock(zone, next="2d", clock="18:00")
    end = deadline_after(rules, SCRIPT, evening.astimezone(UTC)).astimezone(ZoneInfo(zone))
    assert (end.date() - evening.date(), end.hour, end.minute) == (timedelta(days=2), 18, 0)


def test_the_hour_nearest_to_the_end_of_next() -> None:
    rules = clock(next="3d", clock="18:00")
    assert deadline_after(rules, SCRIPT, here("UTC", 2026, 6, 1, 5)) == here("UTC", 2026, 6, 3, 18)
    assert deadline_after(rules, SCRIPT, here("UTC", 2026, 6, 1, 7)) == here("UTC", 2026, 6, 4, 18)


def test_a_short_wait_is_shortened_by_half_at_most() -> None:
    rules = clock(next="2h", clock="18:00")
    assert deadline_after(rules, SCRIPT, here("UTC", 2026, 6, 1, 17, 30)) == here(
        "UTC", 2026, 6, 2, 18
    )


def test_a_deadline_waits_for_an_open_day() -> None:
    rules = clock("Europe/Berlin", next="1d", days="mon-fri")
    friday = here("Europe/Berlin", 2026, 6, 5, 20)
    assert deadline_after(rules, SCRIPT, friday) == here("Europe/Berlin", 2026, 6, 8, 20)


def test_nothing_ends_on_a_holiday() -> None:
    rules = with_line(clock(next="1d"), "HOLIDAY 2026-12-24..2027-01-01")
    assert deadline_after(rules, SCRIPT, here("UTC", 2026, 12, 23, 12)) == here(
        "UTC", 2027, 1, 2, 12
    )


def test_the_first_script_and_the_answers_have_rules_of_their_own() -> None:
    rules = clock_from(
        {"script": {"next": "1d"}, "setup": {"next": "7d"}, "answers": {"next": "6h"}}
    )
    at = here("UTC", 2026, 6, 1, 12)
    ends = [deadline_after(rules, wait, at) - at for wait in (SETUP, SCRIPT, ANSWERS)]
    assert ends == [timedelta(days=7), timedelta(days=1), timedelta(hours=6)]


def test_an_early_end_leaves_the_delay_and_the_least_time() -> None:
    rules = clock(min="12h", delay="30m")
    opened_at = here("UTC", 2026, 6, 1, 12)
    soon, later = opened_at + timedelta(hours=1), opened_at + timedelta(hours=20)
    assert early_end(rules, SCRIPT, opened_at, soon) == opened_at + timedelta(hours=12)
    assert early_end(rules, SCRIPT, opened_at, later) == later + timedelta(minutes=30)


@pytest.mark.parametrize("zone", CHANGES)
def test_a_day_of_grace_ends_at_the_same_hour(zone: str) -> None:
    begins, _, _ = CHANGES[zone]
    evening = begins.replace(tzinfo=ZoneInfo(zone))
    end = grace_end(clock(zone, grace="1d"), SCRIPT, evening.astimezone(UTC))
    assert end.astimezone(ZoneInfo(zone)).hour == evening.hour


spans = st.builds(Span, st.integers(0, 20), st.integers(0, 200_000)).filter(bool)
rules_of_waits = st.builds(
    WaitRule,
    next=spans,
    min=st.one_of(st.just(Span()), spans),
    clock=st.one_of(
        st.none(), st.times(timezones=st.none()).map(lambda t: t.replace(second=0, microsecond=0))
    ),
    days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    grace=st.one_of(st.just(Span()), spans),
    delay=st.one_of(st.just(Span()), spans),
)
holidays = st.lists(
    st.tuples(st.dates(date(2025, 1, 1), date(2028, 1, 1)), st.integers(0, 20)), max_size=3
).map(lambda found: tuple((first, first + timedelta(days=n)) for first, n in found))
clocks = st.builds(
    Clock,
    st.fixed_dictionaries({SCRIPT: rules_of_waits}, optional={ANSWERS: rules_of_waits}),
    st.sampled_from(ZONES),
    holidays,
)
moments = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))


@given(clocks, moments)
def test_a_deadline_keeps_every_rule(clock: Clock, at: datetime) -> None:
    rule = clock.rule(SCRIPT)
    end = deadline_after(clock, SCRIPT, at)
    local = end.astimezone(ZoneInfo(clock.zone))
    assert end > at
    assert end >= rule.min.after(at, clock.zone)
    assert local.weekday() in rule.days
    assert not any(first <= local.date() <= last for first, last in clock.holidays)
    if rule.clock is not None:
        # An hour that the clocks skip is told by the clock before.
        assert end == local_moment(local.date(), rule.clock, clock.zone)


@pytest.mark.long
@given(clocks)
def test_a_clock_is_kept_as_it_is(clock: Clock) -> None:
    assert clock_from(encode_clock(clock)) == clock


@given(spans, moments, st.sampled_from(ZONES))
def test_days_keep_the_wall_clock(span: Span, at: datetime, zone: str) -> None:
    local = at.astimezone(ZoneInfo(zone))
    end = Span(span.days).after(at, zone).astimezone(ZoneInfo(zone))
    naive = local.replace(tzinfo=None) + timedelta(days=span.days)
    gap = end.replace(tzinfo=None) - naive
    # Only an hour that there is not is moved, and by as much as the clocks are.
    assert gap in (timedelta(), timedelta(hours=1), timedelta(minutes=30))
    if gap:
        there = naive.replace(tzinfo=ZoneInfo(zone))
        assert there.utcoffset() != there.replace(fold=1).utcoffset()


# --- what is written -----------------------------------------------------------------------------


@each(
    ("typed", "days"),
    [
        ("mon,wed,fri", (0, 2, 4)),
        ("mon-fri", (0, 1, 2, 3, 4)),
        ("sat-mon", (0, 5, 6)),
        ("-MTWTF-", (0, 1, 2, 3, 4)),
        ("S-----S", (5, 6)),
        ("monday thursday", (0, 3)),
        ("weekdays", (0, 1, 2, 3, 4)),
        ("all", (0, 1, 2, 3, 4, 5, 6)),
    ],
)
def test_days_of_the_week(typed: str, days: tuple[int, ...]) -> None:
    assert weekdays_of(typed) == days


@pytest.mark.parametrize("typed", ["", "monkey", "-------", "mon-foo", "m"])
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"day"):
        weekdays_of(typed)


@each(
    ("typed", "hour"),
    [
        ("18:00", time(18)),
        ("1830", time(18, 30)),
        ("6", time(6)),
        ("18.15", time(18, 15)),
        ("6pm", time(18)),
        ("midnight", time(0)),
    ],
)
def test_hours_of_the_day(typed: str, hour: time) -> None:
    assert hour_of(typed) == hour


@pytest.mark.parametrize("typed", ["24:00", "12:60", "noonish", "18:00:30:00", "٦"])
def test_what_is_no_hour_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="not an hour"):
        hour_of(typed)


@each(
    ("line", "why"),
    [
        ("NEXT 0h", "longer than zero"),
        ("SNEXT 3d", "there is no SNEXT"),
        ("ZONE Nowhere/At_all", "not a time zone"),
        ("ZONE posixrules", "not a time zone"),
        ("ZONE localtime", "not a time zone"),
        ("HOLIDAY 24.12.", "not a day such as"),
        ("HOLIDAY 2027-01-02..2026-12-24", "ends before it begins"),
        ("CLOCK", "sets nothing"),
        ("", "sets nothing"),
    ],
)
def test_a_line_that_sets_nothing_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        with_line(clock(), line)


def test_a_rule_without_a_wait_is_that_of_scripts() -> None:
    rules = clock_from(
        {"script": {"next": "1d"}, "setup": {"next": "7d"}, "answers": {"next": "6h"}}
    )
    set_so = with_line(rules, "CLOCK 18:00")
    assert [set_so.rule(wait).clock for wait in (SCRIPT, SETUP, ANSWERS)] == [
        time(18),
        time(18),
        None,
    ]


# --- presets -------------------------------------------------------------------------------------


def test_the_presets_there_are() -> None:
    weekly = ("twice-a-week", "weekly-conclave")
    assert preset_names() == ("blitz", "daily", "postal", "time-bank", *weekly)


@each("name", preset_names())
def test_every_preset_is_whole(name: str) -> None:
    found = preset(name.upper())
    assert (found.name, bool(found.about)) == (name, True)
    assert set(found.clock.waits) == {"setup", "script", "answers", "offers"}
    for rule in found.clock.waits.values():
        assert rule.min.length <= rule.next.length
    assert clock_from(encode_clock(found.clock)) == found.clock


@each(
    ("text", "why"),
    [
        ("", "needs \\[script\\]"),
        ("script = true", "not a length of time"),
        ("[script]\nmin = '3d'", "needs next"),
        ("[script]\nnext = 'soon'", "not a length of time"),
        ("[script]\nnext = '3d'\n[raising]\nnext = '1d'", "no 'raising'"),
        ("zone = 'Mars/Olympus'\n[script]\nnext = '3d'", "not a time zone"),
        ("[script\n", "the clock"),
    ],
)
def test_a_clock_that_cannot_be_says_why(text: str, why: str) -> None:
    with pytest.raises(NoPreset, match=why):
        preset_from(text)


def test_a_clock_may_be_written_as_toml_has_it() -> None:
    text = 'holidays = [2026-12-24]\nscript = {next = "3d", clock = 18:00:00, days = ["mon"]}'
    found = preset_from(text).clock
    assert (found.holidays[0][0], found.rule(SCRIPT).clock) == (date(2026, 12, 24), time(18))


def test_a_preset_nobody_knows_is_told_with_those_there_are() -> None:
    with pytest.raises(NoPreset, match="did you mean daily"):
        preset("dayly")
