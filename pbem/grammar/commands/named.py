"""Names that people choose, and lines of the lobby whose parts stand behind key words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import zip_longest

from rapidfuzz.distance import OSA

from pbem.grammar.commands.spec import InvalidField
from pbem.grammar.game_settings import AT_START, SettingValue, settings_given

JOINING = ("AS", "PASSWORD", "PREFER")
CREATING = ("GAME", "PLAYERS", "CLOCK", "BANK", "AS", "ROBOTS", "PASSWORD", "INVITED", "RELIABLE")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,23}")


def checked_name(typed: str, what: str) -> str:
    """A name as it is kept, with hyphens for blanks. Raises InvalidField."""
    name = " ".join(typed.split()).strip("\"'.,;:!?")
    if not _NAME.fullmatch(name):
        raise InvalidField(
            f"{name[:30]!r} cannot be {what}: a name begins with a letter and has at most 24 "
            "letters, digits, blanks and hyphens, such as Fnord-8."
        )
    return re.sub(r"[ -]+", "-", name).strip("-")


def is_nearly(word: str, key: str) -> bool:
    """Whether a word is a slip away from a key, two where it is long."""
    typed = word.upper().rstrip(":=")
    return 0 < OSA.distance(typed, key) <= (len(typed) > 3) + (len(typed) > 6)


def parts_of(text: str, keys: Collection[str]) -> tuple[str, dict[str, str]]:
    """The words before the first of the keys, and what stands behind each. Raises InvalidField.

    GAME with nothing behind it ends a name, as in `CREATE My Game PLAYERS 4`.
    """
    first: list[str] = []
    found: dict[str, list[str]] = {}
    into = first
    words = text.split()
    for typed, after in zip_longest(words, words[1:], fillvalue=""):
        key, next_key = (one.upper().rstrip(":=") for one in (typed, after))
        is_of_name = into is first and key == "GAME" and (not after or next_key in keys)
        if key in keys and not is_of_name:
            if key in found:
                raise InvalidField(f"{key} stands there twice.")
            into = found[key] = []
        elif typed not in ("=", ":"):
            into.append(typed.lstrip("=") or typed)
    empty = next((key for key, words in found.items() if not words), None)
    if empty is not None:
        raise InvalidField(f"{empty} needs a value.")
    return " ".join(first), {key: " ".join(words) for key, words in found.items()}


SETTINGS = {row.name.upper(): row for row in AT_START.values()}
"""What CREATE may set of a game."""


def settings_in(parts: Mapping[str, str]) -> dict[str, SettingValue]:
    """The settings among the parts of a line that are not as usual. Raises InvalidField."""
    typed = {row.name: parts[key].casefold() for key, row in SETTINGS.items() if key in parts}
    for name, value in typed.items():
        values = AT_START[name].values
        if value not in values:
            raise InvalidField(f"{name.upper()} {value[:20]}: there are {', '.join(values)}.")
    return settings_given(typed)
