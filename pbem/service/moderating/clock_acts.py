"""A moderator's commands for the clock: the deadline moved, later or earlier."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.grammar.commands.typed import SURE
from pbem.models import FINISHED, PAUSED
from pbem.service.clocks import clock_of, move_deadline, move_deadlines
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.pause_acts import OVER, deadline_entry
from pbem.service.moderating.typed_times import When, refuse_far, typed_moment, typed_when
from pbem.service.open_waits import OpenWait
from pbem.service.turns.holding_results import release_held_letters
from pbem.service.waits import waited_for

LEAST_NOTICE = timedelta(hours=1)
"""SHORTEN leaves this long, unless the moderator writes REALLY."""


@handles("SET DEADLINE")
def set_deadline(context: CommandContext) -> Applied | CommandRefused:
    """`SET DEADLINE fri 18:00`: any moment to come, later or earlier than announced."""
    if context.game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.command.turn not in (None, context.game.turn):
        return _other_turn(context)
    when = typed_moment(context)
    if isinstance(when, CommandRefused):
        return when
    assert when.at is not None
    if when.at == context.game.deadline_at and context.game.closed_at is None:
        return CommandRefused(f"That is the deadline already: {instant(when.at)}.")
    return _too_soon(context, when.at, context.now) or _move(context, when.at, when)


@handles("EXTEND")
def extend(context: CommandContext) -> Applied | CommandRefused:
    """`EXTEND 24h`, `EXTEND TO fri 18:00`: counted from the deadline, or from now if it is past."""
    if context.game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.command.turn not in (None, context.game.turn):
        return _other_turn(context)
    game = context.game
    when = typed_when(context)
    if isinstance(when, CommandRefused):
        return when
    old = game.deadline_at
    at = when.at or _counted(context, when, old)
    if too_far := refuse_far(context, at, _start(context, when)):
        return too_far
    if old is not None and at <= old:
        text = f"{instant(at)} is not later than the deadline, which is {instant(old)}."
        return CommandRefused(f"{text} SHORTEN TO or SET DEADLINE moves it to an earlier time.")
    return _move(context, at, when)


@handles("SHORTEN")
def shorten(context: CommandContext) -> Applied | CommandRefused:
    """`SHORTEN 12h`, `SHORTEN TO fri 12:00`: earlier than announced; players are told so."""
    game = context.game
    if game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.command.turn not in (None, game.turn):
        return _other_turn(context)
    old = game.deadline_at
    if old is None:
        return CommandRefused(
            "No deadline is running, so there is none to shorten; SET DEADLINE sets one."
        )
    when = typed_when(context)
    if isinstance(when, CommandRefused):
        return when
    at = when.at or old - (when.span.length if when.span else timedelta())
    if at >= old:
        text = f"{instant(at)} is not earlier than the deadline, which is {instant(old)}."
        return CommandRefused(f"{text} EXTEND moves it to a later time.")
    start = _start(context, when)
    refused = refuse_far(context, at, start) or _too_soon(context, at, start)
    return refused or _move(context, at, when)


def _start(context: CommandContext, when: When) -> datetime:
    """When the time that is left is counted from: in a pause a span is of what was left then."""
    stopped_at = context.game.paused_at if context.game.phase == PAUSED else None
    return stopped_at if stopped_at is not None and when.span is not None else context.now


def _too_soon(context: CommandContext, at: datetime, start: datetime) -> CommandRefused | None:
    """Why a deadline is not moved to an earlier moment that hardly leaves time."""
    command, old = context.command, context.game.deadline_at
    if old is None or at >= min(old, start + LEAST_NOTICE) or command.text == SURE:
        return None
    left = clock.span(at - start)
    text = f"That leaves the players only {left}, and few people read their mail that often."
    typed = " ".join(part for part in (command.verb, command.key, command.when) if part)
    return CommandRefused(f"{text} If you mean it, write {typed} {SURE}.")


def _other_turn(context: CommandContext) -> CommandRefused:
    """Why a command for another turn is not done, and what it would have done to the open one."""
    game, command = context.game, context.command
    text = f"Turn {game.turn} is open now, {game.to_move} to move, and this is for turn "
    text += f"{command.turn}: nothing is done."
    if game.deadline_at is not None:
        at = _aimed_at(context)
        to = f" from {instant(game.deadline_at)} to {instant(at)}" if at else ""
        text += f" It would have moved the deadline of turn {game.turn}{to}."
    words = f"TURN {game.turn} {command.key} {command.when} {command.text}".split()
    return CommandRefused(
        f"{text} If you want that, send {' '.join([command.verb, *words])} by itself, not as a "
        "reply to an old mail."
    )


def _aimed_at(context: CommandContext) -> datetime | None:
    """Where the command would have moved the deadline; None where its time cannot be read."""
    verb, old = context.command.verb, context.game.deadline_at
    when = typed_moment(context) if verb == "SET DEADLINE" else typed_when(context)
    if isinstance(when, CommandRefused):
        return None
    if when.span is None:
        return when.at
    if verb == "SHORTEN":
        return old - when.span.length if old else None
    return _counted(context, when, old)


def _counted(context: CommandContext, when: When, old: datetime | None) -> datetime:
    """A span after a deadline, or after now where that is past, in days of the game's zone."""
    assert when.span is not None
    start = _start(context, when)
    return when.span.after(max(old or start, start), clock_of(context.game).zone)


def _moved(context: CommandContext, ask: OpenWait, when: When) -> datetime:
    """Where a command moves the deadline of an ask: only SET moves it either way."""
    verb, old = context.command.verb, ask.deadline_at
    if verb == "EXTEND":
        return max(old, when.at or _counted(context, when, old))
    if verb == "SHORTEN":
        return min(old, when.at or old - (when.span.length if when.span else timedelta()))
    assert when.at is not None
    return when.at


def _move(context: CommandContext, at: datetime, when: When) -> Applied:
    """Another deadline, told with the old one to everybody, each in his own zone."""
    game, now = context.game, context.now
    old, stopped_at = game.deadline_at, game.paused_at
    is_reopened = game.closed_at is not None
    game.closed_at = None
    if old is None:
        move_deadline(game, at, now)
    else:
        move_deadlines(game, lambda ask: _moved(context, ask, when), now)
    if game.phase == PAUSED and when.span is not None:
        # A span lengthens what is left; a moment stands as it was named.
        game.paused_at = stopped_at
    game.attempts = 0 if game.phase != PAUSED else game.attempts
    if is_reopened:
        release_held_letters(context.session, game, now)
    said = _sentence(context, old, at, is_reopened=is_reopened)
    if game.other_asks:
        said += " Everything else that is asked now moves with it."
    answer = " ".join([said, *when.notes, *_warnings(context, old, at)])
    return Applied(answer, said, deadline_entry(old), deadline_entry(at))


def _sentence(
    context: CommandContext, old: datetime | None, at: datetime, *, is_reopened: bool
) -> str:
    game = context.game
    whose = "the answers of " if game.is_window else "the scripts of " if game.is_round else ""
    what = f"{whose}turn {game.turn}"
    if game.phase == PAUSED:
        if game.paused_at is not None:
            left = clock.span(at - game.paused_at)
            return f"The game is paused; when it goes on, about {left} are left for {what}."
        return (
            f"The game is paused; when it goes on, {what} will be due {instant(at)}. If that is "
            "past by then, at least a day is left, or half a turn where that is less."
        )
    if is_reopened:
        return f"Orders for {what} are taken again. The new deadline is {instant(at)}."
    if old is None:
        return f"The deadline of {what} is {instant(at)}."
    if at < old:
        moved, instead = f"EARLIER by {clock.span(old - at)}", ", and no longer"
    else:
        moved, instead = f"later by {clock.span(at - old)}", " instead of"
    return f"The deadline of {what} is moved {moved}: it is {instant(at)}{instead} {instant(old)}."


def _warnings(context: CommandContext, old: datetime | None, at: datetime) -> list[str]:
    """What the moderator should bear in mind."""
    game = context.game
    if game.phase == PAUSED:
        return ["RESUME lets it go on."]
    if not context.actor.sees_waited(game):
        return []
    awaited = waited_for(context.session, context.snapshot)
    if not awaited:
        now = f"PROCESS TURN {game.turn} runs it at once."
        return [f"The game was waiting for nobody, but it now waits until then: {now}"]
    if old is not None and at < old:
        return [f"Told that they have less time now: {', '.join(awaited)}."]
    return []
