"""Stopping a game's clock and letting it go on, with what was left of the time."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from pbem.clock import Clock, fitting
from pbem.database import Session
from pbem.documents.layout.clock import instant
from pbem.grammar.commands import MODERATORS
from pbem.grammar.times.spans import Span
from pbem.mails.moderation import ActNotice, act_mail
from pbem.models import PAUSED, RUNNING, Act, Game
from pbem.service.clocks import (
    clock_of,
    end_now,
    is_due,
    kind_of_wait,
    move_deadlines,
    shift_opening,
)
from pbem.service.open_waits import OpenWait
from pbem.service.transaction import GameTx
from pbem.service.waits import close_answered, is_left, wait_for_the_away

BY_CLOCK = "clock"
"""Who has resumed a game that was paused until a moment."""
LEAST_LEFT = timedelta(hours=24)
"""What is left at least when a game goes on, or half of NEXT where that is less."""

RESUMES = "resumes_at"
"""What a PAUSE has changed, in the log, that gave a pause another end."""
_LEAVES = ("SET DEADLINE", "EXTEND", "SHORTEN")
_BEGINS = ("PAUSE", "RESUME", "ROLLBACK", "ROLLFORWARD")
SHORT = timedelta(hours=1)
"""A pause after which a deadline that has its hour of the day is not moved by a whole day."""


def pause(game: Game, now: datetime, until_at: datetime | None = None) -> None:
    """Stop a running game's clock: no deadline runs; letters are read and answered.

    It goes on by itself at `until_at` where one is given. A try that failed before is forgotten: a
    game that keeps an error has stopped by itself.
    """
    game.phase, game.paused_at, game.resumes_at = PAUSED, now, until_at
    game.error, game.attempts = None, 0
    game.alarm_at, game.claimed_until = until_at, None
    game.version += 1


def resume(tx: GameTx) -> None:
    """Let a paused game go on.

    What a moderator stopped has what was left then, and LEAST_LEFT at least; what stopped by itself
    after three failures is tried again at once. A game that waits for its release waits on.
    """
    game, now = tx.game, tx.now
    is_stuck = game.error is not None and game.paused_at is None
    stopped_at = game.paused_at
    game.phase, game.resumes_at = RUNNING, None
    game.attempts, game.next_try_at, game.claimed_until, game.error = 0, None, None, None
    tx.touch()
    if not is_stuck and game.closed_at is None and game.deadline_at is not None:
        has_time_set = stopped_at is not None and _has_time_set(tx.session, game)
        move_deadlines(
            game, lambda ask: _deadline(game, ask, stopped_at, now, has_time_set=has_time_set), now
        )
        if stopped_at is not None:
            shift_opening(game, now - stopped_at, now)
        wait_for_the_away(tx.session, tx.snapshot, now)
        if is_left(tx.snapshot):
            end_now(game, game.ask, now)
        else:
            close_answered(tx.session, tx.snapshot, now)
    game.paused_at = None
    # Too early rings find nothing due: what else is timed was not looked at meanwhile.
    game.alarm_at = now
    tx.session.flush()
    if is_due(game, now):
        tx.session.hint("adjudicate", game.id)


def wake(tx: GameTx) -> bool:
    """The alarm of a paused game has rung: let it go on if it is time; True if it does.

    It is logged and told as if a moderator had done it.
    """
    game = tx.game
    if game.phase != PAUSED:
        return False
    if game.resumes_at is None or game.resumes_at > tx.now:
        game.alarm_at = game.resumes_at
        tx.session.add(game)
        return False
    resume(tx)
    number, text = tx.next_act(), format_resumed(game, tx.now)
    tx.log_act(number, "RESUME", text, by=BY_CLOCK)
    notice = ActNotice(BY_CLOCK, text, "", number, "RESUME", news=MODERATORS["RESUME"].news)
    tx.notify_seats(lambda context: act_mail(context, notice), f"notice:{game.id}:{number}")
    key = f"resumed:{game.id}:{number}"
    tx.add_notice("resumed", f"{game.name} goes on: its pause is over", key)
    return True


def format_resumed(game: Game, now: datetime) -> str:
    """What players are told of a game that goes on."""
    if game.closed_at is not None:
        return f"The game goes on. Turn {game.turn} is closed to orders; its results will come."
    if game.deadline_at is None:
        return "The game goes on. No deadline is set."
    if is_due(game, now):
        return f"The game goes on: turn {game.turn} is run now."
    return f"The game goes on. The deadline of turn {game.turn} is {instant(game.deadline_at)}."


def _has_time_set(session: Session, game: Game) -> bool:
    """Whether a moderator has said in this pause how much time is left when it is over."""
    wanted = select(Act.verb, Act.before).where(
        Act.game_id == game.id, col(Act.verb).in_((*_LEAVES, *_BEGINS))
    )
    for verb, before in session.exec(wanted.order_by(col(Act.number).desc())):
        # One that gave the pause another end is not its beginning.
        if verb != "PAUSE" or RESUMES not in (before or {}):
            return verb in _LEAVES
    return False


def _deadline(
    game: Game,
    ask: OpenWait,
    stopped_at: datetime | None,
    now: datetime,
    *,
    has_time_set: bool = False,
) -> datetime:
    """Where the deadline of an ask of a paused game lies if it goes on now.

    `has_time_set` where a moderator has said what is left then; it is neither more nor less.
    """
    clock, wait = clock_of(game), kind_of_wait(game, ask.kind)
    if stopped_at is None and ask.deadline_at > now:
        return ask.deadline_at
    if has_time_set and stopped_at is not None and ask.deadline_at > stopped_at:
        return _whole(_left(clock, stopped_at, ask.deadline_at).after(now, clock.zone))
    least = now + min(clock.rule(wait).next.length / 2, LEAST_LEFT)
    is_short = stopped_at is not None and now - stopped_at < SHORT
    if is_short and clock.rule(wait).clock is not None and ask.deadline_at >= least:
        return ask.deadline_at
    left = _left(clock, stopped_at or now, ask.deadline_at)
    return fitting(clock, wait, max(_whole(left.after(now, clock.zone)), least))


def _left(clock: Clock, stopped_at: datetime, deadline_at: datetime) -> Span:
    """The time left as days of the calendar and the rest, so that summer time moves no hour."""
    zone = ZoneInfo(clock.zone)
    there = deadline_at.astimezone(zone).replace(tzinfo=None)
    wall = there - stopped_at.astimezone(zone).replace(tzinfo=None)
    if wall <= timedelta():
        return Span()
    # Up to the second that has begun: a deadline must not come earlier by a pause.
    wall += timedelta(microseconds=-wall.microseconds % 1_000_000)
    return Span(wall.days, wall.seconds)


def _whole(at: datetime) -> datetime:
    """A deadline without parts of a second, as it is told."""
    return at.replace(microsecond=0)
