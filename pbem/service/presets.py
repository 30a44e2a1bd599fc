"""Clocks that come with the program, and those of a table's own file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pbem.clock import Clock, clock_from

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE.parent / "config" / "clocks", _PACKAGE / "_config" / "clocks")


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
    found = {path.stem for place in _PLACES for path in place.glob("*.toml")}
    return tuple(sorted(found))


def preset(name: str) -> Preset:
    """The clock of that name, in any case. Raises NoPreset."""
    wanted, names = name.strip().casefold().replace(" ", "-").replace("_", "-"), preset_names()
    if wanted not in names:
        close = get_close_matches(wanted, names, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        raise NoPreset(f'there is no clock "{name[:30]}"{hint} There are: {", ".join(names)}')
    file = next(
        place / f"{wanted}.toml" for place in _PLACES if (place / f"{wanted}.toml").exists()
    )
    return preset_from(file.read_text(encoding="utf-8"), wanted)


def preset_from(text: str, name: str = "") -> Preset:
    """A clock from TOML text. Raises NoPreset with the key that is wrong."""
    try:
        values: dict[str, Any] = tomllib.loads(text)
        clock = clock_from(values)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise NoPreset(f"{name or 'the clock'}: {error}") from error
    about, pace = str(values.get("about", "")), str(values.get("pace", ""))
    return Preset(str(values.get("name", name)), about, pace, clock)
