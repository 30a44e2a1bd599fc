"""New addresses for seats, by order of whoever runs the service."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import select

from pbem.mail.address import reply_address
from pbem.models import Game, Player, Seat, key_of
from pbem.reports.senders import address_new
from pbem.service.desk import Desk, log
from pbem.service.mailing import addressee, fresh_seat, post
from pbem.service.shelf import about_for, load_shelf
from pbem.service.tokens import GRACE, renew, token_of_seat


class RenewError(ValueError):
    """There is no such game or seat; the text says so."""


def renew_address(desk: Desk, game: str, seat: str, *, is_at_once: bool = False) -> str:
    """Give a seat a new address and mail it to its player; the new address.

    Letters to the old one are taken for two more weeks, or, `is_at_once`, no longer. Raises
    RenewError.
    """
    now, mail = desk.clock(), desk.settings.mail
    with desk.database.write() as session:
        row = session.exec(select(Game).where(Game.name == game)).first()
        if row is None:
            raise RenewError(f"there is no game called {game!r}; `pbem games` lists them")
        wanted = select(Seat).where(Seat.game_id == row.id, Seat.name == seat)
        found = session.exec(wanted).first()
        if found is None:
            raise RenewError(f"nobody sits at {seat!r} in {game}")
        fresh = fresh_seat(session, found)
        renew(session, mail, fresh, now, timedelta(0) if is_at_once else GRACE)
        shelf = load_shelf(session, key_of(row))
        about = about_for(shelf, seat, now, deadline_at=row.deadline_at)
        player = session.get_one(Player, fresh.player_id)
        told = address_new(about, is_at_once, GRACE.days)
        key = f"address:{fresh.id}:{fresh.token_number}"
        post(session, mail, addressee(row, fresh, player), told, key=key, now=now)
        address = reply_address(mail.address, token_of_seat(session, mail, fresh))
    log.info("address renewed", seat=found.id, at_once=is_at_once)
    return address
