"""WORDS before a game starts: what a player adds to its dice, whose secret's hash he was told."""

from __future__ import annotations

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.games.registry import rulesets
from pbem.models import Seat
from pbem.service.context import begin
from pbem.service.lobby.own_data import data_of
from pbem.service.players.addresses import player_at
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.service_rows import one_line


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    return Lobby(sqlite_database)


def sent(lobby: Lobby) -> list[str]:
    with lobby.service.database.read() as session:
        return [seat.seed_words_sent for seat in session.exec(select(Seat).order_by(col(Seat.id)))]


@pytest.mark.parametrize("game", [one.name for one in rulesets()])
def test_words_in_reply_to_joining_go_into_the_dice(lobby: Lobby, game: str) -> None:
    told = lobby.answer(ANN, f"CREATE Fnord-8 PLAYERS 2 GAME {game}")
    assert "WORDS mixes words of yours into the dice" in told
    assert "# WORDS Fnord-8: any words of yours" in told
    lobby.answer(ANN, "WORDS owls at noon: twice")
    told = lobby.answer(ANN, "WORDS fnord-8: owls at noon, twice")
    assert '"owls at noon, twice" is mixed into the dice of Fnord-8 before its first turn' in told
    joined = lobby.write(BOB, "JOIN Fnord-8 AS bob\nWORDS no owls\nHERE Fnord-8")
    assert not any("owls at noon" in one_line(mail.text) for mail in joined), "nobody else is told"
    if not lobby.games():
        lobby.answer(ANN, "START Fnord-8 WITH ROBOTS")
    assert lobby.games()[0].ruleset == game
    assert sent(lobby) == ["owls at noon, twice", "no owls"], "though it began with his joining"


def test_words_name_a_game_where_there_are_two(lobby: Lobby) -> None:
    assert "you are in no such game" in lobby.answer(ANN, "WORDS owls")
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2\nCREATE Fnord-9 PLAYERS 2")
    (mail,) = lobby.write(ANN, "WORDS note: owls")
    told = one_line(mail.text)
    assert "You are in Fnord-8 and Fnord-9: write which" in told
    assert "# WORDS Fnord-8: note: owls" in told
    assert "is mixed into the dice of Fnord-9" in lobby.answer(ANN, "WORDS Fnord-9: owls")
    assert "Write words of yours behind the name of the game." in lobby.answer(ANN, "WORDS Fnord-9")
    assert "Write any words of yours behind it" in lobby.answer(ANN, "WORDS")


def test_words_are_among_what_is_kept_of_a_person(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 2\nWORDS owls")
    with begin(lobby.service) as tx:
        person = player_at(tx.session, "ann@example.com")
        assert person is not None
        assert data_of(tx, person)["words_for_games_to_come"] == {"Fnord-8": "owls"}
