"""The daily list: what waits for a person in all his games, mailed at his hour, once a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from sqlmodel import col, select

from pbem.documents.layout.clock import zone_of
from pbem.grammar.preferences import MINE
from pbem.mails.lobby import daily_list
from pbem.models import Person
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.lobby.mine import games_of_mine
from pbem.service.mailing.outbox import addressee_of, is_posted, post
from pbem.service.preferences import zone_for

DAY = timedelta(days=1)


def list_games(service: ServiceContext, person_id: int, now: datetime) -> bool:
    """Mail a person what waits for him, if it is time, and note when it is time again.

    May be called at any time and any number of times: a day's list is mailed once. True if it was.
    """
    with begin(service, now) as tx:
        wanted = select(Person).where(Person.id == person_id, col(Person.list_at).is_not(None))
        person = tx.session.exec(wanted.with_for_update()).first()
        if person is None:
            return False
        today = now.astimezone(zone_of(zone_for(person))).date()
        is_due = _is_due(person, today, now)
        person.list_at = _at(person, today if now < _at(person, today) else today + DAY)
        tx.session.add(person)
        return is_due and _mailed(tx, person, today)


def _is_due(person: Person, today: date, now: datetime) -> bool:
    """Whether today's list is still to be mailed; the first comes at the next such hour."""
    last, is_time = person.listed_on or "", now >= _at(person, today)
    is_first = not last or last > today.isoformat()
    if is_time or is_first:
        person.listed_on = (today if is_time else today - DAY).isoformat()
    return is_time and not is_first and last < today.isoformat()


def _at(person: Person, day: date) -> datetime:
    """When a day's list is due: an hour that his clock skips comes as it would have been."""
    hour = time.fromisoformat(MINE.of(person.preferences))
    return datetime.combine(day, hour, zone_of(zone_for(person))).astimezone(UTC)


def _mailed(tx: Transaction, person: Person, today: date) -> bool:
    key, rows = f"list:{person.id}:{today}", games_of_mine(tx, person)
    if not rows or person.suspended_at is not None or is_posted(tx.session, key):
        return False
    post(tx, addressee_of(person), daily_list(rows), key)
    log.info("daily list", player=person.id)
    return True


def list_failed(service: ServiceContext, person_id: int, trace: str) -> None:
    """A list could not be made; it is tried again when the sweeper's lease is over."""
    log.error("daily list failed", player=person_id, error=trace.strip().rpartition("\n")[2])
