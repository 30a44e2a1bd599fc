"""Talk: texts are kept with the letter that brought them, passed on, and told in reports."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import get_args

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.language import ALL, Talk
from pbem.models import FINISHED, Game, Seat, key_of
from pbem.models import Talk as TalkRow
from pbem.reports.talk import Said, TalkKind, word_mail
from pbem.service.case import Case
from pbem.service.desk import Desk
from pbem.service.mailing import addressee, fresh_seat, post
from pbem.service.shelf import about_for

MOST_TOLD = 40
"""Texts of others in one report; the rest stand in the next one."""
_KINDS: tuple[TalkKind, ...] = get_args(TalkKind)


def keep_texts(session: Session, case: Case, texts: Sequence[Talk], now: datetime) -> None:
    """Store the texts of a letter; the game's row is locked by the caller."""
    for place, talk in enumerate(texts):
        session.add(
            TalkRow(
                game_id=key_of(case.shelf.game),
                seat=case.seat.name,
                turn=case.shelf.state.turn.number,
                kind=talk.kind,
                hearers=None if talk.to == ALL else json.dumps(list(talk.to)),
                text=talk.text,
                letter_id=key_of(case.letter),
                place=place,
                created_at=now,
            )
        )
        session.flush()


def tell_texts(
    desk: Desk, session: Session, case: Case, texts: Sequence[Talk], game: Game, now: datetime
) -> None:
    """Pass on at once what was said or promised to named players, one mail to each of them."""
    shelf = case.shelf
    for name, row in shelf.seats.items():
        heard = [talk for talk in texts if name in _called(talk, shelf.seats, game)]
        if name == case.seat.name or not heard:
            continue
        about = about_for(shelf, name, now, deadline_at=game.deadline_at)
        turn = shelf.state.turn.number
        mail = word_mail(about, [Said(t.kind, case.seat.name, _to(t), t.text, turn) for t in heard])
        to = addressee(game, fresh_seat(session, row), shelf.players[name])
        key = f"word:{case.letter.id}:{name}"
        post(session, desk.settings.mail, to, mail, key=key, now=now, turn=game.turn)


def _to(talk: Talk) -> tuple[str, ...] | None:
    return None if talk.to == ALL else talk.to


def _called(talk: Talk, seats: Iterable[str], game: Game) -> Sequence[str]:
    """Whom a text is sent to at once: who is named, or everybody when no report will come."""
    if talk.kind not in ("say", "promise"):
        return ()
    if talk.to != ALL:
        return talk.to
    return tuple(seats) if game.phase == FINISHED else ()


def talk_for(session: Session, game: Game, seat: Seat) -> tuple[list[Said], int]:
    """The texts a seat's next report prints, oldest first, and the last one it then has read.

    Those it has not been told yet: said to all or to it, and its own. When the game is over every
    diary is opened.
    """
    is_over = game.phase == FINISHED
    wanted = select(TalkRow).where(TalkRow.game_id == game.id)
    new = col(TalkRow.id) > seat.told_talk
    wanted = wanted.where(sa.or_(new, col(TalkRow.kind) == "diary") if is_over else new)
    rows = [
        row
        for row in session.exec(wanted.order_by(col(TalkRow.id))).all()
        if _may_read(row, seat.name, is_over=is_over)
    ]
    if not is_over:
        rows = rows[:MOST_TOLD]
    return [_said(row) for row in rows], rows[-1].id or 0 if rows else seat.told_talk


def _may_read(row: TalkRow, seat: str, *, is_over: bool) -> bool:
    if row.kind == "diary":
        return is_over or row.seat == seat
    return row.hearers is None or seat == row.seat or seat in json.loads(row.hearers)


def _said(row: TalkRow) -> Said:
    kind = next(kind for kind in _KINDS if kind == row.kind)
    to = None if row.hearers is None else tuple(json.loads(row.hearers))
    return Said(kind, row.seat, to, row.text, row.turn)
