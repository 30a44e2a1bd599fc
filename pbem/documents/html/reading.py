"""A mail's marked text as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pbem.documents.html.blocks import (
    Bar,
    Block,
    Box,
    ChapterLine,
    Cut,
    DataTable,
    FormLine,
    Glosses,
    Heading,
    Items,
    Mood,
    OrderForm,
    Paragraph,
    Pre,
    Quote,
    RulingRow,
    Rulings,
    Sum,
    SumRow,
    TableRow,
    VerdictLine,
)
from pbem.documents.layout.plain import glued
from pbem.documents.marks import CELL, RAIL, Mark, marked_lines, without_marks


class LineGroup(NamedTuple):
    """Lines of one mark, up to an empty one; `is_tight` where prose stands just before."""

    mark: Mark
    lines: tuple[str, ...]
    is_tight: bool


def blocks_of(body: str) -> list[Block]:
    """The blocks of a mail in order; lines of one mark are a block, up to an empty line."""
    return [block for group in line_groups(body) for block in group_blocks(group)]


def line_groups(body: str) -> Iterator[LineGroup]:
    """The lines of a mail in groups; each is made into blocks by itself."""
    is_tight = False
    for (mark, is_empty), lines in groupby(marked_lines(body), _kind):
        if not is_empty:
            yield LineGroup(mark, tuple([line for _, line in lines]), is_tight)
        is_tight = not is_empty and mark == "prose"


def group_blocks(group: LineGroup) -> Iterator[Block]:
    """The blocks of some lines."""
    return _blocks(group.mark, [line.rstrip() for line in group.lines], is_tight=group.is_tight)


def _kind(line: tuple[Mark, str]) -> tuple[Mark, bool]:
    """A line's mark, and whether it parts two blocks; an empty line in a box does not."""
    return line[0], line[0] != "box" and not line[1].strip()


def _blocks(mark: Mark, lines: Sequence[str], *, is_tight: bool) -> Iterator[Block]:  # noqa: C901, PLR0912
    match mark:
        case "box":
            yield Box(_words(lines[0]), tuple(_words(line) for line in lines[1:]))
        case "heading" | "secret" | "world":
            for line in lines:
                yield Heading(_words(line), mark)
        case "verdict":
            yield VerdictLine(" ".join(map(_words, lines)))
        case "chapter":
            for line in lines:
                yield ChapterLine(_words(line).removeprefix("* "))
        case "item":
            yield Items(tuple(_words(line).removeprefix("- ") for line in lines))
        case "form":
            yield OrderForm(tuple(_form(lines)))
        case "quote":
            yield Quote(tuple(_words(line.removeprefix("| ")) for line in lines))
        case "cut":
            yield Cut(" ".join(lines))
        case "terms":
            yield Sum(tuple(map(_term, lines)))
        case "table" | "words":
            yield _table(lines, is_text=mark == "words")
        case "glosses":
            yield Glosses(tuple(row for line in lines for row in _glosses(line)))
        case "ruling":
            yield Rulings(tuple(_rulings(lines)))
        case "columns":
            yield Pre(tuple(without_marks(line) for line in lines))
        case "prose":
            for at, line in enumerate(lines):
                yield Paragraph(_words(line), is_tight or at > 0, _level(line))


def _words(line: str) -> str:
    """A line's words, wherever it was broken to fit."""
    return " ".join(without_marks(line).split())


def _level(line: str) -> int:
    """How far a paragraph is moved in: 0 to 3."""
    indent = len(line) - len(line.lstrip(" "))
    return 0 if indent < 2 else 1 if indent < 4 else 2 if indent < 9 else 3


def _cells(line: str) -> list[str]:
    return [_words(cell) for cell in line.split(CELL)]


def _term(line: str) -> SumRow:
    cells = _cells(line)
    if len(cells) < 2:
        return SumRow()
    moods: dict[int, Mood] = {0: "", 1: "good", 2: "bad"}
    # A narrow screen would part the chance from its sign.
    note = glued(cells[2]) if len(cells) > 2 else ""
    return SumRow(cells[0], cells[1], note, moods[line.count(RAIL)])


def _table(lines: Sequence[str], *, is_text: bool) -> DataTable:
    head, *rows = map(_row, lines)
    width = len(head.cells)
    filled = (TableRow(r.rails, r.name, (*r.cells, *[""] * (width - len(r.cells)))) for r in rows)
    return DataTable(head, tuple(filled), is_text)


def _glosses(line: str) -> Iterator[tuple[str, str]]:
    """One row, or two that stand beside each other; what is to be typed is no gloss."""
    cells = _cells(line)
    if len(cells) in (2, 4) and not cells[1][:2].isupper():
        yield from zip(cells[::2], cells[1::2], strict=True)
    else:
        yield from ((cell, "") for cell in cells)


def _row(line: str) -> TableRow:
    first, *cells = line.split(CELL)
    rails, _, name = first.rpartition(RAIL)
    # A row may end with a column.
    cells = cells[:-1] if cells and not cells[-1].strip() else cells
    return TableRow(rails.removeprefix("  "), _words(name), tuple(map(_cell, cells)))


def _cell(cell: str) -> str | Bar:
    number, *bar = map(_words, cell.split(RAIL))
    return Bar(f"{number} ", *bar) if len(bar) == 2 else number


def _form(lines: Sequence[str]) -> Iterator[FormLine]:
    """An order names the turn of its form, so that one sent a turn late is refused.

    A form without a turn is for one to come: of it a tap sends only what may be sent at any time.
    """
    turn = ""
    for line in lines:
        order, is_sent, _ = line.removeprefix("# ").partition(CELL)
        before, is_marked, number = order.partition(RAIL)
        if is_sent and is_marked:
            turn, sends = number, ""
        elif is_marked:
            sends = before
        else:
            sends = f"TURN {turn}: {order}" if is_sent and turn else ""
        yield FormLine(without_marks(line), sends)


def _rulings(lines: Sequence[str]) -> Iterator[RulingRow]:
    """A line with columns begins a ruling, those without are its notes."""
    found: list[tuple[list[str], list[str]]] = []
    for line in lines:
        if CELL in line:
            found.append((_cells(line), []))
        elif found:
            found[-1][1].append(_words(line))
        else:
            found.append((["", "", _words(line)], []))
    for (number, status, text), notes in found:
        yield RulingRow(number, status, text, tuple(notes))
