"""The moderator's letters: listed, held, tried again, let through; those of his game alone."""

from __future__ import annotations

import pytest
from errands import do, done, moderator, refused
from service_rows import CAST, Table, new_table, random_bytes

from pbem.database import Database
from pbem.models import DEAD, DONE, NEW, Letter
from pbem.service.arriving.intake import accept
from pbem.service.moderating.errand import Done
from pbem.service.turns.founding import Newcomer, create_game
from pbem.settings import Settings


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def fail(table: Table, letter_id: int) -> None:
    """A letter that was tried three times."""
    with table.database.write() as session:
        letter = session.get_one(Letter, letter_id)
        letter.state, letter.attempts = DEAD, 3
        letter.error = "Traceback\nKeyError: 'fnord'"


def listed(table: Table) -> str:
    found = do(table, "LETTERS", actor=moderator())
    assert isinstance(found, Done) and not found.is_act
    return found.answer


def test_letters_are_listed_without_what_they_say(table: Table) -> None:
    assert "No letter" in listed(table)
    read = table.send("bob", "GIVE 3 TO ann")
    table.read(read)
    dead = table.send("cat", "PASS")
    fail(table, dead)
    held = table.send("dee", "PASS", sender="mallory@example.net")
    table.read(held)
    table.send("ann", "PASS")
    told = listed(table)
    assert [line.split()[0] for line in told.splitlines() if "Sat 21 Nov 13:00" in line] == [
        str(number) for number in (read, dead, held, held + 1)
    ]
    assert f"set aside, RETRY {dead}: KeyError" in told and f"LET {held}" in told
    assert "to be read" in told and "GIVE" not in told
    assert all(len(line) <= 100 for line in told.splitlines())


def test_a_held_letter_is_not_read_and_let_through_counts(table: Table) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    done(table, f"HOLD {letter}")
    assert table.read(letter) == [] and table.filed("ann") == []
    assert table.letter(letter).state == DONE
    assert "already" in refused(table, f"HOLD {letter}")
    table.clock.on(hours=2)
    assert "as of when it came" in done(table, f"LET {letter}").answer
    assert table.letter(letter).state == NEW
    table.read(letter)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "no longer unread" in refused(table, f"HOLD {letter}")
    assert "not held" in refused(table, f"LET {letter}")


def test_a_turn_does_not_wait_for_a_letter_that_is_held(table: Table) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    done(table, f"HOLD {letter}")
    table.run_turn()
    assert table.turns()[0].sheet == "[]"
    assert "a turn has been run since" in done(table, f"LET {letter}").answer
    assert table.letter(letter).state == DONE


def test_the_letters_behind_a_held_one_are_read(table: Table) -> None:
    first = table.send("ann", "PASS")
    table.clock.on(minutes=1)
    second = table.send("ann", "ATTACK Yuppies WITH Mafia")
    assert table.read(second) == []
    done(table, f"HOLD {first}")
    table.read(second)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "later letter" in done(table, f"LET {first}").answer


def test_a_letter_set_aside_is_tried_again(table: Table) -> None:
    letter = table.send("ann", "PASS")
    fail(table, letter)
    assert "as of when it came" in done(table, f"RETRY {letter}").answer
    assert (table.letter(letter).state, table.letter(letter).attempts) == (NEW, 0)
    table.read(letter)
    assert table.filed("ann") == ["1: PASS"]
    assert "not set aside" in refused(table, f"RETRY {letter}")


def test_letters_of_other_games_are_none(table: Table) -> None:
    newcomers = [Newcomer(seat, f"{seat}@example.com") for seat in CAST]
    other = Table(table.desk, table.clock, 0)
    other.game_id = create_game(table.desk, "Hodge", newcomers, random_bytes(9))
    raw = b"From: ann@example.com\r\n\r\nPASS\r\n"
    letter = accept(table.desk, raw, other.address("ann"), "ann@example.com")
    for verb in ("HOLD", "RETRY", "LET"):
        assert f"no letter {letter}" in refused(table, f"{verb} {letter}")
        assert "no letter 999" in refused(table, f"{verb} 999")
    assert f"{letter:>6}" not in listed(table)


def test_what_is_nobodys_is_not_held(table: Table) -> None:
    letter = table.send("ann", "PASS")
    with table.database.write() as session:
        session.get_one(Letter, letter).seat_id = None
    assert "no player's" in refused(table, f"HOLD {letter}")
