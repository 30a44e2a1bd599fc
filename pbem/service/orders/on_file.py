"""What a seat has on file, all of it in one statement, and as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col

from pbem.database import Session
from pbem.games.contract.plain_sheets import numbered
from pbem.games.contract.values import SheetKey
from pbem.models import Seat, Sheet
from pbem.service.snapshots import REPEATED, GameSnapshot, repeated_for


@dataclass(frozen=True, slots=True)
class SheetsOnFile:
    """The newest sheets of a seat: for its own turn; for what it is asked beside that, by the keys
    of the asks; and for turns to come, by their numbers, where 0 is what it repeats."""

    script: Sheet | None
    answers: dict[str, Sheet]
    ahead: dict[int, Sheet]


_other = aliased(Sheet, name="other")
_NEWEST = (
    sa.select(sa.func.max(col(_other.revision)))
    .where(
        col(_other.seat_id) == col(Sheet.seat_id),
        col(_other.turn) == col(Sheet.turn),
        col(_other.part) == col(Sheet.part),
        col(_other.kind) == col(Sheet.kind),
    )
    .scalar_subquery()
)
_OWN = sa.select(Sheet).where(
    col(Sheet.seat_id) == sa.bindparam("seat"), col(Sheet.revision) == _NEWEST
)
# Two reads by the index, not one with OR, which would go through all that a seat ever filed. Built
# once: to build a statement takes longer than to run it.
_EVERY = sa.union_all(
    _OWN.where(col(Sheet.turn).in_(sa.bindparam("turns", expanding=True))),
    _OWN.where(col(Sheet.turn) > sa.bindparam("turn"), col(Sheet.kind) == sa.bindparam("kind")),
)
_FILED = sa.select(Sheet).from_statement(_EVERY)
# No alias of Sheet: threads that build a statement with it at once may each get columns of their
# own, and what one has built is kept for all.
ON_FILE = _EVERY.subquery("on_file")
"""The newest sheets of a seat for the values of `sheets_meant`, by their columns."""


def sheets_of(session: Session, snapshot: GameSnapshot, row: Seat) -> SheetsOnFile:
    """What a seat has on file for all that it is asked, and for turns to come."""
    return sheets_on_file(snapshot, row, session.scalars(_FILED, sheets_meant(snapshot, row)))


def sheets_meant(snapshot: GameSnapshot, row: Seat) -> dict[str, object]:
    """Which sheets count for what a seat is asked, and for turns to come."""
    own = snapshot.status.sheets[row.name]
    turns = sorted({REPEATED.turn, own.turn, *(key.turn for key in _asked(snapshot, row).values())})
    return {"seat": row.id, "turns": turns, "turn": own.turn, "kind": own.kind}


def sheets_on_file(snapshot: GameSnapshot, row: Seat, sheets: Iterable[Sheet]) -> SheetsOnFile:
    """What a seat has on file, of all sheets that may count."""
    own, keys = snapshot.status.sheets[row.name], _asked(snapshot, row)
    found = {_key(sheet): sheet for sheet in sheets}
    script = _on_file(found, own)
    answers = {
        ask.key: found.get(keys[ask.key]) if ask.sheet else _on_file(found, keys[ask.key])
        for ask in snapshot.status.windows_of(row.name)
    }
    to_come = (key for key in found if key.kind == own.kind and key.turn > own.turn)
    ahead = {key.turn: found[key] for key in (*sorted(to_come), *({REPEATED} & found.keys()))}
    return SheetsOnFile(script, {ask: it for ask, it in answers.items() if it}, ahead)


def _asked(snapshot: GameSnapshot, row: Seat) -> dict[str, SheetKey]:
    """Under what a seat files the answers to what it is asked beside its own turn."""
    status = snapshot.status
    return {ask.key: status.sheet_of(ask, row.name) for ask in status.windows_of(row.name)}


def _key(sheet: Sheet) -> SheetKey:
    return SheetKey(sheet.kind, sheet.turn, sheet.part)


def _on_file(found: dict[SheetKey, Sheet], key: SheetKey) -> Sheet | None:
    """The orders of a turn, where there are none what the seat repeats."""
    return found.get(key) or repeated_for(key, found.get(REPEATED))


def draft_of(
    snapshot: GameSnapshot, seat: str, script: Sheet | None, answers: dict[str, Sheet]
) -> tuple[str, ...]:
    """The lines of a seat on file, its script and its answers, as it would type them now."""
    language, given = snapshot.ruleset.language, snapshot.given
    texts = [script.text if script else "", *(sheet.text for sheet in answers.values())]
    sheets = (language.format_sheet(given, seat, text) for text in texts)
    return tuple(line for sheet in sheets for line in _as_whole(sheet))


def _as_whole(lines: Sequence[str]) -> Sequence[str]:
    """A sheet without its numbers where they are those of its lines: sent back, it is the whole
    sheet and amends nothing."""
    found = [numbered(line) for line in lines]
    if any(line.number != at for at, line in enumerate(found, 1)):
        return lines
    return [line.text for line in found]


def ahead_of(snapshot: GameSnapshot, seat: str, on_file: SheetsOnFile) -> tuple[str, ...]:
    """The lines on file for turns to come."""
    sheets = {own: sheet.text for own, sheet in on_file.ahead.items()}
    return snapshot.ruleset.language.format_ahead(snapshot.given, seat, sheets)
