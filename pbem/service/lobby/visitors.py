"""Who gives commands in the lobby, how one is refused, and how somebody takes a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import select

from pbem.documents.layout.plain import proper_name
from pbem.grammar.commands.named import checked_name
from pbem.grammar.commands.spec import Command, InvalidField
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.lobby import LobbyResult
from pbem.models import (
    FINISHED,
    TUTORIAL,
    Game,
    Letter,
    OpenGame,
    OpenSeat,
    Person,
    Seat,
    Visit,
    key_of,
    skeleton,
)
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.game_settings import game_settings_of
from pbem.service.lobby.places import (
    MOST_AT_FIRST,
    YOUR_NAME,
    free_name,
    games_of,
    is_reserved,
    most_games_of,
    open_game,
    open_games,
)
from pbem.service.players.addresses import first_is_proved, player_or_new


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose lines are done: the person, what he is called here, and the letter they stand in.

    `address` is the one that he wrote from; `asked_at` is when we asked him for the line by
    ourselves, None where it is his own.
    """

    person: Person
    name: str
    letter: Letter
    address: str = ""
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LobbyRefusal:
    """Why a command is not done, and nothing has changed; `next` is a line that would work."""

    text: str
    next: str = ""


LobbyAnswer = LobbyResult | LobbyRefusal | ServiceRefusal
LobbyHandler = Callable[[Transaction, Visitor, Command], LobbyAnswer]
"""Does one command; what it has changed is undone where it returns a refusal."""


def alias_of(
    typed: str, visitor: Visitor, line: str, settings: Mapping[str, Any] | None
) -> str | LobbyRefusal:
    """The name a person plays under; in an anonymous game he must choose it."""
    own = "" if settings and settings.get("anonymous") else visitor.name
    alias = checked_name(typed, "a player's name") if typed else own
    if not alias:
        text = "Under which name do you want to play? Send the line again with AS and the name."
        return LobbyRefusal(text, f"{line} AS {YOUR_NAME}")
    if is_reserved(alias):
        return LobbyRefusal(
            f"{alias} is a word of the referee's; play under another name.",
            f"{line} AS {YOUR_NAME}",
        )
    return alias


def waiting_game(tx: Transaction, visitor: Visitor, name: str) -> OpenGame | LobbyRefusal:
    """The game of that name that has not started, locked."""
    game = open_game(tx.session, name)
    if game is not None:
        return game
    return _begun(tx, visitor.person, name) or LobbyRefusal(
        f"No game called {name} waits for players. GAMES lists those that do.", "GAMES"
    )


def _begun(tx: Transaction, person: Person, name: str) -> LobbyRefusal | None:
    """What is told of a game that has begun, to whoever may know that there is one."""
    game = tx.session.exec(select(Game).where(Game.skeleton == skeleton(name))).first()
    if game is None or game.phase == FINISHED or game.kind == TUTORIAL:
        return None
    plays = select(Seat.id).where(Seat.game_id == game.id, Seat.person_id == person.id)
    if tx.session.exec(plays).first() is not None:
        return LobbyRefusal(
            f"{game.name} has begun, and nobody changes it from here any more. In a reply to one "
            "of its mails RESIGN gives up your seat, and VOTE asks the others for an extension, a "
            "pause, a draw or the end.",
            "MINE",
        )
    if not game_settings_of(game).watch:
        return None
    text = f"{game.name} has begun, and its places are taken. You can watch it."
    return LobbyRefusal(text, f"WATCH {game.name}")


def own_game(tx: Transaction, visitor: Visitor, name: str) -> OpenGame | LobbyRefusal:
    """The game that a person has created; without a name the newest of his."""
    if not name:
        own = open_games(tx.session, visitor.person)
        if not own:
            line = f"CREATE {free_name(tx.session)} PLAYERS 4"
            return LobbyRefusal("No game of yours waits for players.", line)
        name = own[-1].name
    game = waiting_game(tx, visitor, name)
    if isinstance(game, OpenGame) and game.creator_id != visitor.person.id:
        return LobbyRefusal(f"{game.name} is not yours; only whoever created it can do that.")
    return game


def too_many(tx: Transaction, person: Person) -> LobbyRefusal | None:
    """Refuse another game to somebody who is in as many as he may be."""
    has, most = games_of(tx.session, person), most_games_of(tx.session, person)
    if has < most:
        return None
    why = "until you have finished one" if most == MOST_AT_FIRST else "at once"
    return LobbyRefusal(
        f"You are in {_games_in_words(has)}, and {most} are the most {why}. LEAVE gives back your "
        "place in one that has not started.",
        "MINE",
    )


def _games_in_words(many: int) -> str:
    return "one game" if many == 1 else f"{many} games"


def players_in_words(many: int) -> str:
    return "one more player" if many == 1 else f"{many} more players"


def starts_when(missing: int) -> str:
    """What is told of a game that waits for so many players more."""
    have = "has" if missing == 1 else "have"
    return f"It starts when {players_in_words(missing)} {have} joined."


def take_place(
    tx: Transaction, game: OpenGame, visitor: Visitor, alias: str, likes: Sequence[str] = ()
) -> None:
    """Let a visitor take the next place of a game."""
    if visitor.person.name == NAMELESS:
        visitor.person.name = alias
    tx.session.add(
        OpenSeat(
            open_game_id=key_of(game),
            person_id=key_of(visitor.person),
            name=alias,
            likes=list(likes),
            joined_at=tx.now,
            seen_at=tx.now,
        )
    )
    tx.session.flush()


NAMELESS = "Guest"
"""What somebody is called who has told no name."""


def name_in(typed: str) -> str:
    """What a person may be called by the name in his From line; "" where that is not a name."""
    first = next(iter(typed.split()), "")
    try:
        name = checked_name(first, "a player's name") if first.isascii() else ""
    except InvalidField:
        return ""
    return "" if is_reserved(name) else name


def visitor_of(
    tx: Transaction,
    letter: Letter,
    mailed: Mailed,
    visit: Visit | None = None,
    *,
    is_proved: bool = False,
) -> Visitor:
    """Who has written a letter that is his own; he has told his name in it, or plays under one.

    `visit` is that whose code has come back. `is_proved` where the letter shows that his address
    is his.
    """
    name, address = proper_name(mailed.from_name.strip() or NAMELESS), mailed.from_addr.casefold()
    person = player_or_new(tx.session, address, name, tx.now)
    if is_proved and person.email == address:
        first_is_proved(tx.session, person, tx.now)
    asked_at = visit.asked_at if visit is not None and visit.line else None
    return Visitor(person, name_in(mailed.from_name), letter, address, asked_at)
