"""The numbered rules as adjudicated, read from rules.txt and found by number or by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from textwrap import wrap

from pbem.games.contract.tools import ToolResult
from pbem.games.contract.values import RulesetError

MARKS = ("ours", "mail")
"""What a rule may carry: a decision of ours, an adaptation to mail."""

_WIDTH = 72
_INDENT = 8
_NUMBER = re.compile(r"R(\d+)(?:\.(\d+))?|(\d+)\.(\d+)", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z][A-Za-z'-]{2,}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `number` is R5.4, `title` its chapter's; marks stand in the text."""

    number: str
    title: str
    text: str

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(mark for mark in MARKS if f"({mark})" in self.text)


def rules(word: str | None = None) -> list[Rule]:
    """All rules; those of a number (R5.4), of a chapter (R5), or with a word that begins so."""
    if word is None:
        return list(_book())
    wanted = " ".join(word.split())
    if not wanted:
        return []
    if found := _NUMBER.fullmatch(wanted):
        chapter, number = found[1] or found[3], found[2] or found[4]
        return [rule for rule in _book() if _is_at(rule, chapter, number)]
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}", re.IGNORECASE)
    return [rule for rule in _book() if pattern.search(f"{rule.text} {rule.title}")]


def look_up(word: str | None) -> ToolResult:
    """The rules that `rules` finds, to be printed; RulesetError says what to ask for instead."""
    found = rules(word)
    if word is not None and not found:
        raise RulesetError(f"No rule has {word!r}. {would_work(word)}")
    rows = [
        {"number": rule.number, "title": rule.title, "text": rule.text, "marks": list(rule.marks)}
        for rule in found
    ]
    return ToolResult(rows, tuple(_lines(found)))


def _lines(found: Sequence[Rule]) -> Iterator[str]:
    chapter = ""
    for rule in found:
        if rule.chapter != chapter:
            yield from ([""] if chapter else [])
            chapter = rule.chapter
            yield f"{chapter} {rule.title}"
        yield from wrap(
            rule.text,
            _WIDTH,
            initial_indent=rule.number.ljust(_INDENT),
            subsequent_indent=" " * _INDENT,
            break_on_hyphens=False,
        )


def would_work(word: str) -> str:
    """One sentence saying what to ask for instead of a word that no rule has."""
    chapters = list(dict.fromkeys(rule.chapter for rule in _book()))
    found = _NUMBER.fullmatch(" ".join(word.split()))
    if found:
        inner = rules(f"R{found[1] or found[3]}")
        if inner:
            return f"{inner[0].chapter} has {inner[0].number} to {inner[-1].number}."
        return f"There are chapters {chapters[0]} to {chapters[-1]}."
    near = get_close_matches(word.lower(), [one for one in _vocabulary() if len(one) > 3], n=3)
    if near:
        return f"Near it: {', '.join(near)}."
    return f"A number ({chapters[0]} to {chapters[-1]}, R5.4) or a word such as privilege works."


def _is_at(rule: Rule, chapter: str, number: str | None) -> bool:
    if number is None:
        return rule.chapter == f"R{int(chapter)}"
    return rule.number == f"R{int(chapter)}.{int(number)}"


@cache
def _book() -> tuple[Rule, ...]:
    """The file: `# R5 Title` opens a chapter, a number a rule, deeper lines go on with it."""
    title, found = "", list[Rule]()
    text = files(__name__).joinpath("rules.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n(?=\S)", text):
        first, rest = block.strip().split(maxsplit=1)
        rest = " ".join(rest.split())
        if first == "#":
            title = rest.partition(" ")[2]
        else:
            found.append(Rule(first, title, rest))
    return tuple(found)


@cache
def _vocabulary() -> tuple[str, ...]:
    words = {word.lower() for rule in _book() for word in _WORDS.findall(rule.text)}
    return tuple(sorted(words))
