"""What a seat has on file, as its page shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.database import Session
from pbem.models import Seat, Sheet
from pbem.service.snapshots import GameSnapshot, sheet_for_ask, sheet_on_file, sheets_ahead


@dataclass(frozen=True, slots=True)
class SheetsOnFile:
    """The sheets that a seat has on file."""

    script: Sheet | None
    answers: dict[str, Sheet]
    ahead: dict[int, Sheet]


def sheets_of(session: Session, snapshot: GameSnapshot, row: Seat) -> SheetsOnFile:
    """What a seat has on file for all that it is asked, and for turns to come."""
    status = snapshot.status
    asks = status.windows_of(row.name)
    answers = {ask.key: sheet_for_ask(session, snapshot, ask, row.name) for ask in asks}
    return SheetsOnFile(
        sheet_on_file(session, row, status),
        {key: sheet for key, sheet in answers.items() if sheet is not None},
        sheets_ahead(session, row, status.sheets[row.name]),
    )


def draft_of(
    snapshot: GameSnapshot, seat: str, script: Sheet | None, answers: dict[str, Sheet]
) -> tuple[str, ...]:
    """The lines of a seat on file, its script and its answers, as it would type them now."""
    language, given = snapshot.ruleset.language, snapshot.given
    texts = [script.text if script else "", *(sheet.text for sheet in answers.values())]
    sheets = (language.format_sheet(given, seat, text) for text in texts)
    return tuple(line for sheet in sheets for line in _as_whole(sheet))


_NUMBERED = re.compile(r"(\d+): ")


def _as_whole(lines: Sequence[str]) -> Sequence[str]:
    """A sheet without its numbers where they are those of its lines: sent back, it is the whole
    sheet and amends nothing."""
    found = [_NUMBERED.match(line) for line in lines]
    if any(one is None or int(one[1]) != at for at, one in enumerate(found, 1)):
        return lines
    return [line[one.end() :] for line, one in zip(lines, found, strict=True) if one]


def ahead_of(snapshot: GameSnapshot, seat: str, on_file: SheetsOnFile) -> tuple[str, ...]:
    """The lines on file for turns to come."""
    sheets = {own: sheet.text for own, sheet in on_file.ahead.items()}
    return snapshot.ruleset.language.format_ahead(snapshot.given, seat, sheets)
