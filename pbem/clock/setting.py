"""One value of a clock set from text, as `SCRIPT NEXT 3d` or `ZONE Europe/Berlin` has it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from pbem.clock.rules import SCRIPT, SETUP, WAITS, Clock, changed, checked_bank, holiday_of, is_off
from pbem.grammar.times.spans import Span, span_of
from pbem.grammar.times.stretches import dated_days
from pbem.grammar.times.zones import nearest_zone


def with_line(clock: Clock, line: str, now: datetime | None = None) -> Clock:
    """The clock with what a line sets; ValueError says what could be written instead."""
    words = line.split()
    is_long = bool(words) and words[0].casefold() in WAITS
    split = 2 if is_long or [word.casefold() for word in words[:2]] == ["bank", "most"] else 1
    if len(words) <= split:
        raise ValueError(
            f'"{line[:40]}" sets nothing; write SCRIPT NEXT 3d or CLOCK 18:00, for example'
        )
    return with_value(clock, " ".join(words[:split]), " ".join(words[split:]), now)


def with_value(clock: Clock, key: str, value: str, now: datetime | None = None) -> Clock:
    """The clock with one value changed; ValueError says what could be written instead.

    A rule without a kind of wait is that of scripts, the first among them. Holidays are added to
    those there are, `off` takes them all away; from `now` on they may be days by any name.
    """
    kind, _, name = key.casefold().rpartition(" ")
    if name == "zone" and not kind:
        return replace(clock, zone=nearest_zone(value))
    if name in ("holiday", "holidays") and not kind:
        return _with_holidays(clock, dated_days(value, now, clock.zone) if now else value)
    if "bank" in (kind, name) and kind in ("", "bank", SCRIPT):
        return _with_bank(clock, name, value)
    if kind and kind not in WAITS:
        raise ValueError(f"there is no {kind.upper()[:20]}; there are {', '.join(WAITS).upper()}")
    waits = dict(clock.waits)
    for one in [kind] if kind else [one for one in (SCRIPT, SETUP) if one in waits]:
        waits[one] = changed(waits.get(one) or clock.rule(one), name, value)
    return replace(clock, waits=waits)


def _with_bank(clock: Clock, name: str, value: str) -> Clock:
    """BANK sets what all begin with, BANK MOST what a bank holds at most; `5d MOST 10d` both."""
    first, link, second = re.split(r"\s+(MOST)\s+|$", value, maxsplit=1, flags=re.I)
    if name == "bank" and link and second:
        return _with_bank(_with_bank(clock, name, first), "most", second)
    bank, span = clock.bank, Span() if is_off(value) else span_of(value)
    if name == "most":
        if bank is None:
            raise ValueError("there is no time bank; BANK 5d makes one")
        return replace(clock, bank=checked_bank(bank.start, span))
    if name != "bank":
        raise ValueError("a time bank has BANK 5d, and BANK MOST 10d for what it holds at most")
    most = bank.most if bank else Span()
    return replace(clock, bank=checked_bank(span, most) if span else None)


def _with_holidays(clock: Clock, value: str) -> Clock:
    if is_off(value):
        return replace(clock, holidays=())
    typed = re.sub(r"\s*\.\.\s*|\s+to\s+", "..", value).replace(",", " ")
    new = [holiday_of(part) for part in typed.split()]
    return replace(clock, holidays=tuple(sorted({*clock.holidays, *new})))
