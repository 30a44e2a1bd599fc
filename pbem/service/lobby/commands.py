"""What each command of the lobby does, for a person who is known to have sent it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.service.context import Transaction
from pbem.service.lobby.attending import here, leave, withdraw
from pbem.service.lobby.creating import create, robot_for
from pbem.service.lobby.hooks import webhook
from pbem.service.lobby.inviting import invite, stop_invitations
from pbem.service.lobby.joining import join
from pbem.service.lobby.places import seats_of
from pbem.service.lobby.profile import OF_PERSON
from pbem.service.lobby.starting import BEGUN, start, start_tutorial
from pbem.service.lobby.visitors import (
    LobbyAnswer,
    LobbyHandler,
    LobbyRefusal,
    Visitor,
    own_game,
)
from pbem.service.lobby.watching import unwatch, watch
from pbem.service.lobby.words import add_words


def _start(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    game = own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    robot = robot_for(game, command.value)
    if isinstance(robot, LobbyRefusal):
        return robot
    seats = seats_of(tx.session, game)[: game.places]
    text = BEGUN.format(game.name)
    return start(tx, game, seats, robot) or LobbyResult(command.line, True, text)


HANDLERS: Mapping[str, LobbyHandler] = {
    **OF_PERSON,
    "TUTORIAL": start_tutorial,
    "CREATE": create,
    "JOIN": join,
    "LEAVE": leave,
    "HERE": here,
    "WORDS": add_words,
    "WATCH": watch,
    "UNWATCH": unwatch,
    "WEBHOOK": webhook,
    "INVITE": invite,
    "STOP": stop_invitations,
    "START": _start,
    "CANCEL": withdraw,
}
