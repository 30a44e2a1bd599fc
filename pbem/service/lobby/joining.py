"""JOIN: who takes a place in a game that waits for players, and who may."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.grammar.commands.named import JOINING, parts_of
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult, lobby_news
from pbem.models import OpenGame, OpenSeat, Person, skeleton
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.inviting import is_invited
from pbem.service.lobby.places import (
    ADD_WORDS,
    YOUR_NAME,
    check_likes,
    invitation_to_bring,
    is_password,
    joining_of,
    seats_of,
)
from pbem.service.lobby.starting import BEGUN, fill
from pbem.service.lobby.visitors import (
    LobbyAnswer,
    LobbyRefusal,
    Visitor,
    alias_of,
    starts_when,
    take_place,
    too_many,
    waiting_game,
)
from pbem.service.mailing.outbox import addressee_of, post
from pbem.service.players.reliability import share_of

MOST_TRIES = 5
"""Passwords that a person may try for one game."""
_ASKED = "All places are taken; it starts when everybody has said that he is there."
_READY = (
    "All places are taken; it starts when everybody is ready, and waits two days for that. You are "
    "ready when you have brought something, or have sent HERE {}."
)


def join(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Give a visitor the next place of a game, or one on its waiting list."""
    game = waiting_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    _, parts = parts_of(command.text, JOINING)
    seats = seats_of(tx.session, game)
    if any(seat.person_id == visitor.person.id for seat in seats):
        return LobbyRefusal(f"You have joined {game.name} already.", f"LEAVE {game.name}")
    refusal = _entry_refusal(tx, game, visitor, command, parts.get("PASSWORD", ""))
    refusal = refusal or too_many(tx, visitor.person) or _unreliable(game, visitor.person)
    if refusal is not None:
        return refusal
    alias = _free_alias(game, seats, visitor, command.value)
    if isinstance(alias, LobbyRefusal):
        return alias
    likes = tuple(filter(None, map(str.strip, parts.get("PREFER", "").split(","))))
    check_likes(game, alias, likes)
    take_place(tx, game, visitor, alias, likes)
    return _joined(tx, game, alias, command)


def _unreliable(game: OpenGame, person: Person) -> LobbyRefusal | None:
    """Why a person who lets too many turns pass is not let in; nothing is asked of the new."""
    share = share_of(person)
    if game.reliable is None or share is None or share >= game.reliable:
        return None
    return LobbyRefusal(
        f"{game.name} is for players who send {game.reliable} % of their turns in time; {share} % "
        "of your last ones came so.",
        "GAMES",
    )


def _free_alias(
    game: OpenGame, seats: Sequence[OpenSeat], visitor: Visitor, typed: str
) -> str | LobbyRefusal:
    """The name that a person plays under, which looks like no other's in the game."""
    alias = alias_of(typed, visitor, f"JOIN {game.name}", game.settings)
    if isinstance(alias, LobbyRefusal):
        return alias
    alike = next((seat.name for seat in seats if skeleton(seat.name) == skeleton(alias)), None)
    if alike is None:
        return alias
    looks = "" if alike == alias else f", which looks like {alias}"
    return LobbyRefusal(
        f"Somebody in {game.name} is called {alike}{looks}. Choose another name.",
        f"JOIN {game.name} AS {YOUR_NAME}{' PASSWORD word' if game.password else ''}",
    )


def _joined(tx: Transaction, game: OpenGame, alias: str, command: Command) -> LobbyAnswer:
    """What a person is told who has taken a place of a game; it begins if that was the last."""
    place = len(seats_of(tx.session, game))
    head = f"You play {game.name} as {alias}."
    if place > game.places:
        waits = place - game.places
        text = (
            f"{game.name} is full. You are number {waits} on its waiting list, as {alias}, and get "
            f"the next place that is given back. {_hash_of(game)}"
        )
        return LobbyResult(command.line, True, text, (f"LEAVE {game.name}",))
    begins = fill(tx, game)
    if isinstance(begins, ServiceRefusal):
        return begins
    if begins:
        text = f"{head} {BEGUN.format('The game')} {_hash_of(game)}"
        return LobbyResult(command.line, True, text)
    missing, joining = game.places - place, joining_of(game)
    asked = _READY.format(game.name) if joining else _ASKED
    rest = starts_when(missing) if missing else asked
    text = f"{head} {rest} {_hash_of(game)} {ADD_WORDS}"
    brings = [verb.example for verb in joining.verbs] if joining else []
    text = f"{text} {invitation_to_bring(tx.service, game)}".rstrip()
    lines = (*brings, f"WORDS {game.name}: any words of yours", f"LEAVE {game.name}")
    return LobbyResult(command.line, True, text, lines)


def _hash_of(game: OpenGame) -> str:
    """What shows later that nobody has chosen its dice since."""
    return f"The hash of its dice's secret is {game.secret_hash}."


def _entry_refusal(
    tx: Transaction, game: OpenGame, visitor: Visitor, command: Command, typed: str
) -> LobbyResult | LobbyRefusal | None:
    """Why a person is not let in; None where he is. Who is invited needs no password."""
    if not (game.password or game.is_private) or is_invited(tx, game, visitor.person):
        return None
    if not game.password:
        return LobbyRefusal(
            f"{game.name} is private: whoever created it must write INVITE and your address first.",
            "GAMES",
        )
    return _password_refusal(tx, game, visitor, command, typed)


def _warn_creator(tx: Transaction, game: OpenGame, key: str) -> None:
    """Tell who has created a game that somebody has tried its password in vain, once a person."""
    text = (
        f"Somebody has tried {MOST_TRIES} wrong passwords for {game.name}, and can try no more. If "
        "that was a friend of yours, INVITE lets him in without one."
    )
    mail = lobby_news(
        game.name, "Wrong passwords", text, (f"INVITE eve@example.org TO {game.name}",)
    )
    creator = addressee_of(tx.session.get_one(Person, game.creator_id))
    post(tx, creator, mail, f"lobby-guessed:{game.id}:{key}")


def _password_refusal(
    tx: Transaction, game: OpenGame, visitor: Visitor, command: Command, typed: str
) -> LobbyResult | LobbyRefusal | None:
    """Why a person is not let in; None where he is. A wrong password counts."""
    key = str(visitor.person.id)
    tries = game.wrong_tries.get(key, 0)
    _, parts = parts_of(command.text, JOINING)
    typed_too = (f"{key} {parts[key]}" for key in ("AS", "PREFER") if key in parts)
    line = " ".join((f"JOIN {game.name}", *typed_too, "PASSWORD word"))
    if tries >= MOST_TRIES:
        return LobbyRefusal(_no_more_tries(game))
    if not typed:
        return LobbyRefusal(f"{game.name} has a password: write {line}.", line)
    if is_password(game.password, typed):
        return None
    game.wrong_tries = {**game.wrong_tries, key: tries + 1}
    left = MOST_TRIES - tries - 1
    if not left:
        _warn_creator(tx, game, key)
    more = f"You can try {left if left > 1 else 'one'} more{' times' if left > 1 else ' time'}."
    text = f"That is not the password of {game.name}. {more}" if left else _no_more_tries(game)
    # A result, as all that a refusal has changed is undone: that he tried is kept.
    return LobbyResult(command.line, False, text, (line,) if left else ())


def _no_more_tries(game: OpenGame) -> str:
    return (
        f"You have given {MOST_TRIES} wrong passwords for {game.name}, so none will let you in any "
        "more. Whoever created it can INVITE you."
    )
