"""Whom nothing is sent that he has not asked for, and whose letters do not count."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import is_address
from pbem.models import Person, RefusedAddress
from pbem.service.context import ServiceContext, ServiceRefusal, log
from pbem.service.players.addresses import player_named

OPERATOR, OWNER = "operator", "owner"
"""Who has refused an address: whoever runs the service, or whose it is."""


def is_refused(session: Session, email: str, by: str = "") -> bool:
    """Whether an address, or its domain, gets nothing that it has not asked for."""
    email = email.casefold()
    domain = f"@{email.rpartition('@')[2]}"
    wanted = select(RefusedAddress).where(col(RefusedAddress.address).in_((email, domain)))
    wanted = wanted.where(RefusedAddress.by == by) if by else wanted
    return session.exec(wanted).first() is not None


def refuse_address(service: ServiceContext, address: str, why: str = "") -> ServiceRefusal | None:
    """Let no letter from an address, or from a domain written @example.org, be answered."""
    address = address.strip().casefold()
    if not is_address(f"x{address}" if address.startswith("@") else address):
        return ServiceRefusal("no-address", f"{address[:80]!r} is neither an address nor @domain")
    with service.database.write() as session:
        row = session.get(RefusedAddress, address)
        if row is not None:
            session.delete(row)
            session.flush()
        session.add(RefusedAddress(address=address, by=OPERATOR, why=why, at=service.clock()))
    log.info("address refused", address=address)
    return None


def accept_address(service: ServiceContext, address: str) -> ServiceRefusal | None:
    """Take back that an address or a domain is refused, by whomever."""
    with service.database.write() as session:
        row = session.get(RefusedAddress, address.strip().casefold())
        if row is None:
            return ServiceRefusal("not-refused", f"{address} is not refused")
        session.delete(row)
    return None


def list_refused(service: ServiceContext) -> list[RefusedAddress]:
    """All that are refused, by name."""
    with service.database.read() as session:
        wanted = select(RefusedAddress).order_by(col(RefusedAddress.address))
        return list(session.exec(wanted).all())


def suspend(service: ServiceContext, email: str, why: str = "") -> ServiceRefusal | None:
    """Let nothing that a person writes count, from whichever of his addresses."""
    with service.database.write() as session:
        person = player_named(session, email)
        if isinstance(person, ServiceRefusal):
            return person
        person.suspended_at, person.suspended_why = service.clock(), why
        session.add(person)
    log.info("person suspended", player=person.id)
    return None


def restore_person(service: ServiceContext, email: str) -> ServiceRefusal | None:
    """Let the letters of a suspended person count again."""
    with service.database.write() as session:
        person = player_named(session, email)
        if isinstance(person, ServiceRefusal):
            return person
        if person.suspended_at is None:
            return ServiceRefusal("not-suspended", f"{email} is not suspended")
        person.suspended_at = person.suspended_why = None
        session.add(person)
    return None


def is_shut_out(session: Session, email: str, person: Person | None, *, is_own: bool) -> bool:
    """Whether a letter does not count: its writer is suspended, or its address is refused.

    `is_own` where it comes from an address of the player whose seat it is for.
    """
    if person is not None and person.suspended_at is not None:
        return True
    return not is_own and is_refused(session, email, OPERATOR)
