"""Making the database smaller: old texts are packed, and what is too old to be kept is removed.

A game can be played, told, exported and verified afterwards as before: its records, sheets and
reports stay. Every step is a short transaction, so the service may run meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, SQLColumnExpression
from sqlalchemy.orm import aliased
from sqlmodel import col

from pbem.database import Session
from pbem.mails.kinds import KINDS
from pbem.models import DONE, HELD, NEW, Attachment, Letter, Outbox, Record, Turn, Visit
from pbem.models.packing import is_packed, packed
from pbem.service.arriving.stored_text import with_text
from pbem.service.context import ServiceContext
from pbem.service.moderating.letter_list import SET_ASIDE

BATCH = 200
"""Rows of one transaction."""
PACKED_AFTER = timedelta(days=1)
LONG = 200
"""Characters above which a text is packed."""
REMOVED = "The text was removed when it had been kept as long as the settings say."
PruneStep = Callable[[Session, datetime], int]
_REPORTS = [kind.name for kind in KINDS.values() if kind.of_turn]


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was done, and the bytes of letters, mails, files, states and events
    before and after.

    `packed` are texts of mails, views of pictures, states and events; of `letters` and `mails` the
    texts were removed, of `files` all.
    """

    packed: int
    letters: int
    mails: int
    files: int
    bytes_before: int
    bytes_after: int


def prune(service: ServiceContext) -> Pruned:
    """Pack what is a day old, and remove what is older than [keep] says. Raises StorageError."""
    now, keep = service.clock(), service.settings.keep
    before = kept_bytes(service)
    letters = _repeat(service, _strip_letters, _then(now, keep.letters_days))
    files = _repeat(service, _remove_files, _then(now, keep.files_days))
    mails = _repeat(service, _empty_mails, _then(now, keep.mails_days))
    texts = _repeat(service, _pack_all, now - PACKED_AFTER)
    return Pruned(texts, letters, mails, files, before, kept_bytes(service))


def kept_bytes(service: ServiceContext) -> int:
    """The bytes of what pruning makes smaller."""
    columns: tuple[SQLColumnExpression[Any], ...] = (
        *(col(Letter.raw), col(Outbox.body), col(Attachment.content), col(Attachment.view)),
        *(col(Turn.state), col(Record.events)),
    )
    with service.database.read() as session:
        return sum(
            session.scalar(sa.select(sa.func.sum(sa.func.length(column)))) or 0
            for column in columns
        )


def _then(now: datetime, days: int) -> datetime | None:
    return now - timedelta(days=days) if days else None


def _repeat(service: ServiceContext, step: PruneStep, then: datetime | None) -> int:
    """Do a step, a batch at a time, until it finds nothing; how many rows it changed."""
    if then is None:
        return 0
    return sum(iter(lambda: _batch(service, step, then), 0))


def _batch(service: ServiceContext, step: PruneStep, then: datetime) -> int:
    with service.database.write() as session:
        return step(session, then)


def _strip_letters(session: Session, then: datetime) -> int:
    """Leave a few headers of letters that were read; what still waits for somebody stays."""
    waiting = sa.select(col(Visit.letter_id)).where(
        col(Visit.done_at).is_(None), col(Visit.letter_id).is_not(None)
    )
    wanted = sa.and_(
        col(Letter.state) == DONE,
        col(Letter.received_at) < then,
        col(Letter.outcome).not_in((HELD, *SET_ASIDE)),
        col(Letter.hold_act).is_(None),
        ~col(Letter.asks_player),
        col(Letter.id).not_in(waiting),
        # Nobody finds its bytes by their digest from now on: they are no longer there.
        col(Letter.raw_digest) != "-",
        sa.func.length(col(Letter.raw)) > 0,
        ~_is_copied_by_waiting(),
    )
    rows = session.execute(sa.select(col(Letter.id), col(Letter.raw)).where(wanted).limit(BATCH))
    changes = [
        {"b_key": key, "raw": with_text(raw, REMOVED), "raw_digest": "-"} for key, raw in rows
    ]
    return _update(session, Letter, changes)


def _is_copied_by_waiting() -> ColumnElement[bool]:
    """Whether another letter that still waits has its bytes here."""
    other = aliased(Letter)
    waits = sa.or_(col(other.state) == NEW, col(other.outcome).in_((HELD, *SET_ASIDE)))
    return sa.exists().where(col(other.copy_of) == col(Letter.id), waits)


def _remove_files(session: Session, then: datetime) -> int:
    """Files that are not drawn from a view; pictures have no content once they are sent."""
    sent = sa.select(col(Outbox.id)).where(col(Outbox.state) != NEW, col(Outbox.created_at) < then)
    old = sa.and_(col(Attachment.view).is_(None), col(Attachment.outbox_id).in_(sent))
    done = session.connection().execute(sa.delete(Attachment).where(old))
    # All at once: the next look finds nothing.
    return done.rowcount


def _empty_mails(session: Session, then: datetime) -> int:
    """The row stays, so that nothing is mailed a second time."""
    old = sa.and_(
        col(Outbox.state) != NEW,
        col(Outbox.created_at) < then,
        col(Outbox.kind).not_in(_REPORTS),
        col(Outbox.body) != REMOVED,
    )
    keys = session.scalars(sa.select(col(Outbox.id)).where(old).limit(BATCH)).all()
    return _update(session, Outbox, [{"b_key": key, "body": REMOVED} for key in keys])


def _pack_all(session: Session, then: datetime) -> int:
    sent = sa.and_(col(Outbox.state) != NEW, col(Outbox.created_at) < then)
    of_sent = col(Attachment.outbox_id).in_(sa.select(col(Outbox.id)).where(sent))
    return (
        _pack(session, Outbox, "body", sent)
        + _pack(session, Attachment, "view", of_sent)
        + _pack(session, Turn, "state", col(Turn.resolved_at) < then)
        + _pack(session, Record, "events", col(Record.at) < then)
    )


def _pack(
    session: Session,
    model: type[Outbox] | type[Attachment] | type[Turn] | type[Record],
    name: str,
    old: ColumnElement[bool],
) -> int:
    """Pack a column of the next old rows of a table."""
    mapper = sa.inspect(model)
    keys, text = list(mapper.primary_key), mapper.columns[name]
    rows = session.execute(sa.select(*keys, text).where(old, _is_long(text)).limit(BATCH)).all()
    changes = [
        {f"b_{key.key}": value for key, value in zip(keys, row[:-1], strict=True)}
        | {name: packed(row[-1])}
        for row in rows
    ]
    if changes:
        swap = sa.update(model).where(*(key == sa.bindparam(f"b_{key.key}") for key in keys))
        session.connection().execute(swap, changes)
    return len(changes)


def _is_long(column: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """Worth packing and not packed yet."""
    return sa.and_(sa.func.length(column) > LONG, ~is_packed(column))


def _update(
    session: Session, model: type[Letter] | type[Outbox], changes: list[dict[str, Any]]
) -> int:
    """Give each row, by its `b_key`, its new values."""
    if changes:
        table = sa.inspect(model)
        swap = sa.update(model).where(table.columns["id"] == sa.bindparam("b_key"))
        session.connection().execute(swap, changes)
    return len(changes)
