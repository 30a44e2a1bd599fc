"""Mail to whoever runs the service: what it is about, and that it does not come too often."""

from datetime import datetime

import pytest
from sqlmodel import col, select, update

from pbem.cli.server_parts import make_sweeper
from pbem.database import Database
from pbem.documents.layout.plain import plain_text
from pbem.models import Outbox
from pbem.service.context import ServiceContext
from pbem.service.due.alerts import alert_operator
from pbem.settings import Settings
from tests.support.rows import NOON, add_game, add_letter, add_mail, after
from worker.app import create_celery
from worker.hints import Hints

KIND = "operator_notice"


def service_of(database: Database, operator: str = "root@example.org") -> ServiceContext:
    settings = Settings.model_validate({"mail": {"operator": operator}})
    return ServiceContext(database, settings, database.now)


def subjects(database: Database) -> list[str]:
    """Of the mails to the operator so far."""
    with database.read() as session:
        wanted = select(Outbox.subject).where(Outbox.rcpt == "root@example.org")
        return list(session.exec(wanted.order_by(col(Outbox.id))))


def tell(service: ServiceContext, now: datetime) -> int:
    """Tell the operator, and let all mails to him go out."""
    told = alert_operator(service, now)
    with service.database.write() as session:
        session.execute(update(Outbox).where(col(Outbox.kind) == KIND).values(state="sent"))
    return told


def test_the_operator_is_told_of_each_trouble(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "used_disk", lambda _self: 0.93)
    with database.write() as session:
        add_game(session)
        add_letter(session, "dead", state="dead")
        add_mail(session, "lost", state="dead", problem="rejected")
        add_mail(session, "late")
    alert_operator(service_of(database, ""), after(1000))
    assert subjects(database) == []
    alert_operator(service_of(database), after(1000))
    assert subjects(database) == [
        "Needs you: 1 letter could not be read",
        "Needs you: 1 mail given up",
        "Needs you: mail does not go out",
        "Needs you: a game is late",
        "Needs you: the disk is nearly full",
    ]
    with database.read() as session:
        rows = session.exec(select(Outbox).where(Outbox.kind == KIND).order_by(col(Outbox.id)))
        texts = [plain_text(row.body) for row in rows]
    assert "waited for 16 minutes" in texts[2] and "pbem doctor" in texts[2]
    assert "93% full" in texts[-1] and max(map(len, "\n".join(texts).split("\n"))) <= 72


def test_the_operator_is_told_once_an_hour_at_most(sqlite_database: Database) -> None:
    service = service_of(sqlite_database)
    with sqlite_database.write() as session:
        add_game(session)
    told = [tell(service, after(minute * 60)) for minute in (1, 2, 40, 61, 62, 63)]
    assert told == [0, 1, 0, 0, 1, 0]


def test_dead_letters_are_told_again_when_there_are_more(sqlite_database: Database) -> None:
    service = service_of(sqlite_database)
    told = []
    for hour in range(28):
        if hour in (0, 2):
            with sqlite_database.write() as session:
                add_letter(session, f"dead {hour}", state="dead")
        if tell(service, after(hour * 3600)):
            told.append(hour)
    assert told == [0, 2, 26]


def test_the_sweeper_tells_the_operator(sqlite_database: Database) -> None:
    service = service_of(sqlite_database)
    with sqlite_database.write() as session:
        add_game(session, phase="paused")
        add_letter(session, "dead", state="dead", received_at=NOON)
    sweeper = make_sweeper(service, Hints(create_celery(service.settings)))
    for _ in range(3):
        sweeper.next_pause(1)
    assert subjects(sqlite_database) == ["Needs you: 1 letter could not be read"]
