"""The finale of a game from what is kept of it, the same whenever it is told."""

from __future__ import annotations

from datetime import datetime

from pbem.database import Session
from pbem.mails.finale import FinaleContext
from pbem.models import Ending
from pbem.service.endings.chances import played_out_in
from pbem.service.endings.finale import finale_told
from pbem.service.endings.gathering import game_record
from pbem.service.seats.observers import context_for_anybody
from pbem.service.snapshots import GameSnapshot


def told_of(session: Session, snapshot: GameSnapshot, row: Ending, now: datetime) -> FinaleContext:
    """What the finale of a game tells, with the talk that is open by now."""
    record = game_record(session, snapshot)
    context = context_for_anybody(snapshot, now, "UTC")
    ending = snapshot.ruleset.reporter.finale(snapshot.state, context, record.events)
    ratings = {seat: f"Rating: {was}, now {now}." for seat, (was, now) in row.ratings.items()}
    return finale_told(snapshot, record, ending, played_out_in(row.chances), ratings)
