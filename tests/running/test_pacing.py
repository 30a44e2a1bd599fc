"""How many mails an hour go to one domain."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.database import Database
from pbem.models import SENT, Outbox
from pbem.service.context import ServiceContext
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.rows import NOON, add_mail
from tests.support.service_rows import Hands, Post


@pytest.fixture
def service(database: Database) -> ServiceContext:
    mail = {"address": "game@example.org", "domain_mails_an_hour": 2}
    return ServiceContext(database, Settings.model_validate({"mail": mail}), Hands(NOON))


def add_mails(database: Database, *rcpts: str) -> list[int]:
    with database.write() as session:
        return [
            add_mail(session, f"mail:{at}", rcpt=rcpt, kind="news") for at, rcpt in enumerate(rcpts)
        ]


def row_of(database: Database, mail: int) -> Outbox:
    with database.read() as session:
        row = session.get(Outbox, mail)
        assert row is not None
        return row


def test_what_is_too_much_for_a_domain_waits_for_the_next_hour(
    database: Database, service: ServiceContext
) -> None:
    post = Post()
    big = ("ann@big.example", "bob@BIG.example", "cat@big.example")
    mails = add_mails(database, *big, "dee@small.example")
    assert [deliver(service, mail, post) for mail in mails] == [True, True, False, True]
    waiting = row_of(database, mails[2])
    assert waiting.state == "new" and waiting.attempts == 0 and waiting.claimed_until is None
    assert NOON + timedelta(hours=1) <= waiting.next_try_at < NOON + timedelta(hours=1, minutes=1)
    service.clock.on(hours=1, minutes=1)  # type: ignore[attr-defined]
    assert deliver(service, mails[2], post)
    assert [rcpt for _from, rcpt, _raw in post.sent] == [*big[:2], "dee@small.example", big[2]]


def test_a_new_hour_counts_from_one(database: Database, service: ServiceContext) -> None:
    mails = add_mails(database, *(f"p{at}@big.example" for at in range(5)))
    assert [deliver(service, mail, Post()) for mail in mails[:2]] == [True, True]
    service.clock.on(hours=2)  # type: ignore[attr-defined]
    assert [deliver(service, mail, Post()) for mail in mails[2:]] == [True, True, False]
    assert [row_of(database, mail).state == SENT for mail in mails] == [True] * 4 + [False]
