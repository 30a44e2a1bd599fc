"""Letters of a seat or a sender that wait for a moderator: by mail, command line and console."""

from __future__ import annotations

import pytest

from pbem.database import Database
from pbem.models import DONE, NEW, Moderator
from pbem.service.arriving.intake import accept
from pbem.service.due.reminding import ring
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.settings import Settings
from tests.support.console_visits import MO, add_moderator, visitor
from tests.support.moderating_letters import EVE, make, write
from tests.support.service_rows import Table, letter_text, new_table, one_line


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def eve(table: Table) -> Moderator:
    return make(table, EVE, "Eve")


def told(table: Table, line: str) -> str:
    """What the operator is answered whose line is done."""
    (found,) = run_commands(table.service, table.game_id, line, OPERATOR)
    assert found.is_done, found.answer
    return found.answer


def refused(table: Table, line: str) -> str:
    (found,) = run_commands(table.service, table.game_id, line, OPERATOR)
    assert not found.is_done, found.answer
    return found.answer


def put(table: Table, seat: str, body: str, **more: str) -> int:
    """A letter that is stored and looked at; its number."""
    letter = table.send(seat, body, **more)
    table.read(letter)
    table.clock.on(minutes=1)
    return letter


def waits(table: Table, seat: str) -> list[str]:
    """The texts of the mails that tell a seat that its letter waits."""
    return [one_line(mail.text) for mail in table.mails(seat, "letter_waits")]


def test_the_next_letters_of_a_seat_wait_until_they_are_released(
    table: Table, eve: Moderator
) -> None:
    answer = one_line(write(table, eve, "HOLD SEAT ann BECAUSE two people write for it"))
    assert "letter of ann waits for a moderator" in answer and "RELEASE SEAT ann" in answer
    first = put(table, "ann", "ATTACK Yuppies WITH Mafia")
    second = put(table, "ann", "GUARD ALL")
    assert table.filed("ann") == [] and table.letter(first).state == DONE
    assert table.letter(second).state == DONE
    table.write("bob", "GUARD ALL")
    answer = one_line(write(table, eve, "RELEASE SEAT ann"))
    assert f"Letter {first}: It is read now" in answer and f"Letter {second}" in answer
    assert table.letter(first).state == NEW
    table.read(first)
    table.read(second)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "GUARD ALL" in table.seat("ann").policies
    third = put(table, "ann", "STATUS")
    assert table.letter(third).outcome == "orders"


def test_his_player_is_told_once_and_kindly(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    held = [put(table, "ann", "PASS"), put(table, "ann", "READY")]
    (text,) = waits(table, "ann")
    assert "arrived Sat 21 Nov 2026, 12:00 UTC" in text and "waits for the moderator" in text
    assert "need not send it again" in text and "deadline" in text
    assert [mail for mail in table.mails("ann") if mail.key.startswith("ack:")] == []
    assert waits(table, "bob") == []
    told(table, "RELEASE SEAT ann")
    for letter in held:
        table.read(letter)
    told(table, "HOLD SEAT ann")
    put(table, "ann", "WAIT")
    assert len(waits(table, "ann")) == 2, "another hold is another word"


def test_one_letter_is_released_by_its_number(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    first, second = put(table, "ann", "GUARD ALL"), put(table, "ann", "ATTACK Yuppies WITH Mafia")
    assert "It is read now" in told(table, f"RELEASE {second}")
    table.read(second)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    third = put(table, "ann", "PASS")
    assert table.letter(third).state == DONE, "the others wait on"
    answer = told(table, "RELEASE SEAT ann")
    assert f"Letter {first}: It is not used: a later letter" in answer
    assert f"Letter {third}: It is read now" in answer
    text = one_line(table.mails("ann", "act")[-1].text)
    assert "is not used: a later letter" in text and "is read now" in text


def test_a_senders_letters_wait_whatever_seat_they_are_for(table: Table) -> None:
    assert "ann@example.org" in told(table, "HOLD SENDER Ann@Example.org")
    held = put(table, "ann", "PASS")
    assert table.letter(held).state == DONE and table.filed("ann") == []
    put(table, "bob", "GUARD ALL")
    told(table, "RELEASE SENDER ann@example.org")
    table.read(held)
    assert table.filed("ann") == ["1: PASS"]


def test_both_holds_must_end_before_a_letter_is_read(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    told(table, "HOLD SENDER ann@example.org")
    held = put(table, "ann", "PASS")
    told(table, "RELEASE SEAT ann")
    table.read(held)
    assert table.filed("ann") == [], "it waits for the other"
    told(table, "RELEASE SENDER ann@example.org")
    table.read(held)
    assert table.filed("ann") == ["1: PASS"]


def test_a_code_does_not_get_a_letter_past_a_hold(table: Table) -> None:
    letter = put(table, "ann", "PASS", sender="ann@work.example")
    (asked,) = table.mails("ann", "confirm")
    code = asked.text.partition("CONFIRM ")[2].split()[0]
    told(table, "HOLD SEAT ann")
    put(table, "ann", f"CONFIRM {code}")
    table.read(letter)
    assert table.letter(letter).state == DONE and table.filed("ann") == []
    put(table, "ann", f"CONFIRM {code}")
    table.read(letter)
    assert table.letter(letter).state == DONE, "nor when it is sent again"


def test_the_same_letter_by_another_way_is_read_once(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    raw = letter_text("ann@example.org", table.address("ann"), "GIVE 1 TO bob", message_id="<a@b>")
    ids = []
    for rcpt in (table.address("ann"), "game@example.org"):
        ids.append(accept(table.service, raw, rcpt, "ann@example.org", {"dmarc": "pass"}))
        table.read(ids[-1])
        table.read(ids[-1])
    assert [table.letter(one).outcome for one in ids] == ["held", "duplicate"]


def test_moderators_are_told_of_each_letter(table: Table, eve: Moderator) -> None:
    write(table, eve, "HOLD SEAT ann")
    first = put(table, "ann", "PASS")
    ring(table.service, table.game_id, table.clock())
    (mail,) = table.mails(kind="moderator_notice")
    text = one_line(mail.text)
    assert f"Letter {first} of ann waits for a moderator" in text and f"LET {first}" in text
    assert "Sat 21 Nov" in text, "he is told when the turn ends all the same"
    second = put(table, "ann", "READY")
    table.clock.on(hours=2)
    ring(table.service, table.game_id, table.clock())
    text = one_line(table.mails(kind="moderator_notice")[-1].text)
    assert f"Letter {second}" in text and f"Letter {first}" not in text
    listed = write(table, eve, "LETTERS\nSTATUS")
    assert f"LET {second}" in listed and "RELEASE SEAT ann" in one_line(listed)


def test_acts_are_logged_and_others_are_told_of_no_name(table: Table) -> None:
    told(table, "HOLD SEAT ann BECAUSE of a doubt")
    for seat in ("ann", "bob"):
        (mail,) = table.mails(seat, "act")
        text = one_line(mail.text)
        assert "The letters of one player wait for a moderator" in text and "of a doubt" in text
        assert "ann" not in text.replace("ann,", "") or seat == "ann"
    assert "letters wait for the moderator" in table.mails("bob", "act")[0].subject
    told(table, "RELEASE SEAT ann")
    assert "letters are read again" in table.mails("bob", "act")[-1].subject
    log = one_line(table.write("bob", "LOG"))
    assert "wait for a moderator" in log and "read again" in log


def test_a_rollback_leaves_holds(table: Table) -> None:
    table.run_turn()
    table.run_turn()
    told(table, "HOLD SEAT ann")
    told(table, f"ROLLBACK TO TURN {table.game().turn - 1}")
    letter = put(table, "ann", "PASS")
    assert table.letter(letter).state == DONE and table.filed("ann") == []


def test_a_finished_game_holds_nothing(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    told(table, "TERMINATE BECAUSE all have left")
    assert "over" in table.write("ann", "STATUS")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("HOLD SEAT", "the name of one seat"),
        ("HOLD SEAT eve", 'Nobody is called "eve"'),
        ("HOLD SENDER ann", "a mail address"),
        ("HOLD SENDER game@example.org", "referee's own address"),
        ("HOLD ann", "HOLD SEAT bob keeps all"),
        ("RELEASE SEAT ann", "No letters of ann are held"),
        ("RELEASE SENDER ann@example.org", "No letters from ann@example.org are held"),
        ("RELEASE", "such as RELEASE TURN {turn}"),
    ],
)
def test_what_cannot_be_held_is_said(table: Table, line: str, said: str) -> None:
    assert said.format(turn=table.game().turn) in refused(table, line)


def test_what_is_held_already_is_said(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    assert "held already" in refused(table, "HOLD SEAT ann")
    assert "ann" in refused(table, "RELEASE SEAT bob"), "who is held is named"


def test_a_number_that_is_letter_and_turn_is_asked_about(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    letter = put(table, "ann", "PASS")
    while letter < table.game().turn:
        letter = put(table, "ann", "PASS")
    assert letter == table.game().turn
    told(table, "SET RELEASE on")
    told(table, f"PROCESS TURN {letter}")
    table.adjudicate()
    answer = refused(table, f"RELEASE {letter}")
    assert f"RELEASE TURN {letter}" in answer and f"LET {letter}" in answer


def test_who_plays_holds_nobodys_letters_nor_sees_them(table: Table) -> None:
    dee = make(table, "dee@example.org")
    answer = one_line(write(table, dee, "HOLD SEAT ann", sender="dee@example.org"))
    assert "REFUSED" in answer and "when your rivals write" in answer
    told(table, "HOLD SEAT ann")
    put(table, "ann", "PASS")
    ring(table.service, table.game_id, table.clock())
    assert table.mails(kind="moderator_notice") == []
    listed = write(table, dee, "LETTERS\nSTATUS", sender="dee@example.org")
    assert "No letter needs you" in listed and "1 held" not in listed


@pytest.mark.long
def test_by_the_console_too(table: Table) -> None:
    add_moderator(table.database, table.service.settings, MO, table.game_id)
    mo = visitor(table)
    mo.enter(MO)
    mo.do(table.game_id, form="hold-seat", seat="ann")
    letter = put(table, "ann", "PASS")
    assert table.letter(letter).state == DONE
    mo.do(table.game_id, form="release-seat", seat="ann")
    mo.sure(table.game_id)
    table.read(letter)
    assert table.filed("ann") == ["1: PASS"]


def test_what_is_held_is_kept_as_it_is_shown(table: Table) -> None:
    told(table, "HOLD SEAT ann")
    told(table, "HOLD SENDER bob@example.org")
    kept = table.game().holds
    assert [one["seat"] or one["sender"] for one in kept] == ["ann", "bob@example.org"]
