"""One value of a clock set from text, as `SCRIPT NEXT 3d` or `ZONE Europe/Berlin` has it."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.clock.rules import SCRIPT, SETUP, WAITS, Clock, changed, holiday_of
from pbem.grammar.times.zones import nearest_zone


def with_line(clock: Clock, line: str) -> Clock:
    """The clock with what a line sets; ValueError says what could be written instead."""
    words = line.split()
    split = 2 if words and words[0].casefold() in WAITS else 1
    if len(words) <= split:
        raise ValueError(
            f'"{line[:40]}" sets nothing; write SCRIPT NEXT 3d or CLOCK 18:00, for example'
        )
    return with_value(clock, " ".join(words[:split]), " ".join(words[split:]))


def with_value(clock: Clock, key: str, value: str) -> Clock:
    """The clock with one value changed; ValueError says what could be written instead.

    A rule without a kind of wait is that of scripts, the first among them. Holidays are added to
    those there are, `off` takes them all away.
    """
    kind, _, name = key.casefold().rpartition(" ")
    if name == "zone" and not kind:
        return replace(clock, zone=nearest_zone(value))
    if name in ("holiday", "holidays") and not kind:
        return _with_holidays(clock, value)
    if kind and kind not in WAITS:
        raise ValueError(f"there is no {kind.upper()[:20]}; there are {', '.join(WAITS).upper()}")
    waits = dict(clock.waits)
    for one in [kind] if kind else [one for one in (SCRIPT, SETUP) if one in waits]:
        waits[one] = changed(waits.get(one) or clock.rule(one), name, value)
    return replace(clock, waits=waits)


def _with_holidays(clock: Clock, value: str) -> Clock:
    if value.casefold() in ("off", "none", "-"):
        return replace(clock, holidays=())
    typed = re.sub(r"\s*\.\.\s*|\s+to\s+", "..", value).replace(",", " ")
    new = [holiday_of(part) for part in typed.split()]
    return replace(clock, holidays=tuple(sorted({*clock.holidays, *new})))
