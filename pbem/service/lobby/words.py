"""WORDS: a player's share of the dice, until the first turn of his game is run (R12.10)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult
from pbem.models import FINISHED, NOBODY, Game, OpenSeat, Person, Seat, skeleton
from pbem.service.context import Transaction
from pbem.service.lobby.places import waiting_seats
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor
from pbem.service.turns.seed_words import MOST_WORDS, takes_seed_words

Place = tuple[str, OpenSeat | Seat]
"""The name of a game, and somebody's place in it."""


def add_words(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Keep a player's words for the dice of a game that has run no turn."""
    own = _places(tx, visitor.person)
    named = [place for place in own if command.key and _is_called(place, command.key)]
    refusal = _refusal(own, named, command)
    if refusal is not None:
        return refusal
    game, seat = (named or own)[0]
    words = (command.value if named else command.text)[:MOST_WORDS]
    if isinstance(seat, OpenSeat):
        seat.words = words
    else:
        seat.seed_words_sent = words
    tx.session.add(seat)
    text = (
        f'"{words}" is mixed into the dice of {game} before its first turn is run. Nobody is shown '
        "your words before the game is over; until that turn you may change them."
    )
    return LobbyResult(command.line, True, text)


def _places(tx: Transaction, person: Person) -> list[Place]:
    """Where words are still taken: in games that wait for players, and those just begun."""
    waiting: list[Place] = [(game.name, seat) for game, seat in waiting_seats(tx, person)]
    own = select(Game, Seat).where(Seat.game_id == Game.id, Seat.person_id == person.id)
    own = own.where(Seat.robot == NOBODY, Game.phase != FINISHED).order_by(col(Game.id))
    begun = tx.session.exec(own.with_for_update()).all()
    return [*waiting, *((g.name, seat) for g, seat in begun if takes_seed_words(tx.session, g))]


def _is_called(place: Place, typed: str) -> bool:
    return skeleton(place[0]) == skeleton(typed)


def _refusal(own: Sequence[Place], named: Sequence[Place], command: Command) -> LobbyRefusal | None:
    """Why words are not kept, with what would have been; None where they are."""
    if not own:
        return LobbyRefusal(
            "Words are added to the dice of a game before its first turn is run, and you are in no "
            "such game.",
            "GAMES",
        )
    only = next((game for game, seat in own if _is_called((game, seat), command.text)), "")
    if only:
        text = "Write words of yours behind the name of the game."
        return LobbyRefusal(text, f"WORDS {only}: owls at noon")
    if named or len(own) == 1:
        return None
    names = " and ".join(game for game, _ in own)
    line = f"WORDS {own[0][0]}: {command.text[:MOST_WORDS]}"
    return LobbyRefusal(f"You are in {names}: write which of them the words are for.", line)
