"""MINE: what waits for a person in all his games."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.documents.layout import clock
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import WAITS_FOR_YOU, LobbyResult
from pbem.models import FINISHED, FULL, NOBODY, OPEN, PAUSED, Game, OpenGame, OpenSeat, Person, Seat
from pbem.service.clocks import shown_deadline
from pbem.service.context import Transaction
from pbem.service.lobby.places import seats_of
from pbem.service.lobby.starting import confirmed_since, has_confirmed
from pbem.service.lobby.visitors import Visitor, players_in_words
from pbem.service.preferences import zone_for
from pbem.service.seats.observers import watched_by
from pbem.service.snapshots import load_game
from pbem.service.waits import waited_for

MOST_SHOWN = 50


def mine(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    """Tell a person what waits for him."""
    rows = games_of_mine(tx, visitor.person)
    if not rows:
        text = "You are in no game now."
        return LobbyResult(command.line, True, text, ("GAMES", "TUTORIAL"))
    text = "These are your games, the next deadline first."
    asked = tuple(
        f"HERE {game.name}"
        for game, seat in _waiting_seats(tx, visitor.person)
        if _is_asked(tx, game, seat)
    )
    return LobbyResult(command.line, True, text, asked, rows=rows)


def games_of_mine(tx: Transaction, person: Person) -> tuple[str, ...]:
    """A line for each of a person's games that is not over, the next deadline first."""
    rows = tx.session.exec(
        select(Seat, Game)
        .where(Seat.game_id == Game.id, Seat.person_id == person.id, Seat.robot == NOBODY)
        .where(Game.phase != FINISHED)
        .order_by(col(Game.deadline_at).is_(None), col(Game.deadline_at), col(Game.name))
        .limit(MOST_SHOWN)
    ).all()
    zone = zone_for(person)
    running = [_line(tx, seat, game, zone) for seat, game in rows]
    waiting = [_waiting_line(tx, game, seat, zone) for game, seat in _waiting_seats(tx, person)]
    watched = [f"{game.name}: you watch it." for game in watched_by(tx.session, person)]
    return (*running, *waiting, *watched)


def _waiting_seats(tx: Transaction, person: Person) -> list[tuple[OpenGame, OpenSeat]]:
    """The games that a person has joined and that have not started, and his places."""
    joined = select(OpenGame, OpenSeat).where(OpenSeat.open_game_id == OpenGame.id)
    joined = joined.where(OpenSeat.person_id == person.id)
    joined = joined.where(col(OpenGame.phase).in_((OPEN, FULL)))
    return list(tx.session.exec(joined.order_by(col(OpenGame.id))).all())


def _is_asked(tx: Transaction, game: OpenGame, seat: OpenSeat) -> bool:
    """Whether a full game waits for a seat's player to confirm that he is there."""
    has_place = seat.id in [one.id for one in seats_of(tx.session, game)[: game.places]]
    is_full = game.phase == FULL and has_place
    return is_full and not has_confirmed(game, seat, confirmed_since(game, tx.now))


def _waiting_line(tx: Transaction, game: OpenGame, seat: OpenSeat, zone: str) -> str:
    head, seats = f"{game.name}, as {seat.name}", seats_of(tx.session, game)
    at = [one.id for one in seats].index(seat.id)
    if at >= game.places:
        return f"{head}: number {at + 1 - game.places} on the waiting list."
    if game.phase != FULL:
        return f"{head}: waits for {players_in_words(game.places - len(seats))}."
    if not _is_asked(tx, game, seat):
        return f"{head}: waits for others to confirm."
    until = f" until {clock.full(game.answer_by, zone)}" if game.answer_by else ""
    return f"{head}: {WAITS_FOR_YOU}{until} to confirm that you are there."


def _line(tx: Transaction, seat: Seat, game: Game, zone: str) -> str:
    head, turn = f"{game.name}, as {seat.name}", f"(turn {game.turn})"
    if game.phase == PAUSED:
        return f"{head}: paused {turn}."
    waited = waited_for(tx.session, load_game(tx.session, seat.game_id), with_hidden=True)
    if seat.name not in waited:
        return f"{head}: nothing is asked of you now {turn}."
    deadline = shown_deadline(game)
    until = f" until {clock.full(deadline, zone)}" if deadline is not None else ""
    return f"{head}: {WAITS_FOR_YOU}{until} {turn}."
