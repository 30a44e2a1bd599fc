"""Undoing the wrapping at 72 columns: which line goes on with the one before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.documents.layout.plain import WIDTH, glued

_GAP = re.compile(r"\S {2,}\S")
_LONGEST = 40
"""Letters of a word that may have been wrapped; a longer one, such as a hash, has its own line."""


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def has_gap(line: str) -> bool:
    """Whether the line has columns: two blanks or more between words."""
    return bool(_GAP.search(line))


def goes_on(line: str, following: str, width: int = WIDTH) -> bool:
    """Whether `following` was wrapped off `line`: its first word had no room there."""
    first = glued(following.strip()).partition(" ")[0]
    return 0 < len(first) < _LONGEST and len(line.rstrip()) + 1 + len(first) > width


def reflow(lines: Sequence[str], width: int = WIDTH) -> list[tuple[int, str]]:
    """Wrapped lines as (indent, whole line) again; a line moved in less begins a new one."""
    whole: list[tuple[int, str]] = []
    last = ""
    for line in lines:
        indent = indent_of(line)
        if whole and indent >= whole[-1][0] and goes_on(last, line, width):
            whole[-1] = (whole[-1][0], f"{whole[-1][1]} {line.strip()}")
        else:
            whole.append((indent, line.strip()))
        last = line
    return whole
