"""Mails of one moment: each player's come in the order in which they were written."""

from __future__ import annotations

from collections import defaultdict

import pytest
from sqlalchemy import event

from pbem.database import Database
from pbem.models import NEW
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table

ATTACK = "ATTACK Yuppies WITH Gnomes SPEND 3"


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    return new_table(sqlite_database, Settings.model_validate({"mail": mail}), pace="announce")


def report_and_bulletin(table: Table) -> None:
    """ann's turn is run, and bob, who is next, announces an attack in the same moment."""
    table.write("ann", "READY")
    assert table.adjudicate()
    table.write("bob", f"{ATTACK}\nREADY")
    assert table.adjudicate()


def unsent(table: Table) -> list[int]:
    return [mail.id or 0 for mail in table.mails() if mail.state == NEW]


def sent_backwards(table: Table) -> dict[str, list[int]]:
    """Every mail by the newest first, again and again until all are out; what each player got."""
    got: dict[str, list[int]] = defaultdict(list)
    rcpt_of = {mail.id: mail.rcpt for mail in table.mails()}
    while waiting := unsent(table):
        for mail in reversed(waiting):
            if deliver(table.service, mail, table.post):
                got[rcpt_of[mail]].append(mail)
    return got


def test_a_report_comes_before_the_bulletin_of_its_turn(table: Table) -> None:
    report_and_bulletin(table)
    got = sent_backwards(table)
    kinds = {mail.id: mail.kind for mail in table.mails()}
    told = [kinds[mail] for mail in got["cat@example.org"]]
    assert told[-2:] == ["turn", "bulletin"]
    assert all(mails == sorted(mails) for mails in got.values())


def test_a_mail_that_fails_holds_up_no_other(table: Table) -> None:
    report_and_bulletin(table)
    sends = iter([False])

    def fails_once(mail_from: str, rcpt: str, raw: bytes) -> tuple[bool | None, str]:
        return (
            (None, "try again") if next(sends, True) is False else table.post(mail_from, rcpt, raw)
        )

    first, second = [m.id or 0 for m in table.mails("cat") if m.state == NEW][-2:]
    for mail in [m.id or 0 for m in table.mails("cat") if m.state == NEW][:-2]:
        assert deliver(table.service, mail, table.post)
    assert not deliver(table.service, second, table.post), "the first is still to go"
    assert not deliver(table.service, first, fails_once)
    assert deliver(table.service, second, table.post)


def test_a_mail_takes_few_statements(table: Table) -> None:
    report_and_bulletin(table)
    mails = iter(m.id or 0 for m in table.mails("cat") if m.state == NEW)
    assert deliver(table.service, next(mails), table.post)
    engines = (table.database.engine, table.database.read_engine)
    taken: list[str] = []

    def keep(_own: object, _cursor: object, statement: str, *_: object) -> None:
        taken.append(statement)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", keep)
    assert deliver(table.service, next(mails), table.post)
    for engine in engines:
        event.remove(engine, "before_cursor_execute", keep)
    # Two are for the picture that is drawn.
    assert len(taken) <= 13, taken
