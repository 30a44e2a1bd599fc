"""Plain text to blocks: the text is the master, and not a word of it is lost or moved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.documents.html.aligned import aligned_blocks
from pbem.documents.html.blocks import (
    Block,
    Box,
    ChapterLine,
    Cut,
    Heading,
    Items,
    OrderForm,
    Paragraph,
    Quote,
    VerdictLine,
)
from pbem.documents.html.reflow import goes_on, has_gap, indent_of, reflow

_EDGE = re.compile(r"^\+-{3,}\+$")
_INSIDE = re.compile(r"^\|.*\|$")
_HEADING = re.compile(r"^== (\S.*?) ?=*$")
_CUT = re.compile(r"^--- .* ---$")
_VERDICT = re.compile(r"^[A-Z][A-Z -]{3,}(?:,.{0,40})?$")
_NUMBERED = re.compile(r"^ ?\d{1,2}\. (?=\S)")
_STORY = re.compile(r"^== (?:THE STORY\b|TURN \d+(?: =|$))")
_BOX_WIDTH = 68


def read_blocks(text: str) -> list[Block]:
    """The blocks of a mail in order; any text at all can be read, in linear time."""
    lines = [line.rstrip() for line in text.expandtabs().split("\n")]
    blocks: list[Block] = []
    at = 0
    is_story = False
    while at < len(lines):
        if not lines[at]:
            at += 1
            continue
        end = _end_of_run(lines, at)
        for block in _run(lines[at:end], is_first=not blocks, is_story=is_story):
            if isinstance(block, Heading):
                is_story = bool(_STORY.match(f"== {block.text}"))
            blocks.append(block)
        at = end
    return blocks


def _end_of_run(lines: Sequence[str], at: int) -> int:
    """Where the lines end that have no empty one between them."""
    while at < len(lines) and lines[at]:
        at += 1
    return at


def _run(lines: Sequence[str], *, is_first: bool, is_story: bool) -> Iterator[Block]:
    """The blocks of consecutive lines; in a story whatever is not moved in is a new sentence."""
    at, is_numbered = 0, False
    while at < len(lines):
        end = at + 1
        kind = _kind(lines[at])
        if kind == "box" and (end := _end_of_box(lines, at)) > at:
            yield _box(lines[at + 1 : end - 1])
        elif kind in ("heading", "cut"):
            is_story = bool(_STORY.match(lines[at]))
            yield _one(kind, lines[at])
        elif is_first and at == 0 and _VERDICT.match(lines[0]):
            yield VerdictLine(lines[0])
        else:
            end = _end_of_kind(lines, at, kind)
            if _NUMBERED.match(lines[at]):
                yield Paragraph(" ".join(map(str.strip, lines[at:end])), is_numbered)
                is_numbered = True
            else:
                yield from _several(kind, lines[at:end], is_story=is_story)
        at = max(end, at + 1)


def _kind(line: str) -> str:  # noqa: C901, PLR0911  one row a kind
    if _EDGE.match(line):
        return "box"
    if _HEADING.match(line):
        return "heading"
    if _CUT.match(line):
        return "cut"
    if line.startswith("#"):
        return "form"
    if line.startswith("| "):
        return "quote"
    if line.startswith("- "):
        return "item"
    if line.startswith("  ") or has_gap(line):
        return "aligned"
    if line.startswith("* "):
        return "chapter"
    return "prose"


def _one(kind: str, line: str) -> Block:
    if kind == "cut":
        return Cut(line)
    found = _HEADING.match(line)
    return Heading(found[1] if found else line)


def _end_of_box(lines: Sequence[str], at: int) -> int:
    """Where the box ends, or `at` if it is none after all."""
    end = at + 1
    while end < len(lines) and _INSIDE.match(lines[end]):
        end += 1
    is_box = end < len(lines) and _EDGE.match(lines[end]) and end > at + 1
    return end + 1 if is_box else at


def _box(rows: Sequence[str]) -> Box:
    inside = [row[1:-1].strip() for row in rows]
    lines: list[str] = []
    for at, row in enumerate(inside):
        is_more = bool(lines and lines[-1] and row) and goes_on(inside[at - 1], row, _BOX_WIDTH)
        if is_more:
            lines[-1] = f"{lines[-1]} {row}"
        else:
            lines.append(row)
    return Box(lines[0], tuple(lines[1:]))


def _end_of_kind(lines: Sequence[str], at: int, kind: str) -> int:
    """Where the lines of a kind end, those counted that were wrapped off one of them."""
    hangs = kind in ("item", "chapter", "prose")
    numbered = _NUMBERED.match(lines[at])
    indent = numbered.end() if numbered else 2
    end = at + 1
    while end < len(lines):
        is_wrapped = (
            hangs
            and indent_of(lines[end]) == indent
            and goes_on(lines[end - 1], lines[end])
            and not has_gap(lines[end])
        )
        if not is_wrapped and (numbered or _kind(lines[end]) != kind or kind == "chapter"):
            break
        end += 1
    return end


def _several(kind: str, lines: Sequence[str], *, is_story: bool) -> Iterator[Block]:
    if kind == "form":
        yield OrderForm(tuple(lines))
    elif kind == "quote":
        yield Quote(tuple(text for _, text in reflow([line[2:].strip() for line in lines], 70)))
    elif kind == "aligned":
        yield from aligned_blocks(lines)
    elif kind == "item":
        yield Items(tuple(text[2:] for text in _hanging(lines)))
    elif kind == "chapter":
        yield ChapterLine(" ".join(line.strip() for line in lines).removeprefix("* "))
    else:
        hangs = is_story or any(line.startswith(" ") for line in lines)
        texts = _hanging(lines) if hangs else [text for _, text in reflow(lines)]
        for at, text in enumerate(texts):
            yield Paragraph(text, is_tight=at > 0)


def _hanging(lines: Sequence[str]) -> list[str]:
    """Lines of which those moved in go on with the one before."""
    texts: list[str] = []
    for line in lines:
        if texts and line.startswith(" "):
            texts[-1] += f" {line.strip()}"
        else:
            texts.append(line)
    return texts
