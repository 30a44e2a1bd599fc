"""Lines for the lobby as people type them: what they mean is done, what is missing is asked for."""

from __future__ import annotations

import pytest
from lobby_letters import ANN, Lobby
from service_rows import one_line
from sqlmodel import select

from pbem.database import Database
from pbem.grammar.commands.lobby import read_lobby
from pbem.grammar.commands.spec import Command, UnreadCommand
from pbem.models import OpenGame

VOUCHED = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com"


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    return Lobby(sqlite_database)


def offered(lobby: Lobby) -> OpenGame:
    with lobby.service.database.read() as session:
        return session.exec(select(OpenGame)).one()


@pytest.mark.parametrize(
    ("typed", "name", "places"),
    [
        ("CREATE Owls, 4 players", "Owls", 4),
        ("create Owls for 3 players", "Owls", 3),
        ("CREATE Owls with five players and clock 24h", "Owls", 5),
        ("CREATE Night Owls, 3 people, CLOCK 24h,", "Night-Owls", 3),
        ("new game called Owls please", "Owls", 4),
        ("Can you create a game for 3 players called Owls?", "Owls", 3),
        ("I'd like to start a new game called Owls, 3 players", "Owls", 3),
        ("Please set up a game named Owls", "Owls", 4),
        ("CREATE Owls with robots", "Owls", 4),
        ("CREATE Owls PLAYERS 3, CLOCK 24h, PRESS public", "Owls", 3),
    ],
)
def test_a_game_is_created_as_people_ask_for_one(
    lobby: Lobby, typed: str, name: str, places: int
) -> None:
    told = lobby.answer(ANN, typed)
    game = offered(lobby)
    assert (game.name, game.places) == (name, places), told


@pytest.mark.parametrize(
    "typed", ["new game please", "can u create a game", "Could you start a new game, please?"]
)
def test_a_game_without_a_name_is_asked_for_one(lobby: Lobby, typed: str) -> None:
    (mail,) = lobby.send(ANN, typed, headers=(VOUCHED,))
    told = one_line(mail.text)
    assert "NOT DONE" in told and "CREATE needs a name for the game" in told
    with lobby.service.database.read() as session:
        assert session.exec(select(OpenGame)).first() is None


@pytest.mark.parametrize(
    ("typed", "verb", "key"),
    [
        ("start tutorial", "TUTORIAL", ""),
        ("Can I play the tutorial?", "TUTORIAL", ""),
        ("start the tutorial inwo please", "TUTORIAL", "inwo"),
        ("start game with robots", "START", ""),
        ("START Owls WITH ROBOTS", "START", "Owls"),
    ],
)
def test_what_begins_a_game_is_told_apart(typed: str, verb: str, key: str) -> None:
    (read,) = read_lobby(typed)
    assert isinstance(read, Command) and (read.verb, read.key) == (verb, key)


@pytest.mark.parametrize(
    "typed",
    [
        "I would like to join a game",
        "Can I join the next game?",
        "I want to create something beautiful with my own two hands some day",
        "Can you help me?",
    ],
)
def test_prose_names_no_game(typed: str) -> None:
    assert not [
        read for read in read_lobby(typed) if isinstance(read, Command) and read.verb != "HELP"
    ]


def test_join_a_game_asks_which() -> None:
    (read,) = read_lobby("join a game")
    assert isinstance(read, UnreadCommand) and "JOIN needs the name of a game" in read.problem


@pytest.mark.parametrize(
    ("typed", "settings", "options"),
    [
        ("hidden_goals on", {}, {"hidden_goals": "true"}),
        ("HIDDEN GOALS yes PLAYERS 3", {}, {"hidden_goals": "true"}),
        ("hidden goals", {}, {"hidden_goals": "true"}),
        ("hidden-goals: off", {}, {"hidden_goals": "false"}),
        ("anonymous true", {"anonymous": True}, {}),
        ("anonymous, hidden goals", {"anonymous": True}, {"hidden_goals": "true"}),
        ("late talk no", {"late_talk": False}, {}),
        ("pace announced", {}, {"pace": "announce"}),
        ("length very long", {}, {"length": "very-long"}),
    ],
)
def test_options_are_typed_in_many_ways(
    lobby: Lobby, typed: str, settings: dict[str, object], options: dict[str, str]
) -> None:
    told = lobby.answer(ANN, f"CREATE Owls {typed} AS zed")
    game = offered(lobby)
    assert (game.name, game.settings, game.options) == ("Owls", settings, options), told


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("pace hasty", "PACE is announce, policies, conclave or table, not 'hasty'."),
        ("hidden_goals maybe", "HIDDEN_GOALS is on or off, not 'maybe'."),
        ("anonymous maybe", "ANONYMOUS is on or off, not 'maybe'."),
        ("PRESS loud", "PRESS is all, public, private or none, not 'loud'."),
    ],
)
def test_a_value_that_there_is_not_says_what_there_is(lobby: Lobby, typed: str, why: str) -> None:
    told = lobby.answer(ANN, f"CREATE Owls {typed}")
    assert "NOT DONE" in told and why in told
