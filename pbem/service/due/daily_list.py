"""Mails that come once a day, each at its reader's hour and by his clock: what waits for him in the
games that he plays, and what needs him in those that he moderates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from sqlmodel import col, select

from pbem.documents.layout.clock import zone_of
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.preferences import DUTIES, MINE, Preference
from pbem.mails.lobby import daily_list
from pbem.models import Person
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.due.duties import duties_mail_for
from pbem.service.lobby.mine import games_of_mine
from pbem.service.mailing.outbox import addressee_of, is_posted, post
from pbem.service.preferences import zone_for

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyMail:
    """One kind: at which hour it comes, where the day of the last is kept, how its key begins, and
    what it says, None where there is nothing to say."""

    hour: Preference
    day: Literal["listed_on", "duties_on"]
    key: str
    write: Callable[[Transaction, Person], Mail | None]

    def is_wanted(self, person: Person) -> bool:
        """Whether he gets it at all."""
        return self.hour.of(person.preferences) != "off" and self.last(person) is not None

    def last(self, person: Person) -> str | None:
        """The day of the last one."""
        return person.listed_on if self.day == "listed_on" else person.duties_on

    def at(self, person: Person, day: date) -> datetime:
        """When a day's is due: an hour that his clock skips comes as it would have been."""
        hour = time.fromisoformat(self.hour.of(person.preferences))
        return datetime.combine(day, hour, zone_of(zone_for(person))).astimezone(UTC)

    def next(self, person: Person, today: date, now: datetime) -> datetime:
        """When the next one is due."""
        at = self.at(person, today)
        return at if now < at else self.at(person, today + DAY)


def list_games(service: ServiceContext, person_id: int, now: datetime) -> bool:
    """Mail a person what waits for him, if it is time, and note when it is time again.

    May be called at any time and any number of times: a day's mail comes once. True if one did.
    """
    with begin(service, now) as tx:
        wanted = select(Person).where(Person.id == person_id, col(Person.list_at).is_not(None))
        person = tx.session.exec(wanted.with_for_update()).first()
        if person is None:
            return False
        today = now.astimezone(zone_of(zone_for(person))).date()
        due = [one for one in DAILY if one.is_wanted(person) and _is_due(one, person, today, now)]
        mailed = [_mailed(tx, person, today, one) for one in due]
        nexts = [one.next(person, today, now) for one in DAILY if one.is_wanted(person)]
        person.list_at = min(nexts, default=None)
        tx.session.add(person)
        return any(mailed)


def _is_due(kind: DailyMail, person: Person, today: date, now: datetime) -> bool:
    """Whether today's is still to be mailed; the first comes at the next such hour."""
    last, is_time = kind.last(person) or "", now >= kind.at(person, today)
    is_first = not last or last > today.isoformat()
    if is_time or is_first:
        setattr(person, kind.day, (today if is_time else today - DAY).isoformat())
    return is_time and not is_first and last < today.isoformat()


def _mailed(tx: Transaction, person: Person, today: date, kind: DailyMail) -> bool:
    key = f"{kind.key}:{person.id}:{today}"
    if person.suspended_at is not None or is_posted(tx.session, key):
        return False
    mail = kind.write(tx, person)
    if mail is None:
        return False
    post(tx, addressee_of(person), mail, key)
    log.info("daily mail", player=person.id, kind=mail.kind)
    return True


def _list_of(tx: Transaction, person: Person) -> Mail | None:
    rows = games_of_mine(tx, person)
    return daily_list(rows) if rows else None


DAILY = (
    DailyMail(MINE, "listed_on", "list", _list_of),
    DailyMail(DUTIES, "duties_on", "duties", duties_mail_for),
)


def list_failed(service: ServiceContext, person_id: int, trace: str) -> None:
    """A list could not be made; it is tried again when the sweeper's lease is over."""
    log.error("daily list failed", player=person_id, error=trace.strip().rpartition("\n")[2])
