"""What stands in a date as somebody typed it: a day, an hour, a zone; nothing is settled yet."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time, tzinfo

from pbem.grammar.times import zones

WEEKDAYS = {
    name: day
    for day, names in enumerate(
        (
            "monday mon mo montag lundi lun",
            "tuesday tues tue tu di dienstag mardi",
            "wednesday wed we mi mittwoch mercredi mer",
            "thursday thurs thur thu th do donnerstag jeudi jeu",
            "friday fri fr freitag vendredi ven",
            "saturday sat sa samstag sonnabend samedi sam",
            "sunday sun su so sonntag dimanche dim",
        )
    )
    for name in names.split()
}
"""Days of the week by all their names; Monday is 0."""
MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "january jan januar jänner janvier janv",
            "february feb februar februar février fevrier févr fevr",
            "march mar märz maerz mrz mars",
            "april apr avril avr",
            "may mai",
            "june jun juni juin",
            "july jul juli juillet juil",
            "august aug août aout",
            "september sept sep septembre",
            "october oct oktober okt octobre",
            "november nov novembre",
            "december dec dezember dez décembre decembre déc",
        ),
        start=1,
    )
    for name in names.split()
}
SHORT_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
MARDI = "mar"
"""March, and Tuesday in French beside another month."""
NEAR = {
    "today": 0,
    "tonight": 0,
    "heute": 0,
    "aujourd'hui": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "morgen": 1,
    "demain": 1,
}
NOON = ("noon", "midday", "mittag", "mittags", "midi")
MIDNIGHT = ("midnight", "mitternacht", "minuit")
FILLERS = ("at", "on", "the", "of", "um", "am", "den", "bis", "le", "à", "o'clock", "by", "until")
NEXT = ("next", "nächsten", "nächste", "nächster", "naechsten", "prochain")
THIS = ("this", "coming", "diesen", "dieser", "kommenden", "ce")


class NoMoment(ValueError):
    """No moment can be made of what was typed; the text says why and what would have worked."""


class NoDate(NoMoment):
    """What was typed is not part of any date."""


@dataclass(slots=True)
class DateParts:
    """What was found; `near` counts days from today, `is_next` is a `next` before a weekday."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    is_next: bool = False
    near: int | None = None
    hour: time | None = None
    is_midnight: bool = False
    where: tzinfo | None = None

    @property
    def has_day(self) -> bool:
        return self.day is not None or self.weekday is not None or self.near is not None

    @property
    def has_hour(self) -> bool:
        return self.hour is not None or self.is_midnight


EXAMPLES = "such as 15 Jun 23:30, Fri 18:00, tomorrow 18:00 or in 36h"
_LONGEST = 80
_BRACKETS = re.compile(r"\(([a-z_/]{1,40})\)")
_WORD = r"[^\W\d_]+"


def parts_of(text: str) -> DateParts:
    """The parts of a date. Raises NoMoment for a word or sign that is none of them."""
    # Our own mails put the zone's name in brackets behind its abbreviation, which counts.
    bare = _BRACKETS.sub("", text.casefold())
    rest = re.sub(r"[\s,;]+", " ", bare).strip()
    if not rest or len(rest) > _LONGEST or not rest.isprintable():
        raise NoDate(f"That is not a day or hour; write one {EXAMPLES}.")
    parts = DateParts()
    while rest:
        rest = _one_part(parts, rest).lstrip(" .")
    named = _BRACKETS.search(text.casefold())
    if named is not None and parts.where is None:
        parts.where = zones.zone_named(named[1])
    return parts


def _one_part(parts: DateParts, rest: str) -> str:
    """Take the first part off the text; what is left of it."""
    for pattern, take in _PARTS:
        found = pattern.match(rest)
        if found is not None and take(parts, found):
            return rest[found.end() :]
    word = rest.partition(" ")[0][:20]
    if word.isdigit():
        raise NoDate(f'Is "{word}" a day, an hour or a length? Write 15 Jun, 18:00 or 36h.')
    raise NoDate(f'"{word}" is not part of a day or hour I know; write one {EXAMPLES}.')


def _take_iso(parts: DateParts, found: re.Match[str]) -> bool:
    return _set_day(parts, int(found[3]), int(found[2]), int(found[1]))


def _take_dotted(parts: DateParts, found: re.Match[str]) -> bool:
    """`24.12.` and `24.12.2026`: with dots the day comes first."""
    if not 1 <= int(found[2]) <= 12:
        raise NoMoment(
            f'"{found[0].strip()}" is not a day; write 24.12. for a day, 18:30 for an hour.'
        )
    return _set_day(parts, int(found[1]), int(found[2]), _year(found[3]))


def _ask_which(_parts: DateParts, found: re.Match[str]) -> bool:
    """Numbers with slashes or dashes mean one day in one country and another elsewhere."""
    year = f" {_year(found[3])}" if found[3] else ""
    first, second = int(found[1]), int(found[2])
    readings = [
        f"{day} {SHORT_MONTHS[month - 1]}{year}"
        for day, month in dict.fromkeys(((first, second), (second, first)))
        if 1 <= month <= 12 and 1 <= day <= 31
    ]
    if not readings:
        raise NoMoment(f'"{found[0]}" is not a day; write one {EXAMPLES}.')
    raise NoMoment(f'"{found[0]}": which day is that? Write {" or ".join(readings)}.')


def _take_clock(parts: DateParts, found: re.Match[str]) -> bool:
    """`18:00`, `11:30pm`, `18.30 Uhr`, `6 pm`, `18 o'clock`, `18h30`."""
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    second, half = int(found["second"] or 0), (found["half"] or "").replace(".", "")
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            raise NoMoment(f'"{found[0].strip()}" is not an hour; write 18:00 or 6pm.')
        hour = hour % 12 + (12 if half == "pm" else 0)
    if (hour, minute, second) == (24, 0, 0):
        return _set_midnight(parts)
    if hour > 23 or minute > 59 or second > 59:
        raise NoMoment(f'"{found[0].strip()}" is not an hour of the day; write one such as 18:00.')
    return _set_hour(parts, time(hour, minute, second))


def _take_day_month(parts: DateParts, found: re.Match[str]) -> bool:
    month = MONTHS.get(found[2])
    return month is not None and _set_day(parts, int(found[1]), month, None)


def _take_month_day(parts: DateParts, found: re.Match[str]) -> bool:
    month = MONTHS.get(found[1])
    after = re.match(rf"\s?({_WORD})", found.string[found.end() :])
    if found[1] == MARDI and after and after[1] in MONTHS:
        return False
    return month is not None and _set_day(parts, int(found[2]), month, None)


def _take_four(parts: DateParts, found: re.Match[str]) -> bool:
    """`2026` behind a day, `1800` for an hour: a year where it could be one of these decades."""
    number = int(found[1])
    if parts.day is not None and parts.year is None and 2020 <= number <= 2059:
        parts.year = number
        return True
    if number // 100 > 23 or number % 100 > 59:
        return False
    return _set_hour(parts, time(number // 100, number % 100))


def _take_zone(parts: DateParts, found: re.Match[str]) -> bool:
    word = found[0]
    if word in zones.TWO_MEANINGS:
        text = " or ".join(zones.TWO_MEANINGS[word])
        raise NoMoment(f"{word.upper()} is not one zone alone; write {text}.")
    where = zones.zone_named(word)
    if where is None:
        return False
    if parts.where is not None:
        raise NoMoment("That names two zones; write one such as 18:00 Europe/Berlin.")
    parts.where = where
    return True


def _take_town(parts: DateParts, found: re.Match[str]) -> bool:
    """A town of several words; those of one word are zones by any name."""
    return zones.place_named(found[0]) is not None and _take_zone(parts, found)


def _take_word(parts: DateParts, found: re.Match[str]) -> bool:
    """A weekday, `today`, `noon`, or a word that changes nothing."""
    lead, word = found[1], found[2]
    if word in WEEKDAYS or (word == MARDI and parts.weekday is None):
        if parts.weekday is not None or parts.near is not None:
            raise NoMoment(f"That names two days; write one {EXAMPLES}.")
        parts.weekday = WEEKDAYS.get(word, 1)
        parts.is_next = lead in NEXT
        return True
    if lead:
        return False
    if word in NEAR:
        if parts.has_day:
            raise NoMoment(f"That names two days; write one {EXAMPLES}.")
        parts.near = NEAR[word]
        return True
    if word in NOON:
        return _set_hour(parts, time(12))
    if word in MIDNIGHT:
        return _set_midnight(parts)
    return word in FILLERS


def _set_day(parts: DateParts, day: int, month: int, year: int | None) -> bool:
    if parts.day is not None or parts.near is not None:
        raise NoMoment(f"That names two days; write one {EXAMPLES}.")
    if year is not None and not 1970 <= year <= 2999:
        raise NoMoment(f"The year {year} is out of range; write one {EXAMPLES}.")
    try:
        date(year or 2028, month, day)
    except ValueError:
        in_year = f" {year}" if year else ""
        name = SHORT_MONTHS[month - 1] if 1 <= month <= 12 else f"month {month}"
        raise NoMoment(f"There is no {day} {name}{in_year}.") from None
    parts.day, parts.month, parts.year = day, month, year
    return True


def _set_hour(parts: DateParts, hour: time) -> bool:
    if parts.has_hour:
        raise NoMoment("That names two hours; write one such as 18:00.")
    parts.hour = hour
    return True


def _set_midnight(parts: DateParts) -> bool:
    if parts.has_hour:
        raise NoMoment("That names two hours; write one such as 18:00.")
    parts.is_midnight = True
    return True


def _year(digits: str | None) -> int | None:
    return None if not digits else int(digits) + (2000 if len(digits) == 2 else 0)


_END = r"(?![\w:])"
_HALF = r"(?P<half>am|pm|a\.m\.?|p\.m\.?)"
TakePart = Callable[[DateParts, "re.Match[str]"], bool]
_PARTS: tuple[tuple[re.Pattern[str], TakePart], ...] = tuple(
    (re.compile(pattern, re.ASCII if take is not _take_word else 0), take)
    for pattern, take in (
        (rf"(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}})(?:t(?=\d)|{_END})", _take_iso),
        (
            r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?P<second>)(?P<half>)\s?uhr\b",
            _take_clock,
        ),
        (
            rf"(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?:\.\d+)?"
            rf"\s?(?:{_HALF}|h(?!\w))?(?![a-y\d:])",
            _take_clock,
        ),
        (
            rf"(?P<hour>\d{{1,2}})\.(?P<minute>\d\d)(?P<second>)\s?{_HALF}(?!\w)",
            _take_clock,
        ),
        (rf"(?P<hour>\d{{1,2}})(?P<minute>)(?P<second>)\s?{_HALF}(?!\w)", _take_clock),
        (
            r"(?P<hour>\d{1,2})(?P<second>)(?P<half>)\s?(?:uhr|o'clock|h(?P<minute>\d\d)?)(?!\w)",
            _take_clock,
        ),
        (r"(\d{1,2})\.\s?(\d{1,2})(?:\.(\d{4}|\d\d(?![\d:]))?)?(?![\d:])", _take_dotted),
        (rf"(\d{{1,2}})[/-](\d{{1,2}})(?:[/-](\d{{4}}|\d\d))?{_END}", _ask_which),
        (r"[+-]\d{1,2}(?::?\d\d)?(?![\w:])", _take_zone),
        (r"(?:utc|gmt)[+-]\d{1,2}(?::?\d\d)?(?![\w:])", _take_zone),
        (r"[a-z_]+(?:/[a-z0-9_+-]+)+", _take_zone),
    )
) + tuple(
    (re.compile(pattern), take)
    for pattern, take in (
        (rf"([0-9]{{1,2}})(?:st|nd|rd|th|er|\.)?\s?(?:of )?({_WORD})\b", _take_day_month),
        (rf"({_WORD})\.?\s?([0-9]{{1,2}})(?:st|nd|rd|th)?(?![\w:])", _take_month_day),
        (r"([0-9]{4})(?![\w:])", _take_four),
        *((rf"{_WORD}(?: {_WORD}){{{more}}}", _take_town) for more in (2, 1)),
        (
            rf"(?:({'|'.join((*NEXT, *THIS))}) )?({_WORD}(?:'{_WORD})?)",
            _take_word,
        ),
        (_WORD, _take_zone),
    )
)
