"""The moderator's language: forms, slips, bad input, help."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.grammar.commands import (
    MODERATORS,
    Command,
    UnreadCommand,
    help_text,
    read_commands,
)
from tests.support.each import each


def one(text: str) -> Command:
    """The one command of a text."""
    (read,) = read_commands(text)
    assert isinstance(read, Command), read
    return read


def wrong(text: str) -> UnreadCommand:
    """The one line of a text, which is not a command."""
    (read,) = read_commands(text)
    assert isinstance(read, UnreadCommand), read
    return read


@each(
    ("text", "line"),
    [
        ("extend 24h because bob is ill", "EXTEND 24h BECAUSE bob is ill"),
        ("Please extend to fri 18:00.", "EXTEND TO fri 18:00"),
        ("1. EXTEND BY 2 days", "EXTEND BY 2 days"),
        ("- shorten 12h really", "SHORTEN 12h REALLY"),
        ("extend 24h, please!", "EXTEND 24h"),
        ("extend by one day, as bob is ill", "EXTEND BY one day BECAUSE bob is ill"),
        ("pause the game please", "PAUSE"),
        ("resume please", "RESUME"),
        (
            "set deadline today 18:00 because so REALLY",
            "SET DEADLINE today 18:00 REALLY BECAUSE so",
        ),
        ("eject bob because of spam, REALLY", "EJECT bob REALLY BECAUSE of spam"),
        ("Extend the deadline by 24h", "EXTEND BY 24h"),
        ("extend deadline to Fri", "EXTEND TO Fri"),
        ("SET DEADLINE = Fri 18:00", "SET DEADLINE Fri 18:00"),
        ("set deadline to Fri 18:00", "SET DEADLINE Fri 18:00"),
        ("extend turn 5 by 24h", "EXTEND TURN 5 BY 24h"),
        ("EXTEND TURN 5: 24h", "EXTEND TURN 5 24h"),
        ("extend the turn by 24h", "EXTEND BY 24h"),
        ("Shorten turn #5 to Fri really", "SHORTEN TURN 5 TO Fri REALLY"),
        ("HOLIDAY 24 Dec", "SET HOLIDAY 24 Dec"),
        ("Holidays: 24 Dec to 2 Jan", "SET HOLIDAY 24 Dec to 2 Jan"),
        ("Deadline: tomorrow noon", "SET DEADLINE tomorrow noon"),
        ("pause", "PAUSE"),
        ("Pause the game!", "PAUSE"),
        ("pause game until 2 Jan", "PAUSE UNTIL 2 Jan"),
        ("pause the game for 3 days", "PAUSE UNTIL in 3 days"),
        ("resume the game!", "RESUME"),
        ("move the deadline to sat noon", "SET DEADLINE sat noon"),
        ("Change deadline: Fri 18:00", "SET DEADLINE Fri 18:00"),
        ("set deadline turn 5 to Fri 18:00", "SET DEADLINE TURN 5 Fri 18:00"),
        ("SET DEADLINE OF TURN #5: Fri 18:00", "SET DEADLINE TURN 5 Fri 18:00"),
        ("SET DEADLINE FOR TURN 5 = Fri 18:00", "SET DEADLINE TURN 5 Fri 18:00"),
        ("pause turn 5", "PAUSE TURN 5"),
        ("pause turn 5 until 2 Jan", "PAUSE TURN 5 UNTIL 2 Jan"),
        ("resume turn 5 please", "RESUME TURN 5"),
        ("notice the game goes on", "NOTICE the game goes on"),
        ("terminate the game because so", "TERMINATE BECAUSE so"),
        ("pause for 3 days", "PAUSE UNTIL in 3 days"),
        ("PAUSE until 2 Jan – because of “holidays”", 'PAUSE UNTIL 2 Jan BECAUSE of "holidays"'),
        ("set script next = 3d", "SET SCRIPT NEXT 3d"),
        ("SET hide waited yes", "SET HIDE WAITED on"),
        ("set time zone to Europe/Berlin", "SET ZONE Europe/Berlin"),
        ("SET", "SET"),
        ("process turn #12", "PROCESS TURN 12"),
        ("run 12", "PROCESS TURN 12"),
        ("release turn 12!", "RELEASE TURN 12"),
        ("preview", "PREVIEW"),
        ("Preview bob's", "PREVIEW bob"),
        ("hold letter 118", "HOLD 118"),
        ("let 118", "LET 118"),
        ("promote eve@Example.org named Eve Adams", "PROMOTE eve@example.org NAMED Eve Adams"),
        ("promote bob", "PROMOTE bob"),
        ("replace bob with <eve@example.org>", "REPLACE bob BY eve@example.org"),
        ("replace bob by a robot", "REPLACE bob BY robot"),
        ("standby", "STANDBY"),
        ("standby add eve@example.org", "STANDBY ADD eve@example.org"),
        ("roll back to turn 12 part 1, fresh dice", "ROLLBACK TO TURN 12 PART 1 FRESH DICE"),
        ("rollback 12", "ROLLBACK TO TURN 12"),
        ("ROLLFORWARD", "ROLLFORWARD"),
        ("edit money of Mafia 7 try", "EDIT money of Mafia 7 TRY"),
        ("EDIT MONEY OF Mafia 7 BECAUSE slip TRY", "EDIT MONEY OF Mafia 7 TRY BECAUSE slip"),
        ("edit hand of cat add Bribery because try", "EDIT hand of cat add Bribery TRY"),
        ("SHORTEN 3h BECAUSE all agree, REALLY", "SHORTEN 3h REALLY BECAUSE all agree"),
        ("shorten 3h because all want it, really", "SHORTEN 3h BECAUSE all want it, really"),
        (
            "ROLLBACK TO TURN 2 BECAUSE of a slip FRESH DICE.",
            "ROLLBACK TO TURN 2 FRESH DICE BECAUSE of a slip",
        ),
        ("become bob: pass", "BECOME bob: pass"),
        ("log 7", "LOG 7"),
        ("?", "HELP"),
        ("help roll back", "HELP ROLL BACK"),
        ("terminate because two have left", "TERMINATE BECAUSE two have left"),
    ],
)
def test_forms_are_read_however_they_are_typed(text: str, line: str) -> None:
    assert one(text).line == line


@each("verb", MODERATORS.rows, ids=lambda verb: verb.name)
def test_every_example_is_read_and_reads_back(verb: object) -> None:
    found = one(verb.examples[0])  # type: ignore[attr-defined]
    assert found.verb == verb.name  # type: ignore[attr-defined]
    assert one(found.line) == found


@each("verb", MODERATORS.rows, ids=lambda verb: verb.name)
def test_every_alias_is_read(verb: object) -> None:
    for alias in verb.aliases:  # type: ignore[attr-defined]
        typed = verb.examples[0].replace(verb.name, alias, 1)  # type: ignore[attr-defined]
        assert one(typed) == one(verb.examples[0])  # type: ignore[attr-defined]


def test_a_slip_of_what_destroys_nothing_is_taken_and_said() -> None:
    found = one("extnd 24h")
    assert (found.line, found.assumed) == ("EXTEND 24h", "extnd read as EXTEND")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("rollbak to turn 12", "ROLLBACK TO TURN 12"),
        ("terminat because so", "TERMINATE BECAUSE so"),
        ("ejct bob because so", "EJECT bob BECAUSE so"),
        ("proces turn 12", "PROCESS TURN 12"),
        ("demot eve@example.org", "DEMOTE eve@example.org"),
    ],
)
def test_a_slip_of_what_destroys_is_asked_about(text: str, meant: str) -> None:
    found = wrong(text)
    assert f"Did you mean {meant}?" in found.problem and not found.is_ignored


@each(
    ("text", "said"),
    [
        ("give everybody another day", "EXTEND 24h"),
        ("delay 2 days", "SET DELAY 1h"),
        ("undo that", "ROLLBACK TO TURN 12"),
        ("add player dee", "REPLACE bob BY"),
        ("remove cat", "EJECT bob BECAUSE"),
        ("end game", "TERMINATE BECAUSE"),
        ("skip ann's turn", "PROCESS TURN 12"),
        ("tell all players to hurry", "NOTICE"),
        ("show clock", "STATUS"),
        ("fix mafia's money", "EDIT … BECAUSE …"),
        ("ADDRESS bob2@example.net", "REPLACE bob BY eve@example.org"),
        ("change bob's address to bob2@example.net", "he sends ADDRESS ADD"),
        ("make ann moderator", "PROMOTE bob"),
        ("freeze it", "PAUSE stops the clock"),
        ("go back to turn 1", "ROLLBACK TO TURN 12"),
    ],
)
def test_what_people_say_instead_of_a_command_is_told_it(text: str, said: str) -> None:
    found = wrong(text)
    assert said in found.problem and not found.is_ignored


@each(
    ("text", "said"),
    [
        ("EXTEND", "EXTEND 24h"),
        ("PROCESS", "must name its turn"),
        ("PROCESS TURN twelve", '"twelve" is not a number'),
        ("PROCESS TURN 0", '"0" is not a number'),
        ("PROCESS TURN -1", "is not a number"),
        ("PROCESS TURN 99999999999999999999", "is not a number"),
        ("PROCESS TURN ٣", "is not a number"),
        ("HOLD", "the number of a letter"),
        ("EJECT bob", "needs a reason: EJECT bob BECAUSE"),
        ("EJECT bob cat because so", "one seat"),
        ("TERMINATE", "needs a reason"),
        ("TERMINATE BECAUSE", "needs a reason"),
        ("EDIT MONEY OF Mafia 7", "needs a reason"),
        ("RESUME now", "Only TURN n, and BECAUSE and a reason, may follow RESUME"),
        ("SET FNORD 7", "FNORD cannot be SET"),
        ("SET SCRIPT FNORD 7", "SCRIPT FNORD cannot be SET"),
        ("SET BLIND maybe", "on or off"),
        ("SET AWAY DAYS many", "number of days"),
        ("SET SCRIPT NEXT", "needs a value"),
        ("PROMOTE eve@", "mail address"),
        ("PROMOTE eve@example.org Eve", "NAMED"),
        ("REPLACE bob eve@example.org", "REPLACE seat BY address"),
        ("ROLLBACK", "ROLLBACK TO TURN 12"),
        ("ROLLBACK to turn x", "ROLLBACK TO TURN 12"),
        ("NOTICE", "needs a text"),
        ("BECOME bob:", "his orders are missing"),
        ("NOTICE " + 5000 * "x", "at most 4000 characters"),
    ],
)
def test_what_cannot_be_read_says_what_could(text: str, said: str) -> None:
    assert said in wrong(text).problem


@pytest.mark.parametrize(
    "text",
    ["Dear referee,", "Let me know, please.", "Set things right, will you?", "Thanks!", "fnord"],
)
def test_prose_is_ignored(text: str) -> None:
    assert wrong(text).is_ignored


def test_a_text_runs_to_a_blank_line_or_end() -> None:
    notice, ruling, status = read_commands(
        "NOTICE one\ntwo\n\nRULE\nthree\nextend 24h\nEND\nSTATUS"
    )
    assert isinstance(notice, Command) and notice.text == "one\ntwo"
    assert isinstance(ruling, Command) and ruling.text == "three\nextend 24h"
    assert "taken as part of the text" in ruling.assumed
    assert isinstance(status, Command) and status.verb == "STATUS"


def test_a_command_in_capitals_ends_a_text() -> None:
    notice, extend = read_commands("NOTICE bob is ill\nEXTEND 24h")
    assert isinstance(notice, Command) and notice.text == "bob is ill"
    assert isinstance(extend, Command) and extend.verb == "EXTEND"


def test_orders_for_a_seat_run_to_end_with_their_blank_lines() -> None:
    become, status = read_commands("BECOME bob:\nATTACK Mafia WITH CIA\n\nREADY\nEND\nSTATUS")
    assert isinstance(become, Command)
    assert (become.seat, become.text) == ("bob", "ATTACK Mafia WITH CIA\n\nREADY")
    assert isinstance(status, Command)


def test_signoff_ends_reading_and_comments_are_none() -> None:
    assert [read.line for read in read_commands("# hm\n\nSTATUS\nSIGNOFF\nPAUSE")] == ["STATUS"]


def test_nothing_is_nothing() -> None:
    assert read_commands("") == read_commands("\n \x00\n\t\n") == ()


def test_a_text_too_long_is_cut_and_said() -> None:
    reads = read_commands("STATUS\n" + "x\n" * 40_000)
    assert len(reads) <= 52
    assert "at once" in reads[-2].problem and "64 kB" in reads[-1].problem  # type: ignore[union-attr]


def test_reasons_may_have_because_in_them() -> None:
    assert one("EXTEND 24h because bob is ill because of fish").why == "bob is ill because of fish"


def test_help_tells_every_command_and_has_room_in_a_mail() -> None:
    whole = help_text()
    assert all(verb.forms[0].split()[0] in whole for verb in MODERATORS.rows)
    for text in (whole, *(help_text(verb.name) for verb in MODERATORS.rows)):
        assert all(len(line) <= 68 for line in text.split("\n"))
    assert "Example: ROLLBACK TO TURN 12" in help_text("roll back")
    assert help_text("fnord") == whole


def test_verbs_that_look_destroy_nothing() -> None:
    assert not [verb for verb in MODERATORS.by_name.values() if verb.looks and verb.guarded]


@given(st.text(max_size=400))
def test_any_text_is_read_and_reads_back(text: str) -> None:
    for read in read_commands(text):
        if isinstance(read, Command) and "\n" not in read.line:
            assert read_commands(read.line) == (replace(read, assumed=""),)


_words = st.sampled_from(
    [
        *(word for verb in MODERATORS.rows for word in verb.examples[0].split()),
        "\n",
        "because",
        "END",
        "12",
        ":",
    ]
)


@example(["DEADLINE"] * 3)
@given(st.lists(_words, max_size=30))
def test_any_words_of_commands_are_read_and_read_back(words: list[str]) -> None:
    for read in read_commands(" ".join(words)):
        if isinstance(read, Command) and "\n" not in read.line:
            assert read_commands(read.line) == (replace(read, assumed=""),)
