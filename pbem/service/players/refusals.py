"""Whom nothing is sent that he has not asked for, and whose letters do not count."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import RefusedAddress
from pbem.service.players.addresses import player_at

OPERATOR, OWNER = "operator", "owner"
"""Who has refused an address: whoever runs the service, or whose it is."""


def is_refused(session: Session, email: str) -> bool:
    """Whether an address, or its domain, gets nothing that it has not asked for."""
    return _row(session, email) is not None


def is_shut_out(session: Session, email: str) -> bool:
    """Whether letters from an address do not count: the operator has refused it, or suspended
    whose it is."""
    row = _row(session, email, OPERATOR)
    person = player_at(session, email) if row is None else None
    return row is not None or (person is not None and person.suspended_at is not None)


def _row(session: Session, email: str, by: str = "") -> RefusedAddress | None:
    email = email.casefold()
    domain = f"@{email.rpartition('@')[2]}"
    wanted = select(RefusedAddress).where(col(RefusedAddress.address).in_((email, domain)))
    wanted = wanted.where(RefusedAddress.by == by) if by else wanted
    return session.exec(wanted).first()
