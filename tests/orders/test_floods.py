"""A letter of a thousand orders: its answer stays short, and counts what it does not tell."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from tests.support.service_rows import one_line, table_at

MOST_BYTES = 40_000


FLOODS = {
    "orders": "ATTACK Yuppies WITH Mafia SPEND 3 UP TO 9\n" * 400,
    "refused": "ATTACK KGB WITH CIA\n" * 400,
    "asked": "ATTACK Zorkmids WITH Mafia\n" * 400,
    "long": ("IF MONEY >= 10: " * 1 + "ATTACK Yuppies WITH Mafia AID Cthulhu SPEND 3 UP TO 9\n")
    * 400,
    "policies": "".join(f"OPPOSE bob TAKING ANY Weird UNTIL 6 MAX {n}\n" for n in range(1, 400)),
    "words": "UNDO 7\nSET ZONE Atlantis\nWAIT\n" * 130,
    "texts": "SAY TO bob: fnord\n\n" * 400,
    "deals": "OFFER bob 1 MB FOR 2 MB\n" * 400,
    "shown": "SHOW Bribery TO ALL\n" * 400,
    "chat": "what a lovely day we had, did we not\n" * 400,
    "wide": "ATTACK 攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃攻撃 WITH Mafia\n"
    * 400,
    "signed": "PASS\n-- \n" + "".join(f"GIVE {n} TO bob\n" for n in range(1, 400)),
}


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", FLOODS)
def test_no_answer_grows_with_the_letter(sqlite_database: Database, kind: str) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    for body in (FLOODS[kind], f"{FLOODS[kind]}\nPREVIEW", "STATUS"):
        for mail in table.read(table.send("ann", body)):
            assert len(mail.text.encode()) <= MOST_BYTES, mail.kind
    table.run_turn()
    assert all(len(mail.text.encode()) <= 2 * MOST_BYTES for mail in table.mails())


def test_what_is_not_told_is_counted(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    told = table.write("ann", FLOODS["refused"])
    shown = len(re.findall(r"^ +\d+ REFUSED", told, re.MULTILINE))
    assert 20 < shown < 200
    found = re.search(r"and (\d+) more lines: (\d+) REFUSED", one_line(told))
    assert found is not None and found[1] == found[2]
    refused = re.search(r"- (\d+) lines refused", told)
    assert refused is not None and int(refused[1]) == shown + int(found[2])


def test_a_script_has_an_end(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    table.write("ann", "GIVE 1 TO bob\n" * 130)
    assert len(table.filed("ann")) == 100
    table.clock.on(minutes=5)
    told = one_line(table.write("ann", "200: GIVE 2 TO bob\n100: GIVE 3 TO bob"))
    assert "200 REFUSED GIVE 2 TO bob A script has at most 100 lines, so this one" in told
    assert table.filed("ann")[-1] == "100: GIVE 3 TO bob" and len(table.filed("ann")) == 100


def test_so_have_answers(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, "announce", answer_gap_seconds=60)
    table.write("ann", "ATTACK Yuppies WITH Mafia\nREADY")
    assert table.adjudicate()
    table.write("bob", "OPPOSE 1 MAX 3\n" * 130)
    table.clock.on(minutes=5)
    told = one_line(table.write("bob", "101: OPPOSE 1 MAX 4"))
    assert "101 REFUSED OPPOSE 1 MAX 4 Answers have at most 100 lines, so this one" in told


def test_what_is_done_at_once_has_an_end(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    told = one_line(table.write("ann", "OFFER bob 1 MB FOR 2 MB\n" * 60))
    assert len(table.state().offers) == 40
    assert "40 lines of a letter are done at once; send the rest again." in told


def test_what_is_too_much_to_read_is_said_and_holds_ready(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    flood = "ATTACK Yuppies WITH Mafia AID a, b\n" * 1700
    told = one_line(table.write("ann", f"PASS\nREADY\n{flood}"))
    found = re.search(r"Too much to read: lines 1 to (\d+) were read; send the rest again", told)
    assert found is not None and int(found[1]) > 1
    assert "READY is held back: there was too much to read." in told
    assert table.filed("ann") == ["1: PASS"]
    assert not table.adjudicate()
    table.clock.on(minutes=5)
    table.write("ann", "READY")
    assert table.adjudicate()


def test_a_letter_longer_than_any_is_read_to_where_it_is_cut(sqlite_database: Database) -> None:
    table = table_at(sqlite_database, answer_gap_seconds=60)
    told = one_line(table.write("ann", f"PASS\nREADY\n{'# fnord' * 8}\n" + "\n" * 2500))
    assert "Too much to read: lines 1 to 2000 were read" in told
    assert not table.adjudicate()
