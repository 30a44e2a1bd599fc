"""Whether a moderator's command may be run at all, before its handler looks at it."""

from __future__ import annotations

from dataclasses import replace

from rapidfuzz.distance import OSA

from pbem.grammar.commands import MODERATORS, Command
from pbem.models import FINISHED
from pbem.service.game_settings import game_settings_of
from pbem.service.moderating.command_context import CommandContext, CommandRefused
from pbem.service.moderating.state_acts import SECRET_OUT, refuse_reopening
from pbem.service.players.addresses import is_ours
from pbem.service.snapshots import GameSnapshot

MOST_NAMES = 8


def refusal_of(context: CommandContext) -> CommandRefused | None:
    """What no handler need be asked about."""
    verb, game = MODERATORS[context.command.verb], context.game
    if verb.shows_hidden and context.actor.is_blind:
        why = "the game is blind. The operator"
        if not game_settings_of(game).blind:
            why = "you play in it. Another moderator"
        return CommandRefused(
            f"{verb.name} would show or change what is hidden from you until the game is over: "
            f"{why} can do it."
        )
    if is_ours(context.command.value, context.service.settings.mail.addresses):
        return CommandRefused(
            "That is the referee's own address, and the referee cannot take part in a game."
        )
    if game.archived_at is not None and not verb.looks and verb.name != "UNARCHIVE":
        return CommandRefused(
            f"{game.name} is put away, so nothing in it changes any more. LOG and WHO still work; "
            "UNARCHIVE brings it back."
        )
    if game.phase == FINISHED and not verb.when_over:
        return CommandRefused(
            f"{game.name} is over; {verb.name} is for games that run.{_over(context)}"
        )
    return None


def _over(context: CommandContext) -> str:
    """What would open a finished game again, where it still can be opened."""
    if MODERATORS[context.command.verb].kind not in ("clock", "turn"):
        return ""
    why = refuse_reopening(context)
    if why is None:
        return " ROLLBACK TO TURN n would open it again."
    if why.answer == SECRET_OUT:
        return " ROLLBACK cannot open it again: its last report has opened the secret of the dice."
    return " Another moderator, or the operator, can open it again with ROLLBACK TO TURN n."


def with_seat(command: Command, snapshot: GameSnapshot) -> Command | CommandRefused:
    """The command with its seat's name as the game has it."""
    typed = command.seat.casefold()
    if not typed:
        return command
    exact = [name for name in snapshot.seats if name.casefold() == typed]
    if exact:
        return replace(command, seat=exact[0])
    near = [name for name in snapshot.seats if OSA.distance(typed, name.casefold()) <= 1]
    listed = ", ".join(list(snapshot.seats)[:MOST_NAMES])
    if len(near) != 1:
        return CommandRefused(
            f'Nobody is called "{command.seat}" in this game; its seats: {listed}.'
        )
    if MODERATORS[command.verb].guarded:
        return CommandRefused(
            f'Nobody is called "{command.seat}". Did you mean {near[0]}? Then send that name.'
        )
    assumed = "; ".join(
        one for one in (command.assumed, f"{command.seat} read as {near[0]}") if one
    )
    return replace(command, seat=near[0], assumed=assumed)
