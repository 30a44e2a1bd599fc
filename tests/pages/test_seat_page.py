"""A seat's own page: who comes in, what he reads, and that orders there are letters."""

from __future__ import annotations

import re

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Game, Letter, Seat, SeatLink, SeatVisit
from pbem.service.mailing.page_links import pages_url
from pbem.service.players.refusals import suspend
from pbem.service.players.twins import signs_of_twins
from pbem.service.sending.messages import message_of
from pbem.settings import Settings
from tests.support.page_visits import HOME, Device, newest_way, opened_by, way_in, with_pages
from tests.support.service_rows import Table, change, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    table = new_table(sqlite_database, with_pages())
    table.run_turn()
    return table


def visits(table: Table) -> int:
    with table.database.read() as session:
        rows = session.exec(select(SeatVisit)).all()
        return len([row for row in rows if row.ends_at > table.clock()])


# --- the door -----------------------------------------------------------------------------


def test_every_mail_has_a_button_and_the_tables_only_its_digest(table: Table) -> None:
    report = table.report("bob")
    way = way_in(table.service, report)
    assert way.startswith("/seat/enter/")
    handle = way.rpartition("/")[2]
    with table.database.read() as session:
        rows = session.exec(select(SeatLink)).all()
    assert rows and all(handle not in repr(row) for row in rows)
    assert handle not in report.body
    table.write("bob", "STATUS")
    assert way_in(table.service, table.mails("bob")[-1]) not in ("", way)


def test_the_button_is_in_html_and_text_and_is_no_order_when_it_is_quoted(table: Table) -> None:
    mail = message_of(table.service, table.report("bob"), None)
    link = f"{HOME}{way_in(table.service, table.report('bob'))}"
    assert mail.html is not None and f'href="{link}"' in mail.html
    assert mail.text.endswith(f"Open your page:\n{link}\n")
    foot = "\n".join(mail.text.split("\n")[-12:])
    told = table.write("bob", f"PASS\n\n{foot}", headers=table.reply_to(table.report("bob")))
    assert "COVERED" in told and "enter" not in told and "Open your page" not in told


def test_one_browser_with_two_seats_is_a_sign_for_the_operator(table: Table) -> None:
    device = opened_by(table, "bob")
    opened_by(table, "dee")
    assert signs_of_twins(table.service) == []
    device.post(f"{device.at}/leave")
    device.enter(newest_way(table.service, "cat@example.org"))
    (sign,) = signs_of_twins(table.service)
    assert (sign.seats, sign.kind) == (("bob", "cat"), "page")
    assert "opened in one browser" not in device.page


def test_to_look_opens_nothing_and_tells_the_games_name_alone(table: Table) -> None:
    device = Device(table.service)
    page = device.get(newest_way(table.service, "bob@example.org"))
    assert "Fnord-7" in page and "bob" not in page
    assert visits(table) == 0
    assert "Set-Cookie" not in page
    device.get(f"/seat/{table.seat('bob').id}")
    assert device.code == 403


def test_the_button_opens_the_page_of_its_seat_alone(table: Table) -> None:
    device = opened_by(table, "bob")
    assert f"/seat/{table.seat('bob').id}" == device.at
    assert "You are bob" in device.page and "Swiss Bank Account" in device.page
    device.get(f"/seat/{table.seat('ann').id}")
    assert device.code == 403 and "newest mail" in device.page


def test_the_next_report_ends_the_button_but_not_the_visit(table: Table) -> None:
    old = newest_way(table.service, "bob@example.org")
    device = opened_by(table, "bob")
    table.run_turn()
    other = Device(table.service)
    other.get(old)
    assert other.code == 410 and "newest mail" in other.page
    device.get(device.at)
    assert device.code == 200


def test_a_second_device_needs_a_code_that_is_mailed(table: Table) -> None:
    way = newest_way(table.service, "bob@example.org")
    opened_by(table, "bob")
    leaked = Device(table.service)
    assert "A code is on its way" in leaked.enter(way)
    mail = table.mails("bob", "device")[-1]
    assert mail.rcpt == "bob@example.org"
    code = re.search(r"^ {4}([A-Z2-7]{8})$", mail.text, re.M)
    assert code is not None and code[1] not in leaked.page
    leaked.post(way.replace("enter", "code"), code="AAAAAAAA")
    assert leaked.code == 403
    leaked.post(way.replace("enter", "code"), code=code[1].lower())
    assert leaked.code == 200 and "You are bob" in leaked.page
    stranger = Device(table.service)
    stranger.get(way)
    stranger.post(way.replace("enter", "code"), code=code[1])
    assert stranger.code == 403, "a code is for the device that asked for it"


def test_five_wrong_codes_and_three_mails_are_enough(table: Table) -> None:
    way = newest_way(table.service, "bob@example.org")
    opened_by(table, "bob")
    thief = Device(table.service)
    for _ in range(4):
        thief.enter(way)
    assert len(table.mails("bob", "device")) == 3 and "No more codes are mailed" in thief.page
    for _ in range(6):
        thief.get(way)
        thief.post(way.replace("enter", "code"), code="AAAAAAAA")
    with table.database.read() as session:
        assert max(link.tries for link in session.exec(select(SeatLink)).all()) == 5


@pytest.mark.parametrize("end", ["leave", "token", "sitter", "player", "off", "suspended"])
def test_what_ends_a_visit(table: Table, end: str) -> None:
    device = opened_by(table, "bob")
    match end:
        case "leave":
            device.post(f"{device.at}/leave")
        case "off":
            device.save("SET WEB off")
        case "suspended":
            assert suspend(table.service, "bob@example.org", "of a quarrel") is None
        case "token" | "player":
            with table.database.write() as session:
                seat = session.exec(select(Seat).where(Seat.name == "bob")).one()
                if end == "token":
                    seat.token_number += 1
                else:
                    cat = session.exec(select(Seat).where(Seat.name == "cat")).one()
                    seat.person_id = cat.person_id
                session.add(seat)
        case "sitter":
            asked = one_line(table.write("bob", "DELEGATE TO cat UNTIL 30 November"))
            line = asked.partition("send: ")[2].split(" CODE ")
            table.write("bob", f"{line[0]} CODE {line[1].split()[0]}")
    device.get(device.at)
    assert device.code == 403, device.page
    if end == "off":
        table.run_turn()
        assert way_in(table.service, table.report("bob")) == ""


def test_a_sitter_has_a_page_of_his_own(table: Table) -> None:
    asked = one_line(table.write("bob", "DELEGATE TO cat UNTIL 30 November"))
    line = asked.partition("send: ")[2].split(" CODE ")
    table.write("bob", f"{line[0]} CODE {line[1].split()[0]}")
    table.clock.on(minutes=1)
    table.run_turn()
    seat = table.seat("bob").id
    copies = [m for m in table.mails(kind="copy") if m.seat_id == seat]
    device = Device(table.service)
    device.enter(way_in(table.service, copies[-1]))
    assert device.code == 200 and "You are bob" in device.page
    told = device.save("RESIGN")
    assert "Only bob can resign" in one_line(told)


def test_mail_to_other_machines_has_no_button_where_the_world_knows_no_address(
    sqlite_database: Database,
) -> None:
    settings = with_pages().model_copy(deep=True)
    settings.web.__dict__["url"] = ""
    table = new_table(sqlite_database, settings)
    table.run_turn()
    assert way_in(table.service, table.report("bob")) == ""


def test_mail_that_stays_here_has_a_button_to_this_machines_pages() -> None:
    settings = Settings.model_validate({"web": {"port": 8123}})
    assert pages_url(settings, "ann@localhost") == "http://127.0.0.1:8123"
    assert pages_url(settings, "ann@host.localdomain") == "http://127.0.0.1:8123"
    assert pages_url(settings, "ann@example.org") == ""
    cluster = Settings.model_validate({"broker": {"url": "redis://localhost/0"}})
    assert pages_url(cluster, "ann@localhost") == ""


def test_nobody_may_try_for_ever(table: Table) -> None:
    client = Device(table.service).client
    way = newest_way(table.service, "bob@example.org")
    codes = [client.post(way, base_url=HOME).status_code for _ in range(32)]
    assert codes[0] == 400 and codes[-1] == 429
    assert visits(table) == 0


def test_forms_from_elsewhere_are_refused(table: Table) -> None:
    device = opened_by(table, "bob")
    bare = device.client.post(f"{device.at}/orders", base_url=HOME, data={"orders": "PASS"})
    assert bare.status_code == 400
    evil = {"Origin": "https://evil.example"}
    foreign = device.client.post(f"{device.at}/orders", base_url=HOME, headers=evil)
    assert foreign.status_code == 403
    with table.database.read() as session:
        assert session.exec(select(Letter)).all() == []


# --- the sheet ----------------------------------------------------------------------------


def test_lines_are_judged_and_nothing_is_filed(table: Table) -> None:
    device = opened_by(table, "bob")
    before = table.game()
    told = device.check("ATTACK Yuppies WITH C.I.A.\nATTACK Zebra WITH CIA")
    assert re.search(r'class="OK".*ATTACK Yuppies WITH C.I.A.', told, re.S), told
    assert 'class="ASK"' in told and "need" in told
    assert table.game() == before and table.filed("bob") == []
    with table.database.read() as session:
        assert session.exec(select(Letter)).all() == []


def test_saved_orders_are_a_letter_answered_on_the_page_and_mail_goes_on(table: Table) -> None:
    device = opened_by(table, "bob")
    mails = len(table.mails("bob"))
    page = device.save("ATTACK Yuppies WITH C.I.A. SPEND 2")
    assert "The answer" in page and "ATTACK Yuppies WITH C.I.A." in page
    assert len(table.filed("bob")) == 1
    with table.database.read() as session:
        letter = session.exec(select(Letter)).one()
    assert (letter.transport, letter.mail_from) == ("web", "bob@example.org")
    assert len(table.mails("bob")) == mails, "no mail unless it is wished"
    assert "PASS" in table.write("bob", "PASS")
    assert "ATTACK" in table.write("bob", "UNDO")
    assert "ATTACK Yuppies WITH C.I.A." in table.filed("bob")[0]
    device.save("PASS", by_mail="yes")
    assert len(table.mails("bob", "acknowledgement")) == 3
    device.save("UNDO")
    assert "ATTACK Yuppies WITH C.I.A." in table.filed("bob")[0]


def test_what_is_on_file_stands_in_the_sheet_and_an_empty_one_clears_it(table: Table) -> None:
    device = opened_by(table, "bob")
    device.save("ATTACK Yuppies WITH C.I.A.\nTRANSFER 4 FROM C.I.A. TO Gnomes of Zurich")
    draft = re.search(r"<textarea[^>]*>([^<]*)</textarea>", device.page)
    assert draft is not None and "ATTACK Yuppies WITH C.I.A." in draft[1]
    page = device.save(draft[1])
    assert "The answer" in page
    assert table.filed("bob") == [
        "1: ATTACK Yuppies WITH C.I.A.",
        "2: TRANSFER 4 FROM C.I.A. TO Gnomes of Zurich",
    ]
    device.save("")
    assert table.filed("bob") == []


def test_quotes_are_orders_like_any_other_line(table: Table) -> None:
    device = opened_by(table, "bob")
    device.save("On Monday, 2 Nov 2026, the referee wrote:\n> PASS\nATTACK Yuppies WITH C.I.A.")
    assert table.filed("bob") == ["1: ATTACK Yuppies WITH C.I.A."]


def test_nothing_is_overwritten_silently(table: Table) -> None:
    one, two = opened_by(table, "bob"), opened_by(table, "bob").page
    assert two
    one.get(one.at)
    table.write("bob", "ATTACK Yuppies WITH C.I.A.")
    page = one.post(f"{one.at}/orders", orders="PASS")
    assert one.code == 409
    assert "Not filed" in page and "ATTACK Yuppies WITH C.I.A." in page
    assert ">PASS</textarea>" in page, "what was typed is kept"
    assert "ATTACK" in table.filed("bob")[0]
    one.post(f"{one.at}/orders", orders="PASS")
    assert "PASS" in table.filed("bob")[0]


def test_a_form_that_is_sent_twice_counts_once(table: Table) -> None:
    device = opened_by(table, "bob")
    device.get(device.at)
    form = device.page
    device.post(f"{device.at}/orders", orders="PASS")
    device.page = form
    device.post(f"{device.at}/orders", orders="PASS")
    with table.database.read() as session:
        assert len(session.exec(select(Letter)).all()) == 1


def test_a_code_is_mailed_and_never_shown(table: Table) -> None:
    device = opened_by(table, "bob")
    assert "[hidden]" in device.check("RESIGN")
    page = one_line(device.save("RESIGN"))
    mail = one_line(table.mails("bob", "acknowledgement")[-1].text)
    code = mail.partition("send: RESIGN ")[2].split()[0]
    assert len(code) == 8 and code not in page
    assert "RESIGN [hidden]" in page
    device.save(f"RESIGN {code}")
    assert table.seat("bob").resigns_at is not None


def test_choices_are_legal_and_the_button_adds_them(table: Table) -> None:
    device = opened_by(table, "bob")
    lines = re.findall(r'name="add" value="([^"]+)"', device.page)
    assert lines
    page = device.post(f"{device.at}/check", orders="# mine", add=lines[0])
    assert f"# mine\n{lines[0]}</textarea>" in page
    amounts = re.findall(r'<option value="([^"]+ SPEND 2)"', device.page)
    assert amounts and 'class="REFUSED"' not in device.check(amounts[0])


def test_what_is_announced_is_answered_on_the_page(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, with_pages(), pace="announce")
    table.write("ann", "ATTACK C.I.A. WITH Mafia SPEND 1\nREADY")
    table.run_turn()
    device = opened_by(table, "bob")
    assert "You are asked for answers" in device.page
    lines = re.findall(r'<option value="(GUARD 1 MAX 2)"[^>]*>([^<]+)<', device.page)
    assert lines and "need" in lines[0][1]
    assert "GUARD 1 MAX 2" in device.save(lines[0][0])
    page = device.get(device.at)
    assert ">GUARD 1 MAX 2</textarea>" in page
    assert "GUARD" in table.write("bob", "STATUS"), "the letter knows the page"


def test_after_the_end_the_page_still_reads_and_answers(table: Table) -> None:
    device = opened_by(table, "bob")

    def end(game: Game) -> None:
        game.phase, game.deadline_at, game.due_at = "finished", None, None

    change(table, end)
    page = device.get(device.at)
    assert "The game is over" in page and "A letter to the referee" in page
    assert 'class="OK"' in device.check("HISTORY")
    assert "The answer" in device.save("HISTORY")


def test_a_policy_is_a_form(table: Table) -> None:
    device = opened_by(table, "bob")
    device.post(f"{device.at}/policy", verb="RESERVE", amount="3")
    assert list(table.seat("bob").policies) == ["RESERVE 3"]
    device.post(f"{device.at}/policy", verb="EVIL", amount="3")
    assert device.code == 400


# --- history ------------------------------------------------------------------------------


def test_history_board_log_and_talk(table: Table) -> None:
    table.write("ann", "SAY TO bob:\nI come in peace.\n")
    table.write("ann", "SAY TO cat:\nbob is doomed.\n")
    table.run_turn()
    device = opened_by(table, "bob")
    history = device.get(f"{device.at}/history")
    links = re.findall(r"/seat/\d+/report/\d+", history)
    assert len(links) >= 2
    widths = re.findall(r'polyline class="series-\d" stroke-width="([\d.]+)"', history)
    assert widths[:4] == sorted(set(widths), key=float, reverse=True), "equal lines can be seen"
    assert "Fnord-7" in device.get(links[-1])
    talk = device.get(f"{device.at}/talk")
    assert "I come in peace." in talk and "doomed" not in talk
    assert "peace" in device.get(f"{device.at}/log?q=peace")
    assert "[Fnord-7]" not in device.get(f"{device.at}/log?q=peace"), "the page says it above"
    assert "No lines with" in device.get(f"{device.at}/log?q=is+doomed")
    board = device.get(f"{device.at}/board?turn=5")
    assert "card-cia" in board and 'rel="next"' in board
    other = opened_by(table, "ann")
    other.get(links[-1].replace(f"/seat/{table.seat('bob').id}/", f"/seat/{table.seat('ann').id}/"))
    assert other.code == 404, "a report of another seat"


def test_a_card_tells_who_could_attack_it(table: Table) -> None:
    device = opened_by(table, "bob")
    assert f'href="{device.at}/card/yuppies"' in device.page
    card = device.get(f"{device.at}/card/yuppies")
    assert "Yuppies" in card and "Who could attack it" in card and "ATTACK Yuppies" in card
    device.get(f"{device.at}/card/nothing")
    assert device.code == 404
