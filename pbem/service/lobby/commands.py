"""What each command of the lobby does, for a person who is known to have sent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from pbem.grammar.commands.lobby import JOINING, parts_of
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult, lobby_news
from pbem.models import FULL, OPEN, OpenGame, OpenSeat, key_of
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.creating import create, robot_for
from pbem.service.lobby.mine import games_of_mine
from pbem.service.lobby.places import (
    cancel,
    check_likes,
    is_password,
    joining_of,
    open_game,
    open_games,
    person_of,
    seats_of,
    skeleton,
)
from pbem.service.lobby.profile import OF_PERSON
from pbem.service.lobby.starting import BEGUN, fill, start, start_tutorial
from pbem.service.lobby.visitors import (
    LobbyAnswer,
    LobbyHandler,
    LobbyRefusal,
    Visitor,
    alias_of,
    players_in_words,
    sit,
    too_many,
)
from pbem.service.lobby.watching import unwatch, watch
from pbem.service.mailing.outbox import addressee_of, post

MOST_TRIES = 5
"""Passwords that a person may try for one game."""


def _mine(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    rows = games_of_mine(tx, visitor.person)
    told = "These are your games, the next deadline first." if rows else "You are in no game now."
    return LobbyResult(command.line, True, told, () if rows else ("GAMES", "TUTORIAL"), rows=rows)


def _waiting(tx: Transaction, name: str) -> OpenGame | LobbyRefusal:
    game = open_game(tx.session, name)
    if game is None:
        return LobbyRefusal(
            f"No game called {name} waits for players. GAMES lists those that do.", "GAMES"
        )
    return game


def _join(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    game = _waiting(tx, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    _, parts = parts_of(command.text, JOINING)
    seats = seats_of(tx.session, game)
    if any(seat.person_id == visitor.person.id for seat in seats):
        return LobbyRefusal(f"You have joined {game.name} already.", f"LEAVE {game.name}")
    refusal = _password_refusal(game, visitor, command, parts.get("PASSWORD", ""))
    refusal = refusal or too_many(tx, visitor.person)
    if refusal is not None:
        return refusal
    alias = _free_alias(game, seats, visitor, command.value)
    if isinstance(alias, LobbyRefusal):
        return alias
    likes = tuple(filter(None, map(str.strip, parts.get("PREFER", "").split(","))))
    check_likes(game, alias, likes)
    sit(tx, game, visitor, alias, likes)
    return _joined(tx, game, alias, command)


def _free_alias(
    game: OpenGame, seats: Sequence[OpenSeat], visitor: Visitor, typed: str
) -> str | LobbyRefusal:
    """The name that a person plays under, which looks like no other's in the game."""
    alias = alias_of(typed, visitor, f"JOIN {game.name}", game.settings)
    if isinstance(alias, LobbyRefusal):
        return alias
    if skeleton(alias) in {skeleton(seat.name) for seat in seats}:
        return LobbyRefusal(
            f"Somebody in {game.name} is called {alias}, or something that looks like it; choose "
            f"another name: JOIN {game.name} AS ..."
        )
    return alias


def _joined(tx: Transaction, game: OpenGame, alias: str, command: Command) -> LobbyAnswer:
    """What a person is told who has taken a place of a game; it begins if that was the last."""
    place = len(seats_of(tx.session, game))
    head = f"You play {game.name} as {alias}."
    if place > game.places:
        waits = place - game.places
        told = f"{game.name} is full. You are number {waits} on its waiting list, as {alias}."
        return LobbyResult(command.line, True, told, (f"LEAVE {game.name}",))
    begins = fill(tx, game)
    if isinstance(begins, ServiceRefusal):
        return begins
    if begins:
        return LobbyResult(command.line, True, f"{head} {BEGUN.format('The game')}")
    missing, joining = game.places - place, joining_of(game)
    have = "has" if missing == 1 else "have"
    starts = f"It starts when {players_in_words(missing)} {have} joined."
    asked = _READY.format(game.name) if joining else _ASKED
    rest = starts if missing else asked
    told = f"{head} {rest} The hash of its dice's secret is {game.secret_hash}."
    brings = [verb.example for verb in joining.verbs] if joining else []
    told = f"{told} {joining.invitation}" if joining else told
    return LobbyResult(command.line, True, told, (*brings, f"LEAVE {game.name}"))


_ASKED = "All places are taken; it starts when everybody has said that he is there."
_READY = (
    "All places are taken; it starts when everybody is ready, and waits two days for that. You are "
    "ready when you have brought something, or have sent HERE {}."
)


def _password_refusal(
    game: OpenGame, visitor: Visitor, command: Command, typed: str
) -> LobbyResult | LobbyRefusal | None:
    """Why a person is not let in; None where he is. A wrong password counts."""
    if not game.password:
        return None
    key = str(visitor.person.id)
    tries = game.wrong_tries.get(key, 0)
    line = f"JOIN {game.name} PASSWORD word"
    if tries >= MOST_TRIES:
        return LobbyRefusal(f"You have given {MOST_TRIES} wrong passwords for {game.name}.")
    if not typed:
        return LobbyRefusal(f"{game.name} has a password: write {line}.", line)
    if is_password(game.password, typed):
        return None
    game.wrong_tries = {**game.wrong_tries, key: tries + 1}
    # A result, as all that a refusal has changed is undone: that he tried is kept.
    return LobbyResult(command.line, False, f"That is not the password of {game.name}.")


def _own_seat(
    tx: Transaction, visitor: Visitor, name: str
) -> tuple[OpenGame, OpenSeat] | LobbyRefusal:
    """The game of that name, and the place in it that a person has."""
    game = _waiting(tx, name)
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
        told = f"You have left {game.name}, and as nobody else had joined, it is cancelled."
        cancel(tx.session, game)
        return LobbyResult(command.line, True, told)
    if game.creator_id == visitor.person.id:
        game.creator_id = left[0].person_id
    game.phase = OPEN
    tx.session.add(game)
    begins = fill(tx, game)
    if isinstance(begins, ServiceRefusal):
        return begins
    told = f"You have left {game.name}. The other players get no mail about it."
    return LobbyResult(command.line, True, told, ("GAMES",))


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
        told = BEGUN.format(game.name)
    elif game.phase == FULL:
        told = f"Good. {game.name} starts when the others have said so too."
    else:
        told = f"Good. {game.name} still waits for players."
    return LobbyResult(command.line, True, told)


def _own_game(tx: Transaction, visitor: Visitor, name: str) -> OpenGame | LobbyRefusal:
    """The game that a person has created; without a name the newest of his."""
    if not name:
        own = open_games(tx.session, visitor.person)
        if not own:
            return LobbyRefusal("No game of yours waits for players.", "CREATE Fnord-8 PLAYERS 4")
        name = own[-1].name
    game = _waiting(tx, name)
    if isinstance(game, OpenGame) and game.creator_id != visitor.person.id:
        return LobbyRefusal(f"{game.name} is not yours; only whoever created it can do that.")
    return game


def _start(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    game = _own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    robot = robot_for(game, command.value)
    if isinstance(robot, LobbyRefusal):
        return robot
    seats = seats_of(tx.session, game)[: game.places]
    told = BEGUN.format(game.name)
    return start(tx, game, seats, robot) or LobbyResult(command.line, True, told)


def _cancel(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    game = _own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    name = game.name
    cancel(tx.session, game)
    for seat in seats_of(tx.session, game):
        if seat.person_id != visitor.person.id:
            told = f"The player who offered {name} has cancelled it."
            mail = lobby_news(name, told, ("GAMES",))
            post(tx, addressee_of(person_of(tx.session, seat)), mail, f"lobby-off:{key_of(seat)}")
    return LobbyResult(command.line, True, f"{name} is cancelled, and its players are told.")


HANDLERS: Mapping[str, LobbyHandler] = {
    "MINE": _mine,
    **OF_PERSON,
    "TUTORIAL": start_tutorial,
    "CREATE": create,
    "JOIN": _join,
    "LEAVE": _leave,
    "HERE": _here,
    "WATCH": watch,
    "UNWATCH": unwatch,
    "START": _start,
    "CANCEL": _cancel,
}
