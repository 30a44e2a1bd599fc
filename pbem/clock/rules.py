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
BANK = "bank"
"""What a clock calls its time bank."""


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
class TimeBank:
    """Time that each seat saves: `start` at first, and never more than `most`, if that is set.

    Each of its turns adds NEXT of SCRIPT, and thinking takes.
    """

    start: Span
    most: Span = Span()


@dataclass(frozen=True, slots=True)
class Clock:
    """A game's clock: its zone, days on which nothing ends, and a rule for each kind of wait.

    With a `bank` a turn ends when what its seat has saved is used up.
    """

    waits: Mapping[str, WaitRule]
    zone: str = "UTC"
    holidays: tuple[tuple[date, date], ...] = field(default=())
    bank: TimeBank | None = None

    def rule(self, wait: str) -> WaitRule:
        """What holds for a wait; the first script of a game has its own where one is set."""
        return self.waits.get(wait) or self.waits[SCRIPT]


def clock_from(values: Mapping[str, Any]) -> Clock:
    """A clock from what is stored or written in a preset; ValueError names the wrong key."""
    waits = {}
    for name, value in values.items():
        if name in WAITS:
            waits[name] = _named(name, value)
        elif name not in ("zone", "holidays", BANK, *PRESET_KEYS):
            known = ", ".join(("zone", "holidays", BANK, *WAITS))
            raise ValueError(f"a clock has no {name!r}; it has {known}")
    if SCRIPT not in waits:
        raise ValueError("a clock needs [script] next, such as 3d")
    days = values.get("holidays", ())
    if isinstance(days, str):
        days = days.replace(",", " ").split()
    holidays = tuple(holiday_of(str(text)) for text in days)
    bank = bank_from(values[BANK]) if BANK in values else None
    return Clock(waits, nearest_zone(str(values.get("zone", "UTC"))), holidays, bank)


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
        text = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        rule = changed(rule, name, text)
    return rule


def is_off(value: str) -> bool:
    """Whether a value sets something to nothing."""
    return value.casefold() in _OFF


def changed(rule: WaitRule, key: str, value: str) -> WaitRule:
    """The rule with one key set from text; ValueError says what could be written instead."""
    names = [field.name for field in fields(WaitRule)]
    key = key.casefold()
    if key not in names:
        raise ValueError(f"there is no {key.upper()[:20]}; there are {', '.join(names).upper()}")
    if key == "clock":
        return replace(rule, clock=None if is_off(value) else hour_of(value))
    if key == "days":
        return replace(rule, days=weekdays_of(value))
    span = Span() if key != "next" and is_off(value) else span_of(value)
    if key == "next" and not span:
        raise ValueError("NEXT must be longer than zero, such as 3d or 36h")
    return replace(rule, **{key: span})  # type: ignore[arg-type]


def bank_from(value: object) -> TimeBank:
    """A time bank from its table, or from its start alone; ValueError names what is wrong."""
    values = value if isinstance(value, Mapping) else {"start": value}
    for name in values:
        if name not in ("start", "most"):
            raise ValueError(f"[bank] has no {name!r}; it has start, most")
    if "start" not in values:
        raise ValueError("[bank] needs start, such as 5d")
    return checked_bank(span_of(str(values["start"])), span_of(str(values.get("most", "0h"))))


def checked_bank(start: Span, most: Span) -> TimeBank:
    """A time bank that can be; ValueError says what could be written instead."""
    if not start:
        raise ValueError("BANK must be longer than zero, such as 5d; off for none")
    if most and most.length < start.length:
        raise ValueError(f"BANK MOST {most} is less than BANK {start}, with which all begin")
    return TimeBank(start, most)


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
    parts = {"next": str(rule.next)}
    for name in ("min", "grace", "delay"):
        span = getattr(rule, name)
        if span:
            parts[name] = str(span)
    if rule.clock is not None:
        parts["clock"] = f"{rule.clock:%H:%M}"
    if len(rule.days) < len(SHORT_DAYS):
        parts["days"] = ",".join(SHORT_DAYS[day] for day in rule.days)
    return parts


def format_bank(bank: TimeBank) -> dict[str, str]:
    """The bank as text; `bank_from` reads it as the same."""
    return {"start": str(bank.start)} | ({"most": str(bank.most)} if bank.most else {})


def encode_clock(clock: Clock) -> dict[str, Any]:
    """The clock as plain values, which `clock_from` reads."""
    encoded: dict[str, Any] = {
        name: format_rule(rule) for name, rule in sorted(clock.waits.items())
    }
    if clock.bank is not None:
        encoded[BANK] = format_bank(clock.bank)
    if clock.zone != "UTC":
        encoded["zone"] = clock.zone
    if clock.holidays:
        encoded["holidays"] = [f"{first}..{last}" for first, last in clock.holidays]
    return encoded
