"""What an answer says of a line is so, and is said where the line stands."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from pbem.service.listing import games_page
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from tests.support.service_rows import Table, one_line, table_at


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return table_at(sqlite_database)


@pytest.mark.parametrize("money", ["SPEND 0 UP TO 16 ALL IN", "SPEND 0 UP TO 30 ALL IN"])
def test_what_money_can_still_win_is_not_called_hopeless(table: Table, money: str) -> None:
    told = one_line(table.write("ann", f"ATTACK CIA WITH Mafia {money}"))
    assert "92 %" in told and "cannot succeed" not in told


def test_what_no_money_can_win_is(table: Table) -> None:
    told = one_line(table.write("ann", "ATTACK CIA WITH Mafia UP TO 1 ALL IN"))
    assert "1 WARNING ATTACK" in told
    assert "It cannot succeed even with all that you can spend: no roll of two dice" in told
    told = one_line(table.write("ann", "ATTACK CIA WITH Mafia"))
    assert "It cannot succeed: no roll of two dice is low enough (R5.8)." in told


def test_status_tells_in_whose_turn_a_policy_did_what_in_his_words(table: Table) -> None:
    for _ in range(4):
        table.run_turn()
    table.write("bob", "GUARD ALL UNTIL 1 MAX 10")
    table.write("ann", "ATTACK CIA WITH Mafia UP TO 16 ALL IN")
    table.run_turn()
    told = one_line(table.write("bob", "STATUS"))
    found = re.search(r"Turn (\d+), line (\d+): your (.+?) (?:spent|did) ", told)
    assert found is not None, told
    assert found.groups() == ("9", "1", "GUARD ALL UNTIL 1 MAX 10")


@pytest.mark.parametrize("word", ["STATUS", "WHO"])
def test_who_asks_after_the_end_hears_that_it_is_over_and_how(table: Table, word: str) -> None:
    table.write("ann", "ATTACK CIA WITH Mafia")
    table.write("ann", "OPPOSE bob MAX 3")
    (ended,) = run_commands(
        table.service, table.game_id, "TERMINATE BECAUSE two have left.", OPERATOR
    )
    assert ended.is_done
    mails = table.read(table.send("ann", word))
    told = re.sub(r"[\s|]+", " ", mails[-1].text)
    assert (
        "The game is over. Nobody has won: the moderator ended it Sat 21 Nov 2026, 12:00 UTC: "
        "two have left." in told
    )
    for stale in ("Your turn:", "On file", "You act", "ATTACK CIA", "OPPOSE bob", "Waited for"):
        assert stale not in told, stale


def test_a_turn_is_told_in_the_same_words_whenever_it_is_told(table: Table) -> None:
    """In its report, that report sent again and the history; and no two turns in the same."""
    ends = {}
    for turn in range(5, 13):
        table.run_turn()
        story = table.report("cat").text.partition(f"* TURN {turn}: ")[2].partition("\n* ")[0]
        ends[turn] = re.split(r"\n\n", story)[1].splitlines()[-1]
    for turn in (6, 9, 11):
        for word in (f"HISTORY {turn}", f"RESEND {turn + 1} FULL"):
            assert ends[turn] in table.read(table.send("cat", word))[-1].text, word
    plain = {
        re.sub(r"\b(ann|bob|cat|dee|you)(r|'s)?\b", "x", end, flags=re.I) for end in ends.values()
    }
    assert len(plain) == len(ends)


def test_a_turn_that_was_not_played_has_no_history(table: Table) -> None:
    mails = table.read(table.send("ann", "HISTORY 99"))
    assert len(mails) == 1
    assert "REFUSED HISTORY 99 HISTORY 99: turn 99 has not been played" in one_line(mails[0].text)


def test_there_is_one_tutorial_at_a_time_and_on_no_public_page(table: Table) -> None:
    table.write("ann", "TUTORIAL")
    told = one_line(table.write("ann", "TUTORIAL"))
    assert "REFUSED TUTORIAL TUTORIAL: " in told and "is still running" in told
    assert [game.name for game in games_page(table.database, is_public=True)] == ["Fnord-7"]
    assert len(games_page(table.database)) == 2


def test_a_resignation_that_went_through_is_ok_in_its_line(table: Table) -> None:
    code = one_line(table.write("ann", "RESIGN")).partition("send: RESIGN ")[2].split()[0]
    mails = table.read(table.send("ann", f"RESIGN {code}"))
    answer = next(mail for mail in mails if mail.kind == "acknowledgement")
    assert "OK RESIGN" in one_line(answer.text)


def test_offers_beyond_the_purse_and_a_purse_given_away_are_warned_of(table: Table) -> None:
    told = one_line(table.write("bob", "OFFER ann 8 MB FOR Bribery\nOFFER cat 7 MB FOR 9 MB"))
    assert told.count("WARNING") == 1
    assert "Your open offers give 15 MB together, and your Illuminati has 12 MB" in told
    told = one_line(table.write("cat", "GIVE 7 TO bob"))
    assert "WARNING GIVE 7 TO bob" in told
    assert "It leaves your Illuminati without money." in told
