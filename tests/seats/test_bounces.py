"""Mail that comes back, complaints, and what becomes of a player's addresses; never of his seat."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import BAD, DEAD, DONE, Address, Bounce, OperatorNotice
from pbem.service.arriving.intake import accept
from pbem.service.mailing.proving import register
from pbem.service.players.addresses import list_addresses
from pbem.service.players.tokens import with_tokens
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.newcomers import prove
from tests.support.service_rows import Table, new_table


@pytest.fixture
def table(database: Database, database_url: str) -> Table:
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    settings = Settings.model_validate({"database": {"url": database_url}, "mail": mail})
    return new_table(database, settings)


REPORT = """\
From: Mail Delivery System <mailer-daemon@mx.example.net>
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <{number}@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary=b

--b
Content-Type: text/plain

PASS
READY
--b
Content-Type: message/{part}

{fields}
--b
Content-Type: text/rfc822-headers

From: game@example.org
Message-ID: {about}

--b--
"""


def report(table: Table, seat: str, kind: str, part: str, fields: str, about: str = "") -> int:
    """Store a report that comes to a seat's address, or to the service's own; its id."""
    to = table.address(seat) if seat else "game@example.org"
    text = REPORT.format(
        to=to, kind=kind, part=part, fields=fields, about=about, number=table.clock().timestamp()
    )
    return accept(table.service, text.replace("\n", "\r\n").encode(), to, "")


def bounce(
    table: Table,
    seat: str = "ann",
    code: str = "5.1.1",
    rcpt: str = "ann@example.org",
    about: str = "",
) -> int:
    """A delivery report (RFC 3464), read."""
    action = "failed" if code.startswith("5") else "delayed"
    fields = (
        "Reporting-MTA: dns; mx.example.net\n\n"
        f"Final-Recipient: rfc822; {rcpt}\nAction: {action}\nStatus: {code}"
    )
    letter = report(table, seat, "delivery-status", "delivery-status", fields, about)
    assert table.read(letter) == [] or seat == "ann"
    return letter


def complaint(table: Table, seat: str, about: str) -> int:
    """An abuse report (RFC 5965), read."""
    fields = "Feedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: <ann@example.org>"
    letter = report(table, seat, "feedback-report", "feedback-report", fields, about)
    assert table.read(letter) == []
    return letter


def bad(table: Table) -> list[str]:
    with table.database.read() as session:
        return [row.email for row in session.exec(select(Address).where(Address.state == BAD))]


def notices(table: Table) -> list[str]:
    with table.database.read() as session:
        return [
            row.text
            for row in session.exec(select(OperatorNotice).order_by(OperatorNotice.id)).all()
        ]


def test_one_bounce_of_a_mailbox_that_is_not_there_is_enough(table: Table) -> None:
    letter = bounce(table)
    assert bad(table) == ["ann@example.org"]
    assert (table.letter(letter).state, table.letter(letter).outcome) == (DONE, "bounce")
    assert notices(table) == ["mail to ann@example.org, of ann, comes back (5.1.1)"]
    # Its words are no orders, and reading it again counts nothing.
    assert table.filed("ann") == []
    assert table.read(letter) == []


def test_others_must_come_on_three_days(table: Table) -> None:
    for day in range(3):
        assert bad(table) == []
        for _ in range(2):
            bounce(table, code="5.2.2")
            table.clock.on(minutes=5)
        table.clock.on(hours=24)
        assert (day < 2) == (bad(table) == [])
    assert bad(table) == ["ann@example.org"]
    assert len(notices(table)) == 1


def test_three_days_of_a_year_are_no_sign(table: Table) -> None:
    for _ in range(5):
        bounce(table, code="5.2.2")
        table.clock.on(days=16)
    assert bad(table) == []


def test_what_is_only_late_does_not_count(table: Table) -> None:
    for _ in range(5):
        bounce(table, code="4.2.2")
        table.clock.on(hours=24)
    assert bad(table) == []
    with table.database.read() as session:
        assert session.exec(select(Bounce)).all() == []


def test_a_report_without_a_token_counts_for_nobody(table: Table) -> None:
    letter = bounce(table, seat="", rcpt="ann@example.org")
    assert table.letter(letter).outcome == "bounce"
    assert bad(table) == []


def test_a_report_about_anothers_address_does_not_harm_him(table: Table) -> None:
    bounce(table, rcpt="bob@example.org")
    assert bad(table) == ["ann@example.org"]


def test_the_second_address_is_used_and_told(table: Table) -> None:
    prove(table, "ann@example.org", "ann@home.example")
    bounce(table)
    told = table.mails("ann")[-1]
    assert (told.kind, told.rcpt) == ("address_bad", "ann@home.example")
    assert "mail to ann@example.org comes back (5.1.1). Your seat is safe" in " ".join(
        told.text.split()
    )
    table.run_turn()
    assert table.report("ann").rcpt == "ann@home.example"
    used = [line.email for line in list_addresses(table.service, "ann@example.org") if line.is_used]
    assert used == ["ann@home.example"]


def test_a_report_about_where_mail_is_forwarded_is_about_the_address_in_use(table: Table) -> None:
    prove(table, "ann@example.org", "ann@home.example")
    bounce(table, rcpt="forwarded@elsewhere.example")
    assert bad(table) == ["ann@example.org"]


def test_a_seat_is_never_lost_by_a_bounce(table: Table) -> None:
    bounce(table)
    table.run_turn()
    assert table.report("ann").rcpt == "ann@example.org"
    table.write("ann", "PASS")
    assert table.filed("ann") == ["1: PASS"]


def test_a_good_letter_clears_the_address(table: Table) -> None:
    prove(table, "ann@example.org", "ann@home.example")
    bounce(table)
    table.write("ann", "PASS", sender="ann@home.example")
    assert bad(table) == ["ann@example.org"]
    table.write("ann", "PASS")
    assert bad(table) == []
    assert table.mails("ann")[-1].rcpt == "ann@example.org"
    # What came back before is forgotten with it.
    bounce(table, code="5.2.2")
    assert bad(table) == []


def test_an_operator_may_call_an_address_good(table: Table) -> None:
    bounce(table)
    register(table.service, "ann@example.org", "ann@example.org")
    assert bad(table) == []


@pytest.mark.parametrize(
    ("why", "is_bad"),
    [
        ("550 5.1.1 no such user", True),
        ("550 no", False),
        ("554 5.7.1 relay access denied", False),
    ],
)
def test_a_refusal_at_the_next_server_counts_like_a_bounce(
    table: Table, why: str, is_bad: bool
) -> None:
    mail = table.report("ann")
    assert mail.id is not None
    table.post.answers = [(False, why)]
    assert not deliver(table.service, mail.id, table.post)
    assert table.report("ann").state == DEAD
    assert bad(table) == (["ann@example.org"] if is_bad else [])


def test_a_complaint_stops_that_kind_of_mail(table: Table) -> None:
    about = with_tokens(table.service, table.report("ann")).message_id
    letter = complaint(table, "ann", about)
    assert table.letter(letter).outcome == "complaint"
    assert table.seat("ann").muted == ["turn"]
    assert "mails of the kind turn are no longer sent" in notices(table)[0]
    before = len(table.mails("ann"))
    table.run_turn()
    assert len(table.mails("ann")) == before
    # Answers to letters still come, and the seat is his.
    assert table.write("ann", "STATUS")


def test_a_complaint_may_come_to_the_services_own_address(table: Table) -> None:
    """Providers send theirs to one address; the mail complained of has the seat's token."""
    about = with_tokens(table.service, table.report("ann")).message_id
    complaint(table, "", about)
    assert table.seat("ann").muted == ["turn"]


def test_a_complaint_about_nothing_of_ours_stops_nothing(table: Table) -> None:
    other = with_tokens(table.service, table.report("bob")).message_id
    for seat, about in (("ann", "<nothing@x>"), ("ann", other), ("", "<nothing@x>")):
        complaint(table, seat, about)
        table.clock.on(minutes=1)
    assert [table.seat(seat).muted for seat in ("ann", "bob")] == [[], []]
    assert len(notices(table)) == 3
