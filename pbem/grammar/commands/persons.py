"""What anybody may write to the plain address about himself: his name, settings and addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.grammar.commands.spec import CommandSpec, Fields, InvalidField
from pbem.grammar.commands.typed import without_please
from pbem.grammar.orders.reader import any_of
from pbem.grammar.preferences import BY_WORD, PREFERENCES

MOST_NAME = 40
"""Characters of a person's own name."""
ADDRESS_WORDS: Mapping[str, tuple[str, ...]] = {
    "ADD": ("NEW", "ADDITIONAL"),
    "REMOVE": ("DELETE", "DROP"),
    "MAIN": ("PRIMARY", "DEFAULT", "CHANGE"),
}
"""What can be done to an address, and other words for it."""
_BY_ADDRESS_WORD = {word: key for key, others in ADDRESS_WORDS.items() for word in (key, *others)}
_BESIDE_ADDRESS = frozenset(("MAKE", "SET", "MY", "THE", "AS", "TO", "ADDRESS"))
_ADDRESS = re.compile(r"[^\s@<>,;:\"]{1,64}@[^\s@<>,;:\"]{1,190}")


def _registered(_verb: str, rest: str) -> tuple[Fields, str]:
    name = " ".join(rest.split())
    if not name:
        return {}, ""
    if len(name) > MOST_NAME or not name[0].isalpha() or "@" in name:
        raise InvalidField(
            f"After REGISTER write your name, such as REGISTER Ann Lee: at most {MOST_NAME} "
            "characters, the first a letter."
        )
    return {"key": "NAME", "value": name}, name


def _profiled(_verb: str, rest: str) -> tuple[Fields, str]:
    typed, *words = rest.split() or [""]
    value = " ".join(words)
    if not typed:
        return {}, ""
    if typed.casefold() == "name":
        if not value:
            raise InvalidField("Write your name behind it, such as PROFILE NAME Ann Lee.")
        return _registered("", value)[0], f"NAME {value}"
    row = BY_WORD.get(typed.casefold())
    if row is None or row.of_seat:
        names = ", ".join(one.name for one in PREFERENCES.values() if not one.of_seat)
        raise InvalidField(f"PROFILE does not know {typed[:20]!r}. It knows NAME, {names}.")
    if not value or (row.choices and value.casefold() not in row.choices):
        text = " or ".join(row.choices) or f"a value, such as {row.example}"
        raise InvalidField(f"PROFILE {row.name} takes {text}.")
    value = value.casefold() if row.choices else value
    return {"key": row.name, "value": value}, f"{row.name} {value}"


def _exported(verb: str, rest: str) -> tuple[Fields, str]:
    if rest.casefold().split() != ["my", "data"]:
        raise InvalidField(f"Write {verb} MY DATA for everything that is stored about you.")
    return {}, "MY DATA"


def _deleted(verb: str, rest: str) -> tuple[Fields, str]:
    if rest.casefold().split() != ["my", "data"]:
        raise InvalidField(f"Write {verb} MY DATA to delete everything that names you.")
    return {}, "MY DATA"


def _addressed(verb: str, rest: str) -> tuple[Fields, str]:
    words = [typed.strip("<>:,;.") for typed in without_please(rest).split()]
    emails = [typed.casefold().removeprefix("mailto:") for typed in words if "@" in typed]
    others = [typed.upper() for typed in words if "@" not in typed]
    keys = [_BY_ADDRESS_WORD.get(typed, "") for typed in others if typed not in _BESIDE_ADDRESS]
    if len(keys) != 1 or not keys[0] or len(emails) != 1 or not _ADDRESS.fullmatch(emails[0]):
        ways = [f"{verb} {word} ann@example.org" for word in ADDRESS_WORDS]
        raise InvalidField(f"Write {any_of(ways)}.")
    (key,), (email,) = keys, emails
    return {"key": key, "value": email}, f"{key} {email}"


OF_PERSON = (
    CommandSpec(
        "REGISTER",
        "control",
        "Tells the referee your name, once for all your games.",
        ("REGISTER [name]",),
        ("REGISTER Ann Lee",),
        gloss="your name, once for all your games",
        read=_registered,
        begins_prose=True,
    ),
    CommandSpec(
        "PROFILE",
        "control",
        "Shows your name, addresses and settings, or changes one for all your games.",
        ("PROFILE [NAME name | setting value]",),
        ("PROFILE", "PROFILE ZONE Europe/Berlin"),
        aliases=("MY PROFILE", "SET"),
        gloss="your name, addresses and settings",
        read=_profiled,
        begins_prose=True,
    ),
    CommandSpec(
        "ADDRESS",
        "control",
        "Adds an address of yours, removes one, or has all mail sent to it.",
        ("ADDRESS ADD | REMOVE | MAIN address",),
        ("ADDRESS ADD ann@example.org", "ADDRESS MAIN ann@example.org"),
        gloss="add, remove or change your address",
        read=_addressed,
        begins_prose=True,
    ),
    CommandSpec(
        "EXPORT",
        "control",
        "Mails you a file with everything that is stored about you.",
        ("EXPORT MY DATA",),
        ("EXPORT MY DATA",),
        gloss="a file with everything stored about you",
        read=_exported,
        begins_prose=True,
    ),
    CommandSpec(
        "DELETE",
        "control",
        "Deletes what is stored about you; the record of your games stays.",
        ("DELETE MY DATA",),
        ("DELETE MY DATA",),
        gloss="delete everything that names you",
        read=_deleted,
        begins_prose=True,
    ),
)
"""Commands of the lobby that are about whoever writes, and about no game."""
