"""The Conspiracy Times: world news, what was said aloud, rumours, promises, personals, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.illuminati import events as ev
from engine.illuminati.event_counts import NEWS, NEWSWORTHY, QUIET, counted, news_in
from pbem.documents.layout.cast import person
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.newspaper import Newspaper, columns_of
from pbem.documents.layout.plain import one_line
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
    found, counts = [], before
    for page in pages:
        lines: list[tuple[bool, str]] = []
        for event in page.events:
            if not isinstance(event, NEWSWORTHY):
                continue
            if kind := news_in(event, counts):
                place = counts.get(f"{NEWS}-{kind}", 0)
                stories = STORIES[kind]
                story = stories[shuffled_place(f"{game}:{NEWS}:{kind}", place, len(stories))]
                lines.append((kind in (QUIET, "drew", "rich"), story.format_map(_names(event))))
            counts = counted(counts, (event,))
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


def newspaper(
    context: MailContext,
    pages: Sequence[TurnEvents],
    issue: Issue,
    before: Mapping[str, int],
    *,
    is_over: bool,
) -> Newspaper:
    """The paper that tells of these turns; diaries are printed once the game is over."""
    every = zip(pages, news_of(context.game, pages, before), strict=True)
    run = [
        (page, lines)
        for page, lines in every
        if 0 < page.number <= context.last_turn or page.has_ended
    ][-MOST_TURNS:]
    most = 2 if len(run) == 1 else 1
    news = tuple(line for _, lines in run for line in lines[:most])
    notices = tuple(one_line(notice, _MOST_NOTICE) for notice in issue.notices)
    columns = columns_of(issue.talk, context.seat, is_over=is_over)
    number = max([context.last_turn, *(page.number for page, _ in run)])
    return Newspaper(number, news, columns, notices)
