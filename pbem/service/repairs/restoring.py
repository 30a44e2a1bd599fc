"""What a jump in a game does to what is on file, and to what was counted of its seats."""

from __future__ import annotations

import sqlalchemy as sa

from engine.illuminati.state import State
from pbem.database import Session
from pbem.models import ANSWERS, SCRIPT, Game, Sheet, key_of
from pbem.service.history.timelines import Rewind
from pbem.service.mailing.outbox import fresh_seat
from pbem.service.snapshots import load_game
from pbem.service.turns.grace import late_before


def restore_sheets(session: Session, game: Game, state: State, seq: int) -> None:
    """Scripts are on file again and nobody is READY; answers were to scripts that are gone."""
    table = sa.inspect(Sheet).columns
    for name, seat in load_game(session, key_of(game)).seats.items():
        scripts = sa.update(Sheet).where(
            table["seat_id"] == seat.id,
            table["kind"] == SCRIPT,
            table["turn"] > state.seat(name).turns_taken,
        )
        session.execute(scripts.values(is_ready=False))
    drop_answers(session, game, state.turn.number, seq)


def drop_answers(session: Session, game: Game, turn: int, seq: int) -> None:
    """What was answered from that turn on to scripts announced no longer says nothing of others."""
    table = sa.inspect(Sheet).columns
    open_since = (table["game_id"] == game.id) & (table["turn"] >= turn)
    answers = sa.update(Sheet).where(open_since, table["kind"] == ANSWERS)
    session.execute(answers.values(kind=f"{ANSWERS} until record {seq}"))


def restore_seats(
    session: Session, game: Game, undoes: Rewind | None, old: State, new: State
) -> None:
    """What was counted of turns that are undone is taken off; what had been told is known.

    `undoes` is the rollback that is taken back, if one is: what was counted then is counted again,
    but for the turns from `old`, where it began, to `new`.
    """
    snapshot = load_game(session, key_of(game))
    for name, row in snapshot.seats.items():
        seat = fresh_seat(session, row)
        undone = old.seat(name).turns_taken - new.seat(name).turns_taken
        if undoes is not None:
            seat.told_seq = min(seat.told_seq, undoes.told.get(name, seat.told_seq))
            seat.misses = undoes.misses.get(name, seat.misses)
            seat.late_turns = undoes.late.get(name, seat.late_turns)
        if undone > 0:
            seat.misses = seat.misses[:-undone]
        if not new.winners:
            opening = (new.turn.number, new.turn.parts)
            seat.late_turns = late_before(seat.late_turns, opening)
        session.add(seat)
    session.flush()
