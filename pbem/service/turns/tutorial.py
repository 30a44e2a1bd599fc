"""A player's own game against robots, to learn by: its lessons, and when it ends itself."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.database import Session
from pbem.games.contract.reports import Teaching
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Letter, Person, Seat
from pbem.service.snapshots import GameSnapshot

MOST_TURNS = 8
"""Turns of his own after which a learner has seen enough, and his tutorial is over."""


def running_tutorial(session: Session, player: Person) -> Game | None:
    """The tutorial a player has not finished yet."""
    return session.exec(
        select(Game)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Seat.person_id == player.id, Seat.robot == NOBODY)
        .where(Game.kind == TUTORIAL, Game.phase != FINISHED)
        .limit(1)
    ).first()


def tutorial_name(letter: Letter) -> str:
    """A name no other game has; not by the letter's number, which would count all letters."""
    return f"Tutorial-{letter.digest[:10]}"


def is_over(snapshot: GameSnapshot, mover: str, *, is_silent: bool) -> bool:
    """Whether a tutorial ends itself now: its player let a turn pass, left, or has had enough.

    `mover` is whose turn has just been run, `is_silent` that he was asked and has sent
    neither orders nor READY.
    """
    if snapshot.game.kind != TUTORIAL:
        return False
    people = [name for name, seat in snapshot.seats.items() if seat.robot == NOBODY]
    if not any(snapshot.is_in(name) for name in people):
        return True
    taken = (snapshot.status.sheets[name].turn - 1 for name in people)
    return (is_silent and mover in people) or max(taken) >= MOST_TURNS


def teaching_for(snapshot: GameSnapshot, seat: str) -> Teaching:
    """What a report of a tutorial teaches its player: nothing in any other game."""
    if snapshot.game.kind != TUTORIAL or snapshot.seats[seat].robot != NOBODY:
        return ""
    is_ended = snapshot.game.phase == FINISHED and not snapshot.status.winners
    return "end" if is_ended else "lesson"
