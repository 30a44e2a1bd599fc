"""Words for the end of a game: TALK OPEN, VERIFY, EXPORT, PLAY AGAIN."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.games.registry import ruleset
from pbem.models import Attachment, Game, OpenGame, Seat
from pbem.service.lobby.again import options_in_words
from tests.support.registered import (
    database_in,
    play_to_the_finale,
    registered_toy,
    table_of,
    toy_is_registered,
    write,
)
from tests.support.service_rows import Table, one_line

__all__ = ["toy_is_registered"]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """The toy with ann and bob; it has just begun."""
    with database_in(tmp_path) as database:
        yield table_of(database, "toy", ("ann", "bob"))


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The same, played to its end once for all who look at it."""
    with registered_toy(), database_in(tmp_path_factory.mktemp("last")) as database:
        table = table_of(database, "toy", ("ann", "bob"))
        play_to_the_finale(table)
        yield table


@pytest.mark.long
def test_a_running_game_is_neither_proved_nor_played_again(table: Table) -> None:
    for line in ("VERIFY", "EXPORT"):
        assert "its secrets are opened when it is" in write(table, "ann", line)
    assert "this game is not over" in write(table, "ann", "PLAY AGAIN")


@pytest.mark.long
def test_private_talk_is_opened_by_all_who_took_part(table: Table) -> None:
    write(table, "ann", "SAY TO bob: let us share it")
    assert "once the game is over" in write(table, "ann", "TALK OPEN")
    assert "stays closed" in write(table, "ann", "TALK CLOSED")
    write(table, "ann", "TALK OPEN")
    play_to_the_finale(table)
    (mail,) = table.mails("bob", kind="finale")
    assert "let us share it" not in mail.text and "# TALK OPEN" in mail.text
    write(table, "bob", "TALK OPEN")
    told = one_line(table.mails("bob", kind="acknowledgement")[-1].text)
    assert "one text so far. The finale goes to everybody again" in told
    for seat in ("ann", "bob"):
        *_, again = table.mails(seat, kind="finale")
        assert "let us share it" in one_line(again.text), "who has no page reads it by mail"
    assert "again" not in write(table, "bob", "TALK OPEN")
    assert len(table.mails("ann", kind="finale")) == 2
    assert "has been read" in write(table, "bob", "TALK CLOSED")


def test_the_proof_comes_as_a_file(over: Table) -> None:
    write(over, "ann", "VERIFY\nEXPORT")
    found = over.mails("ann", kind="proof")
    assert [mail.subject for mail in found] == [
        "[Fnord-7] The game was played fairly",
        "[Fnord-7] The whole game as a file",
    ]
    with over.database.read() as session:
        for mail in found:
            wanted = select(Attachment).where(Attachment.outbox_id == mail.id)
            (file,) = session.exec(wanted).all()
            assert f"pbem verify {file.name}" in one_line(mail.text)
            assert '"secret"' in gzip.decompress(file.content).decode()


def test_the_same_people_play_again_by_one_line_each(over: Table) -> None:
    assert "It waits for bob. You can send START Fnord-8 WITH" in write(over, "ann", "PLAY AGAIN")
    assert "you are in Fnord-8 already" in write(over, "ann", "play again")
    (asked,) = over.mails("bob", kind="again")
    assert "ann wants to play again" in asked.subject and "# PLAY AGAIN" in asked.text
    assert "Fnord-8 has begun" in write(over, "bob", "PLAY AGAIN")
    with over.database.read() as session:
        offered = session.exec(select(OpenGame)).one()
        game = session.exec(select(Game).where(Game.name == "Fnord-8")).one()
        seats = session.exec(select(Seat).where(Seat.game_id == game.id)).all()
    assert offered.is_private and offered.again_of == over.game_id
    assert offered.game_id == game.id and game.ruleset == "toy"
    assert sorted(seat.name for seat in seats if seat.robot == "-") == ["ann", "bob"]
    assert len(seats) == 3, "a robot has the place of the robot"


def test_options_are_said_in_the_words_of_create() -> None:
    played = ruleset("illuminati")
    words = {"pace": "policies", "basic_goal": "9"}
    kept = played.codec.encode_options(played.options_from(words))
    found = options_in_words(played, kept)
    assert found is not None and found | words == found
    assert played.codec.encode_options(played.options_from(found)) == kept
    assert options_in_words(played, played.codec.encode_options(None)) is not None
    assert options_in_words(played, '{"no_such": 1}') is None
