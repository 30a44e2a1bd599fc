"""Something needs a person: whoever runs the service gets a mail, one an hour and kind at most."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select, update

from pbem.documents.layout.plain import counted
from pbem.mails.notices import operator_notice
from pbem.models import Setting
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.due.health import Backlog, backlog
from pbem.service.mailing.outbox import Addressee, SendWindow, post

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
UNSENT_AFTER_S = 15 * 60
LATE_AFTER_S = 60
FULL_FROM = 0.9


@dataclass(frozen=True, slots=True)
class Alert:
    """What needs a person. With a `count`, such as of dead letters, it is told again within a day
    only when there are more of them."""

    kind: str
    what: str
    text: str
    commands: tuple[str, ...]
    count: int | None = None


def alert_operator(service: ServiceContext, now: datetime) -> int:
    """Write to the operator what needs him and he has not been told in the last hour; how many
    mails. Raises StorageError or TimeoutError."""
    to = service.settings.mail.operator
    if not to:
        return 0
    alerts = list(_alerts(backlog(service.database, now), service.database.used_disk()))
    return sum(_notify(service, to, alert, now) for alert in alerts)


def _alerts(waits: Backlog, used: float | None) -> Iterator[Alert]:
    yield from _given_up(waits)
    yield from _late(waits)
    if _is_over(used, FULL_FROM):
        yield Alert(
            "full-disk",
            "the disk is nearly full",
            f"The disk of the database is {(used or 0):.0%} full. When nothing is left, letters "
            "are refused for now and no turn is run.",
            ("pbem doctor",),
        )


def _given_up(waits: Backlog) -> Iterator[Alert]:
    """Letters and mails that are not tried again."""
    if waits.dead_letters:
        yield Alert(
            "dead-letter",
            counted(waits.dead_letters, "letter") + " could not be read",
            f"{counted(waits.dead_letters, 'letter')} failed three times and will not be tried "
            "again until you say so. The senders were told that their letters are kept.",
            (
                "pbem letters list --state dead",
                "pbem letters show N",
                "pbem letters retry N",
                "pbem letters drop N",
            ),
            waits.dead_letters,
        )
    if waits.dead_mails:
        yield Alert(
            "dead-mail",
            counted(waits.dead_mails, "mail") + " given up",
            f"{counted(waits.dead_mails, 'mail')} could not be delivered and will not be tried "
            "again until you say so.",
            ("pbem outbox list --state dead", "pbem outbox retry N", "pbem outbox drop N"),
            waits.dead_mails,
        )


def _late(waits: Backlog) -> Iterator[Alert]:
    """Mails and games that have waited for too long."""
    if _is_over(waits.unsent_mail_s, UNSENT_AFTER_S):
        yield Alert(
            "unsent-mail",
            "mail does not go out",
            f"The oldest of {counted(waits.unsent_mails, 'unsent mail')} has waited for "
            f"{_minutes(waits.unsent_mail_s)}. They are tried again automatically, but please "
            "find out what is delaying them.",
            ("pbem outbox list", "pbem doctor"),
        )
    if _is_over(waits.due_game_s, LATE_AFTER_S):
        yield Alert(
            "late-game",
            "a game is late",
            f"The deadline of a game passed {_minutes(waits.due_game_s)} ago and its turn has not "
            "been run. Is a sweeper running, and a worker?",
            ("pbem games", "pbem doctor"),
        )


def _notify(service: ServiceContext, to: str, alert: Alert, now: datetime) -> bool:
    with begin(service, now) as tx:
        if not _is_due(tx, alert):
            return False
        mail = operator_notice(alert.what, alert.text, alert.commands)
        key = f"operator:{alert.kind}:{now.isoformat()}"
        post(tx, Addressee(to), mail, key, SendWindow(until_at=now + HOUR))
    log.warning("operator told", kind=alert.kind)
    return True


def _is_due(tx: Transaction, alert: Alert) -> bool:
    """Whether it is time to tell it; notes that it is told. Of two rivals one is right: the other
    finds the note changed, or the same row made already."""
    name, note = f"told:{alert.kind}", f"{tx.now.isoformat()} {alert.count or 0}"
    row = tx.session.exec(select(Setting).where(Setting.name == name)).first()
    if row is None:
        tx.session.add(Setting(name=name, value=note))
        tx.session.flush()
        return True
    at, count = row.value.split()
    since, is_known = tx.now - datetime.fromisoformat(at), alert.count is not None
    if is_known and (alert.count or 0) < int(count):
        note, is_due = f"{at} {alert.count}", False
    else:
        is_due = abs(since) >= HOUR and (
            not is_known or (alert.count or 0) > int(count) or abs(since) >= DAY
        )
        if not is_due:
            return False
    swap = update(Setting).where(col(Setting.name) == name, col(Setting.value) == row.value)
    return tx.session.connection().execute(swap.values(value=note)).rowcount == 1 and is_due


def _is_over(value: float | None, limit: float) -> bool:
    return value is not None and value > limit


def _minutes(seconds: float | None) -> str:
    return counted(int((seconds or 0) // 60), "minute")
