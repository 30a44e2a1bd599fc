"""Seats that are offered: the list, the first TAKE, and what the newcomer finds (R12.7)."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import select

from pbem.cli import main
from pbem.database import Database, lock_game
from pbem.models import Letter, OperatorNotice, Outbox, Person, Seat
from pbem.service.context import ServiceRefusal
from pbem.service.mailing.outbox import lock_seat
from pbem.service.named_games import NoSuchGame
from pbem.service.seats.standby import asked_for, offer
from pbem.service.seats.standby_list import add_standby, list_standby, remove_standby
from pbem.service.snapshots import load_game
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.newcomers import code_in, mails_to, take_line, write_from
from tests.support.service_rows import FNORD, TURN, Table, new_table, one_line

ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"
EVE, FAY = "eve@example.org", "fay@example.org"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def offer_seat(table: Table, name: str) -> None:
    with table.database.write() as session:
        game = lock_game(session, table.game_id)
        assert game is not None
        snapshot = load_game(session, table.game_id)
        seat = lock_seat(session, snapshot.seats[name])
        assert offer(GameTx(table.service, session, table.clock(), game), seat, "moderator")
    table.clock.on(minutes=1)


# --- the list -------------------------------------------------------------------------------


def test_a_player_puts_himself_on_the_list_and_off_it(table: Table) -> None:
    assert "you are asked whether you want it" in one_line(table.write("bob", "STANDBY"))
    assert [line.email for line in list_standby(table.service)] == ["bob@example.org"]
    assert "no longer asked" in one_line(table.write("bob", "STANDBY OFF"))
    assert list_standby(table.service) == []
    assert "not on the standby list" in one_line(table.write("bob", "STANDBY OFF"))


def test_who_has_no_seat_writes_to_the_service(table: Table) -> None:
    assert add_standby(table.service, EVE, name="Eve")
    assert not add_standby(table.service, EVE)
    told = write_from(table, EVE, "STANDBY OFF")
    assert told is not None
    told = write_from(table, EVE, f"STANDBY OFF {code_in(told)}")
    assert told is not None and "off the standby list" in told.subject
    assert list_standby(table.service) == []
    told = write_from(table, EVE, "standby.")
    assert told is not None
    told = write_from(table, EVE, f"standby {code_in(told)}.")
    assert told is not None and "on the standby list" in told.subject
    assert list_standby(table.service)[0].player == "Eve"


def test_a_stranger_is_no_standby_player(table: Table) -> None:
    told = write_from(table, "mal@example.org", "STANDBY")
    assert told is not None and told.kind == "lobby_help"
    assert list_standby(table.service) == []


def test_the_operator_keeps_the_list(table: Table) -> None:
    add_standby(table.service, EVE, "Fnord-7")
    add_standby(table.service, FAY)
    assert [line.game for line in list_standby(table.service, "Fnord-7")] == ["Fnord-7", ""]
    assert remove_standby(table.service, EVE, "Fnord-7")
    assert mails_to(table, EVE)[-1].subject == "You are off the standby list"
    assert not remove_standby(table.service, EVE)
    assert isinstance(add_standby(table.service, "nobody"), ServiceRefusal)
    with pytest.raises(NoSuchGame, match="did you mean Fnord-7[?]"):
        add_standby(table.service, EVE, "Fnord-8")
    assert isinstance(remove_standby(table.service, "mal@example.org"), ServiceRefusal)


# --- the offer ------------------------------------------------------------------------------


def test_the_games_own_people_and_then_all_others_are_asked(table: Table) -> None:
    add_standby(table.service, FAY)
    add_standby(table.service, EVE, "Fnord-7")
    table.write("bob", "STANDBY")
    offer_seat(table, "cat")
    asked = [mail.rcpt for mail in table.mails(kind="standby_offer")]
    assert asked == [EVE, FAY], "bob plays in this game already"
    text = one_line(table.mails(kind="standby_offer")[0].text)
    assert "It is turn 5; ann is to move" in text
    assert "Network" in text and "STANDINGS" in text
    assert "Swiss" not in text, "what bob holds is his secret"
    assert "The clock: 3 days a turn; 18 hours for answers" in text


def test_nobody_on_the_list_is_said_to_the_moderator(table: Table) -> None:
    offer_seat(table, "cat")
    with table.database.read() as session:
        notice = session.exec(select(OperatorNotice).where(OperatorNotice.kind == "seat")).one()
    assert "the standby list is empty" in notice.text
    assert "REPLACE cat BY" in notice.text


def test_who_comes_onto_the_list_later_is_asked_too(table: Table) -> None:
    offer_seat(table, "cat")
    add_standby(table.service, EVE)
    assert [mail.rcpt for mail in table.mails(kind="standby_offer")] == [EVE]


def test_who_was_asked_is_told_although_he_left_the_list(table: Table) -> None:
    add_standby(table.service, EVE, "Fnord-7")
    add_standby(table.service, FAY)
    offer_seat(table, "cat")
    add_standby(table.service, "gus@example.org", "")
    remove_standby(table.service, EVE)
    remove_standby(table.service, FAY)
    with table.database.read() as session:
        asked = [player.email for player in asked_for(session, table.seat("cat"))]
    assert asked == [EVE, FAY, "gus@example.org"]
    table.write("cat", "PASS")
    told = one_line(mails_to(table, EVE)[-1].text)
    assert "if you are on the standby list, you stay on it" in told, "she is not"


def test_coming_back_withdraws_the_offer_and_tells_who_was_asked(table: Table) -> None:
    add_standby(table.service, EVE)
    offer_seat(table, "cat")
    line = take_line(table, EVE)
    table.write("cat", "RESERVE 3")
    assert "no longer free" in mails_to(table, EVE)[-1].subject
    told = write_from(table, EVE, line)
    assert told is not None and "no longer free" in told.subject
    assert table.seat("cat").person_id != player(table, EVE).id


# --- taking ---------------------------------------------------------------------------------


def player(table: Table, email: str) -> Person:
    with table.database.read() as session:
        return session.exec(select(Person).where(Person.email == email)).one()


def test_the_first_to_take_a_seat_has_it_and_the_second_is_told(table: Table) -> None:
    add_standby(table.service, EVE)
    add_standby(table.service, FAY)
    offer_seat(table, "cat")
    first, second = take_line(table, FAY), take_line(table, EVE)
    write_from(table, FAY, first)
    assert table.seat("cat").person_id == player(table, FAY).id
    told = write_from(table, EVE, second)
    assert told is not None and "no longer free" in told.subject
    assert table.seat("cat").person_id == player(table, FAY).id
    again = write_from(table, FAY, first)
    assert again is not None and "play in this game already" in again.subject


def test_anothers_code_takes_nothing(table: Table) -> None:
    add_standby(table.service, EVE)
    add_standby(table.service, FAY)
    offer_seat(table, "cat")
    told = write_from(table, FAY, take_line(table, EVE))
    assert told is not None and "does not take the seat" in told.subject
    for line in ("TAKE Fnord-9 cat AAAAAAAA", "TAKE Fnord-7 zed AAAAAAAA"):
        told = write_from(table, FAY, line)
        assert told is not None and "no such seat" in told.subject
    assert table.seat("cat").person_id == player(table, "cat@example.org").id


def test_a_newcomer_is_sent_everything_and_all_are_told(table: Table) -> None:
    table.write("cat", "RESERVE 3")
    add_standby(table.service, EVE, name="Eve")
    offer_seat(table, "cat")
    write_from(table, EVE, take_line(table, EVE))
    welcome, report = [mail for mail in mails_to(table, EVE) if mail.seat_id][:2]
    assert (welcome.kind, report.kind) == ("seat_welcome", "turn")
    assert "RESERVE 3" in welcome.text
    assert "Network" in report.text
    for seat in ("ann", "bob", "dee"):
        assert "Eve plays cat" in table.mails(seat, "seat_taken")[0].subject
    assert "somebody else plays your seat" in mails_to(table, "cat@example.org")[-1].subject
    assert table.seat("cat").policies == ["RESERVE 3"]
    assert list_standby(table.service)[0].email == EVE, "she stays on the list of all games"


def test_the_former_player_no_longer_writes_for_the_seat(table: Table) -> None:
    add_standby(table.service, EVE)
    old = table.address("cat")
    unread = table.send("cat", "RESERVE 4")
    offer_seat(table, "cat")
    write_from(table, EVE, take_line(table, EVE))
    assert table.letter(unread).note == "not read: somebody else plays the seat now"
    assert old != table.address("cat")
    write_from(table, "cat@example.org", "RESERVE 5", old)
    assert table.seat("cat").policies == []
    assert "COVERED" in table.write("cat", "RESERVE 6", sender=EVE)
    assert table.seat("cat").policies == ["RESERVE 6"]


def test_the_mover_who_takes_over_has_a_full_phase_and_an_empty_sheet(table: Table) -> None:
    add_standby(table.service, EVE)
    table.write("ann", ATTACK)
    offer_seat(table, "ann")
    table.clock.on(hours=50)
    write_from(table, EVE, take_line(table, EVE))
    assert table.filed("ann") == []
    assert table.game().deadline_at == table.clock() + TURN
    assert "gets the full" in one_line(table.mails("bob", "seat_taken")[0].text)


def test_a_deadline_of_others_stays(table: Table) -> None:
    add_standby(table.service, EVE)
    deadline_at = table.game().deadline_at
    offer_seat(table, "cat")
    table.clock.on(hours=50)
    write_from(table, EVE, take_line(table, EVE))
    assert table.game().deadline_at == deadline_at


def test_a_longer_deadline_is_not_made_shorter(table: Table) -> None:
    table.write("ann", "AWAY UNTIL 30 Nov")
    deadline_at = table.game().deadline_at
    assert deadline_at is not None
    add_standby(table.service, EVE)
    offer_seat(table, "ann")
    write_from(table, EVE, take_line(table, EVE))
    assert table.game().deadline_at == deadline_at > table.clock() + TURN
    assert deadline_at - table.clock() > timedelta(days=9)


def test_a_line_quoted_from_the_offer_takes_nothing(table: Table) -> None:
    add_standby(table.service, EVE)
    offer_seat(table, "cat")
    write_from(table, EVE, f"Let me think about it.\n\n> {take_line(table, EVE)}")
    assert table.seat("cat").person_id == player(table, "cat@example.org").id


def test_every_letter_about_a_seat_is_closed(table: Table) -> None:
    add_standby(table.service, EVE)
    offer_seat(table, "cat")
    write_from(table, EVE, take_line(table, EVE))
    with table.database.read() as session:
        outcomes = [
            row.outcome for row in session.exec(select(Letter).where(Letter.mail_from == EVE))
        ]
    assert outcomes == ["standby"]


def test_every_mail_about_a_seat_can_be_sent(table: Table) -> None:
    add_standby(table.service, EVE)
    offer_seat(table, "cat")
    write_from(table, EVE, take_line(table, EVE))
    table.clock.on(seconds=5)
    while table.sweep():
        pass
    with table.database.read() as session:
        assert {row.state for row in session.exec(select(Outbox))} == {"sent"}
    sent = [raw for _, rcpt, raw in table.post.sent if rcpt == EVE]
    offered, welcome = (next(r for r in sent if word in r) for word in (b"TAKE Fnord", b"Welcome"))
    assert table.token("cat").encode() in welcome
    dismissed = next(raw for _, rcpt, raw in table.post.sent if b"somebody else plays" in raw)
    for raw in (offered, dismissed):
        assert table.token("cat").encode() not in raw


# --- the command line -----------------------------------------------------------------------


def test_the_command_line_keeps_the_list(tmp_path: Path) -> None:
    where = {"PBEM_DATABASE__URL": f"sqlite:///{tmp_path / 'pbem.db'}"}
    run = CliRunner()

    def pbem(*words: str) -> str:
        found = run.invoke(main, list(words), env=where)
        assert found.exit_code == 0, found.output
        return found.output

    pbem("migrate")
    assert "on the standby list of all games." in pbem("standby", "add", EVE, "--name", "Eve")
    assert "already" in pbem("standby", "add", EVE)
    (line,) = json.loads(pbem("standby", "list", "--json"))
    assert (line["player"], line["email"], line["game"]) == ("Eve", EVE, "")
    assert "no longer asked" in pbem("standby", "remove", EVE)
    assert "Nobody is on the standby list" in pbem("standby")
    wrong = run.invoke(main, ["standby", "add", "nobody"], env=where)
    assert wrong.exit_code != 0 and "not a mail address" in wrong.output


BEREFT = FNORD.replace(
    'groups = [{ id = "cia", master = "gnomes-of-zurich", arrow = "E", money = 4 }]', ""
).replace('turns_taken = 1\nhand = ["swiss', 'turns_taken = 2\nhand = ["swiss')
"""Bob has no group, and is out if he ends his third turn so (R10.1)."""


def test_a_seat_that_is_eliminated_is_no_longer_offered(
    sqlite_database: Database, settings: Settings
) -> None:
    table = new_table(sqlite_database, settings, position=BEREFT)
    assert add_standby(table.service, EVE)
    table.run_turn()
    report = one_line(table.report("bob").text.replace("|", " "))
    assert "YOU NEED A GROUP: without one at the end of this turn you are out" in report
    assert "YOU NEED A GROUP" not in table.report("cat").text
    offer_seat(table, "bob")
    line = take_line(table, EVE)
    table.run_turn()
    assert "nothing left of it to play" in one_line(mails_to(table, EVE)[-1].text)
    write_from(table, EVE, line)
    assert "or it is out of the game" in one_line(mails_to(table, EVE)[-1].text)
    report = one_line(table.report("bob").text.replace("|", " "))
    assert "you were eliminated" in report and "Out of the game: you" not in report
    answer = one_line(table.write("bob", "PASS"))
    assert "You are out of the game, so no order of yours can be carried out. (R10.1)" in answer
    assert "Welcome back" not in answer
    assert "These lines could: STATUS | HISTORY | HELP" in one_line(table.write("bob", "oh no!"))


def test_an_offer_says_how_many_turns_were_missed(
    sqlite_database: Database, settings: Settings
) -> None:
    table = new_table(sqlite_database, settings)
    for misses, said in (
        ([True, True], "your last two turns"),
        ([True, False, True, False, True], "three of your last six turns"),
    ):
        with table.database.write() as session:
            seat = session.exec(select(Seat).where(Seat.id == table.seat("bob").id)).one()
            seat.misses = misses
            game = lock_game(session, table.game_id)
            assert game is not None and offer(
                GameTx(table.service, session, table.clock(), game), seat, "missed"
            )
        assert f"nothing came from you for {said}." in one_line(
            table.mails("bob", "seat_offered")[-1].text
        )
        table.clock.on(minutes=1)
        table.write("bob", "STATUS")
