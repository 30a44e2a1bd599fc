"""The rules of a game's clock: for each kind of wait how long it is and when it may end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, time
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from pbem.clock.date_words import place_named
from pbem.clock.spans import Span, span_of

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAYS = tuple(name[:3] for name in _WEEKDAYS)
SETUP, SCRIPT, ANSWERS, OFFERS = "setup", "script", "answers", "offers"
WAITS = (SETUP, SCRIPT, ANSWERS, OFFERS)
"""The first script of a game, any other, answers to one, and how long an offer stands."""
_OFF = ("off", "none", "-", "")
"""What is set to nothing."""
PRESET_KEYS = ("name", "about", "pace")
"""What a preset says beside its rules."""


@dataclass(frozen=True, slots=True)
class WaitRule:
    """One kind of wait.

    `next` is its length; `min` the least time it lasts, early or not; `clock` the hour of the day
    at which it ends, on one of `days` (0 is Monday); `grace` how long after the deadline a script
    is still waited for; `delay` how long after the last order it ends early.
    """

    next: Span
    min: Span = Span()
    clock: time | None = None
    days: tuple[int, ...] = tuple(range(7))
    grace: Span = Span()
    delay: Span = Span()


@dataclass(frozen=True, slots=True)
class Clock:
    """A game's clock: its zone, days on which nothing ends, and a rule for each kind of wait."""

    waits: Mapping[str, WaitRule]
    zone: str = "UTC"
    holidays: tuple[tuple[date, date], ...] = field(default=())

    def rule(self, wait: str) -> WaitRule:
        """What holds for a wait; the first script of a game has its own where one is set."""
        return self.waits.get(wait) or self.waits[SCRIPT]


def clock_from(values: Mapping[str, Any]) -> Clock:
    """A clock from what is stored or written in a preset; ValueError names the wrong key."""
    waits = {}
    for name, value in values.items():
        if name in WAITS:
            waits[name] = _named(name, value)
        elif name not in ("zone", "holidays", *PRESET_KEYS):
            raise ValueError(f"a clock has no {name!r}; it has zone, holidays, {', '.join(WAITS)}")
    if SCRIPT not in waits:
        raise ValueError("a clock needs [script] next, such as 3d")
    days = values.get("holidays", ())
    if isinstance(days, str):
        days = days.replace(",", " ").split()
    holidays = tuple(holiday_of(str(text)) for text in days)
    return Clock(waits, known_zone(str(values.get("zone", "UTC"))), holidays)


def known_zone(name: str) -> str:
    """An IANA zone's name, by itself or by its town's alone; ValueError where there is none."""
    name = name if name in _zones() else place_named(name) or name
    if name not in _zones():
        raise ValueError(f'"{name[:40]}" is no time zone such as Europe/Berlin')
    return name


@cache
def _zones() -> frozenset[str]:
    """Zones that are the same on every machine."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def _named(name: str, value: object) -> WaitRule:
    """A wait's rule from its table, or from its length alone."""
    try:
        return rule_from(value if isinstance(value, Mapping) else {"next": value})
    except ValueError as error:
        raise ValueError(f"[{name}] {error}") from None


def rule_from(values: Mapping[str, Any]) -> WaitRule:
    """One wait's rule; ValueError names the wrong key."""
    if "next" not in values:
        raise ValueError("a wait needs next, such as 3d")
    rule = WaitRule(span_of(str(values["next"])))
    for name, value in values.items():
        told = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        rule = changed(rule, name, told)
    return rule


def changed(rule: WaitRule, key: str, value: str) -> WaitRule:
    """The rule with one key set from text; ValueError says what could be written instead."""
    names = [field.name for field in fields(WaitRule)]
    key = key.casefold()
    if key not in names:
        raise ValueError(f"there is no {key.upper()[:20]}; there are {', '.join(names).upper()}")
    if key == "clock":
        return replace(rule, clock=hour_of(value))
    if key == "days":
        return replace(rule, days=days_of(value))
    span = Span() if key != "next" and value.casefold() in _OFF else span_of(value)
    if key == "next" and not span:
        raise ValueError("NEXT must be longer than nothing, such as 3d or 36h")
    return replace(rule, **{key: span})  # type: ignore[arg-type]


def hour_of(text: str) -> time | None:
    """`18:00`, `1800`, `18`; `off` for none."""
    typed = text.strip().casefold()
    if typed in _OFF:
        return None
    # TOML's own times have seconds.
    typed = typed.removesuffix(":00") if typed.count(":") == 2 else typed
    digits = typed.replace(":", "").replace(".", "").removesuffix("h")
    if digits.isdigit() and digits.isascii() and len(digits) <= 4:
        hour, minute = (int(digits), 0) if len(digits) <= 2 else divmod(int(digits), 100)
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise ValueError(f'"{text[:20]}" is no hour of the day such as 18:00')


def days_of(text: str) -> tuple[int, ...]:
    """`mon,wed,fri`, `mon-fri`, `-MTWTF-` from Sunday on as old judges write it, or `all`."""
    typed = text.strip().casefold()
    if typed in ("all", "any", "off", "daily"):
        return tuple(range(7))
    typed = {"weekdays": "mon-fri", "weekend": "sat-sun"}.get(typed, typed)
    if len(typed) == 7 and all(c == "-" or c == "smtwtfs"[i] for i, c in enumerate(typed)):
        found = {(i - 1) % 7 for i, c in enumerate(typed) if c != "-"}
    else:
        found = set()
        for part in typed.replace(";", ",").replace(" ", ",").split(","):
            first, _, last = part.partition("-")
            found |= _between(first, last or first) if part else set()
    if not found:
        raise ValueError("at least one day must be left, such as mon-fri")
    return tuple(sorted(found))


def _between(first: str, last: str) -> set[int]:
    start, end = _weekday(first), _weekday(last)
    return {(start + n) % 7 for n in range((end - start) % 7 + 1)}


def _weekday(word: str) -> int:
    """Its number by at least two letters of its name."""
    for number, name in enumerate(_WEEKDAYS):
        if len(word) > 1 and name.startswith(word):
            return number
    raise ValueError(f'"{word[:12]}" is no day of the week; such as mon,thu')


def holiday_of(text: str) -> tuple[date, date]:
    """`2026-12-24` or `2026-12-24..2027-01-01`, both days among them."""
    first, _, last = text.partition("..")
    try:
        start, end = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    except ValueError:
        example = "2026-12-24 or 2026-12-24..2027-01-01"
        raise ValueError(f'"{text[:30]}" is no day such as {example}') from None
    if end < start:
        raise ValueError(f'"{text[:30]}" ends before it begins')
    return start, end


def format_rule(rule: WaitRule) -> dict[str, str]:
    """The rule as text, what is not set left out; `rule_from` reads it as the same."""
    told = {"next": str(rule.next)}
    for name in ("min", "grace", "delay"):
        span = getattr(rule, name)
        if span:
            told[name] = str(span)
    if rule.clock is not None:
        told["clock"] = f"{rule.clock:%H:%M}"
    if len(rule.days) < len(DAYS):
        told["days"] = ",".join(DAYS[day] for day in rule.days)
    return told


def encode_clock(clock: Clock) -> dict[str, Any]:
    """The clock as plain values, which `clock_from` reads."""
    told: dict[str, Any] = {name: format_rule(rule) for name, rule in sorted(clock.waits.items())}
    if clock.zone != "UTC":
        told["zone"] = clock.zone
    if clock.holidays:
        told["holidays"] = [f"{first}..{last}" for first, last in clock.holidays]
    return told
