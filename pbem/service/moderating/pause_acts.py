"""A moderator's commands for a pause: stopping the clock, another end, and going on."""

from __future__ import annotations

from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.models import FINISHED, PAUSED
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.pausing import RESUMES, format_resumed, pause, resume
from pbem.service.moderating.typed_times import typed_moment

OVER = "The game is over, so no clock is running."


@handles("PAUSE")
def pause_game(context: CommandContext) -> Applied | CommandRefused:
    """`PAUSE`, `PAUSE UNTIL 3 Jan`: no deadline runs; letters are read and answered."""
    game, now = context.game, context.now
    if game.phase == FINISHED:
        return CommandRefused(OVER)
    if context.command.turn not in (None, game.turn):
        until = f" UNTIL {context.command.when}" if context.command.when else ""
        return _other_turn(context, "stopped the clock of turn {}", until)
    until_at, notes = None, ""
    if context.command.when:
        when = typed_moment(context)
        if isinstance(when, CommandRefused):
            return when
        until_at, notes = when.at, " ".join(("", *when.notes))
    if game.phase == PAUSED:
        return _another_end(context, until_at, notes)
    old = game.deadline_at
    pause(game, now, until_at)
    said = (
        f"The game is paused {_until(until_at)}. No deadline runs; what you send is read and "
        "answered."
    )
    if old is None:
        return Applied(said + notes, said, deadline_entry(old), deadline_entry(None))
    more = (
        f" When it goes on, what was left of the time is left again ({clock.span(old - now)}), "
        "and at least a day, or half a turn where that is less."
    )
    return Applied(said + more + notes, said + more, deadline_entry(old), deadline_entry(None))


def _other_turn(context: CommandContext, deed: str, words: str = "") -> CommandRefused:
    """Why a command that names another turn is not done, and what it would have done."""
    game, command = context.game, context.command
    return CommandRefused(
        f"Turn {game.turn} is open now, {game.to_move} to move, and this is for turn "
        f"{command.turn}: nothing is done. It would have {deed.format(game.turn)}. If you want "
        f"that, send {command.verb} TURN {game.turn}{words}."
    )


def _until(until_at: datetime | None) -> str:
    return f"until {instant(until_at)}" if until_at else "until the moderator resumes it"


def _another_end(
    context: CommandContext, until_at: datetime | None, notes: str
) -> Applied | CommandRefused:
    """A game that is paused has another end of its pause, or none."""
    game, old = context.game, context.game.resumes_at
    if until_at == old:
        if until_at is not None:
            return CommandRefused(f"The game is paused {_until(until_at)} already.")
        since = f" since {instant(game.paused_at)}" if game.paused_at else ""
        return CommandRefused(f"The game is paused already{since}. RESUME lets it go on.")
    game.resumes_at = game.alarm_at = until_at
    was = f"It was to go on {instant(old)}" if old else "Until now its pause had no end"
    said = f"The game stays paused {_until(until_at)}. {was}."
    return Applied(said + notes, said, _end(old), _end(until_at))


def _end(at: datetime | None) -> dict[str, str | None]:
    return {RESUMES: at.isoformat() if at else None}


@handles("RESUME")
def resume_game(context: CommandContext) -> Applied | CommandRefused:
    """`RESUME`: the clock runs again; a game that failed three times is tried again."""
    game = context.game
    if game.phase == FINISHED:
        return CommandRefused(OVER)
    if game.phase != PAUSED:
        return CommandRefused("The game is not paused: its clock is running.")
    if context.command.turn not in (None, game.turn):
        return _other_turn(context, "let the clock of turn {} go on")
    why = (game.error or "").strip().rpartition("\n")[2]
    old = game.deadline_at
    resume(context)
    said = format_resumed(game, context.now)
    answer = f"{said} It had stopped because of a failure: {why}" if why else said
    return Applied(answer, said, deadline_entry(old), deadline_entry(game.deadline_at))


def deadline_entry(at: datetime | None) -> dict[str, str | None]:
    """A deadline as the log keeps it."""
    return {"deadline_at": at.isoformat() if at else None}
