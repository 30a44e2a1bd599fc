"""Clocks that come with the program, and those of a table's own file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pbem.clock import Clock, clock_from
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
