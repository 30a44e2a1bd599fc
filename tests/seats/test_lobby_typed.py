"""Lines for the lobby as people type them: what they mean is done, what is missing is asked for."""

from __future__ import annotations

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.grammar.commands.lobby import read_lobby
from pbem.grammar.commands.spec import Command, UnreadCommand
from pbem.models import OpenGame
from tests.support.each import each
from tests.support.lobby_letters import ANN, BOB, CAT, Lobby
from tests.support.service_rows import one_line

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


@pytest.mark.parametrize("typed", ["Set up a game for me please", "create a game for us"])
def test_no_game_is_called_after_whom_it_is_for(lobby: Lobby, typed: str) -> None:
    (mail,) = lobby.send(ANN, typed, headers=(VOUCHED,))
    assert "CREATE" in mail.text
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


@pytest.mark.parametrize("is_proved", [False, True])
def test_help_explains_one_command(lobby: Lobby, is_proved: bool) -> None:
    (mail,) = lobby.send(ANN, "HELP CREATE", headers=(VOUCHED,) if is_proved else ())
    told = one_line(mail.text)
    assert mail.kind == "lobby" and "Offers a new game, with you as its first player." in told
    for what in ("PLAYERS: How many", "BANK: ", "INVITED: ", "RELIABLE: ", "ANONYMOUS: on or off"):
        assert what in told
    for what in ("PACE (Illuminati): announce, policies, conclave or table", "GAME_FORM ("):
        assert what in told, "the options of each game"


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ("HELP JOIN", "PASSWORD: "),
        ("help with profile?", "QUIET: "),
        ("HELP ADDRESS", "ADDRESS MAIN ann@example.org"),
        ("HELP on inviting", "WHAT YOU CAN WRITE"),
        ("HELP WATCH please", "UNWATCH"),
    ],
)
def test_help_takes_a_word_of_the_lobby(lobby: Lobby, asked: str, what: str) -> None:
    (mail,) = lobby.send(ANN, asked)
    assert what in one_line(mail.text)


def test_help_lists_all_commands_for_whoever_is_known(lobby: Lobby) -> None:
    (stranger,) = lobby.send(BOB, "HELP")
    assert "INVITE" not in stranger.text and "HELP CREATE" in stranger.text
    lobby.write(ANN, "MINE")
    lobby.clock.on(days=1)
    (known,) = lobby.send(ANN, "HELP")
    for line in ("MINE", "INVITE", "PROFILE", "ADDRESS", "EXPORT MY DATA", "WATCH", "WORDS"):
        assert f"  {line}" in known.text


def test_the_tries_left_for_a_password_are_told(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Owls PASSWORD swordfish PLAYERS 3")
    asked = lobby.answer(BOB, "JOIN Owls AS bobby PREFER The UFOs")
    assert "# JOIN Owls AS bobby PREFER The UFOs PASSWORD word" in asked
    told = [lobby.answer(BOB, f"JOIN Owls AS bobby PASSWORD no{n}") for n in range(6)]
    assert "That is not the password of Owls. You can try 4 more times." in told[0]
    assert "You can try one more time." in told[3]
    assert "so none will let you in any more. Whoever created it can INVITE you." in told[4]
    assert "Whoever created it can INVITE you" in told[5]


def test_a_full_game_says_that_joining_means_waiting(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Owls PLAYERS 2 GAME inwo")
    lobby.write(BOB, "JOIN Owls AS bob")
    (listed,) = lobby.send(CAT, "GAMES")
    told = one_line(listed.text)
    assert "all 2 places are taken" in told and "JOIN puts you on its waiting list" in told


def test_the_name_that_is_offered_is_free(lobby: Lobby) -> None:
    assert "# CREATE Fnord-8 PLAYERS 4" in lobby.answer(BOB, "INVITE eve@example.org")
    lobby.write(ANN, "CREATE Fnord-8")
    assert "# CREATE Fnord-9 PLAYERS 4" in one_line(lobby.send(BOB, "GAMES")[0].text)
    told = lobby.answer(BOB, "CREATE Fnord-8 PLAYERS 3 AS bob")
    assert "There is a game called Fnord-8 already" in told
    assert "# CREATE Fnord-9 PLAYERS 3 AS bob" in told
    lobby.write(ANN, "CREATE Owls")
    assert "# CREATE Owls-2" in lobby.answer(BOB, "CREATE 0wls AS bob".replace("0", "O"))


@each(
    ("typed", "line"),
    [
        ("ADDRESS DELETE eve@example.org", "ADDRESS REMOVE eve@example.org"),
        ("ADDRESS PRIMARY eve@example.org", "ADDRESS MAIN eve@example.org"),
        ("ADDRESS add: eve@example.org", "ADDRESS ADD eve@example.org"),
        ("ADDRESS make main <eve@example.org>", "ADDRESS MAIN eve@example.org"),
        ("ADDRESS eve@example.org default", "ADDRESS MAIN eve@example.org"),
        ("ADDRESS remove mailto:eve@example.org", "ADDRESS REMOVE eve@example.org"),
        ("add address eve@example.org", "ADDRESS ADD eve@example.org"),
        ("remove address eve@example.org", "ADDRESS REMOVE eve@example.org"),
        ("change address to eve@example.org", "ADDRESS MAIN eve@example.org"),
    ],
)
def test_what_is_done_to_an_address_has_many_words(typed: str, line: str) -> None:
    (read,) = read_lobby(typed)
    assert read.line == line


def test_a_profile_says_profile(lobby: Lobby) -> None:
    told = lobby.answer(BOB, "PROFILE QUIET foo")
    assert "PROFILE QUIET 22:00-07:00, or PROFILE QUIET off" in told and "SET" not in told


def test_only_new_addresses_count_as_invited(lobby: Lobby) -> None:
    lobby.write(ANN, "CREATE Owls PLAYERS 8")
    told = lobby.answer(ANN, "INVITE a@example.org b@example.org c@example.org d@example.org")
    assert "You can invite one more address today." in told
    again = lobby.answer(ANN, "INVITE a@example.org b@example.org e@example.org")
    assert "a@example.org is invited to Owls already." in again
    assert "e@example.org is invited to Owls by mail" in again
    assert "no more today" in lobby.answer(ANN, "INVITE f@example.org")
    assert "is invited to Owls already" in lobby.answer(ANN, "INVITE a@example.org")


def test_stop_in_a_new_letter_is_answered_to_whoever_is_known(lobby: Lobby) -> None:
    assert lobby.send(BOB, "STOP") == [], "a stranger wants no mail, and gets none"
    lobby.write(ANN, "MINE")
    (mail,) = lobby.send(ANN, "STOP")
    assert "Nobody can invite ann@example.com" in one_line(mail.text)
    lobby.write(CAT, "CREATE Owls PLAYERS 3 AS cat")
    assert "no mail goes there" in lobby.answer(CAT, "INVITE ann@example.com")
