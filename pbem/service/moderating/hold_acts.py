"""A moderator's commands for all letters of a seat or a sender: hold them, and release them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.documents.layout.clock import instant
from pbem.models import HELD, Letter
from pbem.service.mailing.robot_seats import is_robots
from pbem.service.moderating.actors import contact_of
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.holds import Hold, holds_of, keep_holds
from pbem.service.moderating.letter_acts import OUTCOMES, own_sentence, seat_of
from pbem.service.seats.confirming import release

MOST_HOLDS = 20
"""Seats and senders of one game whose letters may wait at once."""


@handles("HOLD SEAT", "HOLD SENDER")
def hold_all(context: CommandContext) -> Applied | CommandRefused:
    """`HOLD SEAT bob`, `HOLD SENDER bob@example.org`: all letters wait until they are released."""
    game, command = context.game, context.command
    hold = Hold(context.number, command.seat, command.value, contact_of(context))
    holds = holds_of(game)
    if not context.actor.sees_letters(game):
        return _of_rivals(context)
    if hold.seat and is_robots(context.snapshot.seats[hold.seat]):
        return CommandRefused(f"A robot plays {hold.seat}, and robots send no mail.")
    same = [one for one in holds if _is_same(one, hold)]
    if same:
        return CommandRefused(
            f"The letters {hold.whose} are held already, since act {same[0].act} in the log. "
            f"{hold.end} reads them."
        )
    if len(holds) >= MOST_HOLDS:
        return CommandRefused(
            f"{MOST_HOLDS} seats and senders are held already. {holds[0].end} ends one."
        )
    keep_holds(game, [*holds, hold])
    answer = (
        f"From now on every letter {hold.whose} waits for a moderator before it is read. You are "
        f"told of each; LET n lets one count, {hold.end} all of them. No deadline waits for them."
    )
    said = "The letters of one player wait for a moderator from now on, before they are read."
    return Applied(answer, said, None, game.holds)


@handles("RELEASE SEAT", "RELEASE SENDER")
def release_all(context: CommandContext) -> Applied | CommandRefused:
    """`RELEASE SEAT bob`: his letters are read again, those that wait in the order they came."""
    game, command = context.game, context.command
    meant = Hold(0, command.seat, command.value)
    holds = holds_of(game)
    if not context.actor.sees_letters(game):
        return _of_rivals(context)
    ended = [one for one in holds if _is_same(one, meant)]
    if not ended:
        there = ", ".join(one.whose for one in holds)
        more = f" There are those {there}." if there else ""
        return CommandRefused(f"No letters {meant.whose} are held.{more}")
    keep_holds(game, [one for one in holds if one not in ended])
    rows = _waiting(context, ended[0])
    released = [
        (row, OUTCOMES[release(context.session, row, row.accepted_by, context.now)]) for row in rows
    ]
    own = _writer_notices(context, released)
    answer = [f"The letters {meant.whose} are read again as they come."]
    answer += [f"Letter {row.id}: {outcome}" for row, outcome in released]
    said = "The letters that waited for a moderator are read again."
    return Applied("\n".join(answer), said, None, game.holds, own=own)


def _is_same(one: Hold, other: Hold) -> bool:
    return (one.seat, one.sender) == (other.seat, other.sender)


def _of_rivals(context: CommandContext) -> CommandRefused:
    """Why a moderator who plays cannot do it."""
    return CommandRefused(
        f"{context.command.verb} is not for a moderator who plays: it would show you when your "
        "rivals write. Another moderator or the operator can do it."
    )


def _waiting(context: CommandContext, hold: Hold) -> Sequence[Letter]:
    """The letters of a hold, locked; one that is being kept at this moment finds it ended."""
    wanted = select(Letter).where(
        Letter.game_id == context.game.id, Letter.outcome == HELD, Letter.hold_act == hold.act
    )
    wanted = wanted.order_by(col(Letter.received_at), col(Letter.id))
    return context.session.exec(wanted.with_for_update(skip_locked=True)).all()


def _writer_notices(
    context: CommandContext, released: Sequence[tuple[Letter, str]]
) -> dict[str, str]:
    """What each player reads of what becomes of his letters, by his seat."""
    lines: dict[str, list[str]] = {}
    for row, outcome in released:
        line = f"Your letter of {instant(row.received_at)} waits no longer. {outcome}"
        lines.setdefault(seat_of(context, row), []).append(line)
    return {
        name: own_sentence(context, name, "\n".join(sentences)) for name, sentences in lines.items()
    }
