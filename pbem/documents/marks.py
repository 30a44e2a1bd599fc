"""What a template makes: a mail's lines, each with the mark of the block that it belongs to.

A marked text is written once and read twice: `pbem.documents.layout.plain` lays it out at 72
columns, `pbem.documents.html` as a page. The marks are control characters, which no player's text
keeps (`plain.one_line`), so nobody else can write one. A line without a mark is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Literal

LINE = "\x02"
"""Stands first in a line; the letter behind it is its `Mark`."""
CELL = "\x03"
"""Ends a column of a line. In a form it ends its turn, and an order that a tap sends for it."""
SOFT = "\x04"
"""A line's end that was made to fit 72 columns, with the blanks behind it."""
RAIL = "\x05"
"""Parts what stands before a name in its column, such as a branch, from the name.

In a cell it begins each part of a bar, in prose it ends an item's number, and in a form it begins
the turn and ends what a tap sends at any time. In a sum it stands before a remark that is good
news, and twice before one that is bad.
"""

Mark = Literal[
    "box",
    "heading",
    "secret",  # the heading of what only the reader knows
    "world",  # the heading that the picture stands below
    "verdict",
    "chapter",
    "item",
    "form",
    "quote",
    "cut",
    "terms",
    "table",
    "words",  # a table of words
    "glosses",  # a list, each row with what it is beside it
    "ruling",
    "columns",
    "prose",
]
LETTERS: dict[Mark, str] = {
    "box": "b",
    "heading": "h",
    "secret": "s",
    "world": "w",
    "verdict": "v",
    "chapter": "c",
    "item": "i",
    "form": "f",
    "quote": "q",
    "cut": "-",
    "terms": "+",
    "table": "t",
    "words": "T",
    "glosses": "g",
    "ruling": "r",
    "columns": "p",
    "prose": " ",
}
_COLUMNS = re.compile(r"(?<=[^\s\x04]) {2,}(?=\S)")
_MARKS = {letter: mark for mark, letter in LETTERS.items()}


def marked(text: str, mark: Mark) -> str:
    """The text with the mark before each of its lines; one that has a mark keeps it."""
    start = LINE + LETTERS[mark]
    return "\n".join(
        line if line.startswith(LINE) else start + line for line in text.strip("\n").split("\n")
    )


def columns_kept(text: str) -> str:
    """A text made elsewhere, of which lines with columns stay as they are."""
    return "\n".join(
        marked(line, "columns") if "  " in line.strip() else line for line in text.split("\n")
    )


def lists_kept(text: str, width: int) -> str:
    """A text made elsewhere and wrapped at a width, in which lists have glosses beside their rows.

    These are parted by two blanks or more; a line that was wrapped is one again.
    """
    rows: list[str] = []
    for line in text.split("\n"):
        if rows and _is_rest(rows[-1].rpartition(SOFT)[2], line, width):
            rows[-1] += SOFT + line
        else:
            rows.append(line)
    return "\n".join(_with_glosses(rows))


def _is_rest(before: str, line: str, width: int) -> bool:
    """Whether a line goes on with the one before, which had no room for its first word."""
    if not before or not line or _COLUMNS.search(before) or _COLUMNS.search(line):
        return False
    indent, other = (len(one) - len(one.lstrip()) for one in (line, before))
    return (indent == other == 0 or indent > 2) and len(before) + len(line.split()[0]) >= width


def _with_glosses(rows: Sequence[str]) -> Iterator[str]:
    in_list = False
    for at, row in enumerate(rows):
        below = takewhile(lambda one: one.startswith("  "), rows[at + 1 :])
        if not row.startswith("  "):
            in_list = row.endswith(":") and any(map(_COLUMNS.search, below))
        if in_list and row.startswith("  "):
            yield marked(_COLUMNS.sub(lambda found: found[0] + CELL, row), "glosses")
        else:
            yield marked(row, "chapter") if in_list else row


def marked_lines(text: str) -> Iterator[tuple[Mark, str]]:
    """Each line with its mark; an empty one is prose."""
    for line in text.split("\n"):
        if line.startswith(LINE):
            yield _MARKS[line[1]], line[2:]
        else:
            yield "prose", line


def without_marks(line: str) -> str:
    """A line's words and blanks, of which some may stand on lines of their own."""
    return line.replace(CELL, "").replace(RAIL, "").replace(SOFT, "\n")


def above_cut(body: str) -> str:
    """A marked text without its order form."""
    return body.partition(LINE + LETTERS["cut"])[0].rstrip()


def below_box(body: str) -> str:
    """A marked text below the box that it begins with."""
    lines = body.split("\n")
    rest = dropwhile(lambda line: line.startswith(LINE + LETTERS["box"]), lines)
    return "\n".join(rest)
