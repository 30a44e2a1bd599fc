"""Who sends nothing: a pass or a robot's turn, and after too many misses an offer (R12.7)."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import Letter, Sheet
from pbem.service.letters.reading import read_letter
from pbem.service.turns.missed_turns import is_too_silent
from pbem.settings import Settings
from tests.support.each import each
from tests.support.service_rows import CAST, Table, new_table, one_line


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def unread(table: Table) -> list[int]:
    with table.database.read() as session:
        rows = session.exec(select(Letter).where(Letter.state == "new").order_by(Letter.id)).all()
        return [row.id for row in rows if row.id is not None]


def play_round(table: Table, *silent: str) -> None:
    """Every seat has its turn; all but the silent ones pass."""
    for _ in CAST:
        mover = table.mover()
        if mover not in silent:
            table.write(mover, "PASS")
        table.run_turn()


# --- counting -------------------------------------------------------------------------------


@each(
    ("misses", "is_offered"),
    [
        ([], False),
        ([True], False),
        ([True, True], True),
        ([True, False, True], False),
        ([True, False, True, False, True], True),
        ([True, False, True, False, False, False], False),
        ([True, False, False, True, False, False, True], False),
        ([False, True, True], True),
        ([True, True, False], False),
    ],
)
def test_two_in_a_row_or_three_of_six_are_too_many(misses: list[bool], is_offered: bool) -> None:
    assert is_too_silent(misses) is is_offered


@pytest.mark.long
def test_a_script_ends_the_row_and_silence_is_kept(table: Table) -> None:
    play_round(table, "ann")
    play_round(table)
    assert table.seat("ann").misses == [True, False]
    assert table.seat("bob").misses == [False, False]
    assert table.seat("ann").offered_at is None


def test_ready_without_a_line_is_no_silence(table: Table) -> None:
    table.write("ann", "READY")
    assert table.adjudicate()
    assert table.seat("ann").misses == [False]


@pytest.mark.long
def test_the_second_miss_in_a_row_offers_the_seat_and_its_player_is_told(table: Table) -> None:
    play_round(table, "ann")
    assert table.seat("ann").offered_at is None
    table.run_turn()
    assert table.seat("ann").offered_at == table.clock()
    told = one_line(table.mails("ann", "seat_offered")[0].text)
    assert "your last two turns" in told and "It is still yours" in told
    assert "The seat of ann is offered to standby players (R12.7)." in one_line(
        table.report("bob").text
    )


@pytest.mark.long
def test_any_letter_of_its_player_keeps_the_seat(table: Table) -> None:
    play_round(table, "ann")
    table.run_turn()
    answer = one_line(table.write("ann", "STATUS"))
    assert "no longer offered" in one_line(answer + table.mails("ann", "acknowledgement")[-1].text)
    assert table.seat("ann").offered_at is None


@pytest.mark.long
def test_nothing_is_offered_where_the_moderator_does_not_want_it(table: Table) -> None:
    with table.database.write() as session:
        game = session.merge(table.game())
        game.settings = {"standby": False}
        session.add(game)
    play_round(table, "ann")
    table.run_turn()
    assert table.seat("ann").misses == [True, True]
    assert table.seat("ann").offered_at is None


# --- a robot in one's place -----------------------------------------------------------------


def test_policy_bot_writes_the_turn_of_who_sends_nothing(table: Table) -> None:
    assert "POLICY BOT writes that turn's" in one_line(table.write("ann", "SET SILENCE bot"))
    table.to_deadline()
    assert not table.adjudicate(), "the robot's letter is to be read first"
    assert not table.adjudicate()
    (letter_id,) = unread(table)
    mails = table.read(letter_id)
    assert "POLICY BOT wrote this letter" in one_line(mails[0].text)
    assert mails[0].rcpt == "ann@example.org"
    assert table.adjudicate()
    assert table.turns()[-1].sheet != []
    assert table.seat("ann").misses == [True], "it is a miss all the same"
    for seat in CAST:
        told = one_line(table.report(seat).text)
        assert "Nothing had come from ann; POLICY BOT played the turn (R12.7)." in told


def test_every_mail_says_what_silence_does(table: Table) -> None:
    for silence, does in (
        ("bot", "POLICY BOT plays the turn"),
        ("pass", "Silence counts as a pass (5 MB)"),
    ):
        answer, settings, status = table.read(
            table.send("ann", f"SET SILENCE {silence}\nSET\nSTATUS")
        )
        told = "your turn is a pass" if silence == "pass" else does
        assert told in one_line(answer.text)
        assert f"SILENCE {silence}" in one_line(settings.text)
        assert does in one_line(status.text)
    table.write("bob", "SET SILENCE bot")
    table.run_turn()
    assert "If you stay silent, POLICY BOT plays the turn." in table.report("bob").text
    assert "Silence counts" not in table.report("bob").text


def test_policy_bot_keeps_quiet_where_a_script_is_on_file(table: Table) -> None:
    table.write("ann", "SET SILENCE bot\nPASS")
    table.run_turn()
    assert table.turns()[-1].sheet == ["1: PASS"]
    assert table.seat("ann").misses == [False]


def test_policy_bot_does_what_every_robot_would_and_no_more(table: Table) -> None:
    table.write("ann", "SET SILENCE bot\nRESERVE 5")
    table.to_deadline()
    table.adjudicate()
    (letter_id,) = unread(table)
    read_letter(table.service, letter_id)
    assert table.seat("ann").policies == ["RESERVE 5"]
    with table.database.read() as session:
        assert session.exec(select(Sheet)).one().is_ready


def test_silence_may_be_a_pass_again(table: Table) -> None:
    table.write("ann", "SET SILENCE POLICY BOT")
    assert table.seat("ann").silence == "bot"
    table.write("ann", "SET SILENCE pass")
    table.run_turn()
    assert table.turns()[-1].sheet == []


def test_what_silence_may_be_is_told(table: Table) -> None:
    answer = one_line(table.write("ann", "SET SILENCE maybe"))
    assert "pass or bot" in answer
    assert table.seat("ann").silence == "pass"
