"""What a seat knew when a report of its was written: the state, and the records that were new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.database import Session
from pbem.documents.layout.mail_context import MailContext
from pbem.models import Outbox, Record, Sheet, Turn, key_of
from pbem.service.history.records import recorded
from pbem.service.history.reporting import SETUP
from pbem.service.orders.submission import last_report, reports_of
from pbem.service.snapshots import GameSnapshot


@dataclass(frozen=True, slots=True)
class ReportSnapshot:
    """Where a seat's report stands: the state it told of, and the records it told.

    Those after `reported` and up to `seq` were new to it, those after `acted` came since its own
    last turn; `before_at` is when the report before it was written.
    """

    state: Any
    at: datetime
    seq: int
    reported: int
    acted: int
    before_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReportSeat:
    """A seat of a game for whom something is sent again; `script` is what is on file, told."""

    session: Session
    snapshot: GameSnapshot
    seat: str
    context: MailContext
    script: Sequence[str]

    @property
    def game_id(self) -> int:
        return key_of(self.snapshot.game)


def report_snapshot_now(place: ReportSeat) -> ReportSnapshot | None:
    """The turn now open, as the seat knows it; None before the first was run."""
    snapshot, session = place.snapshot, place.session
    newest = last_report(session, snapshot.seats[place.seat])
    if turn_before(session, place.game_id, snapshot.game.turn + 1) is None:
        return None
    before = _report_before(place, newest) if newest else None
    return _standpoint(place, snapshot.state, place.context.now, snapshot.game.seq, before)


def report_snapshot_then(place: ReportSeat, turn: int) -> ReportSnapshot | None:
    """An old turn when it was opened; None for the first, whose state is not kept."""
    session, snapshot = place.session, place.snapshot
    row = last_report(session, snapshot.seats[place.seat], turn)
    opened = turn_before(session, place.game_id, turn, row.created_at if row else None)
    if opened is None or turn > snapshot.game.turn:
        return None
    at = row.created_at if row else opened.resolved_at
    rules, codec = snapshot.ruleset.rules, snapshot.ruleset.codec
    state = codec.decode_state(opened.state)
    for event in _deeds(session, place.game_id, opened.record_seq, at):
        state = rules.evolve(state, event)
    before = _report_before(place, row) if row else _newest_before(place, at)
    return _standpoint(place, state, at, opened.record_seq, before)


def _standpoint(
    place: ReportSeat, state: Any, at: datetime, seq: int, before: Outbox | None
) -> ReportSnapshot:
    session, game_id = place.session, place.game_id
    reported = turn_before(session, game_id, None, before.created_at) if before else None
    wanted = select(Turn.record_seq).where(
        Turn.game_id == game_id,
        Turn.seat == place.seat,
        Turn.undone == 0,
        col(Turn.record_seq) <= seq,
    )
    acted = session.exec(wanted.order_by(col(Turn.record_seq).desc()).limit(1)).first()
    first = reported.record_seq if reported else SETUP if before else 0
    return ReportSnapshot(
        state, at, seq, first, acted or SETUP, before.created_at if before else None
    )


def turn_before(
    session: Session, game_id: int, turn: int | None, at: datetime | None = None
) -> Turn | None:
    """The turn, or the part of one, run last before that turn was opened, or up to that moment."""
    wanted = select(Turn).where(Turn.game_id == game_id, Turn.undone == 0)
    if at is not None:
        wanted = wanted.where(col(Turn.resolved_at) <= at)
    elif turn is not None:
        wanted = wanted.where(col(Turn.number) < turn)
    return session.exec(wanted.order_by(col(Turn.record_seq).desc()).limit(1)).first()


def _report_before(place: ReportSeat, row: Outbox) -> Outbox | None:
    wanted = _reports(place).where(col(Outbox.id) < row.id)
    return place.session.exec(wanted).first()


def _newest_before(place: ReportSeat, at: datetime) -> Outbox | None:
    return place.session.exec(_reports(place).where(col(Outbox.created_at) < at)).first()


def _reports(place: ReportSeat) -> SelectOfScalar[Outbox]:
    """A seat's newest report."""
    return reports_of(place.snapshot.seats[place.seat])


def events_between(session: Session, game_id: int, after: int, to: int) -> tuple[Any, ...]:
    """What the records after one and up to another tell."""
    return recorded(session, game_id, col(Record.seq) > after, col(Record.seq) <= to)


def _deeds(session: Session, game_id: int, after: int, at: datetime) -> tuple[Any, ...]:
    """What was done between a turn's end and its report: gifts that had waited (R9.1)."""
    is_deed = col(Record.kind) == "act"
    return recorded(session, game_id, is_deed, col(Record.seq) > after, col(Record.at) <= at)


def script_then(place: ReportSeat, report: ReportSnapshot) -> list[str]:
    """What the seat had on file for its next turn."""
    seat, status = place.snapshot.seats[place.seat], place.snapshot.status_of(report.state)
    key = status.sheets[place.seat]
    sheet = place.session.exec(
        select(Sheet)
        .where(
            Sheet.seat_id == seat.id,
            Sheet.kind == key.kind,
            Sheet.turn == key.turn,
            Sheet.part == key.part,
            col(Sheet.created_at) <= report.at,
        )
        .order_by(col(Sheet.revision).desc())
        .limit(1)
    ).first()
    then = replace(place.snapshot, state=report.state)
    language, text = then.ruleset.language, sheet.text if sheet else ""
    return list(language.format_sheet(then.given, place.seat, text))
