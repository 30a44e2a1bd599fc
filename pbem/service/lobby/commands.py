"""What each command of the lobby does, for a person who is known to have sent it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.contract.values import RulesetError
from pbem.grammar.commands.lobby import JOINING, parts_of
from pbem.grammar.commands.spec import Command, InvalidField
from pbem.mails.lobby import LobbyResult, lobby_news
from pbem.models import FULL, OPEN, OpenGame, OpenSeat, key_of
from pbem.service.context import Transaction
from pbem.service.lobby.creating import create, robot_for
from pbem.service.lobby.mine import games_of_mine
from pbem.service.lobby.places import (
    cancel,
    check_likes,
    games_told,
    is_password,
    open_game,
    open_games,
    person_of,
    seats_of,
    skeleton,
)
from pbem.service.lobby.profile import OF_PERSON
from pbem.service.lobby.starting import fill, start, start_tutorial
from pbem.service.lobby.visitors import (
    NotDone,
    Visitor,
    alias_of,
    players_in_words,
    refuse_too_many,
    sit,
)
from pbem.service.lobby.watching import unwatch, watch
from pbem.service.mailing.outbox import addressee_of, post
from pbem.service.turns.founding import FoundingError

MOST_TRIES = 5
"""Passwords that a person may try for one game."""


def obey(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    """Do what a command says; a refusal is a result as well and changes nothing."""
    try:
        with tx.session.begin_nested():
            return _HANDLERS[command.verb](tx, visitor, command)
    except NotDone as why:
        return LobbyResult(command.line, False, str(why), why.next_lines)
    except (FoundingError, InvalidField, RulesetError) as why:
        return LobbyResult(command.line, False, str(why).rstrip(".") + ".")


def look(tx: Transaction, command: Command) -> LobbyResult:
    """What GAMES shows to anybody."""
    told = "These are the games of this referee."
    games = games_told(tx.session)
    lines = ("CREATE Fnord-8 PLAYERS 4", *(f"WATCH {name}" for name in games.watchable[:1]))
    return LobbyResult(command.line, True, told, lines, games)


def _games(tx: Transaction, _visitor: Visitor, command: Command) -> LobbyResult:
    return look(tx, command)


def _mine(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    rows = games_of_mine(tx, visitor.person)
    told = "These are your games, the next deadline first." if rows else "You are in no game now."
    return LobbyResult(command.line, True, told, () if rows else ("GAMES", "TUTORIAL"), rows=rows)


def _waiting(tx: Transaction, name: str) -> OpenGame:
    game = open_game(tx.session, name)
    if game is None:
        raise NotDone(
            f"No game called {name} waits for players. GAMES lists those that do.", "GAMES"
        )
    return game


def _join(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    game = _waiting(tx, command.key)
    _, parts = parts_of(command.text, JOINING)
    seats = seats_of(tx.session, game)
    if any(seat.person_id == visitor.person.id for seat in seats):
        raise NotDone(f"You have joined {game.name} already.", f"LEAVE {game.name}")
    if game.password and not _is_let_in(game, visitor, parts.get("PASSWORD", "")):
        # A result, as all that a refusal has changed is undone: that he tried is kept.
        return LobbyResult(command.line, False, f"That is not the password of {game.name}.")
    refuse_too_many(tx, visitor.person)
    alias = alias_of(command.value, visitor, f"JOIN {game.name}", game.settings)
    if skeleton(alias) in {skeleton(seat.name) for seat in seats}:
        raise NotDone(
            f"Somebody in {game.name} is called {alias}, or something that looks like it; choose "
            f"another name: JOIN {game.name} AS ..."
        )
    likes = tuple(filter(None, map(str.strip, parts.get("PREFER", "").split(","))))
    check_likes(game, alias, likes)
    sit(tx, game, visitor, alias, likes)
    place = len(seats) + 1
    head = f"You play {game.name} as {alias}."
    if place > game.places:
        waits = place - game.places
        told = f"{game.name} is full. You are number {waits} on its waiting list, as {alias}."
        return LobbyResult(command.line, True, told, (f"LEAVE {game.name}",))
    if fill(tx, game):
        told = f"{head} {_BEGUN.format('The game')}"
        return LobbyResult(command.line, True, told)
    missing = game.places - place
    have = "has" if missing == 1 else "have"
    starts = f"It starts when {players_in_words(missing)} {have} joined."
    rest = starts if missing else _ASKED
    told = f"{head} {rest} The hash of its dice's secret is {game.secret_hash}."
    return LobbyResult(command.line, True, told, (f"LEAVE {game.name}",))


_BEGUN = "{} has begun: your first report is on its way. Reply to it."
_ASKED = "All places are taken; it starts when everybody has said that he is there."


def _is_let_in(game: OpenGame, visitor: Visitor, typed: str) -> bool:
    """Whether that is the password of a game; a wrong one counts."""
    key = str(visitor.person.id)
    tries = game.wrong_tries.get(key, 0)
    line = f"JOIN {game.name} PASSWORD word"
    if tries >= MOST_TRIES:
        raise NotDone(f"You have given {MOST_TRIES} wrong passwords for {game.name}.")
    if not typed:
        raise NotDone(f"{game.name} has a password: write {line}.", line)
    if is_password(game.password, typed):
        return True
    game.wrong_tries = {**game.wrong_tries, key: tries + 1}
    return False


def _own_seat(tx: Transaction, game: OpenGame, visitor: Visitor) -> OpenSeat:
    own = [seat for seat in seats_of(tx.session, game) if seat.person_id == visitor.person.id]
    if own:
        return own[0]
    raise NotDone(f"You have not joined {game.name}.", f"JOIN {game.name} AS name")


def _leave(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    game = _waiting(tx, command.key)
    seat = _own_seat(tx, game, visitor)
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
    fill(tx, game)
    told = f"You have left {game.name}. The other players get no mail about it."
    return LobbyResult(command.line, True, told, ("GAMES",))


def _here(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    game = _waiting(tx, command.key)
    seat = _own_seat(tx, game, visitor)
    seat.seen_at = tx.now
    tx.session.add(seat)
    tx.session.flush()
    if fill(tx, game):
        told = _BEGUN.format(game.name)
    elif game.phase == FULL:
        told = f"Good. {game.name} starts when the others have said so too."
    else:
        told = f"Good. {game.name} still waits for players."
    return LobbyResult(command.line, True, told)


def _own_game(tx: Transaction, visitor: Visitor, name: str) -> OpenGame:
    """The game that a person has created; without a name the newest of his."""
    if not name:
        own = open_games(tx.session, visitor.person)
        if not own:
            raise NotDone("No game of yours waits for players.", "CREATE Fnord-8 PLAYERS 4")
        name = own[-1].name
    game = _waiting(tx, name)
    if game.creator_id != visitor.person.id:
        raise NotDone(f"{game.name} is not yours; only whoever created it can do that.")
    return game


def _start(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    game = _own_game(tx, visitor, command.key)
    robot = robot_for(game, command.value)
    seats = seats_of(tx.session, game)[: game.places]
    start(tx, game, seats, robot)
    told = _BEGUN.format(game.name)
    return LobbyResult(command.line, True, told)


def _cancel(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    game = _own_game(tx, visitor, command.key)
    name = game.name
    cancel(tx.session, game)
    for seat in seats_of(tx.session, game):
        if seat.person_id != visitor.person.id:
            told = f"The player who offered {name} has cancelled it."
            mail = lobby_news(name, told, ("GAMES",))
            post(tx, addressee_of(person_of(tx.session, seat)), mail, f"lobby-off:{key_of(seat)}")
    return LobbyResult(command.line, True, f"{name} is cancelled, and its players are told.")


_Does = Callable[[Transaction, Visitor, Command], LobbyResult]
_HANDLERS: Mapping[str, _Does] = {
    "GAMES": _games,
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
