"""Addresses that somebody claims: each is mailed a code, and is his once that has come back.

A claim costs nobody anything: it is no letter's sender, no mail goes by it but the one with the
code, and no right. Several may claim one address; whoever sends its code back has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import is_address
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.senders import address_yours, is_yours
from pbem.models import GOOD, Address, Letter, Person, Seat, key_of
from pbem.recent import recently
from pbem.service.codes import is_one_of
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, log
from pbem.service.mailing.outbox import Addressee, addressee_of, post
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.players.addresses import (
    address_of,
    addresses_of,
    player_at,
    player_named,
    used_address,
)
from pbem.service.players.tokens import service_code

DAY = timedelta(days=1)
LIFE = timedelta(days=7)
"""How long a code that was mailed to an address is good."""
MOST_CLAIMS = 3
"""Addresses that one player may have asked within a day."""


def claim(
    service: ServiceContext, session: Session, player: Person, email: str, now: datetime
) -> str:
    """Mail a code to an address that a player says is his; the address as it was asked.

    "" where it is no address, is his already, or too many were asked. Whether somebody else has
    it is not told: only who reads its mail hears of that.
    """
    email = email.strip().casefold()
    if not is_address(email):
        return ""
    owner = player_at(session, email)
    if owner is not None and owner.id == player.id:
        _good_again(session, player, email)
        return ""
    if _claims(session, player, email, now) >= MOST_CLAIMS:
        return ""
    row = address_of(session, player, email)
    if row is None:
        row = Address(person_id=key_of(player), email=email, added_at=now)
    row.asked_at = now
    session.add(row)
    session.flush()
    mail = is_yours(player.name, player.email, email, _code(service, session, row))
    key = f"prove:{row.id}:{now:%Y%m%d%H%M%S%f}"
    post(Transaction(service, session, now), Addressee(email), mail, key)
    log.info("address claimed", player=player.id, address=row.id)
    return email


def register(service: ServiceContext, email: str, new: str) -> bool | ServiceRefusal:
    """Ask an address whether it is the player's at `email`; False where it is his already.

    A bad one of his is good again.
    """
    if not is_address(new):
        text = f"{new[:80]!r} is not a mail address such as ann@example.org"
        return ServiceRefusal("no-address", text)
    now = service.clock()
    with service.database.write() as session:
        player = player_named(session, email)
        if isinstance(player, ServiceRefusal):
            return player
        owner = player_at(session, new)
        if owner is not None and owner.id != player.id:
            return ServiceRefusal("of-another", f"{new} is another player's")
        if owner is None and not claim(service, session, player, new, now):
            text = f"{player.name} has claimed {MOST_CLAIMS} addresses today; try again tomorrow"
            return ServiceRefusal("too-many", text)
        if owner is not None:
            _good_again(session, player, new.strip().casefold())
        return owner is None


def proved_by(
    service: ServiceContext, session: Session, letter: Letter, mailed: Mailed, codes: Sequence[str]
) -> Address | None:
    """The claimed address whose code a letter brings back, from there or from its claimant."""
    whose = [col(Address.email) == mailed.from_addr.casefold()]
    seat = session.get(Seat, letter.seat_id) if letter.seat_id is not None else None
    writer = player_at(session, mailed.from_addr)
    for person_id in (seat and seat.person_id, writer and writer.id):
        if person_id is not None:
            whose.append(col(Address.person_id) == person_id)
    claimed = select(Address).where(col(Address.proved_at).is_(None), sa.or_(*whose))
    is_fresh = recently(col(Address.asked_at), letter.received_at - LIFE, letter.received_at)
    rows = session.exec(claimed.where(is_fresh).order_by(col(Address.id).desc()).limit(20)).all()
    wanted = [(row, _code(service, session, row)) for row in rows]
    return next((row for row, code in wanted if any(is_one_of(c, [code]) for c in codes)), None)


def take_proof(service: ServiceContext, letter: Letter, proved: Address, now: datetime) -> bool:
    """An address is its claimant's from now on, unless it is somebody else's by now."""
    with service.database.write() as session:
        row = close_unread(session, letter, "confirmation", now)
        if row is None:
            return False
        hint_next(session, row)
        player = session.exec(
            select(Person).where(Person.id == proved.person_id).with_for_update()
        ).one()
        address = session.get_one(Address, proved.id)
        owner = player_at(session, address.email)
        is_free = owner is None or owner.id == player.id
        if is_free:
            address.proved_at, address.state, address.why = now, GOOD, ""
            session.add(address)
            session.flush()
        row.note = "an address is proved" if is_free else "the address is another player's"
        mail = address_yours(player.name, address.email, is_yours=is_free)
        to = Addressee(address.email)
        tx = Transaction(service, session, now)
        if is_free:
            to = addressee_of(player)
            _notify_others(tx, player, address, f"ack:{row.id}")
        post(tx, to, mail, f"ack:{row.id}")
    log.info("address proved", address=proved.id, player=proved.person_id)
    return True


def _notify_others(tx: Transaction, player: Person, new: Address, key: str) -> None:
    """A player's other addresses hear of a new one too: whoever reads them can take it back."""
    mail = address_yours(player.name, new.email, is_yours=True)
    used = used_address(tx.session, player)
    for row in addresses_of(tx.session, player):
        if row.proved_at is not None and row.email not in (used, new.email):
            post(tx, Addressee(row.email), mail, f"{key}:{row.id}")


def _code(service: ServiceContext, session: Session, row: Address) -> str:
    assert row.asked_at is not None, "it has been asked"
    asked = (row.id, row.person_id, row.email, row.asked_at.isoformat())
    return service_code(session, service.settings.mail, "address", *asked)


def _good_again(session: Session, player: Person, email: str) -> None:
    row = address_of(session, player, email)
    if row is not None and row.state != GOOD:
        row.state, row.why = GOOD, ""
        session.add(row)
        session.flush()


def _claims(session: Session, player: Person, email: str, now: datetime) -> int:
    """How many addresses were asked of late for a player, or how often this one for anybody."""
    lately = recently(col(Address.asked_at), now - DAY, now)
    whose = sa.or_(col(Address.person_id) == player.id, col(Address.email) == email)
    counted = sa.select(sa.func.count()).select_from(Address).where(lately, whose)
    return session.scalar(counted) or 0
