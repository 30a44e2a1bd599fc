"""The addresses a player writes from, and the one we write to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import BAD, GOOD, Address, Player, key_of
from pbem.service.desk import Desk

_EMAIL = re.compile(r"(?:(?![<>@,;:\"])[!-~]){1,64}@[A-Za-z0-9.-]{1,255}")


class AddressError(ValueError):
    """The address cannot be used so; the text says why."""


@dataclass(frozen=True, slots=True)
class AddressLine:
    """One address of a player; `is_used` is the one mail to him goes to."""

    player: str
    email: str
    state: str
    is_used: bool
    why: str = ""


def is_address(email: str) -> bool:
    """Whether that can be a mail address that we write to: ASCII, without a name or quotes."""
    return _EMAIL.fullmatch(email) is not None


def is_ours(email: str, own: str) -> bool:
    """Whether that is the referee's own address `own`, with a tag or without."""
    local, _, domain = email.strip().strip("<>").casefold().rpartition("@")
    mine, _, ours = own.casefold().rpartition("@")
    return (local.partition("+")[0], domain) == (mine, ours)


def player_at(session: Session, email: str) -> Player | None:
    """The player who has registered an address or confirmed it; a bad one still is his."""
    email = _storable(email)
    if not email:
        return None
    player = session.exec(select(Player).where(Player.email == email)).first()
    if player is not None:
        return player
    known = (GOOD, BAD)
    row = session.exec(
        select(Address).where(Address.email == email, col(Address.state).in_(known))
    ).first()
    return session.get(Player, row.player_id) if row else None


def player_or_new(
    session: Session, email: str, name: str, now: datetime, zone: str = "UTC"
) -> Player:
    """The player who has that address, or a new one; "" as his name is what stands before the @.

    `email` is_address.
    """
    email = email.casefold()
    player = player_at(session, email)
    if player is None:
        called = name.strip() or email.partition("@")[0]
        player = Player(name=called, email=email, zone=zone, created_at=now)
        session.add(player)
        session.flush()
    return player


def is_first_of(player: Player, email: str) -> bool:
    """Whether an address, however it is written, is the player's first."""
    return player.email == _storable(email)


def _storable(email: str) -> str:
    """An address as it is compared, which any database can be asked for, whatever a mail said."""
    return email.strip().casefold().encode("ascii", "replace").decode().replace("\0", "?")


def addresses_of(session: Session, player: Player) -> list[Address]:
    """All of a player's, his first one at the front."""
    rows = session.exec(
        select(Address).where(Address.player_id == player.id).order_by(col(Address.id))
    ).all()
    first = [row for row in rows if row.email == player.email]
    if not first:
        first = [
            Address(
                player_id=key_of(player),
                email=player.email,
                state=GOOD,
                added_at=player.created_at,
            )
        ]
    return first + [row for row in rows if row.email != player.email]


_STATES = (
    select(Address.email, Address.state)
    .where(Address.player_id == sa.bindparam("player"))
    .order_by(col(Address.id))
)


def used_address(session: Session, player: Player) -> str:
    """Where mail to a player goes: his first address, unless it is bad and another is good."""
    known = session.exec(_STATES, params={"player": player.id}).all()
    if (player.email, BAD) in known:
        return next((email for email, state in known if state == GOOD), player.email)
    return player.email


def add_address(session: Session, player: Player, email: str, now: datetime) -> bool:
    """Let a player write from an address; False where it is somebody else's, or none."""
    email = email.strip().casefold()
    if not is_address(email):
        return False
    owner = player_at(session, email)
    if owner is not None and owner.id != player.id:
        return False
    row = session.exec(select(Address).where(Address.email == email)).first()
    if row is None:
        row = Address(player_id=key_of(player), email=email, added_at=now)
    row.player_id, row.state, row.why = key_of(player), GOOD, ""
    session.add(row)
    session.flush()
    return True


def list_addresses(desk: Desk, email: str | None = None) -> list[AddressLine]:
    """The addresses of every player, or of the one who has this address."""
    with desk.database.read() as session:
        if email is None:
            players = list(session.exec(select(Player).order_by(col(Player.id))).all())
        else:
            players = [_player(session, email)]
        found = []
        for player in players:
            used = used_address(session, player)
            found += [
                AddressLine(player.name, row.email, row.state, row.email == used, row.why)
                for row in addresses_of(session, player)
            ]
        return found


def register(desk: Desk, email: str, new: str) -> None:
    """Give the player at `email` another address to write from. Raises AddressError."""
    if not is_address(new):
        raise AddressError(f"{new!r} is no mail address such as ann@example.org")
    with desk.database.write() as session:
        if not add_address(session, _player(session, email), new, desk.clock()):
            raise AddressError(f"{new} is another player's")


def make_first(desk: Desk, email: str) -> None:
    """Write to the player at this address of his first from now on. Raises AddressError."""
    email = email.strip().casefold()
    with desk.database.write() as session:
        player = _player(session, email)
        if player.email == email:
            return
        if not session.exec(select(Address).where(Address.email == player.email)).first():
            session.add(
                Address(player_id=key_of(player), email=player.email, added_at=player.created_at)
            )
        player.email = email
        session.add(player)


def remove(desk: Desk, email: str) -> None:
    """Take an address from its player, but never his first. Raises AddressError."""
    email = email.strip().casefold()
    with desk.database.write() as session:
        player = _player(session, email)
        if player.email == email:
            raise AddressError(f"{email} is {player.name}'s first address; make another one first")
        session.delete(session.exec(select(Address).where(Address.email == email)).one())


def _player(session: Session, email: str) -> Player:
    player = player_at(session, email)
    if player is None:
        raise AddressError(f"no player has the address {email!r}; `pbem addresses` lists them")
    return player
