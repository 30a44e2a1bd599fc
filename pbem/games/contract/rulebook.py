"""A game's numbered rules as adjudicated, read from a file and found by number or by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from textwrap import wrap

from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import WIDTH, one_line
from pbem.documents.layout.render import render
from pbem.games.contract.tools import ToolResult
from pbem.games.contract.values import RulesetError

MARKS = ("ours", "mail")
"""What a rule may carry: a decision of ours, an adaptation to mail."""

MOST_LINES = 60
"""Lines of rules in one mail; how to get the others is told."""
_INDENT = 8
_NUMBER_WIDTH = 7
_MARKED = re.compile(r"\((?:ours|mail)\b")
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


@dataclass(frozen=True, slots=True)
class RulesFound:
    """What RULES and a word found; `otherwise` says what to ask for where that is nothing."""

    wanted: str
    rules: tuple[Rule, ...]
    otherwise: str = ""


class Rulebook:
    """The rules in `rules.txt` of a package, whose numbers begin with a letter.

    In the file `# R5 Title` opens a chapter and a number a rule; deeper lines go on with it.
    """

    def __init__(self, letter: str, package: str) -> None:
        self.letter, self._package = letter, package
        self._number = re.compile(rf"{letter}(\d+)(?:\.(\d+))?|(\d+)\.(\d+)", re.IGNORECASE)

    def rules(self, word: str | None = None) -> list[Rule]:
        """All rules; those of a number (R5.4), of a chapter (R5), or with a word that begins so."""
        if word is None:
            return list(self._book)
        wanted = " ".join(word.split())
        if not wanted:
            return []
        if found := self._number.fullmatch(wanted):
            chapter, number = found[1] or found[3], found[2] or found[4]
            return [rule for rule in self._book if self._is_at(rule, chapter, number)]
        pattern = re.compile(rf"(?<!\w){re.escape(wanted)}", re.IGNORECASE)
        return [rule for rule in self._book if pattern.search(f"{rule.text} {rule.title}")]

    def look_up(self, word: str | None) -> ToolResult:
        """What `rules` finds, to be printed; RulesetError says what to ask for instead."""
        found = self.rules(word)
        if word is not None and not found:
            raise RulesetError(f"No rule has {word!r}. {self.would_work(word)}")
        rows = [
            {"number": one.number, "title": one.title, "text": one.text, "marks": list(one.marks)}
            for one in found
        ]
        return ToolResult(rows, tuple(_lines(found)))

    def would_work(self, word: str) -> str:
        """One sentence saying what to ask for instead of a word that no rule has."""
        first, last = self._book[0].chapter, self._book[-1].chapter
        found = self._number.fullmatch(" ".join(word.split()))
        if found:
            inner = self.rules(f"{self.letter}{found[1] or found[3]}")
            if inner:
                return f"{inner[0].chapter} has {inner[0].number} to {inner[-1].number}."
            return f"There are chapters {first} to {last}."
        near = get_close_matches(word.lower(), [one for one in self._words if len(one) > 3], n=3)
        if near:
            return f"Near it: {', '.join(near)}."
        one = f"{self.letter}5.4"
        return f"A number ({first} to {last}, {one}) or a word such as privilege works."

    def found(self, word: str) -> RulesFound:
        """The rules a word or number finds; none for no word."""
        if not word:
            return RulesFound("", ())
        rules = tuple(self.rules(word))
        return RulesFound(word, rules, "" if rules else self.would_work(word))

    def mail(
        self, context: MailContext, words: Sequence[str], rulings: Sequence[tuple[int, str]] = ()
    ) -> Mail:
        """The rules that the words find, at most MOST_LINES lines of them.

        With nothing asked for in particular the chapters are listed, and the `rulings` of this
        game with their numbers.
        """
        found = [self.found(word) for word in words]
        sections = [_section(one) for one in found if one.wanted]
        values = {
            "head": letterhead(context),
            "wanted": ", ".join(one_line(one.wanted, 40) for one in found if one.wanted),
            "sections": sections,
            "letter": self.letter,
            "has_marks": any(_MARKED.search(rule.text) for one in found for rule in one.rules),
            "chapters": self.chapters if len(sections) < len(found) else [],
            "rulings": [f"{number}. {one_line(text, 2000)}" for number, text in rulings],
        }
        return render("rules", values)

    @property
    def chapters(self) -> list[str]:
        """`R5 The need`, one for each chapter."""
        return list(dict.fromkeys(f"{rule.chapter} {rule.title}" for rule in self._book))

    def _is_at(self, rule: Rule, chapter: str, number: str | None) -> bool:
        if number is None:
            return rule.chapter == f"{self.letter}{int(chapter)}"
        return rule.number == f"{self.letter}{int(chapter)}.{int(number)}"

    @cached_property
    def _book(self) -> tuple[Rule, ...]:
        title, found = "", list[Rule]()
        text = files(self._package).joinpath("rules.txt").read_text(encoding="utf-8")
        for block in re.split(r"\n(?=\S)", text):
            first, rest = block.strip().split(maxsplit=1)
            rest = " ".join(rest.split())
            if first == "#":
                title = rest.partition(" ")[2]
            else:
                found.append(Rule(first, title, rest))
        return tuple(found)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        words = {word.lower() for rule in self._book for word in _WORDS.findall(rule.text)}
        return tuple(sorted(words))


def _lines(found: Sequence[Rule]) -> Iterator[str]:
    chapter = ""
    for rule in found:
        if rule.chapter != chapter:
            yield from ([""] if chapter else [])
            chapter = rule.chapter
            yield f"{chapter} {rule.title}"
        yield from _hung(rule, _INDENT)


def _section(found: RulesFound) -> dict[str, object]:
    lines: list[str] = []
    left: list[str] = []
    chapter = ""
    for rule in found.rules:
        more = list(_format(rule, with_title=rule.title != chapter))
        if left or (lines and len(lines) + len(more) > MOST_LINES):
            left.append(rule.number)
            continue
        lines += more
        chapter = rule.title
    return {
        "wanted": one_line(found.wanted, 60),
        "lines": lines,
        "left": _more(left),
        "otherwise": found.otherwise,
    }


def _format(rule: Rule, *, with_title: bool) -> Iterator[str]:
    if with_title:
        yield f"{rule.chapter} {rule.title}"
    yield from _hung(rule, _NUMBER_WIDTH)


def _hung(rule: Rule, indent: int) -> list[str]:
    """The rule behind its number, wrapped."""
    return wrap(
        rule.text,
        WIDTH,
        initial_indent=rule.number.ljust(indent),
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )


def _more(left: Sequence[str]) -> str:
    """How to ask for the rules that had no room."""
    if not left:
        return ""
    asks = [f"RULES {number}" for number in left[:6]]
    others = f" and {len(left) - 6} others" if len(left) > 6 else ""
    return f"More: {', '.join(asks)}{others}."
