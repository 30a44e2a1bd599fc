"""A clock in one sentence, as players are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.clock.rules import ANSWERS, OFFERS, SCRIPT, SETUP, Clock, WaitRule
from pbem.clock.rules import clock_from as clock_from
from pbem.grammar.times.hours import SHORT_DAYS
from pbem.grammar.times.spans import Span

_UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))
_CALLED = {
    SCRIPT: "a turn",
    SETUP: "the first turn",
    ANSWERS: "for answers",
    OFFERS: "offers stand",
}


def format_clock(clock: Clock, *, is_of_rounds: bool = False) -> str:
    """`3 days a turn, ending at 20:00 on Mon or Thu; 2 days for answers; ...`.

    In rounds all write at once, and nothing is announced that could be answered (R12.2).
    """
    kinds = (SCRIPT, SETUP, OFFERS) if is_of_rounds else (SCRIPT, SETUP, ANSWERS, OFFERS)
    text = "; ".join(_parts(clock, kinds))
    return text.replace(" turn", " round") if is_of_rounds else text


def _parts(clock: Clock, kinds: Sequence[str]) -> list[str]:
    parts = _bank(clock)
    kinds = [kind for kind in kinds if kind != SCRIPT or not parts]
    parts += [_wait(clock, kind) for kind in kinds if kind in clock.waits]
    script = clock.rule(SCRIPT)
    if script.min:
        parts.append(f"a turn lasts {format_span(script.min)} at least")
    if script.delay:
        parts.append(f"{format_span(script.delay)} to think again after READY")
    if script.grace:
        parts.append(f"{format_span(script.grace)} of grace for a missing script")
    days = [f"{a}" if a == b else f"{a} to {b}" for a, b in clock.holidays]
    if days:
        parts.append(f"nothing ends on {', '.join(days)}")
    if days or any(map(_when, clock.waits.values())):
        parts.append(f"hours are those of {clock.zone}")
    return parts


def _bank(clock: Clock) -> list[str]:
    """How a time bank is filled and used; nothing where there is none."""
    bank, script = clock.bank, clock.rule(SCRIPT)
    if bank is None:
        return []
    parts = [
        f"a time bank of {format_span(bank.start)} for everybody",
        f"each turn adds {format_span(script.next)} and thinking takes from it",
    ]
    if bank.most:
        parts.append(f"it holds {format_span(bank.most)} at most")
    if _when(script):
        parts.append(f"a turn ends{_when(script).removeprefix(', ending')}")
    return parts


def format_bank_rule(clock: Clock) -> tuple[str, ...]:
    """What a player is told of his time bank when a game begins; nothing where there is none."""
    if clock.bank is None:
        return ()
    most = f", up to {format_span(clock.bank.most)}" if clock.bank.most else ""
    first = " The first turn of the game has its own time." if SETUP in clock.waits else ""
    return (
        f"Everybody has a time bank: {format_span(clock.bank.start)} at first, and each turn of "
        f"yours adds {format_span(clock.rule(SCRIPT).next)}{most}. Your time runs from the moment "
        "you are asked for orders until you send READY, and what you do not use you keep. If it "
        f"runs out, the turn is over, as at any deadline.{first}",
    )


def span(time: timedelta) -> str:
    """The two greatest units of a span: `2 days 3 hours`; nothing is left of a negative one."""
    minutes = max(0, int(time.total_seconds()) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    words = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n]
    if days:
        words = words[: 2 if hours else 1]
    return " ".join(words) or "less than a minute"


def format_span(span: Span) -> str:
    """`3 days`, `1 day 12 hours`."""
    rest, parts = int(span.length.total_seconds()), []
    for unit, seconds in _UNITS:
        many, rest = divmod(rest, seconds)
        parts += [f"{many} {unit}{'' if many == 1 else 's'}"] if many else []
    return " ".join(parts) or "no time"


def _wait(clock: Clock, kind: str) -> str:
    rule = clock.rule(kind)
    length, called = format_span(rule.next), _CALLED[kind]
    text = f"{called} {length}" if kind == OFFERS else f"{length} {called}"
    return text + _when(rule)


def _when(rule: WaitRule) -> str:
    hour = f", ending at {rule.clock:%H:%M}" if rule.clock is not None else ""
    if len(rule.days) == len(SHORT_DAYS):
        return hour
    names = " or ".join(SHORT_DAYS[day].capitalize() for day in rule.days)
    return f"{hour} on {names}" if hour else f", ending on {names}"
