"""STANDBY of moderators: who is asked when a seat of the game becomes free."""

from __future__ import annotations

from pbem.database import Session
from pbem.mail.address import is_address
from pbem.mails.seats import StandbyAnswer, standby_answer
from pbem.models import Person
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.players.addresses import player_at, player_or_new
from pbem.service.seats.standby import ask_newcomer, notify_player
from pbem.service.seats.standby_rows import join, standby_lines
from pbem.service.seats.standby_rows import leave as leave_list


@handles("STANDBY")
def _standby(context: CommandContext) -> Applied | CommandRefused:
    """The standby list of this game: show it, put somebody on it, take somebody off."""
    command = context.command
    if command.key.upper() in ("", "LIST"):
        return Applied(_listed(context.session, context.game.id), is_act=False)
    email = command.value.strip().strip("<>").casefold()
    if not is_address(email):
        return CommandRefused(
            f"{command.value[:60]!r} is not a mail address, as in STANDBY ADD eve@example.org"
        )
    if command.key.upper() == "REMOVE":
        player = player_at(context.session, email)
        if player is None or not leave_list(context.session, player, context.game.id, context.now):
            return CommandRefused(f"{email} is not on the standby list of this game.")
        _notify_listed(context, player, "left")
        return Applied(f"{player.name} is off the standby list of this game.")
    player = player_or_new(context.session, email, command.text, context.now)
    own = [name for name, one in context.snapshot.players.items() if one.id == player.id]
    if own:
        return CommandRefused(
            f"{email} plays {own[0]} in this game already; nobody plays two seats."
        )
    if not join(context.session, player, context.game.id, context.now):
        return CommandRefused(f"{email} is on the standby list of this game already.")
    _notify_listed(context, player, "joined")
    ask_newcomer(context, player)
    return Applied(f"{player.name} ({email}) is on the standby list of this game.")


def _notify_listed(context: CommandContext, player: Person, what: StandbyAnswer) -> None:
    mail = standby_answer(what, context.game.name)
    key = f"standby:{context.game.id}:{context.number}:{player.id}"
    notify_player(context, player, mail, key)


def _listed(session: Session, game_id: int | None) -> str:
    lines = standby_lines(session, game_id)
    if not lines:
        return "Nobody is on the standby list. STANDBY ADD address puts somebody on it."
    rows = [f"{line.player} <{line.email}>, {line.game or 'any game'}" for line in lines]
    return "Standby players, in the order they are asked: " + "; ".join(rows) + "."
