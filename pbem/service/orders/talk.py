"""Talk: texts are kept with the letter that brought them, passed on, and told in reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, get_args

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.player_texts import SOMEBODY, PlayerText, PlayerTextKind
from pbem.grammar.orders.parsed import ALL, TalkText
from pbem.models import FINISHED, Game, Seat, key_of
from pbem.models import Talk as TalkRow
from pbem.service.orders.submission import Submission
from pbem.service.transaction import GameTx

MOST_TOLD = 40
"""Texts of others in one report; the rest stand in the next one."""
FROM = "from:"
"""What stands before a player's name in the list of what a seat has stopped."""
_KINDS: tuple[PlayerTextKind, ...] = get_args(PlayerTextKind)


class TalkOrigin(NamedTuple):
    """Where texts come from: the seat that wrote them, the turn then open, the letter, and what
    they are counted from in it."""

    seat: str
    turn: int
    letter_id: int
    first: int = 0


def written_in(submission: Submission) -> TalkOrigin:
    """Where the texts of a letter come from."""
    turn = submission.snapshot.status.turn
    return TalkOrigin(submission.seat.name, turn, key_of(submission.letter))


def keep_texts(tx: GameTx, by: TalkOrigin, texts: Sequence[TalkText]) -> None:
    """Store texts of a letter; the game's row is locked by the caller."""
    for place, talk in enumerate(texts, by.first):
        tx.session.add(
            TalkRow(
                game_id=tx.id,
                seat=by.seat,
                turn=by.turn,
                kind="say" if talk.kind == "letter" else talk.kind,
                hearers=None if talk.to == ALL else list(talk.to),
                signed=talk.signed,
                shown_to=None if talk.shown_to is None else list(talk.shown_to),
                text=talk.text,
                letter_id=by.letter_id,
                place=place,
                created_at=tx.now,
                is_letter=talk.kind == "letter" or None,
            )
        )
        tx.session.flush()


def talk_for(session: Session, game: Game, seat: Seat) -> tuple[list[PlayerText], int]:
    """The texts a seat's next report prints, oldest first, and the last one it then has read.

    Those it has not been told yet: said to all or to it, and its own. When the game is over every
    diary is opened. What is for others is passed over for good.
    """
    is_over = game.phase == FINISHED
    every = _texts(session, game, col(TalkRow.id) > seat.reported_talk, is_over=is_over)
    rows = _read_by(seat, every, is_over=is_over)
    is_cut = not is_over and len(rows) == MOST_TOLD
    last = (rows if is_cut else every)[-1:]
    return [as_text(row) for row in rows], key_of(last[0]) if last else seat.reported_talk


def talk_between(
    session: Session,
    game: Game,
    seat: Seat,
    times: tuple[datetime | None, datetime],
    *,
    is_over: bool,
) -> list[PlayerText]:
    """The texts that a seat's report printed, of the time after the first moment up to the second;
    None for all since the beginning."""
    after_at, to_at = times
    new = col(TalkRow.created_at) <= to_at
    if after_at is not None:
        new = sa.and_(new, col(TalkRow.created_at) > after_at)
    every = _texts(session, game, new, is_over=is_over)
    return [as_text(row) for row in _read_by(seat, every, is_over=is_over)]


def talk_known(
    session: Session, game: Game, seat: Seat, most: int
) -> list[tuple[PlayerText, datetime]]:
    """The newest texts that a seat may read, oldest first, each with when it was sent."""
    is_over = game.phase == FINISHED
    every = _texts(session, game, sa.true(), is_over=is_over)
    known = [row for row in every if _may_read(row, seat.name, is_over=is_over)]
    heard = [row for row in known if is_over or not _is_unheard(row, seat)]
    return [(as_text(row), row.created_at) for row in heard[-most:]]


def _texts(
    session: Session, game: Game, new: sa.ColumnElement[bool], *, is_over: bool
) -> Sequence[TalkRow]:
    """The new texts of a game, oldest first."""
    wanted = select(TalkRow).where(TalkRow.game_id == game.id)
    wanted = wanted.where(sa.or_(new, col(TalkRow.kind) == "diary") if is_over else new)
    return session.exec(wanted.order_by(col(TalkRow.id))).all()


def _read_by(seat: Seat, every: Sequence[TalkRow], *, is_over: bool) -> list[TalkRow]:
    """Those that the seat may read."""
    rows = [row for row in every if _may_read(row, seat.name, is_over=is_over)]
    if not is_over:
        rows = [row for row in rows if not _is_unheard(row, seat)]
    return rows if is_over else rows[:MOST_TOLD]


def heard_since(session: Session, seat: Seat, since: datetime) -> list[PlayerText]:
    """What others have said or promised to a seat by name, oldest first."""
    wanted = select(TalkRow).where(TalkRow.game_id == seat.game_id, TalkRow.created_at >= since)
    wanted = wanted.where(col(TalkRow.kind).in_(("say", "promise")), TalkRow.seat != seat.name)
    rows = session.exec(wanted.order_by(col(TalkRow.id))).all()
    named = [row for row in rows if row.hearers is not None and seat.name in row.hearers]
    return [as_text(row) for row in named if not _is_unheard(row, seat)]


def _may_read(row: TalkRow, seat: str, *, is_over: bool) -> bool:
    if row.kind == "diary":
        return is_over or row.seat == seat
    return row.hearers is None or seat == row.seat or seat in row.hearers


def _is_unheard(row: TalkRow, seat: Seat) -> bool:
    is_spoken = row.kind in ("say", "promise") and row.seat != seat.name
    return is_spoken and is_muted(seat, byline(row.seat, row.signed))


def byline(seat: str, signed: str | None) -> str:
    """The name that a text of a seat bears."""
    return seat if signed is None else signed or str(SOMEBODY)


def is_muted(seat: Seat, name: str) -> bool:
    """Whether its player wants to read nothing that bears a name."""
    return f"{FROM}{name}" in seat.muted


def texts_from(session: Session, seat: Seat, name: str, most: int) -> list[TalkRow]:
    """The newest texts that a seat could read and that bear a name, oldest first."""
    wanted = select(TalkRow).where(TalkRow.game_id == seat.game_id, TalkRow.seat != seat.name)
    wanted = wanted.where(col(TalkRow.kind).in_(("say", "promise")))
    every = session.exec(wanted.order_by(col(TalkRow.id))).all()
    found = [row for row in every if _may_read(row, seat.name, is_over=False)]
    return [row for row in found if byline(row.seat, row.signed) == name][-most:]


def as_text(row: TalkRow) -> PlayerText:
    """A text as it is printed."""
    wanted = "letter" if row.is_letter else row.kind
    kind = next(kind for kind in _KINDS if kind == wanted)
    to = None if row.hearers is None else tuple(row.hearers)
    shown_to = None if row.shown_to is None else tuple(row.shown_to)
    return PlayerText(kind, row.seat, to, row.text, row.turn, row.signed, shown_to)
