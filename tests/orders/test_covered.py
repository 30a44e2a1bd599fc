"""Standing orders that answer what is announced, and whoever wants to be asked all the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.database import Database, open_database
from pbem.games.illuminati.rules import ANSWERS, SCRIPT
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table, one_line

FREE = "ATTACK Yuppies WITH Mafia SPEND 3"
ON_BOB = "ATTACK CIA WITH Mafia SPEND 2"
OTHERS = ("bob", "cat", "dee")
ASIDE = "STAND ASIDE FOR 9 TURNS"


MAIL = {"address": "game@example.org", "answer_gap_seconds": 0}


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """Turn 5 is ann's; scripts are announced."""
    return new_table(sqlite_database, Settings.model_validate({"mail": MAIL}), pace="announce")


@pytest.fixture
def tables(sqlite_url: str, tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Two that are the same."""
    other = tmp_path / "twin.db"
    shutil.copyfile(sqlite_url.removeprefix("sqlite:///"), other)
    urls = sqlite_url, f"sqlite:///{other}"
    chosen = [Settings.model_validate({"database": {"url": url}, "mail": MAIL}) for url in urls]
    first, second = (open_database(each) for each in chosen)
    yield (
        new_table(first, chosen[0], pace="announce"),
        new_table(second, chosen[1], pace="announce"),
    )
    first.close()
    second.close()


def announce(table: Table, script: str = FREE) -> None:
    table.write("ann", f"{script}\nREADY")
    assert table.adjudicate()
    assert table.game().wait == ANSWERS


def is_over(table: Table) -> bool:
    """Whether nobody is waited for any more, so that the script is run now."""
    return table.adjudicate() and table.game().wait == SCRIPT


def others_answer(table: Table, *but: str) -> None:
    for seat in OTHERS:
        if seat not in but:
            table.write(seat, "READY")


@pytest.mark.long
@pytest.mark.parametrize(
    "policy",
    [
        ASIDE,
        "OPPOSE ann MAX 1",
        "OPPOSE ann TAKING Yuppies UNTIL 5 MAX 2",
        "SUPPORT ann MAX 1",
        "READY UNLESS ATTACKED",
    ],
)
def test_who_has_an_answer_on_file_is_not_waited_for(table: Table, policy: str) -> None:
    table.write("cat", policy)
    announce(table)
    others_answer(table, "cat")
    assert is_over(table)


@pytest.mark.long
@pytest.mark.parametrize(
    "policy",
    [
        "OPPOSE bob MAX 1",
        "OPPOSE ann TAKING Hackers UNTIL 5 MAX 2",
        "GUARD ALL MAX 1",
        "RESERVE 3",
        f"{ASIDE}\nASK ME",
        "READY UNLESS ATTACKED\nASK ME",
        "READY UNLESS ATTACKED\nREADY UNLESS ATTACKED OFF",
    ],
)
def test_who_has_none_for_it_or_wants_to_be_asked_is(table: Table, policy: str) -> None:
    table.write("cat", policy)
    announce(table)
    others_answer(table, "cat")
    assert not is_over(table)
    table.write("cat", "READY")
    assert is_over(table)


@pytest.mark.parametrize("policy", [ASIDE, "GUARD ALL UNTIL 3 MAX 4", "READY UNLESS ATTACKED"])
def test_who_is_attacked_is_asked_all_the_same(table: Table, policy: str) -> None:
    table.write("bob", policy)
    announce(table, ON_BOB)
    others_answer(table, "bob")
    assert not is_over(table)


def test_who_is_never_to_be_asked_is_not_even_when_attacked(table: Table) -> None:
    table.write("bob", "GUARD ALL UNTIL 3 MAX 4\nASK ME NEVER")
    announce(table, ON_BOB)
    others_answer(table, "bob")
    assert is_over(table)


def test_what_nobody_has_to_be_asked_about_is_run_at_once(table: Table) -> None:
    for seat in OTHERS:
        table.write(seat, ASIDE)
    announce(table)
    assert is_over(table)
    kinds = [mail.kind for mail in table.mails("cat")]
    assert kinds.index("bulletin") < len(kinds) - 1 and kinds[-1] == "turn"


def test_a_policy_said_in_the_window_ends_the_waiting(table: Table) -> None:
    announce(table)
    others_answer(table, "cat")
    assert not is_over(table)
    table.write("cat", ASIDE)
    assert is_over(table)


def test_who_asks_for_time_is_waited_for_whatever_he_has_on_file(table: Table) -> None:
    table.write("cat", ASIDE)
    announce(table)
    table.write("cat", "WAIT")
    others_answer(table, "cat")
    assert not is_over(table)


def test_a_letter_takes_the_place_of_what_is_on_file(table: Table) -> None:
    table.write("cat", ASIDE)
    announce(table)
    table.write("cat", "OPPOSE 1 UNTIL 1 MAX 2 ALL IN")
    others_answer(table, "cat")
    assert is_over(table)
    assert table.state().money("network") < 7 + 5


def test_the_bulletin_says_that_nothing_need_be_answered(table: Table) -> None:
    table.write("cat", ASIDE)
    announce(table)
    covered, asked = (one_line(table.mails(s, "bulletin")[0].text) for s in ("cat", "dee"))
    assert "so nobody waits for you" in covered and "so nobody waits for you" not in asked


def told_to_others(table: Table, cats: str, late: str) -> list[tuple[str, str]]:
    """All that ann and dee are sent, where cat answers by what is on file or by letter."""
    table.write("cat", cats)
    announce(table)
    if late:
        table.write("cat", late)
    for seat in ("ann", "dee"):
        table.write(seat, "WHO\nSTATUS")
    table.write("bob", "READY")
    table.write("dee", "READY")
    assert is_over(table)
    return [(mail.subject, mail.text) for seat in ("ann", "dee") for mail in table.mails(seat)]


@pytest.mark.long
def test_nobody_is_told_whether_a_letter_answered_or_a_policy(tables: tuple[Table, Table]) -> None:
    by_policy, by_letter = tables
    told = told_to_others(by_policy, ASIDE, "")
    assert told == told_to_others(by_letter, "RESERVE 3", "STAND ASIDE")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ASK ME", "you are asked about every attack"),
        ("ASK ME NEVER", "Then nobody waits for you"),
        ("ASK ME OWN", "when one of your own groups is attacked"),
        ("READY UNLESS ATTACKED", "nobody waits for you while others attack others"),
        ("READY UNLESS ATTACKED OFF", "you are asked about every attack again"),
    ],
)
def test_what_is_said_of_being_asked_is_told_back(table: Table, line: str, said: str) -> None:
    assert said in one_line(table.write("cat", line))
    kept = line in ("ASK ME", "ASK ME NEVER", "READY UNLESS ATTACKED")
    assert (f" {line}" in one_line(table.write("cat", "STATUS"))) == kept
