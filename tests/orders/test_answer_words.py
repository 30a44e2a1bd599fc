"""What an answer offers or promises is so: read, and sent back, as a player would."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from tests.support.service_rows import table_at


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_a_mover_is_told_that_his_attacks_are_announced_first(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce")
    told = words_of(table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 1"))
    assert "It is announced to everybody by Tue 24 Nov" in told
    told = words_of(table.write("ann", "PASS"))
    assert "It runs by Tue 24 Nov" in told


def test_nobody_is_promised_quiet_until_the_deadline(sqlite_database: Database) -> None:
    """The mover may say READY at any moment, and then answers are asked for."""
    table = table_at(sqlite_database, "announce")
    told = words_of(table.write("bob", "RESERVE 2"))
    assert "it is ann's turn; nothing is asked of you now. ann acts by Tue 24 Nov" in told


def test_a_line_to_try_sent_back_alone_leaves_the_others(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", "ATTACK Yuppies WITH Mafia\nATTACK Zorkmids WITH Cthulhu"))
    found = re.search(r"Try: (2: ATTACK .+?) (?:\||==)", told)
    assert found is not None
    table.write("ann", found[1])
    assert [line.split(":")[0] for line in table.filed("ann")] == ["1", "2"]


@pytest.mark.parametrize("later", ["OFFER bob 1 MB FOR 2 MB", "SAY TO bob: fnord", "RESERVE 1"])
def test_ready_stands_through_letters_that_file_nothing(
    sqlite_database: Database, later: str
) -> None:
    table = table_at(sqlite_database, "conclave", position=None)
    mover = table.mover()
    assert "marked READY" in words_of(table.write(mover, "PASS\nREADY"))
    others = {"ann": "bob", "bob": "cat", "cat": "bob", "dee": "bob"}
    told = words_of(table.write(mover, later.replace("bob", others[mover])))
    assert "marked READY" in told
    assert "marked READY" not in words_of(table.write(mover, "WAIT"))


def test_an_offer_comes_with_lines_that_answer_it(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    made = words_of(table.write("ann", "OFFER bob 3 MB FOR 1 MB"))
    assert "It is offer 1; WITHDRAW 1 takes it back." in made
    told = table.mails("bob", "news")[-1].text
    assert "needs no answer" not in told
    lines = [line[2:] for line in told.splitlines() if line.startswith("# ")]
    assert lines == ["ACCEPT 1", "DECLINE 1"]
    assert "DONE       ACCEPT 1" in table.write("bob", lines[0])


def test_a_gift_asks_nothing(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    table.write("bob", "GIVE 2 TO ann")
    told = words_of(table.mails("ann", "news")[-1].text)
    assert "bob gives 2 MB to you. No reply needed." in told


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("I resign", 'If "I resign" is meant as an order, begin the line with RESIGN.'),
        ("we will pass", 'If "we will pass" is meant as an order, begin the line with PASS.'),
    ],
)
def test_who_says_that_he_does_is_told_how(
    sqlite_database: Database, typed: str, hint: str
) -> None:
    table = table_at(sqlite_database, "policies")
    assert hint in words_of(table.write("ann", typed))
    assert not table.state().seat("ann").is_out


@pytest.mark.parametrize(
    "typed",
    [
        "Mafia attacks Yuppies",
        "I attack Yuppies with Mafia, thanks",
        "so now let the others see how we attack Yuppies with the Mafia",
    ],
)
def test_ready_waits_where_a_line_not_read_holds_an_order(
    sqlite_database: Database, typed: str
) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", f"{typed}\nREADY"))
    assert told.startswith("NOT COVERED")
    assert f'READY is held back: "{typed[:30]}' in told and "was not read" in told
    assert f'If "{typed[:60]}" is meant as an order, send: ATTACK Yuppies WITH Mafia' in told
    assert words_of(table.write("ann", "READY")).startswith("COVERED")


@pytest.mark.parametrize(
    "typed",
    [
        "Hi all, and thanks for a fine round",
        "bob attacks me again",
        "I would not attack Yuppies with Mafia",
        "should I attack Yuppies with Mafia?",
        "I hope that my attack on Yuppies with Mafia goes well",
    ],
)
def test_ready_counts_beside_a_line_of_chat(sqlite_database: Database, typed: str) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", f"{typed}\nATTACK Yuppies WITH Mafia\nREADY"))
    assert told.startswith("COVERED") and "held back" not in told


@pytest.mark.parametrize("typed", ["Ich greife die Yuppies mit der Mafia an"])
def test_ready_waits_where_nothing_is_on_file_and_a_verb_was_written(
    sqlite_database: Database, typed: str
) -> None:
    table = table_at(sqlite_database, "policies")
    assert "READY is held back" in words_of(table.write("ann", f"{typed}\nREADY"))
    told = words_of(table.write("ann", f"{typed}\nPASS\nREADY"))
    assert told.startswith("COVERED") and "held back" not in told


def test_an_answer_that_is_removed_was_on_file(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    assert table.adjudicate()
    table.write("bob", "OPPOSE 1 MAX 3")
    told = table.write("bob", "1: none")
    assert "REMOVED" in told and "was on file" not in told


def test_an_order_left_behind_its_mark_is_told_and_holds_ready(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", "# ATTACK Yuppies WITH Mafia\n# pay the Mafia\nREADY"))
    assert "READY is held back" in told
    assert "A line that begins with # is not read. Without it: ATTACK Yuppies WITH Mafia" in told
    told = words_of(table.write("ann", "# ATTACK Hackers WITH Mafia\nPASS\nREADY"))
    assert told.startswith("COVERED") and "begins with #" not in told


def test_a_line_that_tests_itself_is_refused_and_not_filed(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    told = table.write("ann", "IF 1 FAILS: ATTACK Hackers WITH Mafia")
    assert told.startswith("NOT COVERED") and "REFUSED" in told
    assert table.filed("ann") == []


@pytest.mark.parametrize("end", ["UNTIL TURN 8", "FOR 4 TURNS"])
def test_how_long_a_policy_stands_is_told(sqlite_database: Database, end: str) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", f"GUARD ALL MAX 4 {end}\nOPPOSE ALL MAX 1"))
    assert told.count("It stands until turn 8 ends.") == 1
    assert told.count("It stands until you change it.") == 1


def test_whose_money_is_not_enough_is_told(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    told = words_of(table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 50"))
    assert "Mafia and Servants of Cthulhu have 23 MB. 50 MB are asked for." in told


def test_a_setting_of_a_player_is_no_command_of_moderators(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "policies")
    assert "moderators" not in table.write("ann", "SET LENGTH short")
    assert "moderators" in table.write("ann", "SET NEXT 3d")


@pytest.mark.parametrize("typed", ["I accept", "yes", "thanks, see you on Friday", ""])
def test_out_of_turn_a_letter_without_an_order_covers_nothing(
    sqlite_database: Database, typed: str
) -> None:
    table = table_at(sqlite_database, "announce")
    assert table.write("bob", typed).startswith("NO NEED TO ACT\n")
    table.write("bob", "PASS")
    assert table.write("bob", typed).startswith("COVERED\n")
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    table.adjudicate()
    assert table.write("cat", typed).startswith("NOT COVERED\n")
    table.write("cat", "STAND ASIDE")
    assert table.write("cat", typed).startswith("COVERED\n")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (1, "Actions used: 1 of 2. Transfers: 0 of 2."),
        (2, "Actions used: 2 of 2. Transfers: 0 of 2."),
        (3, "Actions used: 2 of 2; you ordered 3, and the first 2 that are possible run (R12.1)."),
    ],
)
def test_no_more_actions_are_used_than_there_are(
    sqlite_database: Database, lines: int, said: str
) -> None:
    """Lines with an IF may be more than the two that a turn runs."""
    table = table_at(sqlite_database, "policies")
    script = ["ATTACK Yuppies WITH Mafia", "IF 1 FAILS: ATTACK Yuppies WITH Cthulhu"]
    script += ["IF 1 SUCCEEDS: ATTACK CIA WITH Cthulhu"]
    assert said in words_of(table.write("ann", "\n".join(script[:lines])))
