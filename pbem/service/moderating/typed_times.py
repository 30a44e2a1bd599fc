"""When a moderator means: moments and spans as he types them, in his own zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.instants import instant
from pbem.grammar.times.dates import NoMoment
from pbem.grammar.times.moments import moment_of
from pbem.grammar.times.spans import LONGEST, Span, span_of
from pbem.models import PAUSED
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import CommandContext

_PAST = ("now", "yesterday", "gestern", "jetzt", "immediately")


class UnclearTime(ValueError):
    """No moment that the clock can be set to; the text says what would work."""


@dataclass(frozen=True, slots=True)
class When:
    """A moment, or a span to be counted from a deadline; `notes` say what was assumed."""

    at: datetime | None = None
    span: Span | None = None
    notes: tuple[str, ...] = ()


def typed_moment(context: CommandContext) -> When:
    """The moment that was typed, still to come and not too far off. Raises Unclear."""
    first = context.command.when.casefold().partition(" ")[0]
    if first in _PAST:
        raise UnclearTime(f"That is past. {_runs_now(context)}")
    try:
        found = moment_of(
            context.command.when, context.now, zone_of_actor(context.game, context.actor)
        )
    except NoMoment as unread:
        raise UnclearTime(str(unread)) from None
    notes = tuple(note if note.endswith(".") else f"{note}." for note in found.notes)
    return When(at=found.at, notes=tuple(note[0].upper() + note[1:] for note in notes))


def typed_when(context: CommandContext) -> When:
    """A span such as 24h, or with TO a moment; what is no span is read as a moment too.

    Raises Unclear.
    """
    if context.command.key == "TO":
        return typed_moment(context)
    try:
        span = span_of(context.command.when.removeprefix("+").strip())
    except ValueError:
        return typed_moment(context)
    if not span:
        raise UnclearTime("That is no time at all; write such as 24h, 2d, or TO Fri 18:00.")
    return When(span=span)


def refuse_far(context: CommandContext, at: datetime, now: datetime) -> None:
    """Raise Unclear for a moment that is past, or more than LONGEST off, as seen from `now`.

    In a pause that may be the moment at which the clock was stopped.
    """
    if at <= now and now != context.now:
        left = clock.span((context.game.deadline_at or now) - now)
        raise UnclearTime(f"That leaves no time at all; {left} were left when the game was paused.")
    if at <= now:
        raise UnclearTime(f"{instant(at)} is past; it is {instant(now)}. {_runs_now(context)}")
    if at > now + LONGEST:
        most = f"{LONGEST.days} days from now is the most, {instant(now + LONGEST)}"
        raise UnclearTime(
            f"{instant(at)} is too far off: {most}. PAUSE stops the clock altogether."
        )


def _runs_now(context: CommandContext) -> str:
    """What he may want who names a moment that is no longer to come."""
    game = context.game
    if game.phase == PAUSED:
        return "The game is paused; RESUME lets it go on."
    if context.command.verb == "PAUSE":
        return "PAUSE alone stops the clock until RESUME."
    return f"PROCESS TURN {game.turn} runs it now."
