"""The Conspiracy Times: world news, what was said aloud, rumours, promises, personals, notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.reports.layout.mail_context import MailContext
from pbem.reports.layout.plain import one_line
from pbem.reports.parts.lengths import Issue
from pbem.reports.parts.summary import TurnEvents
from pbem.reports.parts.talk import PlayerText, Printed, printed
from pbem.reports.parts.worldnews import news_of

MOST_TURNS = 8
"""Turns of which one paper brings news; the last ones where there were more."""
_MOST_NOTICE = 600


@dataclass(frozen=True, slots=True)
class Column:
    """A part of the paper with its texts."""

    title: str
    texts: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """One reader's copy; `number` is that of the last turn that was run."""

    number: int
    news: tuple[str, ...]
    columns: tuple[Column, ...]
    notices: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.news or self.columns or self.notices)


def paper(about: MailContext, pages: Sequence[TurnEvents], issue: Issue, *, is_over: bool) -> Paper:
    """The paper that tells of these turns; diaries are printed once the game is over."""
    every = zip(pages, news_of(about.game, pages, issue.before), strict=True)
    run = [
        (page, lines)
        for page, lines in every
        if 0 < page.number <= about.last_turn or page.has_ended
    ][-MOST_TURNS:]
    most = 2 if len(run) == 1 else 1
    news = tuple(line for _, lines in run for line in lines[:most])
    notices = tuple(one_line(notice, _MOST_NOTICE) for notice in issue.notices)
    columns = _columns(issue.talk, about.seat, is_over=is_over)
    number = max([about.last_turn, *(page.number for page, _ in run)])
    return Paper(number, news, columns, notices)


def _columns(talk: Sequence[PlayerText], reader: str, *, is_over: bool) -> tuple[Column, ...]:
    diaries = [text for text in talk if text.kind == "diary"] if is_over else []
    shelves = (
        ("Said aloud", [text for text in talk if text.kind == "say" and text.to is None]),
        ("Promised aloud", [text for text in talk if text.kind == "promise" and text.to is None]),
        ("Rumours, unsigned", [text for text in talk if text.kind == "rumour"]),
        ("Personals, in your copy alone", [text for text in talk if _is_personal(text)]),
        ("From the diaries, now open", diaries),
    )
    return tuple(
        Column(title, tuple(printed(text, reader) for text in texts))
        for title, texts in shelves
        if texts
    )


def _is_personal(text: PlayerText) -> bool:
    return text.kind in ("say", "promise") and text.to is not None


def own_diary(talk: Sequence[PlayerText], reader: str) -> list[Printed]:
    """What the reader has noted since his last report."""
    return [printed(text, reader) for text in talk if text.kind == "diary" and text.seat == reader]
