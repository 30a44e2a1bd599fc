"""How a seat stands now, its secrets among it, and who else is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.database import Session
from pbem.documents.html.blocks import Block
from pbem.documents.html.reading import blocks_of
from pbem.games.contract.reports import SeatNotes
from pbem.models import Seat
from pbem.service.clocks import shown_deadline
from pbem.service.game_settings import game_settings_of
from pbem.service.pages.sheets import SheetsOnFile, ahead_of
from pbem.service.snapshots import GameSnapshot, context_for
from pbem.service.waits import standing_words, waited_for


def waited_now(session: Session, snapshot: GameSnapshot) -> tuple[str, ...] | None:
    """Who is waited for; in a window everybody who may answer, for nobody is told who has."""
    if game_settings_of(snapshot.game).hide_waited:
        return None
    names = {*waited_for(session, snapshot)}
    names |= {seat for ask in snapshot.status.windows if ask.shows_seats for seat in ask.seats}
    return tuple(name for name in snapshot.seats if name in names)


def standing_of(
    snapshot: GameSnapshot,
    row: Seat,
    on_file: SheetsOnFile,
    events: Sequence[object],
    now: datetime,
) -> list[Block]:
    """How things stand now for the seat, its secrets among them."""
    ends_at = shown_deadline(snapshot.game)
    context = context_for(snapshot, row.name, now, deadline_at=ends_at, is_page=True)
    notes = SeatNotes(
        script=on_file.script.text if on_file.script else "",
        answers=[sheet.text for sheet in on_file.answers.values() if sheet.text],
        standing=[*ahead_of(snapshot, row.name, on_file), *row.policies],
        asks=standing_words(row),
        events=events,
    )
    return blocks_of(snapshot.ruleset.reporter.status(snapshot.given, context, notes).body)
