"""What SET may set: rules of the clock, and the moderator's choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pbem.clock import WAITS
from pbem.grammar.game_settings import GAME_SETTINGS, GameSetting

ValueKind = Literal["rule", "calendar", "switch", "number", "choice"]


def _choice(row: GameSetting) -> tuple[ValueKind, str, str]:
    kind: ValueKind = "choice" if row.meanings else "switch" if row.is_switch else "number"
    return kind, row.example, row.about


RULES = ("NEXT", "MIN", "CLOCK", "DAYS", "GRACE", "DELAY")
"""Of one kind of wait, which may stand before it; of the script's without one."""
KEYS: Mapping[str, tuple[ValueKind, str, str]] = {
    "NEXT": ("rule", "3d", "how long a wait lasts"),
    "MIN": ("rule", "1d", "the least it lasts, early or not"),
    "CLOCK": ("rule", "18:00", "the hour at which it ends; off for any"),
    "DAYS": ("rule", "mon-fri", "the days on which it may end"),
    "GRACE": ("rule", "12h", "how long a missing script is still waited for"),
    "DELAY": ("rule", "1h", "how long after the last order it ends early"),
    "HOLIDAY": ("calendar", "2026-12-24..2027-01-01", "days on which nothing ends; off for none"),
    "BANK": ("calendar", "5d", "the time that each seat has saved at first; off for no time bank"),
    "BANK MOST": ("calendar", "10d", "what a time bank holds at most; off for no limit"),
    "ZONE": ("calendar", "Europe/Berlin", "the time zone of the game; SET MY ZONE is yours"),
    "PRESET": ("calendar", "daily", "all rules of the clock at once"),
    **{key: _choice(row) for key, row in GAME_SETTINGS.items()},
}
"""For each key its sort, an example and what it is."""
_ALIASES = {
    "HOLIDAYS": "HOLIDAY",
    "TIMEZONE": "ZONE",
    "TIME ZONE": "ZONE",
    "CLOCKS": "PRESET",
    "HIDE": "HIDE WAITED",
    "LENGTH": "NEXT",
    "TIME BANK": "BANK",
    "BANK MAX": "BANK MOST",
    "MINIMUM": "MIN",
    "TALK": "PRESS",
    "WINDOW": "WINDOW PRESS",
    "LATE": "LATE TALK",
}
_ON = {"on": "on", "yes": "on", "true": "on", "1": "on"}
_OFF = {"off": "off", "no": "off", "false": "off", "0": "off"}
SWITCHES = _ON | _OFF


def key_in(words: list[str]) -> tuple[str, list[str]] | None:
    """The key a list of words begins with, such as SCRIPT NEXT, and the words behind it."""
    upper = [word.upper().rstrip(":=,") for word in words]
    wait = ""
    if upper and upper[0].lower() in WAITS:
        wait, upper = upper[0], upper[1:]
        words = words[1:]
    for many in (2, 1):
        typed = " ".join(upper[:many])
        name = _ALIASES.get(typed, typed)
        if len(upper) >= many and name in KEYS and (not wait or name in RULES):
            return f"{wait} {name}".strip(), words[many:]
    return None


def sort_of(key: str) -> ValueKind:
    """What kind of value a key has."""
    return KEYS[key if key in KEYS else key.split()[-1]][0]
