"""A player's own game against robots, to learn by: its lessons, and when it ends itself."""

from __future__ import annotations

from dataclasses import replace

from sqlmodel import col, select

from engine.illuminati.state import State
from pbem.database import Session
from pbem.models import FINISHED, NOBODY, TUTORIAL, Game, Letter, Player, Seat
from pbem.reports import Mail
from pbem.reports.parts.lessons import LESSONS, with_end, with_lesson
from pbem.service.shelf import Shelf

MOST_TURNS = 90
"""Turns after which a tutorial is over; by then somebody has usually won."""


def running_tutorial(session: Session, player: Player) -> Game | None:
    """The tutorial a player has not finished yet."""
    return session.exec(
        select(Game)
        .join(Seat, col(Seat.game_id) == Game.id)
        .where(Seat.player_id == player.id, Seat.robot == NOBODY)
        .where(Game.kind == TUTORIAL, Game.phase != FINISHED)
        .limit(1)
    ).first()


def tutorial_name(letter: Letter) -> str:
    """A name no other game has; not by the letter's number, which would count all letters."""
    return f"Tutorial-{letter.digest[:10]}"


def is_over(shelf: Shelf, state: State, mover: str, *, is_silent: bool) -> bool:
    """Whether a tutorial ends itself now: its player let a turn pass, left, or has had enough.

    `mover` is whose turn has just been run, `is_silent` that he had nothing on file.
    """
    if shelf.game.kind != TUTORIAL:
        return False
    people = [name for name, seat in shelf.seats.items() if seat.robot == NOBODY]
    if all(state.seat(name).is_out for name in people):
        return True
    return (is_silent and mover in people) or state.turn.number > MOST_TURNS


def taught(shelf: Shelf, seat: str, state: State, mail: Mail) -> Mail:
    """The report with its lesson, in the first turns of a tutorial's player; else as it is."""
    if shelf.game.kind != TUTORIAL or shelf.seats[seat].robot != NOBODY:
        return mail
    if shelf.game.phase == FINISHED and not state.winners:
        return replace(mail, text=with_end(mail.text))
    number = state.seat(seat).turns_taken + 1
    if number > len(LESSONS) or not (state.turn.seat == seat or number == 1):
        return mail
    return replace(mail, text=with_lesson(mail.text, number, is_own=state.turn.seat == seat))
