"""The console's page of the service as a whole: what waits and failed, each with its buttons."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.game_settings import GameSettings
from pbem.models import DEAD, DONE, HELD, NEW, Game, Letter, Outbox, Person, Setting
from pbem.service.due.health import backlog
from pbem.service.due.heartbeats import record_heartbeat
from pbem.service.game_settings import save_game_settings
from pbem.service.players.refusals import is_refused, refuse_address
from tests.support.console_visits import MO, Visitor, add_moderator, visitor
from tests.support.rows import add_letter, add_mail
from tests.support.service_rows import Table

OP = "op@example.org"


@pytest.fixture
def op(quick: Table) -> Visitor:
    """Who moderates every game, and has come in."""
    add_moderator(quick.database, quick.service.settings, OP, None)
    visiting = visitor(quick)
    visiting.enter(OP)
    return visiting


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def letter(session: Session, digest: str, **changes: object) -> int:
    values = {"state": DEAD, "attempts": 3, "error": "Traceback\nValueError: no Such thing"}
    return add_letter(session, digest, **(values | changes))


def state_of(table: Table, kind: type[Letter] | type[Outbox], number: int) -> tuple[str, str]:
    with table.database.read() as session:
        row = session.get(kind, number)
        assert isinstance(row, Letter | Outbox)
        return row.state, row.problem if isinstance(row, Outbox) else row.note or ""


def test_only_who_moderates_every_game_sees_the_page(quick: Table) -> None:
    mo = visitor(quick)
    page = mo.enter(MO)
    assert "/console/system" not in page
    mo.get("/console/system")
    assert mo.code == 404
    mo.get("/console/")
    mo.post("/console/system/do", do="flush", row="")
    assert mo.code == 404


def test_the_page_tells_what_waits_and_who_is_alive(quick: Table, op: Visitor) -> None:
    now = quick.clock()
    record_heartbeat(quick.database, ("sweeper", "worker"), now - timedelta(seconds=20))
    with quick.database.write() as session:
        old = (now - timedelta(minutes=5)).isoformat(timespec="microseconds")
        session.add(Setting(name="beat:worker:far-away:77", value=old))
        add_letter(session, "waits", received_at=now - timedelta(minutes=3))
    page = text_of(op.get("/console/system"))
    assert op.code == 200 and ">System<" in op.page
    assert "Unread letters 1, the oldest since" in page and "(3 minutes ago)" in page
    assert re.search(r"worker far-away 77 silent", page), page
    assert page.count("alive") == 2
    assert "No letter has failed." in page and "No mail was given up." in page
    assert re.search(r"The database takes [\d.]+ MB. Its disk is \d+ % full; [\d.]+ GB", page)


def test_without_a_sweeper_the_page_says_that_nothing_is_done(quick: Table, op: Visitor) -> None:
    assert "No sweeper and no worker has been heard of" in op.get("/console/system")


def test_each_button_sees_to_its_row(quick: Table, op: Visitor) -> None:
    with quick.database.write() as session:
        again, gone = letter(session, "again"), letter(session, "gone")
        mail = {"state": DEAD, "problem": "rejected", "error": "550 no such user"}
        sent = add_mail(session, "mail:1", **mail)
        lost = add_mail(session, "mail:2", **mail)
        slow = add_mail(session, "mail:3", attempts=2, error="421 later")
    page = op.get("/console/system")
    assert "ValueError: no Such thing" in page and "550 no such user" in page
    assert backlog(quick.database, quick.clock()).dead_mails == 2
    told = [
        (op.get("/console/system"), text_of(op.post("/console/system/do", do=do, row=str(row))))[1]
        for do, row in (
            ("retry-letter", again),
            ("drop-letter", gone),
            ("retry-mail", sent),
            ("drop-mail", lost),
            ("flush", ""),
        )
    ]
    assert f"Letter {again} will be read again" in told[0]
    assert f"Letter {gone} is dropped: it is kept, and not read again." in told[1]
    assert f"Mail {sent} will be sent within a second." in told[2]
    assert f"Mail {lost} is dropped: nobody gets it." in told[3]
    assert "Every mail that was tried in vain is sent now." in told[4]
    assert state_of(quick, Letter, again) == (NEW, "")
    assert state_of(quick, Letter, gone) == (DONE, "dropped by the operator")
    assert state_of(quick, Outbox, sent)[0] == NEW
    assert state_of(quick, Outbox, lost) == (DEAD, "dropped")
    waits = backlog(quick.database, quick.clock())
    assert (waits.dead_letters, waits.dead_mails) == (0, 0)
    with quick.database.read() as session:
        row = session.get_one(Outbox, slow)
        assert row.next_try_at == quick.clock()


@pytest.mark.parametrize(
    ("do", "row"),
    [("retry-letter", "999"), ("retry-letter", "x"), ("nonsense", "1"), ("drop-mail", "9" * 30)],
)
def test_what_is_not_there_is_refused_and_nothing_breaks(op: Visitor, do: str, row: str) -> None:
    op.get("/console/system")
    assert "There is no such row here." in op.post("/console/system/do", do=do, row=row)
    assert op.code == 422


def test_a_form_sent_twice_does_its_work_once(quick: Table, op: Visitor) -> None:
    with quick.database.write() as session:
        number = letter(session, "again")
    op.get("/console/system")
    fields = {"csrf": op.csrf, "key": op.key, "do": "retry-letter", "row": str(number)}
    assert op.send("/console/system/do", fields).status_code == 200
    again = op.send("/console/system/do", fields)
    assert again.status_code == 409 and "nothing is done twice" in again.text
    other = op.send("/console/system/do", fields | {"do": "flush", "row": ""})
    assert other.status_code == 200, "another button of the same page is not that form"


def test_held_senders_and_refused_addresses_can_be_let_in(quick: Table, op: Visitor) -> None:
    number = quick.send("ann", "STATUS", sender="stranger@example.net")
    quick.read(number)
    assert refuse_address(quick.service, "@spam.example", "a flood") is None
    page = text_of(op.get("/console/system"))
    assert f"{number} Fnord-7, ann stranger@example.net" in page and "a flood" in page
    told = text_of(op.post("/console/system/do", do="release-letter", row=str(number)))
    assert f"Letter {number}: It will be read within a second." in told
    told = text_of(op.post("/console/system/do", do="accept-address", row="@spam.example"))
    assert "Letters from @spam.example are read again." in told
    with quick.database.read() as session:
        assert not is_refused(session, "x@spam.example")
        assert session.exec(select(Letter.outcome).where(col(Letter.id) == number)).one() != HELD


def test_who_plays_learns_nothing_of_his_rivals(quick: Table) -> None:
    """Ann moderates every game and plays in this one: its rows are its own page's."""
    add_moderator(quick.database, quick.service.settings, "ann@example.org", None)
    ann = visitor(quick)
    ann.enter("ann@example.org")
    before = ann.get_bare("/console/system")
    with quick.database.write() as session:
        seat = quick.seat("bob").id
        dead = letter(session, "d", game_id=quick.game_id, seat_id=seat, mail_from="bob@x.example")
        add_letter(session, "new", game_id=quick.game_id, received_at=quick.clock())
        add_mail(session, "m", game_id=quick.game_id, seat_id=seat, attempts=1, error="bob@x")
    page = ann.get_bare("/console/system")
    assert "bob" not in page and "1 more is of games in which you have a seat" in page
    with quick.database.write() as session:
        for row in session.exec(select(Letter).where(Letter.state == DEAD)).all():
            session.delete(row)
    sizeless = re.compile(r"The database takes.*?free", re.DOTALL)
    assert sizeless.sub("", ann.get_bare("/console/system")) == sizeless.sub("", before)
    ann.get("/console/system")
    assert "no such row" in ann.post("/console/system/do", do="retry-letter", row=str(dead))


def test_a_blind_moderator_sees_no_error_that_tells_words(quick: Table, op: Visitor) -> None:
    with quick.database.write() as session:
        letter(session, "d", game_id=quick.game_id, seat_id=quick.seat("bob").id)
        game = session.exec(select(Game)).one()
        save_game_settings(game, GameSettings(blind=True))
        session.add(game)
    page = op.get("/console/system")
    assert "ValueError" not in page and "(hidden: you play, or the game is blind)" in page


def test_the_page_of_people_is_the_operators_alone(quick: Table) -> None:
    mo = visitor(quick)
    assert "/console/people" not in mo.enter(MO)
    mo.get("/console/people")
    assert mo.code == 404


def test_people_are_suspended_and_renamed_on_their_page(quick: Table, op: Visitor) -> None:
    assert "There is no sign that two seats" in op.get("/console/people")
    page = text_of(op.post("/console/people/do", do="suspend-person", row="cat@example.org"))
    assert "have no effect and get no answer" in page and "cat, cat@example.org" in page
    op.get("/console/people")
    page = text_of(op.post("/console/people/do", do="restore-person", row="cat@example.org"))
    assert "count again" in page and "Nobody is suspended." in page
    op.get("/console/people")
    op.post("/console/people/do", do="rename-person", row="cat@example.org")
    assert "is called Player" in op.page
    op.get("/console/people")
    op.post("/console/people/do", do="rename-game", row="No-such-game")
    assert op.code == 422
    op.get("/console/people")
    op.post("/console/people/do", do="refuse-address", row="@spam.example")
    with quick.database.read() as session:
        assert is_refused(session, "eve@spam.example")


def test_a_sign_of_twins_is_on_the_page_but_of_no_game_of_its_reader(
    quick: Table, op: Visitor
) -> None:
    with quick.database.write() as session:
        dee = session.exec(select(Person).where(Person.email == "dee@example.org")).one()
        dee.email = "bob+dee@example.org"
        session.add(dee)
    assert "both have an address of the mailbox bob@example.org" in op.get("/console/people")
    add_moderator(quick.database, quick.service.settings, "ann@example.org", None)
    ann = visitor(quick)
    ann.enter("ann@example.org")
    page = text_of(ann.get("/console/people"))
    assert "There is no sign" in page and "Games in which you have a seat are left out." in page
