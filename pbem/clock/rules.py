"""The rules of a game's clock: for each kind of wait how long it is and when it may end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, time
from typing import Any

from pbem.grammar.times.hours import SHORT_DAYS, hour_of, weekdays_of
from pbem.grammar.times.spans import Span, span_of
from pbem.grammar.times.zones import nearest_zone

SETUP, SCRIPT, ANSWERS, OFFERS = "setup", "script", "answers", "offers"
WAITS = (SETUP, SCRIPT, ANSWERS, OFFERS)
"""The first script of a game, any other, answers to one, and how long an offer stands."""
WINDOWS = (ANSWERS, OFFERS)
"""Waits that silence answers, so that no grace follows them."""
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
    return Clock(waits, nearest_zone(str(values.get("zone", "UTC"))), holidays)


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
        return replace(rule, clock=None if value.casefold() in _OFF else hour_of(value))
    if key == "days":
        return replace(rule, days=weekdays_of(value))
    span = Span() if key != "next" and value.casefold() in _OFF else span_of(value)
    if key == "next" and not span:
        raise ValueError("NEXT must be longer than nothing, such as 3d or 36h")
    return replace(rule, **{key: span})  # type: ignore[arg-type]


def holiday_of(text: str) -> tuple[date, date]:
    """`2026-12-24` or `2026-12-24..2027-01-01`, both days among them."""
    first, _, last = text.partition("..")
    try:
        start, end = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    except ValueError:
        example = "2026-12-24 or 2026-12-24..2027-01-01"
        raise ValueError(f'"{text[:30]}" is not a day such as {example}') from None
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
    if len(rule.days) < len(SHORT_DAYS):
        told["days"] = ",".join(SHORT_DAYS[day] for day in rule.days)
    return told


def encode_clock(clock: Clock) -> dict[str, Any]:
    """The clock as plain values, which `clock_from` reads."""
    told: dict[str, Any] = {name: format_rule(rule) for name, rule in sorted(clock.waits.items())}
    if clock.zone != "UTC":
        told["zone"] = clock.zone
    if clock.holidays:
        told["holidays"] = [f"{first}..{last}" for first, last in clock.holidays]
    return told
