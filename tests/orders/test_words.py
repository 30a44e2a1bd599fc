"""Players add words of their own to the dice after they were told the secret's hash (R12.10)."""

from __future__ import annotations

import json

import pytest

from pbem.database import Database
from pbem.games.illuminati.verification import verify
from pbem.models import FINISHED, Game
from pbem.service.history.exporting import export_game
from pbem.settings import Settings
from tests.support.service_rows import CAST, Table, new_table, one_line


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    """A game as it was dealt, before its first turn."""
    return new_table(sqlite_database, settings, position=None)


def exported(table: Table) -> str:
    with table.database.write() as session:
        game = session.get(Game, table.game_id)
        assert game is not None
        game.phase = FINISHED
        session.add(game)
    return export_game(table.service, table.game().name)


def test_the_hash_is_told_before_words_are_asked_for(table: Table) -> None:
    for seat in CAST:
        text = one_line(table.report(seat).text)
        assert table.game().secret_hash in text and "SET WORDS" in text
    assert all(table.seat(seat).seed_words == "" for seat in CAST)


def test_words_are_mixed_in_before_the_first_turn_and_the_game_is_proved(table: Table) -> None:
    deck = table.state().deck
    assert "is mixed into the dice" in one_line(table.write("bob", "SET WORDS Fnord 23 skidoo"))
    assert table.seat("bob").seed_words == "", "not before the turn is run"
    table.run_turn()
    assert [record.kind for record in table.records()][:3] == ["setup", "words", "turn"]
    assert table.seat("bob").seed_words == "Fnord 23 skidoo"
    assert table.state().deck[-20:] != deck[-20:]
    assert verify(exported(table)) == []


def test_where_nobody_adds_words_the_deck_stays(table: Table) -> None:
    deck = table.state().deck
    table.run_turn()
    assert "words" not in [record.kind for record in table.records()]
    assert table.state().deck == deck[-len(table.state().deck) :]


def test_words_that_come_later_are_refused(table: Table) -> None:
    table.run_turn()
    answer = one_line(table.write("bob", "SET WORDS too late"))
    assert "turn 1 has been run, so the dice are fixed" in answer
    assert table.seat("bob").seed_words_sent == ""


def test_words_that_were_changed_or_came_too_late_are_found_out(table: Table) -> None:
    table.write("bob", "SET WORDS honest")
    table.run_turn()
    table.run_turn()
    text = exported(table)
    assert verify(text) == []
    swapped = json.loads(text.replace('"honest"', '"forged"', 1))
    assert any("not those of the seats" in found for found in verify(json.dumps(swapped)))
    forged = text.replace('"honest"', '"forged"')
    assert any("the dice say otherwise" in found for found in verify(forged))
    late = json.loads(text)
    late["records"][0]["kind"] = "turn"
    assert any("too late" in found for found in verify(json.dumps(late)))


def test_nobody_else_is_shown_them(table: Table) -> None:
    table.write("bob", "SET WORDS Xyzzy plugh")
    table.run_turn()
    for mail in table.mails():
        if mail.rcpt != "bob@example.org":
            assert "plugh" not in mail.text
