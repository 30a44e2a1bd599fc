"""Days and hours as typed: FRI, TOMORROW, 24 Apr, 24 Apr 2026 20:00; which they are, a clock says.

What is read is kept as text of one form: a day ("fri", "today", "tomorrow", "04-24",
"2026-04-24"), "T20:00" behind it for an hour, and "Z" behind that where it is said in UTC.
"""

from __future__ import annotations

import re

from pbem.games.illuminati.language.forms.reader import Reader
from pbem.games.illuminati.language.parsed import ParseError

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONG = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_NEAR = ("today", "tomorrow")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?", re.IGNORECASE)
_HOUR = re.compile(r"\d{1,2}")
_HALF_DAY = re.compile(r"(\d{1,2})(?:[:.](\d\d))?([ap])\.?m\.?", re.IGNORECASE)
_MINUTES = re.compile(r"\d\d")
_KEPT = re.compile(
    r"(?:(?P<word>[a-z]+)|(?:(?P<year>\d{4})-)?(?P<month>\d\d)-(?P<day>\d\d))"
    r"(?:T(?P<hour>\d\d:\d\d))?(?P<utc>Z?)"
)


def day(reader: Reader) -> str | None:
    """A day with or without an hour; None, with nothing read, if none comes next."""
    found = _word(reader) or _iso(reader) or _day_of_month(reader)
    if found is None:
        return None
    hour = _hour(reader)
    if hour:
        found += f"T{hour}" + ("Z" if reader.take("utc", "gmt") else "")
    return found


def format_day(kept: str) -> str:
    """`FRI`, `24 Apr 2026 20:00 UTC`: what `day` reads as the same."""
    found = _KEPT.fullmatch(kept)
    if found is None:
        return kept
    told = (found["word"] or "").upper()
    if not told:
        year = f" {found['year']}" if found["year"] else ""
        told = f"{int(found['day'])} {_MONTHS[int(found['month']) - 1].capitalize()}{year}"
    hour = f" {found['hour']}" if found["hour"] else ""
    return told + hour + (" UTC" if found["utc"] else "")


def _word(reader: Reader) -> str | None:
    word = reader.peek()
    if word in _LONG:
        word = _WEEKDAYS[_LONG.index(word)]
    if word not in (*_WEEKDAYS, *_NEAR):
        return None
    reader.at += 1
    return word


def _iso(reader: Reader) -> str | None:
    found = _ISO.fullmatch(_text(reader))
    if found is None or not 1 <= int(found[2]) <= len(_MONTHS):
        return None
    reader.at += 1
    return found[0]


def _day_of_month(reader: Reader) -> str | None:
    """24 Apr, Apr 24, with a year behind it."""
    for day_at, month_at in ((0, 1), (1, 0)):
        number = _DAY.fullmatch(_text(reader, day_at))
        month = _month(reader.peek(month_at))
        if number is None or month is None:
            continue
        if not 1 <= int(number[1]) <= 31:
            raise ParseError(f"There is no day {number[1]} of a month")
        reader.at += 2
        year = _text(reader)
        if re.fullmatch(r"\d{4}", year):
            reader.at += 1
            return f"{year}-{month:02}-{int(number[1]):02}"
        return f"{month:02}-{int(number[1]):02}"
    return None


def _month(word: str) -> int | None:
    for names in (_MONTHS, _LONG_MONTHS):
        if word in names:
            return names.index(word) + 1
    return None


def _hour(reader: Reader) -> str:
    """20:00, AT 20:00; "" with nothing read if none comes."""
    before = reader.at
    reader.take("at")
    if reader.take("noon", "midday"):
        return "12:00"
    half = _half_day(reader)
    if half:
        return half
    hour, minutes = _text(reader), _text(reader, 2)
    if _HOUR.fullmatch(hour) and reader.peek(1) == ":" and _MINUTES.fullmatch(minutes):
        if int(hour) > 23 or int(minutes) > 59:
            raise ParseError(f"There is no hour {hour}:{minutes}")
        reader.at += 3
        return f"{int(hour):02}:{minutes}"
    reader.at = before
    return ""


def _half_day(reader: Reader) -> str:
    """8pm, 8 pm, 8:30pm; "" with nothing read if none comes."""
    words = [_text(reader, ahead) for ahead in range(4)]
    for size in (4, 3, 2, 1):
        found = _HALF_DAY.fullmatch("".join(words[:size]))
        if found is None or not all(words[:size]):
            continue
        hour, minutes = int(found[1]), int(found[2] or 0)
        if not 1 <= hour <= 12 or minutes > 59:
            raise ParseError(f"There is no hour {found[0]}")
        reader.at += size
        return f"{hour % 12 + 12 * (found[3].casefold() == 'p'):02}:{minutes:02}"
    return ""


def _text(reader: Reader, ahead: int = 0) -> str:
    return reader.text(reader.at + ahead, reader.at + ahead + 1)
