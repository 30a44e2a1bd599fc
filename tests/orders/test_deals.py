"""Offers, standing stances and the advanced options, by letter."""

import pytest
from sqlmodel import col, select

from engine.illuminati import events as ev
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.models import Record
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def happened(table: Table) -> list[ev.Event]:
    with table.database.read() as session:
        rows = session.exec(select(Record).order_by(col(Record.seq))).all()
        return [event for row in rows for event in decode_events(row.events)]


def test_an_offer_reaches_its_receiver_who_accepts_it_by_mail(table: Table) -> None:
    answer = table.write("bob", "OFFER ann 3 MB FOR 1 MB")
    assert "OFFER" in answer
    news = [mail for mail in table.mails() if mail.kind == "news"]
    assert [mail.rcpt for mail in news] == ["ann@example.org"]
    table.write("ann", "ACCEPT 1")
    traded = [event for event in happened(table) if isinstance(event, ev.Traded)]
    assert [(event.seat, event.to, event.money, event.back_money) for event in traded] == [
        ("bob", "ann", 3, 1)
    ]


def test_an_offer_that_is_not_there_is_refused_in_words(table: Table) -> None:
    answer = " ".join(table.write("ann", "ACCEPT 41").split())
    assert "REFUSED" in answer and "41" in answer


@pytest.mark.parametrize("line", ["ACCEPT all", "ACCEPT", "ACCEPT bob", "accept the offer"])
def test_an_answer_to_an_offer_without_its_number_is_told_those_that_are_open(
    table: Table, line: str
) -> None:
    answer = " ".join(table.write("ann", line).split())
    assert "No offer is open that you could accept" in answer and "Try:" not in answer
    table.write("bob", "OFFER ann 3 MB FOR 1 MB")
    table.write("bob", "OFFER cat 3 MB FOR 1 MB")
    table.write("cat", "OFFER ann 2 MB FOR 1 MB")
    answer = " ".join(table.write("ann", line).split())
    assert "Try: ACCEPT 1 | ACCEPT 2" in answer and "41" not in answer and "ACCEPT 3" not in answer


def test_declining_and_countering_without_a_number_name_the_open_offers(table: Table) -> None:
    table.write("bob", "OFFER ann 3 MB FOR 1 MB")
    assert "Try: DECLINE 1" in " ".join(table.write("bob", "DECLINE all").split())
    answer = " ".join(table.write("ann", "COUNTER").split())
    assert "COUNTER 1 " in answer and "41" not in answer
    answer = " ".join(table.write("cat", "COUNTER").split())
    assert "No offer is open that you could counter" in answer


def test_a_stance_stands_and_is_used_when_the_turn_is_run(table: Table) -> None:
    answer = " ".join(table.write("cat", "OPPOSE ann UNTIL 1 MAX 2 ALL IN").split())
    assert "It stands until you change it." in answer
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.sweep()
    spent = [event for event in happened(table) if isinstance(event, ev.Spent)]
    assert [(event.seat, event.is_for, event.payments[0][1]) for event in spent] == [
        ("cat", False, 2)
    ]


def test_an_answer_to_a_line_nobody_announced_is_asked_about(table: Table) -> None:
    answer = " ".join(table.write("cat", "OPPOSE 1 UNTIL 5 MAX 2").split())
    assert "No attack is announced in this game now" in answer
