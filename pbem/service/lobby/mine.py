"""MINE: what waits for a person in all his games."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.documents.layout import clock
from pbem.grammar.commands.spec import Command
from pbem.mails.lobby import WAITS_FOR_YOU, LobbyResult
from pbem.models import FINISHED, FULL, NOBODY, OPEN, PAUSED, Game, OpenGame, OpenSeat, Person, Seat
from pbem.service.clocks import shown_deadline
from pbem.service.context import Transaction
from pbem.service.lobby.visitors import Visitor
from pbem.service.preferences import zone_for
from pbem.service.seats.observers import watched_by
from pbem.service.snapshots import load_game
from pbem.service.waits import waited_for

MOST_SHOWN = 50


def mine(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    """Tell a person what waits for him."""
    rows = games_of_mine(tx, visitor.person)
    text = "These are your games, the next deadline first." if rows else "You are in no game now."
    return LobbyResult(command.line, True, text, () if rows else ("GAMES", "TUTORIAL"), rows=rows)


def games_of_mine(tx: Transaction, person: Person) -> tuple[str, ...]:
    """A line for each of a person's games that is not over, the next deadline first."""
    rows = tx.session.exec(
        select(Seat, Game)
        .where(Seat.game_id == Game.id, Seat.person_id == person.id, Seat.robot == NOBODY)
        .where(Game.phase != FINISHED)
        .order_by(col(Game.deadline_at).is_(None), col(Game.deadline_at), col(Game.name))
        .limit(MOST_SHOWN)
    ).all()
    open_rows = tx.session.exec(
        select(OpenSeat, OpenGame)
        .where(OpenSeat.open_game_id == OpenGame.id, OpenSeat.person_id == person.id)
        .where(col(OpenGame.phase).in_((OPEN, FULL)))
        .order_by(col(OpenGame.id))
    ).all()
    running = [_line(tx, seat, game, zone_for(person)) for seat, game in rows]
    waiting = [f"{game.name}, as {seat.name}: has not started yet." for seat, game in open_rows]
    watched = [f"{game.name}: you watch it." for game in watched_by(tx.session, person)]
    return (*running, *waiting, *watched)


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
