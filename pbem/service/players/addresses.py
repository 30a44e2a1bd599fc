"""The addresses a player writes from, and the one we write to.

An address becomes one of a player's when a code that was mailed to it has come back
(`proving`). What is only claimed is nobody's: no letter, no mail and no right goes by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import is_address
from pbem.models import BAD, GOOD, Address, Person, key_of
from pbem.service.context import ServiceContext, ServiceRefusal


@dataclass(frozen=True, slots=True)
class AddressLine:
    """One address of a player; `is_used` is the one mail to him goes to."""

    player: str
    email: str
    state: str
    is_used: bool
    is_first: bool
    is_proved: bool
    why: str = ""


def is_ours(email: str, own: Sequence[str]) -> bool:
    """Whether that is one of the referee's own addresses, with a tag or without."""
    local, _, domain = email.strip().strip("<>").casefold().rpartition("@")
    untagged = f"{local.partition('+')[0]}@{domain}"
    return untagged in (address.casefold() for address in own)


def player_at(session: Session, email: str) -> Person | None:
    """The player whose first address that is, or who has proved that it is his; a bad one still
    is."""
    email = _storable(email)
    if not email:
        return None
    player = session.exec(select(Person).where(Person.email == email)).first()
    if player is not None:
        return player
    proved = select(Address).where(Address.email == email, col(Address.proved_at).is_not(None))
    row = session.exec(proved.order_by(col(Address.id))).first()
    return session.get(Person, row.person_id) if row else None


def player_or_new(
    session: Session, email: str, name: str, now: datetime, zone: str = "UTC"
) -> Person:
    """The player who has that address, or a new one; "" as his name is what stands before the @.

    `email` is_address.
    """
    email = email.casefold()
    called = name.strip() or email.partition("@")[0]
    return player_at(session, email) or new_player(session, called, email, now, zone)


def player_to_be(
    session: Session, email: str, name: str, now: datetime, zone: str = "UTC"
) -> Person | ServiceRefusal:
    """The player who has an address that was typed, or a new one."""
    if not is_address(email):
        text = f"{email[:60]!r} is not a mail address such as eve@example.org"
        return ServiceRefusal("no-address", text)
    return player_or_new(session, email, name, now, zone)


def new_player(session: Session, name: str, email: str, now: datetime, zone: str = "UTC") -> Person:
    """A new player and his first address, of which nothing is proved yet."""
    player = Person(name=name, email=email, zone=zone, created_at=now)
    session.add(player)
    session.flush()
    session.add(Address(person_id=key_of(player), email=email, added_at=now))
    session.flush()
    return player


def is_first_of(player: Person, email: str) -> bool:
    """Whether an address, however it is written, is the player's first."""
    return player.email == _storable(email)


def _storable(email: str) -> str:
    """An address as it is compared, which any database can be asked for, whatever a mail said."""
    return email.strip().casefold().encode("ascii", "replace").decode().replace("\0", "?")


def addresses_of(session: Session, player: Person) -> list[Address]:
    """All of a player's, his first one at the front, those that he only claims among them."""
    rows = session.exec(
        select(Address).where(Address.person_id == player.id).order_by(col(Address.id))
    ).all()
    return sorted(rows, key=lambda row: row.email != player.email)


def address_of(session: Session, player: Person, email: str) -> Address | None:
    """The row of one of a player's addresses, proved or claimed."""
    own = select(Address).where(Address.email == email, Address.person_id == player.id)
    return session.exec(own).first()


_OWN = col(Address.person_id) == sa.bindparam("player")
_FIRST: sa.ColumnElement[str] = sa.bindparam("email", type_=sa.String)
_IS_FIRST_BAD = sa.exists().where(_OWN, col(Address.email) == _FIRST, col(Address.state) == BAD)
_OTHER = (
    sa.select(col(Address.email))
    .where(_OWN, col(Address.state) == GOOD, col(Address.proved_at).is_not(None))
    .order_by(col(Address.id))
    .limit(1)
    .scalar_subquery()
)
_RCPT = sa.case((_IS_FIRST_BAD, sa.func.coalesce(_OTHER, _FIRST)), else_=_FIRST)
USED_ADDRESS = sa.select(_RCPT.label("rcpt")).cte("used")
"""Of the `player` whose first address is `email`: where mail to him goes."""
_USED = sa.select(USED_ADDRESS.c.rcpt)


def used_address(session: Session, player: Person) -> str:
    """Where mail to a player goes: his first address, unless it is bad and another, which he has
    proved to be his, is good."""
    first = {"player": player.id, "email": player.email}
    found: str = session.execute(_USED, first).scalar_one()
    return found


IS_UNPROVED = sa.and_(_OWN, col(Address.email) == _FIRST, col(Address.proved_at).is_(None))
"""Of an address: it is the player's first, and nothing has shown that it is his."""


def first_is_proved(
    session: Session, player: Person, now: datetime, used: str | None = None
) -> None:
    """What was mailed to a player's first address, and to nobody else, has come back.

    `used` is where mail to him goes, where that has just been found.
    """
    if (used or used_address(session, player)) == player.email:
        own = (col(Address.person_id) == player.id, col(Address.email) == player.email)
        unproved = sa.update(Address).where(*own, col(Address.proved_at).is_(None))
        session.execute(unproved.values(proved_at=now))


def list_addresses(
    service: ServiceContext, email: str | None = None
) -> list[AddressLine] | ServiceRefusal:
    """The addresses of every player, or of the one who has this address."""
    with service.database.read() as session:
        if email is None:
            players = list(session.exec(select(Person).order_by(col(Person.id))).all())
        elif isinstance(found := player_named(session, email), ServiceRefusal):
            return found
        else:
            players = [found]
        lines = []
        for player in players:
            used = used_address(session, player)
            for row in addresses_of(session, player):
                is_first, is_proved = row.email == player.email, row.proved_at is not None
                facts = (row.state, row.email == used, is_first, is_proved, row.why)
                lines.append(AddressLine(player.name, row.email, *facts))
        return lines


def make_first(service: ServiceContext, email: str) -> ServiceRefusal | None:
    """Write to the player at this address of his first from now on."""
    email = email.strip().casefold()
    with service.database.write() as session:
        player = player_named(session, email)
        if isinstance(player, ServiceRefusal):
            return player
        player.email = email
        session.add(player)
    return None


def remove(service: ServiceContext, email: str) -> ServiceRefusal | None:
    """Take an address from its player, but never his first."""
    email = email.strip().casefold()
    with service.database.write() as session:
        player = player_named(session, email)
        if isinstance(player, ServiceRefusal):
            return player
        if player.email == email:
            text = f"{email} is {player.name}'s first address; make another one first"
            return ServiceRefusal("first-address", text)
        session.delete(address_of(session, player, email))
    return None


def player_named(session: Session, email: str) -> Person | ServiceRefusal:
    """The player who has an address."""
    player = player_at(session, email)
    if player is None:
        text = f"no player has the address {email[:80]!r}; `pbem addresses` lists them"
        return ServiceRefusal("no-player", text)
    return player
