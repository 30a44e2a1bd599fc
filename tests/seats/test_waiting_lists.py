"""A full game waits for those who may not be there; whoever waits for a place gets the next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import OPEN, OpenGame, Outbox
from pbem.service.lobby.vacating import end_wait
from tests.support.lobby_letters import ANN, BOB, CAT, Lobby
from tests.support.service_rows import one_line

DEE = "dee@example.org"


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    """Ann, bob and cat have all places of Fnord-8; cat has just come, the others are asked."""
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "CREATE Fnord-8 PLAYERS 3")
    lobby.write(BOB, "JOIN Fnord-8 AS bob")
    lobby.clock.on(days=1)
    lobby.write(CAT, "JOIN Fnord-8 AS cat")
    return lobby


def game_of(lobby: Lobby) -> OpenGame:
    with lobby.service.database.read() as session:
        return session.exec(select(OpenGame)).one()


def told(mails: list[Outbox], kind: str = "lobby_news") -> dict[str, str]:
    """Subjects and texts of the mails of a kind, by whom they go to."""
    return {
        mail.rcpt: one_line(f"{mail.subject}: {mail.text}") for mail in mails if mail.kind == kind
    }


def after_two_days(lobby: Lobby) -> list[Outbox]:
    before = len(lobby.mails())
    lobby.clock.on(hours=49)
    assert end_wait(lobby.service, 1, lobby.clock())
    return lobby.mails()[before:]


def test_who_leaves_a_waiting_list_changes_nothing_for_the_others(lobby: Lobby) -> None:
    until = game_of(lobby).answer_by
    lobby.write(DEE, "JOIN Fnord-8 AS dee")
    mails = lobby.write(DEE, "LEAVE Fnord-8")
    assert [mail.kind for mail in mails] == ["lobby"], "nobody is asked again"
    assert "You have left the waiting list of Fnord-8." in one_line(mails[0].text)
    assert game_of(lobby).answer_by == until, "nor is there more time"


def test_who_waits_is_told_of_his_place_and_the_others_of_those_who_lost_theirs(
    lobby: Lobby,
) -> None:
    lobby.write(DEE, "JOIN Fnord-8 AS dee")
    news = told(after_two_days(lobby))
    assert set(news) == {"ann@example.com", BOB, CAT, DEE}
    for gone in ("ann@example.com", BOB):
        assert news[gone].startswith("[Fnord-8] You have lost your place: ")
        assert "You did not confirm in time, so you have lost your place in Fnord-8." in news[gone]
    assert "You have a place in Fnord-8 now, as dee." in news[DEE]
    assert "It starts when one more player has joined." in news[DEE]
    assert news[DEE].startswith("[Fnord-8] You have a place: ")
    assert news[CAT].startswith("[Fnord-8] The game is yours now: ")
    assert "Ann and bob did not confirm in time and have lost their places." in news[CAT]
    assert "Fnord-8 waits for one more player." in news[CAT]
    assert "the game is yours now" in news[CAT], "who had offered it is gone"
    assert "# START Fnord-8 WITH ROBOTS" in news[CAT]
    assert "is not yours" in lobby.answer(ANN, "START Fnord-8 WITH ROBOTS")
    assert "Fnord-8 has begun" in lobby.answer(CAT, "START Fnord-8 WITH ROBOTS")


def test_a_game_that_all_have_left_without_a_word_is_cancelled(lobby: Lobby) -> None:
    lobby.write(DEE, "JOIN Fnord-8 AS dee")
    lobby.write(BOB, "HERE Fnord-8")
    asked = told(after_two_days(lobby), "lobby_full")
    assert set(asked) == {BOB, CAT, DEE}, "it is full again"
    news = told(after_two_days(lobby))
    assert set(news) == {BOB, CAT, DEE}
    assert "As nobody else was left, the game is cancelled." in news[BOB]
    assert "JOIN" not in news[BOB]
    assert "No game waits for players." in lobby.send("eve@example.org", "GAMES")[0].text


def test_whoever_has_confirmed_is_asked_again_before_he_could_lose_his_place(
    lobby: Lobby,
) -> None:
    lobby.write(BOB, "HERE Fnord-8")
    lobby.write(DEE, "JOIN Fnord-8 AS dee")
    lobby.clock.on(hours=20)
    mails = lobby.write(CAT, "LEAVE Fnord-8")
    assert set(told(mails, "lobby_full")) == {"ann@example.com", BOB, DEE}
    assert game_of(lobby).answer_by == lobby.clock() + timedelta(hours=48)


def test_the_others_hear_that_a_full_game_is_not_full_any_more(lobby: Lobby) -> None:
    news = told(lobby.write(ANN, "LEAVE Fnord-8"))
    assert game_of(lobby).phase == OPEN
    assert "Ann has left. Fnord-8 waits for one more player." in news[CAT]
    assert "the game is yours now" in news[BOB] and "the game is yours" not in news[CAT]
    # Of one who leaves before it is full they hear nothing, unless he had offered it.
    assert told(lobby.write(CAT, "LEAVE Fnord-8")) == {}


def test_a_list_of_ones_games_says_what_a_full_game_waits_for(lobby: Lobby) -> None:
    lobby.write(DEE, "JOIN Fnord-8 AS dee")
    mine = lobby.answer(BOB, "MINE")
    assert "Fnord-8, as bob: WAITS FOR YOU until Tue 24 Nov 2026, 12:00 UTC" in mine
    assert "UTC to confirm that you are there." in mine and "# HERE Fnord-8" in mine
    assert "Fnord-8, as dee: number 1 on the waiting list." in lobby.answer(DEE, "MINE")
    lobby.write(BOB, "HERE Fnord-8")
    assert "Fnord-8, as bob: waits for others to confirm." in lobby.answer(BOB, "MINE")
    lobby.write(CAT, "LEAVE Fnord-8\nCREATE Fnord-9 PLAYERS 3 AS cat")
    assert "Fnord-9, as cat: waits for 2 more players." in lobby.answer(CAT, "MINE")
