"""Clocks that come with the program, and those of a table's own file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from typing import Any

from pbem.clock import Clock, clock_from
from pbem.clock.setting import with_value
from pbem.grammar.times.spans import span_of
from pbem.service.clocks import simple_clock
from pbem.settings import asset_folder

_CLOCKS = asset_folder("config") / "clocks"


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock with what is to be said of it; `pace` is the one it is made for, "" for any."""

    name: str
    about: str
    pace: str
    clock: Clock


class NoPreset(ValueError):
    """No clock of that name, or a file that holds none; the text says what could be written."""


def preset_names() -> tuple[str, ...]:
    """The clocks there are, by name."""
    return tuple(sorted(path.stem for path in _CLOCKS.glob("*.toml")))


def preset(name: str) -> Preset:
    """The clock of that name, in any case. Raises NoPreset."""
    wanted, names = name.strip().casefold().replace(" ", "-").replace("_", "-"), preset_names()
    if wanted not in names:
        close = get_close_matches(wanted, names, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        raise NoPreset(f'there is no clock "{name[:30]}"{hint} There are: {", ".join(names)}')
    return preset_from((_CLOCKS / f"{wanted}.toml").read_text(encoding="utf-8"), wanted)


def preset_from(text: str, name: str = "") -> Preset:
    """A clock from TOML text. Raises NoPreset with the key that is wrong."""
    try:
        values: dict[str, Any] = tomllib.loads(text)
        clock = clock_from(values)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise NoPreset(f"{name or 'the clock'}: {error}") from error
    about, pace = str(values.get("about", "")), str(values.get("pace", ""))
    return Preset(str(values.get("name", name)), about, pace, clock)


def clock_typed(typed: str, bank: str, usual: timedelta) -> Clock:
    """The clock of a name or a turn's length, the `usual` one for "", with a time bank if one is
    given. ValueError tells in a sentence what could be written instead."""
    clock = _named_or_long(typed) if typed else simple_clock(usual)
    if not bank:
        return clock
    try:
        return with_value(clock, "BANK", bank)
    except ValueError as why:
        raise ValueError(
            f"BANK {bank[:30]}: {why}. BANK 5d gives everybody five days at first, to which each "
            "turn adds what CLOCK says."
        ) from None


def _named_or_long(typed: str) -> Clock:
    try:
        return simple_clock(span_of(typed).length)
    except ValueError:
        pass
    try:
        return preset(typed).clock
    except NoPreset as why:
        raise ValueError(
            f"CLOCK {typed[:30]}: write the length of a turn, such as CLOCK 24h, or the name of a "
            f"clock: {str(why)[0].lower()}{str(why)[1:]}."
        ) from None
