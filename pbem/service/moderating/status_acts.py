"""A moderator looks at a game: its clock, who is waited for, what waits for him."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col

from pbem.documents.layout.clock import instant
from pbem.models import HELD, NEW, PAUSED, Letter
from pbem.service.game_settings import game_settings_of
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.holds import format_holds
from pbem.service.moderating.letter_list import WAITS
from pbem.service.time_banks import format_banks
from pbem.service.waits import waited_for


@handles("STATUS")
def status(context: CommandContext) -> Applied | CommandRefused:
    """`STATUS`: the clock, who is waited for, what waits for the moderator."""
    game, session = context.game, context.session
    sees = context.actor.sees_waited(game)
    lines = [f"Turn {game.turn}, {game.to_move} to move; the game is {game.phase}."]
    if game.deadline_at is not None and game.phase != PAUSED:
        lines.append(f"Deadline: {instant(game.deadline_at)}.")
        if sees and game.due_at is not None and game.due_at != game.deadline_at:
            lines.append(f"The clock acts at {instant(game.due_at)}.")
    if game.closed_at is not None:
        lines.append(f"Results are held for you: RELEASE TURN {game.turn} lets them go.")
    awaited = ", ".join(waited_for(session, context.snapshot)) or "nobody"
    lines.append(f"Waited for: {awaited}." if sees else "Who is waited for is not shown.")
    if banks := format_banks(game, list(context.snapshot.seats), context.now):
        lines.append(f"{banks[0].upper()}{banks[1:]}.")
    chosen = game_settings_of(game)
    on = [name for name in ("hide_waited", "release", "blind") if getattr(chosen, name)]
    if on:
        options_on = ", ".join(name.replace("_", " ").upper() for name in on)
        lines.append(f"Switched on: {options_on}.")
    lines += _letters(context)
    if context.actor.sees_letters(game):
        lines += format_holds(game)
    if game.error:
        lines.append("The last try to run the turn failed; RESUME or PROCESS tries again.")
    return Applied("\n".join(lines), is_act=False)


def _letters(context: CommandContext) -> list[str]:
    own = sa.select(sa.func.count()).where(col(Letter.game_id) == context.game.id)
    if not context.actor.sees_letters(context.game):
        own = own.where(~WAITS)
    found = {
        "unread": context.session.scalar(own.where(col(Letter.state) == NEW)) or 0,
        "held": context.session.scalar(own.where(col(Letter.outcome) == HELD)) or 0,
        "set aside": context.session.scalar(own.where(col(Letter.state) == "dead")) or 0,
    }
    if not context.actor.sees_letters(context.game):
        del found["unread"]
    counts = [f"{many} {what}" for what, many in found.items() if many]
    return [f"Letters: {', '.join(counts)}; LETTERS lists them."] if counts else []
