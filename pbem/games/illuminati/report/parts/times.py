"""The Conspiracy Times: world news, what was said aloud, rumours, promises, personals, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.illuminati import events as ev
from engine.illuminati.tellings import NEWS, QUIET, counted, news_in
from pbem.documents.layout.cast import person
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.player_texts import PlayerText, Printed, printed
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.stories import STORIES
from pbem.games.illuminati.report.parts.story import shuffled_place
from pbem.games.illuminati.report.parts.summary import TurnEvents


def news_of(
    game: str, pages: Sequence[TurnEvents], before: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """The news of each turn, the best first; the same for every reader.

    Only fields are used that nobody's view hides. `before` counts what had happened before.
    """
    found, told = [], before
    for page in pages:
        lines: list[tuple[bool, str]] = []
        for event in page.events:
            if kind := news_in(event, told):
                place = told.get(f"{NEWS}-{kind}", 0)
                stories = STORIES[kind]
                story = stories[shuffled_place(f"{game}:{NEWS}:{kind}", place, len(stories))]
                lines.append((kind in (QUIET, "drew", "rich"), story.format_map(_names(event))))
            told = counted(told, event)
        found.append(tuple(line for _, line in sorted(lines, key=lambda line: line[0])))
    return tuple(found)


def _names(event: ev.Event) -> dict[str, object]:
    """Seats are called by their names, also in their own copy: it is a newspaper."""
    names: dict[str, object] = {}
    for seat in ("seat", "owner", "to"):
        who = getattr(event, seat, None)
        if isinstance(who, str):
            names[seat] = str(person(who, None))
    for card in ("target", "card"):
        what = getattr(event, card, None)
        if isinstance(what, str):
            names[card] = card_name(what)
    if isinstance(event, ev.Attacked):
        names["total"] = event.total
    if isinstance(event, ev.IncomePaid):
        names["total"] = sum(amount for _, amount in event.amounts)
    return names


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


def paper(
    about: MailContext,
    pages: Sequence[TurnEvents],
    issue: Issue,
    before: Mapping[str, int],
    *,
    is_over: bool,
) -> Paper:
    """The paper that tells of these turns; diaries are printed once the game is over."""
    every = zip(pages, news_of(about.game, pages, before), strict=True)
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
        ("Letters to the editor", [text for text in talk if text.kind == "letter"]),
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
