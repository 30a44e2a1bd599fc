"""The people of the service in the web console: who may be one, who is suspended or refused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.models import Person
from pbem.service.context import ServiceContext
from pbem.service.players.twins import Sign, signs_of_twins
from pbem.service.system.page import is_operator, own_games


@dataclass(frozen=True, slots=True)
class SuspendedPerson:
    """Somebody whose letters do not count."""

    name: str
    email: str
    since_at: datetime
    why: str


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """All of the page; `is_player` says that games in which its reader has a seat are left out."""

    signs: tuple[Sign, ...]
    suspended: tuple[SuspendedPerson, ...]
    is_player: bool


def people_page(service: ServiceContext, person_id: int) -> PeoplePage | None:
    """The page; None for who does not moderate every game. Raises StorageError."""
    with service.database.read() as session:
        if not is_operator(session, person_id):
            return None
        own = own_games(session, person_id, service.clock())
        wanted = select(Person).where(col(Person.suspended_at).is_not(None))
        rows = session.exec(wanted.order_by(col(Person.email))).all()
        suspended = tuple(
            SuspendedPerson(row.name, row.email, row.suspended_at, row.suspended_why or "")
            for row in rows
            if row.suspended_at is not None
        )
    return PeoplePage(tuple(signs_of_twins(service, but=own)), suspended, bool(own))
