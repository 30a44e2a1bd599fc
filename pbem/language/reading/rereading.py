"""Canonical lines that are kept on file, read again; with the same names they say the same."""

from __future__ import annotations

from pbem.language.fates import ReadLine
from pbem.language.names.naming import Names
from pbem.language.reading.letters import read


def reread(text: str, names: Names) -> tuple[ReadLine, ...]:
    """What `read` makes of a text, kept with the names for when it is asked again."""
    known = names.known_texts
    if text not in known:
        known[text] = read(text, names)
    return known[text]
