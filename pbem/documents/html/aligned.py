"""Blocks of columns: trees and tables, sums with dice, the fates of a letter's lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.documents.html.blocks import (
    Block,
    DataTable,
    Paragraph,
    Pre,
    RulingRow,
    Rulings,
    Sum,
    SumRow,
    TableRow,
)
from pbem.documents.html.reflow import has_gap, indent_of, reflow

_TABLE_HEAD = re.compile(r"^ {2,4}(\S.*?) +(code +pow/tr +.*|\d+(?: +\d+)*)$")
"""The head of a structure, or of a chart by turns."""
_TEXT_HEAD = re.compile(r"^ {8,}\S+(?: {2,}\S.*)+$")
_RAILS = re.compile(r"^ *~?(?: *[|`]-?[NESW]? +)*")
_WORD = re.compile(r"\S+")
_TERM = re.compile(r"^ {4,}(\S.*?) {2,}([+-]?\d+)(?: {1,}(\S.*))?$")
_RULE = re.compile(r"^ *-{8,}$")
_FATE_AT, _NOTES_AT = 4, 15
_FATE = re.compile(r"[A-Z][A-Z-]+ *$")


def aligned_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """The blocks of consecutive lines that are moved in or have columns."""
    if table := _table(lines) or _text_table(lines) or _rulings(lines) or _sum(lines):
        yield table
    elif not any(has_gap(line) or _RULE.match(line) for line in lines):
        for at, (indent, text) in enumerate(reflow(lines)):
            yield Paragraph(text, at > 0, 1 if indent < 4 else 2 if indent < 9 else 3)
    else:
        yield from _parts(lines)


def _parts(lines: Sequence[str]) -> Iterator[Block]:
    """A sum at the end may follow other columns; what nothing else fits stays as it is."""
    start, end = _sum_within(lines)
    if end and (start or end < len(lines)):
        for part in (lines[:start], lines[start:end], lines[end:]):
            yield from aligned_blocks(part) if part else ()
        return
    for at in range(1, len(lines)):
        if tail := _table(lines[at:]) or _sum(lines[at:]):
            yield from aligned_blocks(lines[:at])
            yield tail
            return
    yield Pre(tuple(lines))


def _sum_within(lines: Sequence[str]) -> tuple[int, int]:
    """Where the lines of a sum with its rule begin and end; (0, 0) if there is none."""
    start, has_rule = 0, False
    for at, line in enumerate(lines):
        if _RULE.match(line):
            has_rule = at > start
        elif not _TERM.match(line):
            if has_rule:
                return start, at
            start = at + 1
    return (start, len(lines)) if has_rule else (0, 0)


def _table(lines: Sequence[str]) -> DataTable | None:
    """Rows under a line of column names; every cell but the first is one word."""
    head = _TABLE_HEAD.match(lines[0])
    if not head or len(lines) < 2:
        return None
    names = tuple(head[2].split())
    rows = []
    for line in lines[1:]:
        cells = line.rsplit(None, len(names))
        if len(cells) <= len(names) or not _stand_below(lines[0], line, len(names)):
            return None
        rails = _RAILS.match(cells[0])
        start = rails.end() if rails else 0
        rows.append(TableRow(cells[0][2:start], cells[0][start:].strip(), tuple(cells[1:])))
    return DataTable(TableRow("", head[1], names), tuple(rows))


def _stand_below(head: str, line: str, count: int) -> bool:
    """Whether the last words of a line stand below those of the head, or touch their columns."""
    above = [found.span() for found in _WORD.finditer(head)][-count:]
    below = [found.span() for found in _WORD.finditer(line)][-count:]
    is_below = all(a[0] <= b[1] and b[0] <= a[1] for a, b in zip(above, below, strict=True))
    return is_below and line.startswith(" ")


def _text_table(lines: Sequence[str]) -> DataTable | None:
    """Columns that begin under their names, as in the standings."""
    if len(lines) < 2 or not _TEXT_HEAD.match(lines[0]):
        return None
    starts = [found.start() for found in re.finditer(r"(?<!\S)(?<! )\S|(?<=  )\S", lines[0])]
    ends = [*starts[1:], None]
    rows = []
    for line in lines[1:]:
        if any(line[start - 1 : start].strip() for start in starts):
            return None
        rails, name = (line[0], line[1:]) if line[:1] == "*" else ("", line)
        cells = [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
        rows.append(TableRow(rails, name[: starts[0] - len(rails)].strip(), tuple(cells)))
    head = tuple(lines[0][start:end].strip() for start, end in zip(starts, ends, strict=True))
    return DataTable(TableRow("", "", head), tuple(rows), is_text=True)


def _sum(lines: Sequence[str]) -> Sum | None:
    terms = []
    for line in lines:
        found = _TERM.match(line)
        if found:
            terms.append(SumRow(found[1], found[2], found[3] or ""))
        elif _RULE.match(line):
            terms.append(SumRow())
        else:
            return None
    return Sum(tuple(terms)) if any(not term.is_rule for term in terms) else None


def _rulings(lines: Sequence[str]) -> Rulings | None:
    """Lines of a letter: number, fate, order at a fixed column, notes below it."""
    groups: list[list[str]] = []
    for line in lines:
        if _FATE.match(line[_FATE_AT:_NOTES_AT]) and line[_NOTES_AT:].strip():
            groups.append([line])
        elif groups and indent_of(line) >= _NOTES_AT:
            groups[-1].append(line)
        else:
            return None
    return Rulings(tuple(_ruling(group) for group in groups)) if groups else None


def _ruling(lines: Sequence[str]) -> RulingRow:
    head = _NOTES_AT * " " + lines[0][_NOTES_AT:]
    text, *notes = [line for _, line in reflow([head, *lines[1:]])]
    fate = lines[0][_FATE_AT:_NOTES_AT].strip()
    return RulingRow(lines[0][:_FATE_AT].strip(), fate, text, tuple(notes))
