"""HERE, LEAVE and CANCEL: a player is there, gives up his place, or withdraws his game."""

from __future__ import annotations

from datetime import timedelta

from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import LobbyResult, lobby_news
from pbem.models import CANCELLED, FULL, OpenGame, OpenSeat, key_of
from pbem.service.context import ServiceRefusal, Transaction
from pbem.service.lobby.places import cancel, person_of, seats_of
from pbem.service.lobby.starting import BEGUN, fill
from pbem.service.lobby.vacating import vacate
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor, own_game, waiting_game
from pbem.service.mailing.outbox import addressee_of, post


def _own_seat(
    tx: Transaction, visitor: Visitor, name: str
) -> tuple[OpenGame, OpenSeat] | LobbyRefusal:
    """The game of that name, and the place in it that a person has."""
    game = waiting_game(tx, visitor, name)
    if isinstance(game, LobbyRefusal):
        return game
    own = [seat for seat in seats_of(tx.session, game) if seat.person_id == visitor.person.id]
    return (game, own[0]) if own else LobbyRefusal(f"You have not joined {game.name}.", "MINE")


def leave(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Give up a place, or that on the waiting list."""
    taken = _own_seat(tx, visitor, command.key)
    if isinstance(taken, LobbyRefusal):
        return taken
    game, seat = taken
    waited = seat.id not in [one.id for one in seats_of(tx.session, game)[: game.places]]
    name = game.name
    begins = vacate(tx, game, [seat], "has left")
    if isinstance(begins, ServiceRefusal):
        return begins
    if game.phase == CANCELLED:
        text = f"You have left {name}, and as nobody else had joined, it is cancelled."
        return LobbyResult(command.line, True, text)
    text = f"You have left {'the waiting list of ' if waited else ''}{name}."
    return LobbyResult(command.line, True, text, ("GAMES",))


def here(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Note that a player is there; his game starts if he was the last."""
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


def withdraw(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Withdraw a game that its creator has offered, and tell whoever had joined it."""
    game = own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    name, seats = game.name, seats_of(tx.session, game)
    others = [seat for seat in seats if seat.person_id != visitor.person.id]
    cancel(tx.session, game)
    for seat in others:
        text = f"The player who offered {name} has cancelled it."
        mail = lobby_news(name, "Cancelled", text, ("GAMES",))
        post(tx, addressee_of(person_of(tx.session, seat)), mail, f"lobby-off:{key_of(seat)}")
    told = ", and whoever had joined it is told" if others else ""
    return LobbyResult(command.line, True, f"{name} is cancelled{told}.")
