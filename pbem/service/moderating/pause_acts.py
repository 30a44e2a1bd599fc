"""A moderator's commands for a pause: stopping the clock, another end, and going on."""

from __future__ import annotations

import json
from datetime import datetime

from pbem.models import FINISHED, PAUSED
from pbem.reports.paper import clock
from pbem.reports.paper.instants import instant
from pbem.service.moderating.errand import Done, Errand, Refused
from pbem.service.moderating.pausing import RESUMES, pause, resume, told_resumed
from pbem.service.moderating.typed_times import Unclear, typed_moment

OVER = "The game is over: no clock runs any more."


def pause_game(errand: Errand) -> Done | Refused:
    """`PAUSE`, `PAUSE UNTIL 3 Jan`: no deadline runs; letters are read and answered."""
    game, now = errand.game, errand.now
    if game.phase == FINISHED:
        return Refused(OVER)
    if errand.command.turn not in (None, game.turn):
        until = f" UNTIL {errand.command.when}" if errand.command.when else ""
        return _other_turn(errand, "stopped the clock of turn {}", until)
    until_at, notes = None, ""
    if errand.command.when:
        try:
            when = typed_moment(errand)
        except Unclear as unclear:
            return Refused(str(unclear))
        until_at, notes = when.at, " ".join(("", *when.notes))
    if game.phase == PAUSED:
        return _another_end(errand, until_at, notes)
    old = game.deadline_at
    pause(game, now, until_at)
    errand.session.add(game)
    said = (
        f"The game is paused {_until(until_at)}. No deadline runs; what you send is read and "
        "answered."
    )
    if old is None:
        return Done(said + notes, said, kept(old), kept(None))
    more = (
        f" When it goes on, what was left of the time is left again ({clock.span(old - now)}), "
        "and at least a day, or half a turn where that is less."
    )
    return Done(said + more + notes, said + more, kept(old), kept(None))


def _other_turn(errand: Errand, deed: str, words: str = "") -> Refused:
    """Why a command that names another turn is not done, and what it would have done."""
    game, command = errand.game, errand.command
    return Refused(
        f"Turn {game.turn} is open now, {game.to_move} to move, and this is for turn "
        f"{command.turn}: nothing is done. It would have {deed.format(game.turn)}. If you want "
        f"that, send {command.verb} TURN {game.turn}{words}."
    )


def _until(until_at: datetime | None) -> str:
    return f"until {instant(until_at)}" if until_at else "until the moderator resumes it"


def _another_end(errand: Errand, until_at: datetime | None, notes: str) -> Done | Refused:
    """A game that is paused has another end of its pause, or none."""
    game, old = errand.game, errand.game.resumes_at
    if until_at == old:
        if until_at is not None:
            return Refused(f"The game is paused {_until(until_at)} already.")
        since = f" since {instant(game.paused_at)}" if game.paused_at else ""
        return Refused(f"The game is paused already{since}. RESUME lets it go on.")
    game.resumes_at = game.alarm_at = until_at
    game.version += 1
    errand.session.add(game)
    was = f"It was to go on {instant(old)}" if old else "Until now its pause had no end"
    said = f"The game stays paused {_until(until_at)}. {was}."
    return Done(said + notes, said, _end(old), _end(until_at))


def _end(at: datetime | None) -> str:
    return json.dumps({RESUMES: at.isoformat() if at else None})


def resume_game(errand: Errand) -> Done | Refused:
    """`RESUME`: the clock runs again; a game that failed three times is tried again."""
    game = errand.game
    if game.phase == FINISHED:
        return Refused(OVER)
    if game.phase != PAUSED:
        return Refused("The game is not paused: its clock is running.")
    if errand.command.turn not in (None, game.turn):
        return _other_turn(errand, "let the clock of turn {} go on")
    why = (game.error or "").strip().rpartition("\n")[2]
    old = game.deadline_at
    resume(errand.session, errand.shelf, game, errand.now)
    said = told_resumed(game, errand.now)
    answer = f"{said} It had stopped by itself: {why}" if why else said
    return Done(answer, said, kept(old), kept(game.deadline_at))


def kept(at: datetime | None) -> str:
    """A deadline as the log keeps it."""
    return json.dumps({"deadline_at": at.isoformat() if at else None})
