"""Names that people choose, and lines whose parts stand behind key words."""

from __future__ import annotations

import re
from collections.abc import Collection

from pbem.grammar.commands.spec import InvalidField

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


def parts_of(text: str, keys: Collection[str]) -> tuple[str, dict[str, str]]:
    """The words before the first of the keys, and what stands behind each. Raises InvalidField."""
    first: list[str] = []
    found: dict[str, list[str]] = {}
    into = first
    for typed in text.split():
        key = typed.upper().rstrip(":=")
        if key in keys:
            if key in found:
                raise InvalidField(f"{key} stands there twice.")
            into = found[key] = []
        elif typed not in ("=", ":"):
            into.append(typed.lstrip("=") or typed)
    empty = next((key for key, words in found.items() if not words), None)
    if empty is not None:
        raise InvalidField(f"{empty} needs a value.")
    return " ".join(first), {key: " ".join(words) for key, words in found.items()}
