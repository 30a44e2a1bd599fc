"""What goes out: text with HTML and picture, or text alone; the same bytes every time."""

from __future__ import annotations

import email
import json
import re
from email.message import EmailMessage
from email.policy import default

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.models import NEW, SENT, Attachment, Outbox, Person, key_of
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table, one_line


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def set_player(table: Table, seat: str, **values: object) -> None:
    with table.database.write() as session:
        wanted = select(Person).where(Person.email == f"{seat}@example.org")
        player = session.exec(wanted).one()
        for name, value in values.items():
            setattr(player, name, value)
        session.add(player)


def send_earlier(table: Table, row: Outbox) -> None:
    """What was written to the seat before goes out first."""
    with table.database.read() as session:
        wanted = select(Outbox.id).where(
            Outbox.seat_id == row.seat_id,
            Outbox.rcpt == row.rcpt,
            Outbox.state == NEW,
            col(Outbox.id) < key_of(row),
        )
        earlier = session.exec(wanted.order_by(col(Outbox.id))).all()
    for outbox_id in earlier:
        assert outbox_id is not None and deliver(table.service, outbox_id, table.post)


def sent(table: Table, row: Outbox) -> EmailMessage:
    """The mail as its recipient gets it, after those that were written to him before."""
    assert row.id is not None
    send_earlier(table, row)
    assert deliver(table.service, row.id, table.post)
    mail = email.message_from_bytes(table.post.sent[-1][2], policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def types(mail: EmailMessage) -> list[str]:
    return [p.get_content_type() for p in mail.walk() if not p.is_multipart()]


def plain(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_a_report_has_html_its_picture_and_the_movers_deadline(table: Table) -> None:
    table.run_turn()
    row = table.report("bob")
    mail = sent(table, row)
    assert types(mail) == ["text/plain", "text/html", "image/png", "text/calendar"]
    assert plain(mail) == row.text
    html = mail.get_body(("html",))
    image = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert html is not None
    assert f'src="cid:{image["Content-ID"][1:-1]}"' in html.get_content()
    # A button writes to the seat's address; nothing else that a reply passes on has the token.
    apart_from_buttons = re.sub(r'href="mailto:[^"]*"', "", html.get_content())
    assert table.token("bob") not in apart_from_buttons + image["Content-ID"]
    assert types(sent(table, table.report("cat"))) == ["text/plain", "text/html", "image/png"]


def test_an_answer_has_html_too(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    mail = sent(table, table.mails("ann")[-1])
    assert types(mail) == ["text/plain", "text/html"]


def test_who_wants_text_gets_text(table: Table) -> None:
    set_player(table, "bob", preferences={"format": "text"})
    table.run_turn()
    mail = sent(table, table.report("bob"))
    assert types(mail) == ["text/plain", "text/calendar"]
    set_player(table, "bob", preferences={})
    assert types(sent(table, table.report("cat"))) == ["text/plain", "text/html", "image/png"]
    table.write("bob", "STATUS")
    assert types(sent(table, table.mails("bob")[-1])) == ["text/plain", "text/html"]


def test_who_wants_json_gets_what_he_may_know(table: Table) -> None:
    set_player(table, "cat", preferences={"json": "on"})
    table.run_turn()
    mail = sent(table, table.report("cat"))
    (part,) = [p for p in mail.walk() if p.get_content_type() == "application/json"]
    known = json.loads(part.get_payload(decode=True))  # type: ignore[arg-type]
    assert known["seat"] == "cat" and known["hand"] == list(table.state().seat("cat").hand)
    assert "hand" not in known["seats"][0]


def test_a_mail_sent_again_has_the_same_bytes(table: Table) -> None:
    table.run_turn()
    row = table.report("bob")
    first = sent(table, row).as_bytes()
    with table.database.write() as session:
        again = session.exec(select(Outbox).where(Outbox.id == row.id)).one()
        assert again.state == SENT
        again.state, again.sent_at = NEW, None
        session.add(again)
    table.clock.on(hours=1)
    assert sent(table, row).as_bytes() == first


def test_the_files_of_a_mail_are_kept_in_order(table: Table) -> None:
    table.run_turn()
    with table.database.read() as session:
        wanted = select(Attachment).where(Attachment.outbox_id == table.report("bob").id)
        rows = session.exec(wanted.order_by(col(Attachment.place))).all()
    assert [(r.place, r.type, r.cid) for r in rows] == [
        (0, "image/png", "structures"),
        (1, "text/calendar", None),
    ]


def test_a_reply_to_the_html_is_read_as_its_new_text(table: Table) -> None:
    """Where a program sends HTML alone, and quotes ours in it."""
    row = table.mails("ann", "turn")[0]
    html = sent(table, row).get_body(("html",))
    assert html is not None
    body = html.get_content().partition("<body")[2].partition(">")[2].partition("</body>")[0]
    reply = (
        f"<div>attack yuppies with mafia<br>ready</div><br><div class=gmail_quote>On Mon, 23 Nov "
        f"2026 at 20:30, Referee wrote:<br><blockquote class=gmail_quote>{body}</blockquote></div>"
    )
    headers = (*table.reply_to(row), 'Content-Type: text/html; charset="utf-8"')
    mails = table.read(table.send("ann", reply, headers=headers))
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "was not read" not in mails[0].text and "not read as an order" not in mails[0].text


def test_a_picture_is_drawn_when_its_mail_goes_out_and_kept_until_it_has(table: Table) -> None:
    table.run_turn()
    row = table.report("cat")
    before = kept(table, row)
    assert before.view is not None and before.content == b""
    send_earlier(table, row)
    tried: list[bytes] = []

    def busy(mail_from: str, rcpt: str, raw: bytes) -> tuple[None, str]:
        tried.append(raw)
        return None, "451 busy"

    assert not deliver(table.service, key_of(row), busy)
    drawn = kept(table, row)
    assert drawn.view == before.view and drawn.content.startswith(b"\x89PNG")
    table.clock.on(hours=1)
    sending = sent(table, row)
    (image,) = [p for p in sending.walk() if p.get_content_type() == "image/png"]
    assert image.get_payload(decode=True) == drawn.content
    assert sending.as_bytes() == email.message_from_bytes(tried[0], policy=default).as_bytes()
    assert kept(table, row).content == b"" and kept(table, row).view == before.view


def test_a_report_sent_again_has_its_picture(table: Table) -> None:
    table.run_turn()
    first = sent(table, table.report("cat"))
    table.write("cat", "RESEND")
    again = sent(table, table.mails("cat", "turn")[-1])
    assert table.mails("cat", "turn")[-1].key.startswith("ack:")
    pictures = [
        [p.get_payload(decode=True) for p in mail.walk() if p.get_content_type() == "image/png"]
        for mail in (first, again)
    ]
    assert pictures[0] == pictures[1] != []


def kept(table: Table, row: Outbox) -> Attachment:
    with table.database.read() as session:
        return session.exec(select(Attachment).where(Attachment.outbox_id == row.id)).one()


def test_a_zone_counts_from_its_own_line_on(table: Table) -> None:
    before = one_line(table.write("ann", "OFFER bob 3 MB FOR 5 MB UNTIL FRI"))
    assert "it ends Fri 27 Nov 2026, 23:59 UTC" in before
    body = "OFFER bob 4 MB FOR 5 MB UNTIL FRI\nSET ZONE berlin\nOFFER bob 3 MB FOR 6 MB UNTIL FRI"
    both = one_line(table.write("cat", body))
    assert "23:59 CET (Europe/Berlin)" in both
    kept = [offer.until_at for offer in table.state().offers if offer.by == "cat"]
    assert kept == ["2026-11-27T23:59Z", "2026-11-27T22:59Z"]


def test_a_language_is_that_of_dates_alone(table: Table) -> None:
    assert "your mails stay English" in one_line(table.write("ann", "SET LANGUAGE german\nPASS"))
    assert "stay English" not in one_line(table.write("ann", "SET DATES iso\nPASS"))
    assert "stay English" not in one_line(table.write("ann", "SET LANGUAGE english\nPASS"))
