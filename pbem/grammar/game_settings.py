"""What a game's moderator may choose beside its rules and its clock: one field a setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from pbem.grammar.press import LATE_TALK, PRESS, SAME, SENDER, WINDOW_PRESS, PressRules

MOST_DAYS = 400
SettingValue = bool | int | str


@dataclass(frozen=True, slots=True)
class GameSetting:
    """One setting as SET knows it; `when_on` and `when_off` tell players what it means, and for a
    number of days `when_on` with the number in it. `meanings` has a sentence for each of its
    values where it is neither a switch nor a number."""

    name: str
    default: SettingValue
    example: str
    about: str
    when_on: str = ""
    when_off: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What stands behind SET."""
        return self.name.replace("_", " ").upper()

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off, else a number of days."""
        return isinstance(self.default, bool)

    @property
    def values(self) -> tuple[str, ...]:
        """All it may be; nothing for a number."""
        return ("on", "off") if self.is_switch else tuple(self.meanings)

    def value_of(self, typed: str) -> SettingValue:
        """The value of what was read."""
        if self.meanings:
            return typed
        return typed == "on" if self.is_switch else int(typed)

    def meaning(self, value: SettingValue) -> str:
        """What players are told of it."""
        if self.meanings:
            return self.meanings[str(value)]
        return (self.when_on if value else self.when_off).format(value)


def _setting(default: Any, example: str, about: str, when_on: str, when_off: str = "") -> Any:
    texts = {
        "example": example,
        "about": about,
        "when_on": when_on,
        "when_off": when_off or when_on,
    }
    return field(default=default, metadata=texts)


def _choice(default: str, example: str, about: str, meanings: Mapping[str, str]) -> Any:
    texts = {"example": example, "about": about, "meanings": meanings}
    return field(default=default, metadata=texts)


@dataclass(frozen=True, slots=True)
class GameSettings:
    """A game's settings; the defaults are what nobody had to ask for. To add one, add a field.

    `release` holds results until the moderator lets them go. An absence longer than `away_days` in
    one go, or `away_total` in the last 365 days, is asked for.
    """

    hide_waited: bool = _setting(
        False,
        "on",
        "players do not see who is waited for",
        "Nobody is shown any more who is waited for.",
        "Everybody may see who is waited for.",
    )
    release: bool = _setting(
        False,
        "on",
        "results wait until you RELEASE them",
        "From now on results are sent when the moderator releases them.",
        "Results come as soon as a turn is run.",
    )
    blind: bool = _setting(
        False,
        "on",
        "you see nothing hidden until the game is over",
        "From now on the moderator sees nothing hidden before the game is over. What is waited for "
        "now and its deadline stay as they are.",
    )
    standby: bool = _setting(
        True,
        "off",
        "seats that miss turns are offered to others",
        "A seat that misses its turns is offered to others (R12.7).",
        "A seat that misses its turns is not offered to others.",
    )
    reminders: bool = _setting(
        True,
        "off",
        "those who are waited for are reminded",
        "Those who are waited for are reminded.",
        "Nobody is reminded of a deadline.",
    )
    away_days: int = _setting(
        14,
        "14",
        "how long a player may be away in a row without asking",
        "A player may be away for {} days in a row without asking.",
    )
    away_total: int = _setting(
        42,
        "42",
        "and how long within a year",
        "A player may be away for {} days within a year without asking.",
    )
    press: str = _choice("all", "public", f"who is talked to: {', '.join(PRESS)}", PRESS)
    sender: str = _choice("named", "anonymous", f"the name on a text: {', '.join(SENDER)}", SENDER)
    window_press: str = _choice(
        SAME, "none", f"PRESS while attacks are announced: {', '.join(WINDOW_PRESS)}", WINDOW_PRESS
    )
    late_talk: bool = _setting(
        True,
        "off",
        "players who are late may talk before their orders are in",
        "Players who are late may talk like everybody else.",
        LATE_TALK,
    )

    watch: bool = _setting(
        True,
        "off",
        "people who do not play may WATCH the game",
        "People who do not play may watch: they get what everybody may know, after each turn.",
        "People who do not play may not watch.",
    )

    anonymous: bool = _setting(
        False,
        "on",
        "nobody is told who plays which seat until the game is over",
        "Nobody is told who plays which seat until the game is over.",
    )

    @property
    def table_rules(self) -> tuple[str, ...]:
        """What players may say, and whether they are told who the others are, where that is not as
        usual: a sentence each."""
        own = (GAME_SETTINGS["ANONYMOUS"].when_on,) if self.anonymous else ()
        return (*own, *self.press_rules.sentences())

    @property
    def press_rules(self) -> PressRules:
        """What players may say to each other."""
        return PressRules(self.press, self.sender, self.window_press, self.late_talk)


_ROWS = (
    GameSetting(one.name, getattr(GameSettings(), one.name), **one.metadata)
    for one in fields(GameSettings)
)
GAME_SETTINGS: Mapping[str, GameSetting] = {row.key: row for row in _ROWS}
"""All of them by what stands behind SET."""
AT_START: Mapping[str, GameSetting] = {
    row.name: row
    for row in GAME_SETTINGS.values()
    if row.name in (*PressRules.__match_args__, "anonymous")
}
"""The settings by their names that a game may be begun with."""


def settings_given(words: Mapping[str, str]) -> dict[str, SettingValue]:
    """What a new game keeps of these words: all that is not as usual."""
    given = {name: AT_START[name].value_of(typed) for name, typed in words.items()}
    return {name: value for name, value in given.items() if value != AT_START[name].default}
