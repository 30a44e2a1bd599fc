"""Who reads a mail: where it goes, how much he has had lately, who sits in for him."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.mails.kinds import ANSWER, SILENCE
from pbem.models import Outbox, Person
from pbem.recent import recently
from pbem.service.players.addresses import USED_ADDRESS
from pbem.service.players.sitters import SITTER_ID

HOUR = timedelta(hours=1)


class Recipient(NamedTuple):
    """Where mail to somebody goes now, how many answers that address has had within an hour and
    whether it was told then that it gets no more, and who sits in for him."""

    rcpt: str
    answers: int
    silences: int
    sitter_id: int | None


def recent_mails(purpose: str, rcpt: Any) -> sa.ScalarSelect[int]:
    """How many mails of that purpose an address was sent lately, counted up to the most."""
    rows = (
        sa.select(col(Outbox.id))
        .where(
            col(Outbox.rcpt) == rcpt,
            col(Outbox.purpose) == purpose,
            recently(col(Outbox.created_at), sa.bindparam("then"), sa.bindparam("at")),
        )
        .limit(sa.bindparam("most", type_=sa.Integer))
    )
    return sa.select(sa.func.count()).select_from(rows.subquery()).scalar_subquery()


RECIPIENT = (
    USED_ADDRESS.c.rcpt,
    recent_mails(ANSWER, USED_ADDRESS.c.rcpt),
    recent_mails(SILENCE, USED_ADDRESS.c.rcpt),
    SITTER_ID,
)
"""The columns of a Recipient, for the values of `recipient_meant`."""
_RECIPIENT = sa.select(*RECIPIENT)


def recipient_meant(
    player: Person | None, email: str, seat_id: int | None, most: int, at: datetime
) -> dict[str, object]:
    """Who is meant: a player or whoever has that address, as the reader of a seat or of none.

    Answers are counted up to `most`.
    """
    return {
        "player": player.id if player else None,
        "email": player.email if player else email,
        "seat": seat_id,
        "most": most,
        "then": at - HOUR,
        "at": at,
    }


def recipient_of(session: Session, meant: dict[str, object]) -> Recipient:
    """What is so of a reader now; `meant` is from `recipient_meant`."""
    return Recipient(*session.execute(_RECIPIENT, meant).one())
