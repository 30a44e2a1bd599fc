"""Plain text at 72 columns: cleaning what players supplied, wrapping, boxes and headings."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from pbem.documents.marks import CELL, RAIL, SOFT, Mark, marked_lines, without_marks

WIDTH = 72
"""Columns of every mail."""
HEADING_WIDTH = 64
"""Headings are shorter, so that a quoted one still fits a screen."""
_GONE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_MOST_MARKS = 2
_UNFIT_FOR_NAMES = re.compile(r"[<>|#`\[\]{}\\]")
_LONG_RULES = re.compile(r"-{2,}|={2,}|_{2,}|\.{4,}")
_UNFIT_AT_FIRST = re.compile(r"^\W+")
# What is rare stands first in each: the others are looked for where that is found.
_TWO_STOPS = re.compile(r"\.(?<=[A-Za-z][.!?]\.)(?!\.)")
_AMOUNT = re.compile(r" (?=MB\b|%)(?<=\d )")
_GLUE = "\u00a0"
PARTS_KEPT, LINES_KEPT = 1024, 2048
"""Parts of texts, and their lines, that are remembered as they were laid out: a turn's readers
share most of them."""


def one_line(text: str, most: int = 300) -> str:
    """The text on one line, without control or direction characters, at most so many long."""
    text = text[: 4 * most]
    if text.isascii() and text.isprintable():
        return _shortened(text, most)
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in _MARKS else 0
        if char.isspace() or category in ("Zl", "Zp"):
            kept.append(" ")
        elif category not in _GONE and marks <= _MOST_MARKS:
            kept.append(char)
    return _shortened("".join(kept), most)


def _shortened(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3].rstrip() + "..."


def proper_name(text: str, most: int = 24) -> str:
    """A name fit to stand anywhere in a report: it starts with a letter or figure.

    Nothing is left that could open a quote, a comment, a box, a cut line or a signature.
    """
    name = _LONG_RULES.sub("-", _UNFIT_FOR_NAMES.sub("", one_line(text, 400)))
    name = _UNFIT_AT_FIRST.sub("", name.replace(" - ", " ")).strip(" -")
    name = one_line(name, most)
    return name or "someone"


def counted(count: int, word: str) -> str:
    """`1 letter`, `2 letters`."""
    return f"{count} {word}{'s' if count != 1 else ''}"


def one_stop(text: str) -> str:
    """A sentence that ends in an abbreviation, or a name with a mark, ends in that one mark."""
    has_two = ".." in text or "!." in text or "?." in text
    return _TWO_STOPS.sub("", text) if has_two else text


def glued(text: str) -> str:
    """With a blank that does not break between a number and its MB or per cent."""
    return _AMOUNT.sub(_GLUE, text) if " MB" in text or " %" in text else text


def _wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> list[str]:
    words = glued(text).split(" ")
    room = width - max(len(first), len(indent))
    if text.isprintable() and all(words) and max(map(len, words)) <= room:
        lines = _greedy(words, width, first, indent)
    else:
        lines = textwrap.wrap(
            " ".join(words),
            width,
            initial_indent=first,
            subsequent_indent=indent,
            break_on_hyphens=False,
            # An address that is torn apart opens nothing.
            break_long_words="://" not in text,
        )
    return [line.replace(_GLUE, " ") for line in lines]


def _greedy(words: Sequence[str], width: int, first: str, indent: str) -> list[str]:
    """As `textwrap.wrap` does it where nothing is odd, in a fifth of its time."""
    lines, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + len(word) < width:
            line = f"{line} {word}"
        else:
            lines.append(line)
            line = indent + word
    return [*lines, line]


def paragraph(text: str) -> str:
    """The text as one line, to be wrapped when the mail is filled."""
    return " ".join(text.split())


def hang(text: str, indent: int, first: int = 0) -> str:
    """Wrapped so that every line but the first is indented; `first` columns are used already."""
    text = one_stop(text)
    if _fits(text, WIDTH - first):
        return text
    lines = _wrapped(text, WIDTH, first=" " * first, indent=" " * indent)
    return SOFT.join(lines)[first:]


def _fits(line: str, width: int) -> bool:
    """Whether wrapping would leave the line as it is; to find that out by wrapping takes long."""
    return 0 < len(line) <= width and line.isprintable() and line[-1] != " "


def forget_laid_out() -> None:
    """Lay all out anew from here on, as benchmarks need it."""
    for known in (plain_text, _plain_part, _lines_of):
        known.cache_clear()


def box(text: str) -> str:
    """The lines wrapped inside a box of the full width."""
    inside = WIDTH - 4
    rows: list[str] = []
    for line in one_stop(text).strip("\n").splitlines():
        is_short = _fits(line, inside)
        rows.extend([line] if is_short else _wrapped(line, inside) or [""])
    edge = "+" + "-" * (WIDTH - 2) + "+"
    return "\n".join([edge, *(f"| {row:<{inside}} |" for row in rows), edge])


@lru_cache(maxsize=64)
def plain_text(body: str) -> str:
    """A marked text as it is read in a mail of text alone."""
    parts = map(_plain_part, body.split("\n\n"))
    return "\n\n".join(filter(None, parts)) + "\n"


@lru_cache(maxsize=PARTS_KEPT)
def _plain_part(body: str) -> str:
    """The lines up to an empty one; those of a box are all marked."""
    parts: list[str] = []
    for mark, lines in groupby(marked_lines(body), itemgetter(0)):
        rows = [line for _, line in lines]
        if mark == "box":
            parts += box(without_marks("\n".join(rows))).split("\n")
            continue
        if mark in ("heading", "secret", "world"):
            rows = [heading(row) for row in rows]
        parts += [line for row in rows for line in _lines_of(mark, row)]
    whole = (line for at, line in enumerate(parts) if line or (at and parts[at - 1]))
    return "\n".join(whole).rstrip("\n")


@lru_cache(maxsize=LINES_KEPT)
def _lines_of(mark: Mark, line: str) -> tuple[str, ...]:
    """A marked line, wrapped where it is too long, so that its indent and number hang."""
    hang = line.find(RAIL) if mark == "prose" else -1
    lines: list[str] = []
    for row in map(str.rstrip, one_stop(without_marks(line)).splitlines() or [""]):
        lines += [row] if len(row) <= WIDTH else _wrapped_as(mark, row, hang)
    return tuple(lines)


def _wrapped_as(mark: Mark, line: str, hang: int) -> list[str]:
    order, _, comment = line.partition("    # ") if mark == "form" else ("", "", "")
    if comment and len(order) <= WIDTH:
        short = f"{order}  # {comment}"
        return [short] if len(short) <= WIDTH else [order, f"#     # {comment}"]
    if mark == "form":
        return textwrap.wrap(line[2:], WIDTH, initial_indent="# ", subsequent_indent="#   ")
    if hang < 0:
        hang = len(line) - len(line.lstrip(" ")) + (2 if mark in ("item", "chapter") else 0)
    return _wrapped(line[hang:], WIDTH, first=line[:hang], indent=" " * hang)


def heading(text: str) -> str:
    """A heading line."""
    return f"== {text} ".ljust(HEADING_WIDTH, "=")


def left(text: object, width: int) -> str:
    """A column of that width."""
    return str(text)[:width].ljust(width) + CELL


def right(text: object, width: int) -> str:
    return str(text)[:width].rjust(width) + CELL


def capitalized(text: str) -> str:
    """The first letter a capital, the others as they are."""
    return text[:1].upper() + text[1:]


def indented(text: str, by: int) -> str:
    """Only the first line moved in."""
    return " " * by + text
