"""News at once: whoever was given, shown or looked at something need not wait for the report."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.models import Game
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext, Transaction
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.snapshots import GameSnapshot, about_for


def notify_touched(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    doer: str,
    events: Sequence[Any],
    game: Game,
    now: datetime,
    *,
    key: str,
) -> None:
    """Tell every other seat that the events concern; `snapshot` holds the state after them."""
    for name, row in snapshot.seats.items():
        about = about_for(snapshot, name, now, deadline_at=shown_deadline(game))
        mail = snapshot.ruleset.reporter.news(snapshot.state, about, events)
        if name == doer or mail is None:
            continue
        to = addressee(game, fresh_seat(session, row), snapshot.players[name])
        post(Transaction(service, session, now), to, mail, f"{key}:{name}")
