"""What each command of the lobby does, for a person who is known to have sent it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult, lobby_news
from pbem.models import FULL, OPEN, OpenGame, OpenSeat, key_of
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.creating import create, robot_for
from pbem.service.lobby.hooks import webhook
from pbem.service.lobby.inviting import invite, stop_invitations
from pbem.service.lobby.joining import join
from pbem.service.lobby.places import cancel, person_of, seats_of
from pbem.service.lobby.profile import OF_PERSON
from pbem.service.lobby.starting import BEGUN, fill, start, start_tutorial
from pbem.service.lobby.visitors import (
    LobbyAnswer,
    LobbyHandler,
    LobbyRefusal,
    Visitor,
    own_game,
    waiting_game,
)
from pbem.service.lobby.watching import unwatch, watch
from pbem.service.lobby.words import add_words
from pbem.service.mailing.outbox import addressee_of, post


def _own_seat(
    tx: Transaction, visitor: Visitor, name: str
) -> tuple[OpenGame, OpenSeat] | LobbyRefusal:
    """The game of that name, and the place in it that a person has."""
    game = waiting_game(tx, visitor, name)
    if isinstance(game, LobbyRefusal):
        return game
    own = [seat for seat in seats_of(tx.session, game) if seat.person_id == visitor.person.id]
    if own:
        return game, own[0]
    return LobbyRefusal(f"You have not joined {game.name}.", f"JOIN {game.name} AS name")


def _leave(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    taken = _own_seat(tx, visitor, command.key)
    if isinstance(taken, LobbyRefusal):
        return taken
    game, seat = taken
    tx.session.delete(seat)
    tx.session.flush()
    left = seats_of(tx.session, game)
    if not left:
        text = f"You have left {game.name}, and as nobody else had joined, it is cancelled."
        cancel(tx.session, game)
        return LobbyResult(command.line, True, text)
    if game.creator_id == visitor.person.id:
        game.creator_id = left[0].person_id
    game.phase = OPEN
    tx.session.add(game)
    begins = fill(tx, game)
    if isinstance(begins, ServiceRefusal):
        return begins
    text = f"You have left {game.name}. The other players get no mail about it."
    return LobbyResult(command.line, True, text, ("GAMES",))


def _here(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    taken = _own_seat(tx, visitor, command.key)
    if isinstance(taken, LobbyRefusal):
        return taken
    game, seat = taken
    # It is said after JOIN, though both may stand in one letter.
    seat.seen_at = max(tx.now, seat.joined_at + timedelta(microseconds=1))
    tx.session.add(seat)
    tx.session.flush()
    begins = fill(tx, game)
    if isinstance(begins, ServiceRefusal):
        return begins
    if begins:
        text = BEGUN.format(game.name)
    elif game.phase == FULL:
        text = f"Good. {game.name} starts when the others have said so too."
    else:
        text = f"Good. {game.name} still waits for players."
    return LobbyResult(command.line, True, text)


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


def _cancel(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    game = own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    name = game.name
    cancel(tx.session, game)
    for seat in seats_of(tx.session, game):
        if seat.person_id != visitor.person.id:
            text = f"The player who offered {name} has cancelled it."
            mail = lobby_news(name, text, ("GAMES",))
            post(tx, addressee_of(person_of(tx.session, seat)), mail, f"lobby-off:{key_of(seat)}")
    return LobbyResult(command.line, True, f"{name} is cancelled, and its players are told.")


HANDLERS: Mapping[str, LobbyHandler] = {
    **OF_PERSON,
    "TUTORIAL": start_tutorial,
    "CREATE": create,
    "JOIN": join,
    "LEAVE": _leave,
    "HERE": _here,
    "WORDS": add_words,
    "WATCH": watch,
    "UNWATCH": unwatch,
    "WEBHOOK": webhook,
    "INVITE": invite,
    "STOP": stop_invitations,
    "START": _start,
    "CANCEL": _cancel,
}
