"""Names that people choose, and lines of the lobby whose parts stand behind key words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from rapidfuzz.distance import OSA

from pbem.grammar.commands.spec import Fields, InvalidField
from pbem.grammar.commands.typed import without_please
from pbem.grammar.game_settings import AT_START, SettingValue, settings_given
from pbem.grammar.orders.reader import any_of

JOINING: Mapping[str, str] = {
    "AS": "The name that you play under.",
    "PASSWORD": "The word that lets you in, where the game has one.",
    "PREFER": "What you would like to play, the best first, with commas between.",
}
CREATING: Mapping[str, str] = {
    "GAME": "Which of the games here you play.",
    "PLAYERS": "How many play, robots too; 4 unless you say otherwise.",
    "CLOCK": "The length of a turn, such as 24h or 3d, or a clock by its name.",
    "BANK": "A time bank: 5d gives all five days at first, and each turn adds what CLOCK says.",
    "AS": "The name that you play under.",
    "ROBOTS": "The kind of robot that plays in free places.",
    "PASSWORD": "A word that others need to join.",
    "INVITED": "INVITED only: nobody joins but whom you INVITE, and no list shows the game.",
    "RELIABLE": "80 keeps out whoever sends fewer than 80 % of his turns in time.",
}
"""What may stand behind JOIN and CREATE, and what each means."""
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


def parts_of(
    text: str, keys: Collection[str], alone: Collection[str] = ()
) -> tuple[str, dict[str, str]]:
    """The words before the first of the keys, and what stands behind each. Raises InvalidField.

    Keys of several words are written `HIDDEN_GOALS`, and typed with blanks too; those that may
    stand `alone` have "" then. GAME with nothing behind it ends a name, as in `CREATE My Game
    PLAYERS 4`.
    """
    first: list[str] = []
    found: dict[str, list[str]] = {}
    into, words, at = first, text.split(), 0
    while at < len(words):
        key, many = _key_at(words, at, keys)
        after = _key_at(words, at + 1, keys)[0] if at + 1 < len(words) else key
        if key and not (into is first and key == "GAME" and after):
            if key in found:
                raise InvalidField(f"{key} stands there twice.")
            into = found[key] = []
        elif words[at] not in ("=", ":"):
            into.append(words[at].lstrip("=") or words[at])
        at += many
    parts = {key: _without_join(" ".join(words)) for key, words in found.items()}
    empty = next((key for key, value in parts.items() if not value and key not in alone), None)
    if empty is not None:
        raise InvalidField(f"{empty} needs a value.")
    return _without_join(" ".join(first)), parts


_MOST_KEY_WORDS = 3
_OTHER_KEYS = {"RULESET": "GAME"}
"""What operators' commands call it."""


def _key_at(words: Sequence[str], at: int, keys: Collection[str]) -> tuple[str, int]:
    """The longest key that begins there and how many words it has; "" where none does."""
    for many in range(min(_MOST_KEY_WORDS, len(words) - at), 0, -1):
        typed = "_".join(words[at : at + many]).upper().rstrip(":=,")
        key = typed.replace("-", "_")
        key = _OTHER_KEYS.get(key, key)
        if key in keys:
            return key, many
    return "", 1


_JOIN = re.compile(r"(?:[\s,;]+(?:and|with)?)+\Z", re.IGNORECASE)


def _without_join(text: str) -> str:
    """A part without what joins it to the next: a comma, AND."""
    return _JOIN.sub("", text)


SETTINGS = {row.name.upper(): row for row in AT_START.values()}
"""What CREATE may set of a game."""


_SWITCH = (("true", "on", "yes", ""), ("false", "off", "no"))
"""Words for one value of a switch each; a switch that stands alone is on."""


def value_among(values: Sequence[str], typed: str) -> str:
    """The value that was typed: as it is, by another word, by its beginning, or with a slip.

    "" where it is none of them.
    """
    word = "-".join(typed.casefold().split())
    if word in values:
        return word
    same = next((group for group in _SWITCH if word in group), ())
    found = [one for one in values if one in same]
    found = found or [one for one in values if word and _is_meant(word, one)]
    return found[0] if len(found) == 1 else ""


def _is_meant(word: str, value: str) -> bool:
    begins = len(word) > 2 and (value.startswith(word) or word.startswith(value))
    return begins or is_nearly(word, value.upper())


def is_switch(values: Sequence[str]) -> bool:
    """Whether these are the values of what is on or off."""
    return set(values) in ({"on", "off"}, {"true", "false"})


def checked_value(name: str, values: Sequence[str], typed: str) -> str:
    """The value of a setting that was typed. Raises InvalidField, which says what there is."""
    value = value_among(values, typed)
    if not value:
        there = ("on", "off") if is_switch(values) else tuple(filter(None, values))
        raise InvalidField(f"{name} is {any_of(there)}, not {typed[:20]!r}.")
    return value


def settings_in(parts: Mapping[str, str]) -> dict[str, SettingValue]:
    """The settings among the parts of a line that are not as usual. Raises InvalidField."""
    typed = {key: parts[key] for key in SETTINGS if key in parts}
    return settings_given(
        {SETTINGS[key].name: checked_value(key, SETTINGS[key].values, typed[key]) for key in typed}
    )


_NO_NAME = re.compile(
    r"\A\s*(?:(?:an?\s+(?:[a-z]+\s+)?|the\s+)?(?:new\s+)?(?:game|one)(?=[\s,.!?]|$)[\s,.!?]*)?"
    r"(?:for\s+(?:me|us)\b[\s,.!?]*)?(?:(?:called|named)\s+)?",
    re.IGNORECASE,
)
"""How people begin before they name the game, or instead of it."""
_CALLED = re.compile(r"\A\s*(PLAYERS .*?)\s*\b(?:called|named)\s+", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_PLAYERS = re.compile(
    rf"(?:^|[\s,]+)(?:(?:for|with|and)\s+)?(\d{{1,2}}|{'|'.join(_NUMBERS)})[\s-]+"
    rf"(?:players?|people|persons?)\b(?!\s*[:=]?\s*(?:\d|{'|'.join(_NUMBERS)}))",
    re.IGNORECASE,
)
"""As people tell how many play: 4 players."""
_WITH_ROBOTS = re.compile(r"[\s,]+with\s+(?:the\s+)?robots?\s*\Z", re.IGNORECASE)


def read_creation(_verb: str, rest: str) -> tuple[Fields, str]:
    """The name of a new game, and what else is to be of it."""
    rest = _WITH_ROBOTS.sub("", without_please(rest))
    rest = _PLAYERS.sub(_as_players, _NO_NAME.sub("", rest))
    words = _CALLED.sub("", rest).split(maxsplit=1)
    called = _CALLED.match(rest)
    more = " ".join([*words[1:], *([called[1]] if called else [])])
    if not words or words[0].upper() in CREATING:
        raise InvalidField(
            "CREATE needs a name for the game, such as CREATE Fnord-8 PLAYERS 4 CLOCK 24h."
        )
    name = checked_name(words[0], "a game's name")
    if len(more.split()) > 4 and not parts_of(more, CREATING, ("INVITED",))[1]:
        raise InvalidField("After the name write PLAYERS 4, CLOCK 24h and the like.")
    return {"key": name, "text": more}, name


def _as_players(found: re.Match[str]) -> str:
    typed = found[1].casefold()
    return f" PLAYERS {_NUMBERS.get(typed, typed)} "


_SOME_GAME = re.compile(
    r"(?:in\s+)?(?:an?|any|the|some|your|this|that)\s+(?:[a-z]+\s+)?games?\b.*", re.IGNORECASE
)


def read_joining(verb: str, rest: str) -> tuple[Fields, str]:
    """The game that somebody joins, under which name, and what is to be let in by."""
    first, *words = rest.split() or [""]
    if not first or _SOME_GAME.fullmatch(rest.strip()):
        raise InvalidField(
            "JOIN needs the name of a game, such as JOIN Fnord-8 AS bob. GAMES lists those that "
            "you can join."
        )
    more = " ".join(words)
    others, parts = parts_of(more, JOINING)
    near = next((key for one in others.split() for key in JOINING if is_nearly(one, key)), "")
    if near:
        raise InvalidField(f"Write {near} for what stands before its value in {verb}.")
    name = checked_name(f"{first} {others}", "a game's name")
    alias = checked_name(parts["AS"], "a player's name") if "AS" in parts else ""
    text = f"{name} AS {alias}" if alias else name
    return {"key": name, "value": alias, "text": more[len(others) :].strip()}, text
