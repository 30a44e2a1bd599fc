"""What is due and what hints missed: found by index, claimed for a moment, so that any number of
sweepers may look at once.

`next_try_at` belongs to the sweeper: it says when to look again, and a claim moves it by the lease.
Whoever works on a row looks at its state and its lock, never at `next_try_at`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col

from pbem.database import Database, HintName, RowModel, Session, claim_rows
from pbem.models import (
    FULL,
    NEW,
    PAUSED,
    RUNNING,
    Ending,
    Game,
    HookCall,
    Letter,
    OpenGame,
    Outbox,
    Person,
)
from pbem.prepared import Prepared
from pbem.service.relay import PROBE_EVERY, SqlMoment, claim_probe, deadline_first, is_time_to_probe

LEASE = timedelta(seconds=5)
ENDING_LEASE = timedelta(minutes=3)
"""Robots play on for half a minute of a processor's time, which others may share."""
LONGEST_LEASE = timedelta(minutes=5)
"""However far behind the workers are."""
ALARM_LEASE = timedelta(seconds=60)
"""When an alarm is hinted at again that nobody has seen to; nothing is lost by its being late."""
BATCH = 1000
MOST_LOOKS = 10
"""In the time between two looks where no deadline is near."""


@dataclass(frozen=True, slots=True)
class WaitingRows:
    """A kind of row that may wait for a worker, who is hinted at it by `hint`.

    A row waits where it `waits` at a moment, and at one that is a grace earlier; those are taken in
    the order of `first`. A claim moves its `column` on by the `lease`.
    """

    hint: HintName
    model: RowModel
    column: str
    waits: Callable[[SqlMoment, SqlMoment], ColumnElement[bool]]
    lease: timedelta
    first: SQLColumnExpression[Any] | None = None

    def claim(
        self,
        session: Session,
        now: datetime,
        limit: int,
        *,
        grace: timedelta = timedelta(),
        lease: timedelta = timedelta(),
    ) -> list[int]:
        """Claim at most `limit` rows that wait, until `now` and the longer of both leases."""
        own = sa.inspect(self.model).columns[self.column]
        first = own if self.first is None else self.first
        changes = {self.column: now + max(lease, self.lease)}
        due = self.waits(now, now - grace)
        return claim_rows(session, self.model, due, first, limit, **changes)


@dataclass(frozen=True, slots=True)
class FoundWork:
    """What was claimed, as hints for workers; `is_full` when a batch was full and more may wait.

    `next_at` is the next deadline of a game that was still to come.
    """

    hints: tuple[tuple[HintName, int], ...] = ()
    is_full: bool = False
    next_at: datetime | None = None

    def ids(self, hint: HintName) -> tuple[int, ...]:
        """The rows of one kind, oldest first."""
        return tuple(row_id for name, row_id in self.hints if name == hint)


def not_behind() -> timedelta:
    """Of workers that come at once to what they are hinted at."""
    return timedelta()


def claim_waiting(
    database: Database,
    now: datetime,
    *,
    grace: timedelta,
    limit: int = BATCH,
    behind: Callable[[], timedelta] = not_behind,
) -> FoundWork:
    """Claim what waits at `now`, at most `limit` of each kind; an empty look writes nothing.

    `behind` says how long it takes until a hint is come to; none is repeated before that, or the
    hints that nobody takes would pile up.
    """
    with database.read() as session:
        moments = (now, now - grace, now - PROBE_EVERY, now + LEASE)
        (looked,) = _LOOK.rows(session.connection(), dict(zip(_MOMENTS, moments, strict=True)))
    next_at, *is_there, is_probing = looked
    kinds = [rows for rows, one_is in zip(SWEPT, is_there, strict=True) if one_is]
    if not kinds and not is_probing:
        return FoundWork(next_at=next_at)
    lease = min(behind(), LONGEST_LEASE)
    with database.write() as session:
        found = [
            (rows.hint, rows.claim(session, now, limit, grace=grace, lease=lease)) for rows in kinds
        ]
        if not dict(found).get("deliver"):
            # Where our mail server takes nothing, one mail a minute is tried before its time.
            found.append(("deliver", claim_probe(session, now, LEASE)))
    return FoundWork(
        tuple((hint, row_id) for hint, ids in found for row_id in ids),
        is_full=any(len(ids) == limit for _, ids in found),
        next_at=next_at,
    )


def seconds_to_look(found: FoundWork, now: datetime, interval: float) -> float:
    """Seconds until it is time to look again: when the next game is due, at most `interval`.

    Deadlines that lie close together are seen to in one look.
    """
    if found.is_full:
        return 0.0
    left = interval if found.next_at is None else (found.next_at - now).total_seconds()
    return min(max(left, interval / MOST_LOOKS), interval)


def is_awaiting_letters(session: Session, game: Game, now: datetime, grace: timedelta) -> bool:
    """True while the game's turn must not be resolved yet because a letter is unread that came
    before its orders closed.

    One of its own is waited for however long nobody was there to read it, lest orders be lost; one
    that has failed, or that may turn out to be for another game, `grace` after the deadline.
    """
    closed_at = game.closed_at or game.due_at
    if game.due_at is None or closed_at is None:
        return False
    is_in_grace = now < game.due_at + grace
    unread = _is_unread_for if is_in_grace else _is_untried_for
    return bool(session.scalar(sa.select(sa.exists().where(unread(game.id, closed_at)))))


def _game_is_due(now: SqlMoment, before: SqlMoment) -> ColumnElement[bool]:
    """Claimed games and those put off after an error are left alone."""
    closed_at = sa.func.coalesce(col(Game.closed_at), col(Game.due_at))
    unread = sa.exists().where(_is_unread_for(col(Game.id), closed_at))
    untried = sa.exists().where(_is_untried_for(col(Game.id), closed_at))
    return sa.and_(
        col(Game.phase) == RUNNING,
        col(Game.due_at) <= now,
        _is_past(col(Game.claimed_until), now),
        _is_past(col(Game.next_try_at), now),
        sa.or_(col(Game.due_at) <= before, ~unread),
        ~untried,
    )


def _is_unread_for(
    game_id: SQLColumnExpression[Any] | int | None,
    closed_at: SQLColumnExpression[Any] | datetime,
) -> ColumnElement[bool]:
    """Until it is read, a letter may be for any game."""
    return sa.and_(
        col(Letter.state) == NEW,
        col(Letter.received_at) <= closed_at,
        sa.or_(col(Letter.game_id).is_(None), col(Letter.game_id) == game_id),
    )


def _is_untried_for(
    game_id: SQLColumnExpression[Any] | int | None,
    closed_at: SQLColumnExpression[Any] | datetime,
) -> ColumnElement[bool]:
    """A letter to an address of the game's own which nobody has come to the end of, and for which
    there is always a next try: the third that fails sets it aside."""
    return sa.and_(
        col(Letter.state) == NEW,
        col(Letter.received_at) <= closed_at,
        col(Letter.game_id) == game_id,
        col(Letter.error).is_(None),
    )


def _is_past(at: SQLColumnExpression[Any], now: SqlMoment) -> ColumnElement[bool]:
    return sa.or_(at.is_(None), at <= now)


GAMES = WaitingRows("adjudicate", Game, "claimed_until", _game_is_due, LEASE, col(Game.due_at))
"""Running games past their deadline, but those that wait for unread letters that came before it."""
LETTERS = WaitingRows(
    "read_letter",
    Letter,
    "next_try_at",
    lambda now, _: sa.and_(col(Letter.state) == NEW, col(Letter.next_try_at) <= now),
    LEASE,
)
"""Unread letters whose hint was lost or whose retry is due."""
MAILS = WaitingRows(
    "deliver",
    Outbox,
    "next_try_at",
    lambda now, _: sa.and_(
        col(Outbox.state) == NEW,
        col(Outbox.next_try_at) <= now,
        _is_past(col(Outbox.claimed_until), now),
    ),
    LEASE,
    deadline_first(),
)
"""Unsent mails that nobody is sending; `claimed_until` is the lease of whoever sends."""
ALARMS = WaitingRows(
    "ring",
    Game,
    "alarm_at",
    # A paused game may have been told to go on by itself.
    lambda now, _: sa.and_(col(Game.phase).in_((RUNNING, PAUSED)), col(Game.alarm_at) <= now),
    ALARM_LEASE,
)
"""Games whose alarm rings; whoever answers sets the next."""
FULL_GAMES = WaitingRows(
    "end_wait",
    OpenGame,
    "alarm_at",
    lambda now, _: sa.and_(col(OpenGame.phase) == FULL, col(OpenGame.alarm_at) <= now),
    ALARM_LEASE,
)
"""Full games whose players had time enough to say that they are there."""
ENDINGS = WaitingRows(
    "mail_finale",
    Ending,
    "next_try_at",
    lambda now, _: col(Ending.next_try_at) <= now,
    ENDING_LEASE,
)
"""Ends of games that are to be told."""
CALLS = WaitingRows(
    "call_hook",
    HookCall,
    "next_try_at",
    lambda now, _: sa.and_(col(HookCall.state) == NEW, col(HookCall.next_try_at) <= now),
    ALARM_LEASE,
)
"""Calls to addresses outside."""
LISTS = WaitingRows(
    "list_games", Person, "list_at", lambda now, _: col(Person.list_at) <= now, ALARM_LEASE
)
"""People whose daily list may be due."""
SWEPT = (GAMES, LETTERS, MAILS, ALARMS, FULL_GAMES, ENDINGS, CALLS, LISTS)
"""In the order of the hints: games first, because they are late by then."""
_MOMENTS = ("now", "before", "since", "soon")


def _look() -> Prepared:
    """When the next game is due, which kinds wait, and whether to probe: asked some times a second
    for years, and mostly in vain."""
    kind = sa.inspect(Game).columns["due_at"].type
    now, before, since, soon = (sa.bindparam(name, type_=kind) for name in _MOMENTS)
    later = sa.select(col(Game.due_at)).where(col(Game.phase) == RUNNING, col(Game.due_at) > now)
    next_at = later.order_by(col(Game.due_at)).limit(1).scalar_subquery()
    kinds = [rows.waits(now, before) for rows in SWEPT]
    asked = [sa.exists().where(one) for one in (*kinds, is_time_to_probe(now, since, soon))]
    return Prepared(sa.select(next_at, *asked))


# Built once: to build and read it takes longer than to run it.
_LOOK = _look()
