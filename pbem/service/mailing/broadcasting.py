"""One mail to every seat of a game, each in its reader's own words and zone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from pbem.database import Session
from pbem.models import Game
from pbem.reports.paper.about import About, Mail
from pbem.service.clocks import is_due, shown_deadline
from pbem.service.desk import Desk
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.shelf import Shelf, about_for


def tell_seats(
    desk: Desk,
    session: Session,
    shelf: Shelf,
    game: Game,
    make: Callable[[About], Mail],
    *,
    key: str,
    now: datetime,
    but: Collection[str] = (),
) -> None:
    """Write to everybody who is in the game but the seats of `but`; `game` is its locked row."""
    for name in shelf.seats:
        if name not in but and not shelf.state.seat(name).is_out:
            tell_seat(desk, session, shelf, game, name, make, key=f"{key}:{name}", now=now)


def tell_seat(
    desk: Desk,
    session: Session,
    shelf: Shelf,
    game: Game,
    seat: str,
    make: Callable[[About], Mail],
    *,
    key: str,
    now: datetime,
) -> None:
    """Write to one seat's player."""
    # A seat is read anew to be locked; what is changed in it must be in the tables by then.
    session.flush()
    to = addressee(game, fresh_seat(session, shelf.seats[seat]), shelf.players[seat])
    # A turn that is run at once has a deadline no more.
    deadline_at = None if is_due(game, now) else shown_deadline(game)
    about = about_for(shelf, seat, now, deadline_at=deadline_at)
    post(session, desk.settings.mail, to, make(about), key=key, now=now, turn=game.turn)
