"""Dates as people write them, in any order and style, and those that cannot be."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.moments import moment_of
from tests.support.each import each

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
"""A Saturday, one in the afternoon in Berlin."""
BERLIN = "Europe/Berlin"


def taken(typed: str, now: datetime = NOW, zone: str = BERLIN) -> str:
    """The moment in UTC as text."""
    return f"{moment_of(typed, now, zone).at:%Y-%m-%d %H:%M}"


@each(
    ("typed", "at"),
    [
        ("15 Jun 23:30", "2027-06-15 21:30"),
        ("Jun 15, 11:30pm", "2027-06-15 21:30"),
        ("15th of June at 11.30 Uhr", "2027-06-15 09:30"),
        ("2026-12-24 18:00", "2026-12-24 17:00"),
        ("2026-12-24T18:00Z", "2026-12-24 18:00"),
        ("2026-12-24T18:00:00+02:00", "2026-12-24 16:00"),
        ("24.12. 18 Uhr", "2026-12-24 17:00"),
        ("am 24.12.2026 um 18.30 Uhr", "2026-12-24 17:30"),
        ("31.12.26", "2026-12-31 22:59"),
        ("Fri", "2026-11-27 22:59"),
        ("FRIDAY 18:00", "2026-11-27 17:00"),
        ("next Friday 18:00", "2026-11-27 17:00"),
        ("today 23:00", "2026-11-21 22:00"),
        ("tomorrow 18:00", "2026-11-22 17:00"),
        ("6 p.m. tomorrow", "2026-11-22 17:00"),
        ("tomorrow at 6 p.m", "2026-11-22 17:00"),
        ("18 o'clock tomorrow", "2026-11-22 17:00"),
        ("in 36h", "2026-11-23 00:00"),
        ("+2d", "2026-11-23 12:00"),
        ("2 days", "2026-11-23 12:00"),
        ("noon", "2026-11-22 11:00"),
        ("midnight", "2026-11-21 23:00"),
        ("Fri midnight", "2026-11-27 23:00"),
        ("24:00", "2026-11-21 23:00"),
        ("12am", "2026-11-21 23:00"),
        ("18:00 UTC", "2026-11-21 18:00"),
        ("18:00 CET", "2026-11-21 17:00"),
        ("Mon 18:00 America/New_York", "2026-11-23 23:00"),
        ("Mon 18:00 berlin", "2026-11-23 17:00"),
        ("Do 24. Dez 20:00", "2026-12-24 19:00"),
        ("mar 24 nov 20:00", "2026-11-24 19:00"),
        ("Thu 24 Dec 2026, 20:00 CET (Europe/Berlin)", "2026-12-24 19:00"),
        ("15. Juni 18h30", "2027-06-15 16:30"),
    ],
)
def test_dates_in_any_order_and_style(typed: str, at: str) -> None:
    assert taken(typed) == at


@each(
    ("typed", "why"),
    [
        ("", "not a day or hour"),
        ("x" * 500, "not a day or hour"),
        ("\x00", "not a day or hour"),
        ("soonish", '"soonish" is not part'),
        ("12/24", "which day is that? Write 24 Dec."),
        ("3/4 18:00", "Write 3 Apr or 4 Mar."),
        ("31-12-2026", "Write 31 Dec 2026."),
        ("32/13", "is not a day"),
        ("31 Nov", "There is no 31 Nov."),
        ("29 Feb", "no 29 Feb in the next 400 days"),
        ("29 Feb 2027", "There is no 29 Feb 2027"),
        ("25:00", "not an hour of the day"),
        ("13pm", "not an hour"),
        ("18", "a day, an hour or a length?"),
        ("Fri 18", "a day, an hour or a length?"),
        ("18:00 19:00", "two hours"),
        ("Fri Sat", "two days"),
        ("18:00 UTC CET", "two zones"),
        ("18:00 CST", "America/Chicago or Asia/Shanghai"),
        ("18:00 +19:00", "is not part"),
        ("Fri 15 Jun", "15 Jun 2027 is a Tuesday, not a Friday"),
        ("CET", "no day and no hour"),
        ("in 3 bananas", "not a length of time"),
        ("in 500d", "up to 400 days"),
        ("15 Jun 2030", "more than 400 days away"),
        ("20 Nov", "is past. The next one is Sat 20 Nov 2027 23:59 CET"),
        ("20 Nov 2026", "is past; it is Sat 21 Nov 2026 13:00 CET now"),
        ("Sat 10:00", "is past. The next one is Sat 28 Nov 2026 10:00 CET"),
        ("today 10:00", "is past"),
        ("24.13.", "is not a day"),
        ("9999-12-31 24:00", "out of range"),
        ("0000-01-01", "out of range"),
    ],
)
def test_what_cannot_be_taken_says_why(typed: str, why: str) -> None:
    with pytest.raises(NoMoment) as caught:
        moment_of(typed, NOW, BERLIN)
    assert why in str(caught.value)


def test_next_is_asked_about_where_it_has_two_meanings() -> None:
    tuesday = datetime(2026, 11, 24, 12, tzinfo=UTC)
    with pytest.raises(NoMoment, match="Fri 27 Nov 2026 18:00 CET or Fri 4 Dec 2026 18:00 CET"):
        moment_of("next Friday 18:00", tuesday, BERLIN)
    assert taken("Friday 18:00", tuesday) == "2026-11-27 17:00"
    friday = datetime(2026, 11, 27, 12, tzinfo=UTC)
    assert taken("next Friday 18:00", friday) == "2026-12-04 17:00"


@each(
    ("zone", "typed", "at", "note"),
    [
        (BERLIN, "28 Mar 2027 02:30", "2027-03-28 01:30", "clocks skip 02:30"),
        ("America/New_York", "14 Mar 2027 02:30", "2027-03-14 07:30", "clocks skip 02:30"),
        ("Australia/Lord_Howe", "3 Oct 2027 02:15", "2027-10-02 15:45", "clocks skip 02:15"),
        (BERLIN, "31 Oct 2027 02:30", "2027-10-31 00:30", "comes twice"),
        ("America/New_York", "7 Nov 2027 01:30", "2027-11-07 05:30", "comes twice"),
        ("Australia/Lord_Howe", "4 Apr 2027 01:45", "2027-04-03 14:45", "comes twice"),
    ],
)
def test_a_change_of_summer_time_is_told(zone: str, typed: str, at: str, note: str) -> None:
    found = moment_of(typed, NOW, zone)
    assert f"{found.at:%Y-%m-%d %H:%M}" == at
    assert note in found.notes[0]


def test_an_offset_leaves_no_doubt() -> None:
    first = moment_of("31 Oct 2027 02:30 CEST", NOW, BERLIN)
    second = moment_of("31 Oct 2027 02:30 CET", NOW, BERLIN)
    assert second.at - first.at == timedelta(hours=1)
    assert (first.notes, second.notes) == ((), ())


def test_a_day_alone_is_taken_at_the_hour_wanted() -> None:
    first = moment_of("Fri", NOW, BERLIN, hour=time(0))
    assert f"{first.at:%Y-%m-%d %H:%M}" == "2026-11-26 23:00"
    assert first.notes == ("no hour was given, so 00:00",)


def test_a_day_of_length_keeps_the_hour_over_a_change() -> None:
    before = datetime(2027, 3, 27, 17, tzinfo=UTC)
    assert taken("in 1d", before) == "2027-03-28 16:00"
    assert taken("in 24h", before) == "2027-03-28 17:00"


@given(
    st.datetimes(datetime(2026, 11, 22), datetime(2027, 12, 1)),
    st.sampled_from((BERLIN, "America/New_York", "Australia/Lord_Howe", "UTC")),
    st.sampled_from(
        (
            "%d %b %Y %H:%M",
            "%b %d %Y %H:%M",
            "%Y-%m-%d %H:%M",
            "%H:%M %d.%m.%Y",
            "%a %d %B %Y %I:%M%p",
        )
    ),
)
def test_every_style_says_the_same(naive: datetime, zone: str, style: str) -> None:
    naive = naive.replace(second=0, microsecond=0)
    at = naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if at <= NOW:
        return
    assert moment_of(naive.strftime(style), NOW, zone).at == at


@given(st.text(max_size=60))
def test_any_text_is_a_moment_to_come_or_says_why_not(typed: str) -> None:
    try:
        found = moment_of(typed, NOW, BERLIN)
    except NoMoment as refused:
        assert str(refused).endswith((".", "?"))
    else:
        assert NOW < found.at <= NOW + timedelta(days=400)


words = st.sampled_from(
    ("fri", "next", "today", "18:00", "6pm", "24.12.", "2026", "dec", "15", "+", "in", "3d", "h")
    + ("noon", "midnight", "utc", "cet", "12/24", "at", "-", ".", "z", "9999-12-31")
)


@given(st.lists(words, max_size=6).map(" ".join))
def test_words_in_any_order_never_break_it(typed: str) -> None:
    try:
        found = moment_of(typed, NOW, BERLIN)
    except NoMoment as refused:
        assert str(refused)
    else:
        assert NOW < found.at <= NOW + timedelta(days=400)
