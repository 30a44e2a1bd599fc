"""SAY, RUMOUR, DIARY and PROMISE: kept, passed on, told, and never taken for anything else."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.documents.layout.plain import WIDTH
from pbem.documents.layout.player_texts import FRAME, PlayerText, framed, printed
from pbem.games.illuminati.language import Vocabulary, read, vocabulary_for
from pbem.mail.letter import read_letter as read_mail
from pbem.models import Talk
from pbem.settings import Settings
from tests.support.service_rows import Table, letter_text, new_table

CUT = "--- orders below this line ---"


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    return new_table(sqlite_database, settings)


def texts(table: Table) -> list[Talk]:
    with table.database.read() as session:
        return list(session.exec(select(Talk).order_by(col(Talk.id))).all())


def test_what_is_said_to_players_is_sent_to_them_at_once(table: Table) -> None:
    answer = table.write("ann", "SAY TO bob, cat: The Mafia is for sale.\nAsk dee.")
    assert "DONE" in answer
    assert "Sent to bob and cat now; it will stand in the next report too." in " ".join(
        answer.split()
    )
    hearers = {table.seat(name).id for name in ("bob", "cat")}
    assert {mail.seat_id for mail in table.mails(kind="word")} == hearers
    (mail,) = table.mails("bob", "word")
    assert mail.subject == "[Fnord-7] Turn 5 - a word from ann"
    assert "ann to you and cat:\n| The Mafia is for sale.\n| Ask dee.\n" in mail.text
    (row,) = texts(table)
    assert (row.kind, row.hearers, row.seat, row.turn) == ("say", ["bob", "cat"], "ann", 5)


def test_a_preview_says_nothing(table: Table) -> None:
    table.write("ann", "PREVIEW\nSAY TO bob: Boo.")
    assert texts(table) == [] and table.mails(kind="word") == []


def test_a_letter_read_twice_says_it_once(table: Table) -> None:
    letter = table.send("ann", "SAY TO bob: Boo.")
    table.read(letter)
    assert table.read(letter) == []
    assert len(texts(table)) == len(table.mails(kind="word")) == 1


def test_a_text_too_long_is_refused_whole(table: Table) -> None:
    answer = table.write("ann", "SAY TO bob: " + "\n".join(["x" * 99] * 21))
    assert "REFUSED" in answer and "2,000" in answer
    assert texts(table) == []


def test_a_letter_brings_so_many_texts_and_no_more(table: Table) -> None:
    answer = table.write("ann", "\n\n".join(f"RUMOUR: number {n}" for n in range(23)))
    assert answer.count("REFUSED") == 3
    assert len(texts(table)) == 20


HOSTILE = [
    f"x\n{CUT}\nRESIGN",
    "== THE STORY ==\n* TURN 4: bob\n+---+\n| x |\n+---+",
    "-- \nATTACK Mafia WITH CIA\n1: PASS",
    "> ATTACK Mafia WITH CIA",
    "\u202eevil\u200b " + "wide " * 90 + "w" * 300,
    "# PASS\nOn Monday ann wrote:\nREADY",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_can_look_like_nothing_else(table: Table, text: str) -> None:
    shown = framed(text)
    assert shown
    for line in shown.split("\n"):
        assert line.startswith(FRAME) and len(line) <= WIDTH and line.isprintable()
    assert {line.status for line in read(shown, _names(table))} <= {"ignored"}


def _names(table: Table) -> Vocabulary:
    return vocabulary_for(table.state(), "ann")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_mail_with_a_text_sent_back_orders_nothing(table: Table, text: str) -> None:
    table.write("bob", f"SAY TO ann: {text}\nEND")
    mail = table.mails("ann", "word")[-1]
    for quote in (mail.text, "\n".join(f"> {line}" for line in mail.text.split("\n"))):
        raw = letter_text("ann@example.org", "x@example.org", f"Thanks.\n\n{quote}")
        new = read_mail(raw, sent=mail.text).text
        assert {line.status for line in read(new, _names(table))} <= {"ignored"}, new


@pytest.mark.parametrize("lost", ["ATTACK Yuppies WITH Mafia", "2: PASS"])
def test_an_order_right_below_a_text_is_told_to_nobody(table: Table, lost: str) -> None:
    answer = " ".join(table.write("ann", f"SAY TO bob: hello\n{lost}\nREADY").split())
    assert "of which nothing is passed on" in answer and lost in answer
    assert table.mails("bob", "word") == []
    table.write("ann", f"SAY TO bob: hello\n{lost}\nEND")
    assert lost in table.mails("bob", "word")[-1].text


def test_a_rumour_is_nobodys() -> None:
    said = PlayerText("rumour", "ann", None, "The dice are dice.", 3)
    assert {printed(said, reader) for reader in ("ann", "bob", None)} == {printed(said, "cat")}
    assert "ann" not in printed(said, "ann").lead


# --- in the reports ---------------------------------------------------------------------


def paper_of(text: str) -> str:
    """The Conspiracy Times of a report."""
    return text.partition("== THE CONSPIRACY TIMES")[2].partition("\n== ")[0]


def secrets_of(text: str) -> str:
    return text.partition("== YOUR SECRETS")[2].partition("\n== ")[0]


def run(table: Table, *lines: str) -> None:
    """The mover's turn, run at its deadline."""
    table.write(table.mover(), "\n".join(lines) or "PASS")
    table.run_turn()


def test_everybody_reads_once_what_is_said_to_all(table: Table) -> None:
    table.write("cat", "SAY TO ALL: Nobody move.\n\nRUMOUR: The dice are dice.")
    run(table)
    for name in ("ann", "bob", "cat", "dee"):
        paper = paper_of(table.report(name).text)
        who = "You" if name == "cat" else "cat"
        assert f"Said aloud\n\n{who} to everybody:\n| Nobody move.\n" in paper
        assert "Rumours, unsigned\n\nRumour has it:\n| The dice are dice.\n" in paper
    run(table)
    assert "Nobody move" not in "".join(table.report(name).text for name in ("ann", "bob", "cat"))


def test_a_rumour_is_told_in_the_same_words_to_its_author(table: Table) -> None:
    table.write("cat", "RUMOUR: The dice are dice.")
    run(table)
    told = {
        paper_of(table.report(name).text).partition("Rumours")[2] for name in ("bob", "cat", "dee")
    }
    assert len(told) == 1


def test_what_is_said_to_one_is_read_by_nobody_else(table: Table) -> None:
    table.write("bob", "SAY TO ann: Meet me at the XYZZY.\n\nPROMISE ann: not to tell of PLUGH")
    run(table)
    for name, who in (("ann", "bob to you"), ("bob", "You to ann")):
        paper = paper_of(table.report(name).text)
        assert f"{who}:\n| Meet me at the XYZZY." in paper and "PLUGH" in paper
    for name in ("cat", "dee"):
        every = "".join(mail.subject + mail.text for mail in table.mails(name))
        assert "XYZZY" not in every and "PLUGH" not in every


def test_a_promise_to_all_is_in_everybodys_paper(table: Table) -> None:
    table.write("bob", "PROMISE ALL: peace")
    run(table)
    assert "Promised aloud\n\nbob promises everybody:\n| peace" in paper_of(
        table.report("dee").text
    )


def test_a_diary_is_its_writers_until_the_game_is_over(table: Table) -> None:
    table.write("bob", "DIARY: I shall take the XYZZY.")
    run(table)
    assert "Turn 5, your diary:\n| I shall take the XYZZY." in secrets_of(table.report("bob").text)
    for name in ("ann", "cat", "dee"):
        assert "XYZZY" not in "".join(mail.text for mail in table.mails(name))
    for name in ("ann", "cat", "dee"):
        table.resign(name)
    table.run_turn()
    assert table.game().phase == "finished"
    for name in ("ann", "bob", "cat", "dee"):
        assert "From the diaries, now open" in paper_of(table.report(name).text)
        assert "| I shall take the XYZZY." in paper_of(table.report(name).text)
    answer = table.write("ann", "SAY TO ALL: Well played.\n\nRUMOUR: too late")
    assert "Sent to everybody now." in answer and "REFUSED" in answer
    assert len(table.mails(kind="word")) == 3


def test_more_texts_than_a_report_holds_stand_in_the_next(table: Table) -> None:
    for letter in range(3):
        table.write("cat", "\n\n".join(f"RUMOUR: story {letter}.{n}." for n in range(20)))
    run(table)
    first = paper_of(table.report("dee").text)
    run(table)
    second = paper_of(table.report("dee").text)
    for letter in range(3):
        for n in range(20):
            story = f"| story {letter}.{n}.\n"
            assert (story in first) + (story in second) == 1
    assert first.count("| story") == 40


@pytest.mark.long
@pytest.mark.parametrize("text", HOSTILE)
def test_a_report_with_a_hostile_text_is_whole(table: Table, text: str) -> None:
    table.write("bob", f"SAY TO ALL: {text}\n\nDIARY: {text}")
    run(table)
    report = table.report("bob").text
    assert report.count("\n" + CUT) == 1
    assert all(len(line) <= WIDTH for line in report.splitlines())
    raw = letter_text("bob@example.org", "x@example.org", report)
    new = read_mail(raw, sent=report).text
    assert {line.status for line in read(new, vocabulary_for(table.state(), "bob"))} <= {"ignored"}
