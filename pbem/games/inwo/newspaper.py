"""The New World Observer: what the world makes of it, and what players have said."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.inwo import events as ev
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.newspaper import Newspaper, columns_of
from pbem.documents.layout.newspaper import own_diary as own_diary
from pbem.documents.layout.plain import one_line
from pbem.games.contract.reports import Issue
from pbem.games.inwo.card_names import name_of

MOST_NEWS = 3
_MOST_NOTICE = 600
_STORIES: Mapping[str, Sequence[str]] = {
    "destroyed": (
        "{card} has closed its doors. Staff were told on the way out, by a stranger.",
        "OBITUARIES: {card}. In lieu of flowers, please do not ask.",
        "A spokesman for {card} could not be reached, and neither could {card}.",
    ),
    "devastated": (
        "WEATHER: unsettled over what used to be {card}.",
        "The insurers of {card} have been seen buying one-way tickets.",
        "{card}: property prices fall further. So does the property.",
    ),
    "relieved": (
        "The lights are on again in {card}. Who pays for them is being looked into.",
        "Relief for {card}. The lorries had no number plates.",
    ),
    "out": (
        "{card} is no longer available for comment, and was never available before.",
        "The files on {card} are marked closed. The filing cabinet is gone too.",
    ),
    "declared": (
        "STOP PRESS: {card} is said to rule the world. Trading in the world was suspended.",
        "{card} will address all nations at noon. Attendance is not voluntary.",
    ),
    "exposed": (
        "Our photographer caught {card} in the open. He is resting comfortably.",
        "Page 3, with the pictures of {card}, has been removed by order.",
    ),
}


def newspaper(context: MailContext, issue: Issue, *, is_over: bool) -> Newspaper:
    """The copy of one reader: the same news for all, and what he may read of the talk."""
    notices = tuple(one_line(notice, _MOST_NOTICE) for notice in issue.notices)
    news = tuple(dict.fromkeys(_news(context.game, issue.events)))[-MOST_NEWS:]
    columns = columns_of(issue.talk, context.seat, is_over=is_over)
    return Newspaper(context.last_turn, news, columns, notices)


def _news(game: str, events: Iterable[ev.InwoEvent]) -> Iterator[str]:
    for event in events:
        teller = _NEWS.get(type(event))
        if teller is not None:
            kind, what = teller(event)
            stories = _STORIES[kind]
            chance = hashlib.sha256(f"{game}:{kind}:{what}".encode()).digest()[0]
            yield stories[chance % len(stories)].format(card=what)


_NEWS: Mapping[type, Callable[..., tuple[str, str]]] = {
    ev.GroupDestroyed: lambda e: ("destroyed", name_of(e.ruin.copy)),
    ev.Devastated: lambda e: ("relieved" if e.is_relieved else "devastated", name_of(e.card)),
    ev.PlayerOut: lambda e: ("out", e.seat),
    ev.VictoryDeclared: lambda e: ("declared", e.seat),
    ev.PlotExposed: lambda e: ("exposed", name_of(e.card)),
}
"""What is public whoever reads it."""
