"""One mail to every seat of a game, each in its reader's own words and zone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from pbem.database import Session
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.models import Game
from pbem.service.clocks import is_due, shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.snapshots import GameSnapshot, about_for


def notify_seats(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    make: Callable[[MailContext], Mail],
    *,
    key: str,
    now: datetime,
    but: Collection[str] = (),
) -> None:
    """Write to everybody who is in the game but the seats of `but`; `game` is its locked row."""
    for name in snapshot.seats:
        if name not in but and not snapshot.state.seat(name).is_out:
            notify_seat(service, session, snapshot, game, name, make, key=f"{key}:{name}", now=now)


def notify_seat(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    seat: str,
    make: Callable[[MailContext], Mail],
    *,
    key: str,
    now: datetime,
) -> None:
    """Write to one seat's player."""
    # A seat is read anew to be locked; what is changed in it must be in the tables by then.
    session.flush()
    to = addressee(game, fresh_seat(session, snapshot.seats[seat]), snapshot.players[seat])
    # A turn that is run at once has a deadline no more.
    deadline_at = None if is_due(game, now) else shown_deadline(game)
    about = about_for(snapshot, seat, now, deadline_at=deadline_at)
    post(session, service.settings.mail, to, make(about), key=key, now=now, turn=game.turn)
