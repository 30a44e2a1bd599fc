"""When a moderator means: moments and spans as he types them, in his own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.clock import instant
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.moments import moment_of
from pbem.grammar.times.spans import LONGEST, Span, span_of
from pbem.models import PAUSED
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import CommandContext, CommandRefused

_PAST = ("now", "yesterday", "gestern", "jetzt", "immediately")


@dataclass(frozen=True, slots=True)
class When:
    """A moment, or a span to be counted from a deadline; `notes` say what was assumed."""

    at: datetime | None = None
    span: Span | None = None
    notes: tuple[str, ...] = ()


def typed_moment(context: CommandContext) -> When | CommandRefused:
    """The moment that was typed, still to come and not too far off."""
    first = context.command.when.casefold().partition(" ")[0]
    if first in _PAST:
        return CommandRefused(f"That is past. {_runs_now(context)}")
    try:
        found = moment_of(
            context.command.when, context.now, zone_of_actor(context.game, context.actor)
        )
    except NoMoment as unread:
        return CommandRefused(str(unread))
    notes = tuple(note if note.endswith(".") else f"{note}." for note in found.notes)
    return When(at=found.at, notes=tuple(note[0].upper() + note[1:] for note in notes))


def typed_when(context: CommandContext) -> When | CommandRefused:
    """A span such as 24h, or with TO a moment; what is no span is read as a moment too."""
    if context.command.key == "TO":
        return typed_moment(context)
    try:
        span = span_of(context.command.when.removeprefix("+").strip())
    except ValueError:
        return typed_moment(context)
    if not span:
        return CommandRefused("That is no time at all; write 24h, 2d or TO Fri 18:00, for example.")
    return When(span=span)


def refuse_far(context: CommandContext, at: datetime, now: datetime) -> CommandRefused | None:
    """Refuse a moment that is past, or more than LONGEST off, as seen from `now`.

    In a pause that may be the moment at which the clock was stopped.
    """
    if at <= now and now != context.now:
        left = clock.span((context.game.deadline_at or now) - now)
        return CommandRefused(
            f"That leaves no time at all; {left} were left when the game was paused."
        )
    if at <= now:
        return CommandRefused(f"{instant(at)} is past; it is {instant(now)}. {_runs_now(context)}")
    if at > now + LONGEST:
        most = f"{LONGEST.days} days from now is the most, {instant(now + LONGEST)}"
        return CommandRefused(
            f"{instant(at)} is too far off: {most}. PAUSE stops the clock altogether."
        )
    return None


def _runs_now(context: CommandContext) -> str:
    """What he may want who names a moment that is no longer to come."""
    game = context.game
    if game.phase == PAUSED:
        return "The game is paused; RESUME lets it go on."
    if context.command.verb == "PAUSE":
        return "PAUSE alone stops the clock until RESUME."
    return f"PROCESS TURN {game.turn} runs it now."
