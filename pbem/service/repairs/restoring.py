"""What a rewind of a game does to what is on file, and to what was counted of its seats."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.database import Session
from pbem.games.contract.values import Status
from pbem.models import Game, Sheet, key_of
from pbem.service.history.timelines import Rewind
from pbem.service.mailing.outbox import lock_seat
from pbem.service.snapshots import REPEATED, load_game
from pbem.service.turns.grace import late_before

_UNTIL = " until record "


def restore_sheets(session: Session, game: Game, status: Status, seq: int) -> None:
    """Scripts are on file again and nobody is READY; answers were to scripts that are gone."""
    table = sa.inspect(Sheet).columns
    for name, seat in load_game(session, key_of(game)).seats.items():
        scripts = sa.update(Sheet).where(
            table["seat_id"] == seat.id,
            table["kind"] == status.sheets[name].kind,
            table["turn"] >= status.sheets[name].turn,
        )
        session.execute(scripts.values(is_ready=False))
    drop_answers(session, game, status, seq)


def drop_answers(session: Session, game: Game, status: Status, seq: int) -> None:
    """What was answered from that turn on to scripts announced no longer says nothing of others."""
    table = sa.inspect(Sheet).columns
    open_since = (table["game_id"] == game.id) & (table["turn"] >= status.turn)
    kinds = [REPEATED.kind, *sorted({key.kind for key in status.sheets.values()})]
    is_answer = table["kind"].not_in(kinds) & ~table["kind"].contains(_UNTIL)
    answers = sa.update(Sheet).where(open_since, is_answer)
    session.execute(answers.values(kind=table["kind"] + f"{_UNTIL}{seq}"))


def restore_seats(
    session: Session, game: Game, undoes: Rewind | None, old: Status, new: Status
) -> None:
    """What was counted of turns that are undone is taken off; what had been told is known.

    `undoes` is the rollback that is taken back, if one is: what was counted then is counted again,
    but for the turns from `old`, where it began, to `new`.
    """
    snapshot = load_game(session, key_of(game))
    for name, row in snapshot.seats.items():
        seat = lock_seat(session, row)
        undone = old.sheets[name].turn - new.sheets[name].turn
        if undoes is not None:
            seat.reported_seq = min(seat.reported_seq, undoes.reported.get(name, seat.reported_seq))
            seat.misses = undoes.misses.get(name, seat.misses)
            seat.late_turns = undoes.late.get(name, seat.late_turns)
        if undone > 0:
            seat.misses = seat.misses[:-undone]
        if not new.winners:
            opening = (new.turn, new.part)
            seat.late_turns = late_before(seat.late_turns, opening)
        session.add(seat)
    session.flush()
