"""Canonical lines that are kept on file, read again; with the same names they say the same."""

from __future__ import annotations

from pbem.budget import Budget
from pbem.grammar.orders.language import Names
from pbem.grammar.orders.letters import read
from pbem.grammar.orders.parsed import ParsedLine

_UNBOUNDED = 10**9


def reread(text: str, names: Names) -> tuple[ParsedLine, ...]:
    """What `read` makes of a text, kept with the names for when it is asked again.

    It was read once and is therefore read again, however long it is.
    """
    known = names.known_texts
    if text not in known:
        known[text] = read(text, names, budget=Budget(_UNBOUNDED))
    found: tuple[ParsedLine, ...] = known[text]
    return found
