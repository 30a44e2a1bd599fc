"""New addresses for seats and moderators, by order of whoever runs the service."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import select

from pbem.mails.moderation import readdressed_mail
from pbem.mails.senders import address_new
from pbem.models import Moderator
from pbem.service.context import ServiceContext, ServiceRefusal, log
from pbem.service.players.addresses import player_at
from pbem.service.players.tokens import GRACE, address_of_holder, renew, renew_at_once
from pbem.service.seats.moderators import (
    header_for,
    moderators_address,
    moderators_of,
    notify_moderator,
)
from pbem.service.transaction import begin_named


def renew_address(
    service: ServiceContext, game: str, seat: str, *, is_at_once: bool = False
) -> str | ServiceRefusal:
    """Give a seat a new address and mail it to its player; the new address.

    Letters to the old one are taken for two more weeks, or, `is_at_once`, no longer. Raises
    NoSuchGame.
    """
    with begin_named(service, game) as tx:
        if seat not in tx.snapshot.seats:
            return ServiceRefusal("no-seat", f"nobody sits at {seat!r} in {game}")
        fresh = tx.seat(seat)
        renew(tx.session, tx.mail, fresh, tx.now, timedelta(0) if is_at_once else GRACE)
        context = tx.context_for(seat, deadline_at=tx.game.deadline_at)
        mail = address_new(context, is_at_once, GRACE.days)
        tx.post_to(seat, mail, f"address:{fresh.id}:{fresh.token_number}")
        address = address_of_holder(tx.session, tx.mail, fresh)
    log.info("address renewed", seat=fresh.id, at_once=is_at_once)
    return address


def renew_moderators_address(
    service: ServiceContext, game: str, email: str
) -> ServiceRefusal | None:
    """Give the moderator who has that address a new one for his commands, and mail it to him.

    Commands to the old one come back from now on. He may be one of all games. Raises NoSuchGame.
    """
    settings = service.settings.mail
    with begin_named(service, game) as tx:
        session, row, now = tx.session, tx.game, tx.now
        player = player_at(session, email)
        found = moderators_of(session, tx.id)
        own = [one for one, who in found if player is not None and who.id == player.id]
        if not own or player is None:
            listed = ", ".join(who.email for _, who in found) or "nobody"
            text = f"{email} does not moderate {game}; its moderators: {listed}"
            return ServiceRefusal("no-moderator", text)
        locked = select(Moderator).where(Moderator.id == own[0].id).with_for_update()
        fresh = session.exec(locked.execution_options(populate_existing=True)).one()
        renew_at_once(session, settings, fresh)
        mail = readdressed_mail(
            header_for(row, player, now), moderators_address(service, session, fresh)
        )
        key = f"moderator:{fresh.id}:address:{fresh.token_number}"
        notify_moderator(tx, fresh, player, mail, key)
    log.info("moderator's address renewed", moderator=fresh.id)
    return None
