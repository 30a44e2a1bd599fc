"""What a letter is judged by beside the rows of its game, all of it in one statement."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.models import ORDERS, Letter, Outbox, Seat, Sheet
from pbem.prepared import Prepared, TableRows
from pbem.service.history.runs import LAST, LAST_OWN, RunRow
from pbem.service.orders.on_file import (
    ON_FILE,
    SheetsOnFile,
    sheets_meant,
    sheets_on_file,
)
from pbem.service.players.tokens import hidden_ids
from pbem.service.snapshots import GameSnapshot

MOST_IDS = 20
"""Message-IDs of a letter by which the mail is sought that it answers."""


def identity_of(mailed: Mailed) -> str | None:
    """A letter's Message-ID as it is kept: a digest, for it may be anything; None without one."""
    if not mailed.message_id:
        return None
    return hashlib.sha256(mailed.message_id.encode("utf-8", "replace")).hexdigest()[:32]


TWIN = (
    select(Letter.id)
    .where(
        Letter.seat_id == sa.bindparam("seat"),
        Letter.message_id == sa.bindparam("identity"),
        Letter.outcome == ORDERS,
        Letter.id != sa.bindparam("letter"),
    )
    .limit(1)
)
"""Of a `letter` of a `seat` with that `identity` another one that has been read."""


def twin_of(session: Session, letter: Letter, seat: Seat, mailed: Mailed) -> int | None:
    """A letter of the same seat with the same Message-ID that has been read.

    One answer a Message-ID: the same letter by another way, or a machine that goes on and on.
    """
    identity = identity_of(mailed)
    if identity is None:
        return None
    same = {"seat": seat.id, "identity": identity, "letter": letter.id}
    return session.connection().execute(TWIN, same).scalars().first()


class AnsweredRow(NamedTuple):
    """A mail of ours: `turn` is the one then open, `rcpt` whom it went to."""

    id: int | None
    seat_id: int | None
    key: str
    kind: str
    purpose: str
    turn: int | None
    body: str
    message_id: str
    rcpt: str


MAIL = (
    col(Outbox.id),
    col(Outbox.seat_id),
    col(Outbox.key),
    col(Outbox.kind),
    col(Outbox.purpose),
    col(Outbox.turn),
    col(Outbox.body),
    col(Outbox.message_id),
    col(Outbox.rcpt),
)
"""The columns of an AnsweredRow."""
# Without the seat, lest all mails it ever got are read to find the few with these ids.
_IS_MEANT = col(Outbox.message_id).in_(sa.bindparam("ids", expanding=True))
_SENT = sa.select(*MAIL).where(_IS_MEANT)
_NOW = sa.select(sa.literal(1).label("at")).subquery("now")
_newest, _own = LAST.subquery("newest"), LAST_OWN.subquery("newest_own")
_ALL = Prepared(
    sa.select(TWIN.scalar_subquery(), *_newest.c, *_own.c, *MAIL, *ON_FILE.c).select_from(
        _NOW.outerjoin(_newest, sa.true())
        .outerjoin(_own, sa.true())
        .outerjoin(ON_FILE, sa.true())
        .outerjoin(Outbox, _IS_MEANT)
    ),
    lists=("ids", "turns"),
)


_SHEETS = TableRows(Sheet)


class LookedUp(NamedTuple):
    """What was found: a `twin` of the letter that has been read, by its number; the turn of the
    game that was run last, of those that count, and the last of the seat's own; what the seat has
    on file; and the mail that the letter replies to."""

    twin: int | None
    newest: RunRow | None
    newest_own: RunRow | None
    on_file: SheetsOnFile
    answered: AnsweredRow | None


def look_up(
    session: Session, letter: Letter, snapshot: GameSnapshot, seat: Seat, mailed: Mailed
) -> LookedUp:
    """Look up all for a letter of that seat, whose envelope has been read."""
    ids = hidden_ids(seat, mailed.in_reply_to) if mailed.in_reply_to else []
    meant = sheets_meant(snapshot, seat) | {
        "letter": letter.id,
        "identity": identity_of(mailed),
        "game": letter.game_id,
        "name": seat.name,
        "ids": ids,
    }
    rows = _ALL.rows(session.connection(), meant)
    sheets = (_SHEETS.made(row[22:]) for row in rows if row[22] is not None)
    first = rows[0]
    return LookedUp(
        first[0],
        RunRow(*first[1:7]) if first[1] is not None else None,
        RunRow(*first[7:13]) if first[7] is not None else None,
        sheets_on_file(snapshot, seat, sheets),
        _first_of(ids, seat, (AnsweredRow(*row[13:22]) for row in rows)),
    )


def mail_answered(session: Session, seat: Seat, mailed: Mailed) -> AnsweredRow | None:
    """The mail of ours in whose thread a letter stands that names none which it answers."""
    ids = [one for one in reversed(mailed.references) if one and one != mailed.in_reply_to]
    wanted = [form for one in ids[:MOST_IDS] for form in hidden_ids(seat, one)]
    if not wanted:
        return None
    rows = session.connection().execute(_SENT, {"ids": wanted}).all()
    return _first_of(wanted, seat, (AnsweredRow(*row) for row in rows))


def _first_of(
    wanted: Sequence[str], seat: Seat, mails: Iterable[AnsweredRow]
) -> AnsweredRow | None:
    own = (mail for mail in mails if mail.seat_id == seat.id)
    return min(own, key=lambda mail: wanted.index(mail.message_id), default=None)
