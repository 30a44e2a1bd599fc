"""New addresses for seats and moderators, by order of whoever runs the service."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import select

from pbem.mail.address import reply_address
from pbem.mails.moderation import readdressed_mail
from pbem.mails.senders import address_new
from pbem.models import Moderator, Player, Seat, key_of
from pbem.service.context import ServiceContext, log
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.named_games import game_named
from pbem.service.players.addresses import player_at
from pbem.service.players.tokens import GRACE, renew, renew_at_once, token_of_seat
from pbem.service.seats.moderators import (
    moderators_address,
    moderators_of,
    notify_moderator,
    watch_for,
)
from pbem.service.snapshots import about_for, load_game


class RenewError(ValueError):
    """There is no such seat or moderator; the text says so."""


def renew_address(
    service: ServiceContext, game: str, seat: str, *, is_at_once: bool = False
) -> str:
    """Give a seat a new address and mail it to its player; the new address.

    Letters to the old one are taken for two more weeks, or, `is_at_once`, no longer. Raises
    NoSuchGame or RenewError.
    """
    now, mail = service.clock(), service.settings.mail
    with service.database.write() as session:
        row = game_named(session, game)
        wanted = select(Seat).where(Seat.game_id == row.id, Seat.name == seat)
        found = session.exec(wanted).first()
        if found is None:
            raise RenewError(f"nobody sits at {seat!r} in {game}")
        fresh = fresh_seat(session, found)
        renew(session, mail, fresh, now, timedelta(0) if is_at_once else GRACE)
        snapshot = load_game(session, key_of(row))
        about = about_for(snapshot, seat, now, deadline_at=row.deadline_at)
        player = session.get_one(Player, fresh.player_id)
        told = address_new(about, is_at_once, GRACE.days)
        key = f"address:{fresh.id}:{fresh.token_number}"
        post(session, mail, addressee(row, fresh, player), told, key=key, now=now)
        address = reply_address(mail.address, token_of_seat(session, mail, fresh))
    log.info("address renewed", seat=found.id, at_once=is_at_once)
    return address


def renew_moderators_address(service: ServiceContext, game: str, email: str) -> None:
    """Give the moderator who has that address a new one for his commands, and mail it to him.

    Commands to the old one come back from now on. He may be one of all games. Raises NoSuchGame or
    RenewError.
    """
    now, mail = service.clock(), service.settings.mail
    with service.database.write() as session:
        row = game_named(session, game)
        player = player_at(session, email)
        found = moderators_of(session, key_of(row))
        own = [one for one, who in found if player is not None and who.id == player.id]
        if not own or player is None:
            listed = ", ".join(who.email for _, who in found) or "nobody"
            raise RenewError(f"{email} does not moderate {game}; its moderators: {listed}")
        locked = select(Moderator).where(Moderator.id == own[0].id).with_for_update()
        fresh = session.exec(locked.execution_options(populate_existing=True)).one()
        renew_at_once(session, mail, fresh)
        told = readdressed_mail(
            watch_for(row, player, now), moderators_address(service, session, fresh)
        )
        key = f"moderator:{fresh.id}:address:{fresh.token_number}"
        notify_moderator(service, session, row, fresh, player, told, key=key, now=now)
    log.info("moderator's address renewed", moderator=fresh.id)
