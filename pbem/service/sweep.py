"""What is due and what hints missed: found by index, claimed for a moment, so that any number of
sweepers may look at once.

`next_try_at` belongs to the sweeper: it says when to look again, and a claim moves it by the lease.
Whoever works on a row looks at its state and its lock, never at `next_try_at`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlmodel import col, select

from pbem.database import Database, HintName, Session, claim_rows
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
from pbem.service.relay import claim_probe, deadline_first, is_time_to_probe

LEASE = timedelta(seconds=5)
ENDING_LEASE = timedelta(minutes=3)
"""Robots play on for half a minute of a processor's time, which others may share."""
ALARM_LEASE = timedelta(seconds=60)
"""When an alarm is hinted at again that nobody has seen to; nothing is lost by its being late."""
BATCH = 1000

SweepHints = tuple[tuple[HintName, int], ...]


@dataclass(frozen=True, slots=True)
class FoundWork:
    """Ids that were claimed, oldest first; `is_full` when a batch was full and more may wait."""

    games: tuple[int, ...] = ()
    letters: tuple[int, ...] = ()
    mails: tuple[int, ...] = ()
    alarms: tuple[int, ...] = ()
    open_games: tuple[int, ...] = ()
    endings: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()
    lists: tuple[int, ...] = ()
    is_full: bool = False

    @property
    def hints(self) -> SweepHints:
        """What a worker should be told, games first because they are late by then."""
        games: SweepHints = tuple(("adjudicate", i) for i in self.games)
        letters: SweepHints = tuple(("read_letter", i) for i in self.letters)
        mails: SweepHints = tuple(("deliver", i) for i in self.mails)
        alarms: SweepHints = tuple(("ring", i) for i in self.alarms)
        full: SweepHints = tuple(("end_wait", i) for i in self.open_games)
        endings: SweepHints = tuple(("mail_finale", i) for i in self.endings)
        calls: SweepHints = tuple(("call_hook", i) for i in self.calls)
        lists: SweepHints = tuple(("list_games", i) for i in self.lists)
        return games + letters + mails + alarms + full + endings + calls + lists


def claim_waiting(
    database: Database, now: datetime, *, grace: timedelta, limit: int = BATCH
) -> FoundWork:
    """Claim what waits at `now`, at most `limit` of each kind; an empty look writes nothing."""
    with database.read() as session:
        if not _anything(session, now, grace):
            return FoundWork()
    with database.write() as session:
        games = due_games(session, now, limit, grace=grace)
        letters = waiting_letters(session, now, limit)
        mails = waiting_mail(session, now, limit)
        alarms = due_alarms(session, now, limit)
        full = due_open_games(session, now, limit)
        endings = due_endings(session, now, limit)
        calls = due_calls(session, now, limit)
        lists = due_lists(session, now, limit)
    found = (games, letters, mails, alarms, full, endings, calls, lists)
    return FoundWork(
        *(tuple(games), tuple(letters), tuple(mails), tuple(alarms), tuple(full)),
        endings=tuple(endings),
        calls=tuple(calls),
        lists=tuple(lists),
        is_full=limit in map(len, found),
    )


def due_games(
    session: Session, now: datetime, limit: int, *, grace: timedelta = timedelta()
) -> list[int]:
    """Claim running games past their deadline until `now` + LEASE; earliest deadline first.

    A game waits for unread letters that came before it, as `is_awaiting_letters` says.
    """
    changes = {"claimed_until": now + LEASE}
    return claim_rows(session, Game, _game_is_due(now, grace), col(Game.due_at), limit, **changes)


def waiting_letters(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim unread letters whose hint was lost or whose retry is due, until `now` + LEASE."""
    changes = {"next_try_at": now + LEASE}
    return claim_rows(
        session, Letter, _letter_waits(now), col(Letter.next_try_at), limit, **changes
    )


def waiting_mail(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim unsent mails that nobody is sending, until `now` + LEASE, the next deadline first.

    Only `next_try_at` moves: `claimed_until` is the lease of whoever sends. Where our mail server
    takes nothing, one mail a minute is tried though its time has not come.
    """
    changes = {"next_try_at": now + LEASE}
    due = claim_rows(session, Outbox, _mail_waits(now), deadline_first(), limit, **changes)
    return due or claim_probe(session, now, LEASE)


def due_alarms(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim games whose alarm rings, until `now` + ALARM_LEASE; whoever answers sets the next."""
    changes = {"alarm_at": now + ALARM_LEASE}
    return claim_rows(session, Game, _alarm_rings(now), col(Game.alarm_at), limit, **changes)


def due_open_games(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim full games whose players had time enough to say that they are there."""
    changes = {"alarm_at": now + ALARM_LEASE}
    due = _wait_is_over(now)
    return claim_rows(session, OpenGame, due, col(OpenGame.alarm_at), limit, **changes)


def due_endings(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim ends of games that are to be told, until `now` + ENDING_LEASE."""
    changes = {"next_try_at": now + ENDING_LEASE}
    due = _ending_waits(now)
    return claim_rows(session, Ending, due, col(Ending.next_try_at), limit, **changes)


def due_calls(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim calls to addresses outside, until `now` + ALARM_LEASE."""
    changes = {"next_try_at": now + ALARM_LEASE}
    due = _call_waits(now)
    return claim_rows(session, HookCall, due, col(HookCall.next_try_at), limit, **changes)


def due_lists(session: Session, now: datetime, limit: int) -> list[int]:
    """Claim people whose daily list may be due, until `now` + ALARM_LEASE."""
    changes = {"list_at": now + ALARM_LEASE}
    due = _list_waits(now)
    return claim_rows(session, Person, due, col(Person.list_at), limit, **changes)


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


def _anything(session: Session, now: datetime, grace: timedelta) -> bool:
    return any(
        session.exec(wanted.limit(1)).first() is not None
        for wanted in (
            select(Game.id).where(_game_is_due(now, grace)),
            select(Letter.id).where(_letter_waits(now)),
            select(Outbox.id).where(_mail_waits(now)),
            select(Outbox.id).where(is_time_to_probe(now, LEASE)),
            select(Game.id).where(_alarm_rings(now)),
            select(OpenGame.id).where(_wait_is_over(now)),
            select(Ending.id).where(_ending_waits(now)),
            select(HookCall.id).where(_call_waits(now)),
            select(Person.id).where(_list_waits(now)),
        )
    )


def _game_is_due(now: datetime, grace: timedelta) -> ColumnElement[bool]:
    """Claimed games and those put off after an error are left alone."""
    closed_at = sa.func.coalesce(col(Game.closed_at), col(Game.due_at))
    unread = sa.exists().where(_is_unread_for(col(Game.id), closed_at))
    untried = sa.exists().where(_is_untried_for(col(Game.id), closed_at))
    return sa.and_(
        col(Game.phase) == RUNNING,
        col(Game.due_at) <= now,
        _is_past(col(Game.claimed_until), now),
        _is_past(col(Game.next_try_at), now),
        sa.or_(col(Game.due_at) <= now - grace, ~unread),
        ~untried,
    )


def _alarm_rings(now: datetime) -> ColumnElement[bool]:
    """A paused game may have been told to go on by itself."""
    return sa.and_(col(Game.phase).in_((RUNNING, PAUSED)), col(Game.alarm_at) <= now)


def _wait_is_over(now: datetime) -> ColumnElement[bool]:
    return sa.and_(col(OpenGame.phase) == FULL, col(OpenGame.alarm_at) <= now)


def _call_waits(now: datetime) -> ColumnElement[bool]:
    return sa.and_(col(HookCall.state) == NEW, col(HookCall.next_try_at) <= now)


def _list_waits(now: datetime) -> ColumnElement[bool]:
    return col(Person.list_at) <= now


def _ending_waits(now: datetime) -> ColumnElement[bool]:
    return col(Ending.next_try_at) <= now


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


def _letter_waits(now: datetime) -> ColumnElement[bool]:
    return sa.and_(col(Letter.state) == NEW, col(Letter.next_try_at) <= now)


def _mail_waits(now: datetime) -> ColumnElement[bool]:
    return sa.and_(
        col(Outbox.state) == NEW,
        col(Outbox.next_try_at) <= now,
        _is_past(col(Outbox.claimed_until), now),
    )


def _is_past(at: SQLColumnExpression[Any], now: datetime) -> ColumnElement[bool]:
    return sa.or_(at.is_(None), at <= now)
