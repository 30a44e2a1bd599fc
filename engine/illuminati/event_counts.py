"""How often things of each kind have happened, so that whoever tells of them can vary his words.

Kinds are told apart as all the players can: nothing of a kind is anybody's secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS

EventCounts = Mapping[str, int]
NEWS = "news"
"""Counts the news of the part of a turn that is being told."""
MOST_NEWS = 2
"""What a part of a turn brings into the news, its income and draw aside."""
QUIET = "quiet"
RICH = 15
"""MB of income that is news."""
_SMALL = ("drew", "rich")
"""Kinds of news that begin a turn."""
_HOPELESS = 1
_LOW, _HIGH = 3, 11
"""Rolls that are news by themselves; the high ones always fail."""


def _attacked(event: ev.Attacked) -> str:
    if event.success:
        return "won"
    if event.need <= _HOPELESS:
        is_bought = any(part.what == "money" and part.value < 0 for part in event.parts)
        return "bought" if is_bought else "hopeless"
    return "high" if event.total >= _HIGH else "lost"


def _announced(event: ev.Announced) -> str:
    return "free" if event.form == "control" and event.owner is None else event.form


_PLAIN = (
    *(ev.TurnCalled, ev.RoundOpened, ev.TurnPaused, ev.TurnEnded, ev.TurnSkipped),
    *(ev.TaxPaid, ev.DrewNothing, ev.Destroyed, ev.Moved, ev.Arranged, ev.SpreadOut, ev.Gained),
    *(
        ev.GaveSpecial,
        ev.GaveGroup,
        ev.Traded,
        ev.Played,
        ev.Bribed,
        ev.Revived,
        ev.Caught,
        ev.Copied,
    ),
    *(ev.SpiedMoney, ev.SpiedHand, ev.Eliminated, ev.Resigned, ev.Won, ev.CalledOff),
    *(ev.PrivilegeAbolished, ev.JoinedIn, ev.Cancelled, ev.RollSet),
    *(ev.Dealt, ev.LotsDrawn, ev.Shuffled),
)
_VARIED: Mapping[type, Callable[[Any], str]] = {
    ev.Announced: _announced,
    ev.Attacked: _attacked,
    ev.Accused: lambda event: "right" if event.is_right else "wrong",
    ev.Captured: lambda event: "free" if event.owner is None else "owned",
    ev.Drew: lambda event: "special" if event.is_special else "group",
    ev.Freed: lambda event: event.why,
    ev.IncomePaid: lambda event: "again" if event.is_repeat else "",
    ev.Passed: lambda event: "silent" if event.is_silent else "",
    ev.Privileged: lambda event: "paid" if event.cost else "",
    ev.TurnedUp: lambda event: "group" if event.card in GROUPS else "special",
    ev.Spent: lambda event: "for" if event.is_for else "against",
}
_KINDS: Mapping[type, str] = {kind: kind.__name__ for kind in (*_PLAIN, *_VARIED)}


def counted_kind(event: ev.Event) -> str:
    """What an event is to whoever tells of it; "" where all of its kind are told alike."""
    kind = type(event)
    vary = _VARIED.get(kind)
    return f"{kind.__name__}-{vary(event)}" if vary is not None else _KINDS.get(kind, "")


def news_in(event: ev.Event, counts: EventCounts) -> str:
    """The kind of news that an event makes, `counts` made before it; "" where it makes none."""
    kind = type(event)
    if kind in _ENDS:
        return "" if counts.get(NEWS, 0) else QUIET
    tell = _NEWS.get(kind)
    if tell is None:
        return ""
    news = tell(event)
    return news if news in _SMALL or counts.get(NEWS, 0) < MOST_NEWS else ""


def _news_of_attack(event: ev.Attacked) -> str:
    is_free = event.owner is None or event.owner == event.seat
    if not event.success and event.total >= _HIGH:
        return "high"
    if event.success and event.total < _LOW:
        return "low"
    if event.form == "control":
        won, lost = ("joined", "refused") if is_free else ("stolen", "held")
    elif event.form == "neutralize":
        won, lost = "freed", "held" if not is_free else "spared"
    else:
        won, lost = "killed", "spared"
    return won if event.success else lost


def _news_of_income(event: ev.IncomePaid) -> str:
    return "rich" if sum([amount for _, amount in event.amounts]) >= RICH else ""


_NEWS: Mapping[type, Callable[[Any], str]] = {
    ev.Attacked: _news_of_attack,
    ev.Passed: lambda _event: "passed",
    ev.Drew: lambda event: "" if event.is_special else "drew",
    ev.Played: lambda _event: "played",
    ev.IncomePaid: _news_of_income,
    ev.GaveGroup: lambda _event: "gave",
    ev.Traded: lambda _event: "traded",
    ev.CalledOff: lambda _event: "called_off",
    ev.Eliminated: lambda _event: "out",
    ev.Resigned: lambda _event: "out",
}
_ENDS = frozenset((ev.TurnEnded, ev.TurnPaused))
_BOUNDS = frozenset((ev.TurnBegan, ev.TurnCalled, *_ENDS))
NEWSWORTHY = (*_NEWS, *_BOUNDS)
"""What makes news, and what decides which is made."""
COUNTED = frozenset((*_KINDS, *_NEWS, *_BOUNDS))
_ROWS = {
    kind: (_KINDS.get(kind, ""), _VARIED.get(kind), kind in _NEWS or kind in _ENDS, kind in _BOUNDS)
    for kind in COUNTED
}
"""Of each: its name, what tells events of it apart, if it makes news, if it begins or ends."""


def counted(counts: EventCounts, events: Iterable[ev.Event]) -> EventCounts:
    """The counts after some events."""
    after = dict(counts)
    for event in events:
        row = _ROWS.get(type(event))
        if row is None:
            continue
        name, vary, makes_news, is_bound = row
        news = news_in(event, after) if makes_news else ""
        if name:
            kind = name if vary is None else f"{name}-{vary(event)}"
            after[kind] = after.get(kind, 0) + 1
        if news:
            after[f"{NEWS}-{news}"] = after.get(f"{NEWS}-{news}", 0) + 1
            after[NEWS] = after.get(NEWS, 0) + (news not in _SMALL)
        if is_bound:
            after[NEWS] = 0
    return after


def counts_before(counts: EventCounts, events: Iterable[ev.Event]) -> EventCounts:
    """The counts before the last of the events that led to `counts`; they begin with news."""
    since = counted({}, events)
    return {kind: count - since.get(kind, 0) for kind, count in counts.items() if kind != NEWS}
