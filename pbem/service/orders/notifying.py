"""News at once: whoever was given, shown or looked at something need not wait for the report."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.illuminati.events import Event
from engine.illuminati.game import seen, view
from engine.illuminati.tellings import told_before
from pbem.database import Session
from pbem.games.illuminati.judging.acting import touched_by
from pbem.mails.notices import news
from pbem.models import Game
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.snapshots import GameSnapshot, about_for


def notify_touched(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    doer: str,
    events: Sequence[Event],
    game: Game,
    now: datetime,
    *,
    key: str,
) -> None:
    """Tell every other seat that the events concern; `snapshot` holds the state after them."""
    state = snapshot.state
    for name, row in snapshot.seats.items():
        touching = [event for event in events if name in touched_by(event)]
        if name == doer or not touching:
            continue
        shown = [seen(event, name, state) for event in touching]
        about = about_for(snapshot, name, now, deadline_at=shown_deadline(game))
        known = [event for event in shown if event is not None]
        to = addressee(game, fresh_seat(session, row), snapshot.players[name])
        first = next(at for at, event in enumerate(events) if name in touched_by(event))
        before = told_before(state.happened, events[first:])
        mail = news(about, view(state, name), known, before)
        post(session, service.settings.mail, to, mail, key=f"{key}:{name}", now=now, turn=game.turn)
