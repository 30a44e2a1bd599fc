"""Names taken back by whoever runs the service: a person's, a place's in the lobby, a game's."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.database import Database
from pbem.models import OpenSeat
from pbem.service.context import ServiceRefusal
from pbem.service.moderating.logbook import acts_of
from pbem.service.system.names import rename_game, rename_person, rename_place
from tests.support.lobby_letters import ANN, BOB, Lobby
from tests.support.service_rows import Table, one_line


def told(refusal: str | ServiceRefusal) -> str:
    assert isinstance(refusal, ServiceRefusal)
    return refusal.text


def test_a_person_is_called_otherwise_at_once(quick: Table) -> None:
    assert (
        rename_person(quick.service, "cat@example.org") == f"Player {quick.seat('cat').person_id}"
    )
    who = one_line(quick.write("bob", "WHO"))
    assert "cat Network Player" in who and "cat Network cat" not in who
    assert rename_person(quick.service, "cat@example.org", "Cat Ball") == "Cat Ball"
    assert "no player has the address" in told(rename_person(quick.service, "no@example.org"))


def test_a_place_in_the_lobby_gets_another_name(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3 AS Ann")
    lobby.write(BOB, "JOIN Fnord-8 AS Rudeword")
    assert "somebody joined Fnord-8 under such a name" in told(
        rename_place(lobby.service, "Fnord-8", "rudeword", "Ann")
    )
    assert "is a word of the referee's" in told(
        rename_place(lobby.service, "Fnord-8", "rudeword", "READY")
    )
    assert "there are Ann, Rudeword" in told(rename_place(lobby.service, "Fnord-8", "cat"))
    with sqlite_database.read() as session:
        bob = session.exec(select(OpenSeat).where(col(OpenSeat.name) == "Rudeword")).one().id
    assert rename_place(lobby.service, "fnord-8", "rudeword") == f"player-{bob}"
    games = lobby.answer(BOB, "GAMES")
    assert f"player-{bob}" in games and "Rudeword" not in games


def test_a_seat_of_a_game_that_has_begun_keeps_its_name(quick: Table) -> None:
    assert "SET WATCH off" in told(rename_place(quick.service, "Fnord-7", "cat", "kit"))


def test_who_plays_a_game_is_told_of_its_other_name(quick: Table) -> None:
    assert rename_game(quick.service, "Fnord-7", "Calm-7") == "Calm-7"
    mails = quick.mails("bob", "act")
    assert "This game is called Calm-7 from now on." in one_line(mails[-1].text)
    assert mails[-1].subject.startswith("[Calm-7]")
    with quick.database.read() as session:
        assert [act.verb for act in acts_of(session, quick.game_id)] == ["RENAME"]
    assert "no game" in told(rename_game(quick.service, "Fnord-7")).casefold()
    assert rename_game(quick.service, "Calm-7") == "Game-1"


def test_a_game_that_waits_for_players_gets_another_name(sqlite_database: Database) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Rude-8 PLAYERS 3 AS Ann")
    lobby.write(BOB, "CREATE Fnord-9 PLAYERS 3 AS Bob")
    assert (
        "there is a game called fnord-9"
        in told(rename_game(lobby.service, "Rude-8", "fnord-9")).casefold()
    )
    assert rename_game(lobby.service, "Rude-8") == "Game-1"
    assert "Rude-8" not in lobby.answer(BOB, "GAMES")
