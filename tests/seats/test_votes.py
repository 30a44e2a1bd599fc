"""VOTE: players decide among themselves; silence is a no, and all are told who voted how."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.games.illuminati.verification import verify
from pbem.models import FINISHED, PAUSED, RUNNING, Moderator, Vote
from pbem.service.context import ServiceContext
from pbem.service.due.reminding import ring
from pbem.service.history.exporting import export_game
from pbem.service.players.addresses import first_is_proved, player_or_new
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support.moderating_letters import write
from tests.support.newcomers import mails_to
from tests.support.registered import toy_is_registered
from tests.support.service_rows import Hands, Table, new_table, one_line, random_bytes

__all__ = ["toy_is_registered"]
CAST = ("ann", "bob", "cat")
DAY = timedelta(days=1)


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return new_table(
        sqlite_database, Settings.model_validate({"mail": {"address": "game@example.org"}})
    )


def vote(table: Table, seat: str, line: str) -> str:
    """Send a vote; what its writer is answered."""
    table.clock.on(minutes=10)
    mails = table.read(table.send(seat, line))
    own = [mail for mail in mails if mail.rcpt == f"{seat}@example.org"]
    return one_line(next((mail.text for mail in own if mail.kind == "acknowledgement"), ""))


def test_more_than_half_give_a_turn_one_more_day(table: Table) -> None:
    before = table.game().deadline_at
    assert before is not None
    told = vote(table, "bob", "VOTE EXTEND")
    assert "your yes counts. It needs 2 more yes votes; silence is a no." in told
    for seat in ("ann", "cat", "dee"):
        (asked,) = table.mails(seat, "vote")
        assert "bob puts this to the vote: more time." in one_line(asked.text)
        assert "It needs a yes from 3 of the 4 players by" in one_line(asked.text)
        silent = ", ".join("you" if one == seat else one for one in ("ann", "cat", "dee"))
        assert f"So far yes: bob; silent: {silent}." in one_line(asked.text)
        assert "# VOTE YES 1" in asked.text and "your vote: more time" in asked.subject
    assert table.mails("bob", "vote") == []
    table.write("ann", "VOTE NO")
    table.write("cat", "VOTE YES 1")
    assert table.game().deadline_at == before, "two of four are not more than half"
    told = vote(table, "dee", "vote for extension")
    assert "and that is enough: it is done at once" in told
    assert table.game().deadline_at == before + DAY
    (act,) = table.mails("ann", "act")
    said = one_line(act.text)
    assert "THE PLAYERS HAVE VOTED" in said and "moderate" not in said
    assert "yes: bob, cat, dee; no: ann" in said
    assert "only once a turn" in vote(table, "bob", "VOTE EXTEND")


def test_a_no_ends_what_needs_all(table: Table) -> None:
    table.write("ann", "VOTE PAUSE")
    table.write("bob", "VOTE YES")
    told = vote(table, "cat", "VOTE NO")
    assert "the motion can no longer pass" in told and table.game().phase == RUNNING
    for seat in ("ann", "bob", "cat", "dee"):
        (lost,) = table.mails(seat, "vote_failed")
        votes = "yes: ann, bob; no: cat; silent: dee.".replace(seat, "you")
        assert f"from all 4 players; the votes were {votes}" in one_line(lost.text)
    assert "Nothing is being voted on" in vote(table, "dee", "VOTE YES")


def test_silence_is_a_no(table: Table) -> None:
    table.write("ann", "VOTE CANCEL")
    for seat in ("bob", "cat"):
        vote(table, seat, "VOTE YES")
    table.clock.on(days=3)
    assert ring(table.service, table.game_id, table.clock())
    (lost,) = table.mails("dee", "vote_failed")
    assert "silent: you" in one_line(lost.text) and table.game().phase == RUNNING


def test_all_pause_the_game_and_let_it_go_on(table: Table) -> None:
    for seat in ("ann", "bob", "cat", "dee"):
        vote(table, seat, "VOTE PAUSE")
    game = table.game()
    assert game.phase == PAUSED and game.resumes_at is not None
    assert table.clock() + 6 * DAY < game.resumes_at <= table.clock() + 7 * DAY
    told = [vote(table, seat, "VOTE RESUME") for seat in ("ann", "bob", "cat", "dee")]
    assert table.game().phase == RUNNING
    assert "The game is paused" in told[2] and "it is done at once" in told[3]
    assert "The game is paused" not in told[3], "it goes on now"


@pytest.mark.parametrize("line", ["VOTE PAUSE YES", "VOTE YES PAUSE", "VOTE yes to pause"])
def test_a_yes_may_name_what_it_is_for(table: Table, line: str) -> None:
    vote(table, "bob", "VOTE EXTEND")
    assert "VOTE 2 (a pause): your yes counts" in vote(table, "ann", line)
    assert "VOTE 2 (a pause): your yes counts" in vote(table, "bob", line)
    assert "VOTE 1 (more time): your no counts" in vote(table, "cat", "VOTE EXTEND NO")
    assert "Open votes: " in vote(table, "ann", "VOTE NO CANCEL")


def test_all_let_two_win_together(sqlite_database: Database) -> None:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings, position=None)
    for seat in ("ann", "bob", "cat"):
        vote(table, seat, "VOTE DRAW ann and bob")
    told = one_line(table.mails("dee", "vote")[0].text)
    assert "The game would be over now, and ann and bob would win it." in told
    before = len(table.mails())
    assert "and that is enough" in vote(table, "dee", "VOTE YES")
    assert table.game().phase == FINISHED and table.state().winners == ("ann", "bob")
    last = [mail for mail in table.mails()[before:] if mail.kind == "turn"]
    assert len(last) == 4
    said = one_line(last[2].text)
    assert "as the table has agreed" in said
    assert verify(export_game(table.service, "Fnord-7")) == []


def test_all_end_the_game(table: Table) -> None:
    for seat in ("ann", "bob", "cat", "dee"):
        vote(table, seat, "VOTE CANCEL")
    assert table.game().phase == FINISHED and table.state().winners == ()
    said = one_line(table.report("cat").text)
    assert "The players have voted to end the game: yes: ann, bob, cat, dee" in said


MO = "mo@example.net"


def add_mo(table: Table) -> None:
    """Somebody who plays nowhere, and whose address is known to be his."""
    with table.database.write() as session:
        first_is_proved(session, player_or_new(session, MO, "Mo", table.clock()), table.clock())


def test_all_agree_on_a_moderator_and_he_is_blind(table: Table) -> None:
    add_mo(table)
    table.write("ann", f"VOTE MODERATOR {MO}")
    (asked,) = table.mails("bob", "vote")
    assert f"{MO} would moderate this game" in one_line(asked.text)
    assert "What is hidden stays hidden from every moderator" in one_line(asked.text)
    for seat in ("bob", "cat"):
        vote(table, seat, "VOTE YES")
    assert mails_to(table, MO) == [], "three of four are not all"
    vote(table, "dee", "VOTE YES")
    (welcome,) = mails_to(table, MO)
    assert welcome.kind == "moderator_welcome" and "EXTEND" in welcome.text
    told = " ".join(one_line(mail.text) for mail in table.mails("bob", "acts"))
    assert "Mo moderates this game from now on." in told and "THE PLAYERS HAVE VOTED" in told
    with table.database.read() as session:
        (moderator,) = session.exec(select(Moderator)).all()
    answer = one_line(write(table, moderator, "EXTEND 24h\nPREVIEW\nSET BLIND off", sender=MO))
    assert answer.startswith("2 OF 3 REFUSED DONE EXTEND 24h")
    assert "the game is blind" in answer and "A blind game stays blind until it is over" in answer
    for seat in ("ann", "bob", "cat", "dee"):
        vote(table, seat, "VOTE PAUSE" if seat == "ann" else "VOTE YES")
    assert "the players have voted" in mails_to(table, MO)[-1].subject


def test_a_player_may_moderate_if_all_agree(table: Table) -> None:
    for seat in ("ann", "cat", "dee", "bob"):
        vote(table, seat, "VOTE MODERATOR bob" if seat == "ann" else "VOTE YES")
    assert "This game is moderated by bob already" in vote(table, "cat", "VOTE MODERATOR bob")
    (welcome,) = [one for one in mails_to(table, "bob@example.org") if "moderator" in one.kind]
    assert "is hidden from you until the game is over" in one_line(welcome.text)


def test_nobody_moderates_whose_address_is_not_proved(table: Table) -> None:
    told = vote(table, "ann", "VOTE MODERATOR eve@example.com")
    assert "The address eve@example.com has not been confirmed yet" in told
    assert "Write who is to moderate" in vote(table, "ann", "VOTE MODERATOR")
    assert mails_to(table, "eve@example.com") == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("VOTE RESUME", "The game is not paused"),
        ("VOTE END", "ann, bob, cat and dee still play this one"),
        ("VOTE YES 7", "Nothing is being voted on now"),
        ("VOTE", "Nothing is being voted on now"),
    ],
)
def test_a_vote_that_cannot_be_says_why(table: Table, line: str, why: str) -> None:
    assert why in vote(table, "ann", line)
    with table.database.read() as session:
        assert session.exec(select(Vote)).all() == []


@pytest.mark.parametrize("line", ["Yes please", "no!", "Agreed, ann"])
def test_a_bare_yes_learns_how_to_vote(table: Table, line: str) -> None:
    assert "To vote" not in vote(table, "bob", line), "nothing is asked"
    vote(table, "ann", "VOTE PAUSE")
    told = vote(table, "bob", line)
    assert "To vote, write it so: VOTE YES 1 or VOTE NO 1. Open votes: 1, a pause" in told
    assert "To vote" not in vote(table, "bob", "Perhaps yes")


def test_help_for_a_line_of_orders_has_no_number(table: Table) -> None:
    told = vote(table, "ann", "Please give me more time")
    assert "Try: HELP GIVE" in told


def test_who_is_out_has_no_say(table: Table) -> None:
    table.resign("dee")
    assert "You are out of the game" in vote(table, "dee", "VOTE CANCEL")
    for seat in ("ann", "bob", "cat"):
        vote(table, seat, "VOTE CANCEL")
    assert table.game().phase == FINISHED


def toy(database: Database, game: str = "toy") -> Table:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    people = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    new = NewGame("Fnord-7", people, random_bytes(seats=3), ruleset=game)
    return Table(service, clock, create_game(service, new))


def test_any_game_is_voted_on(sqlite_database: Database) -> None:
    table = toy(sqlite_database)
    before = table.game().deadline_at
    assert before is not None
    refused = vote(table, "ann", "VOTE DRAW")
    assert "The rules of this game do not let these players win together" in refused
    for seat in ("ann", "cat"):
        vote(table, seat, "VOTE EXTEND")
    assert table.game().deadline_at == before + DAY
    for seat in CAST:
        vote(table, seat, "VOTE CANCEL")
    assert table.game().phase == FINISHED


def test_a_draw_of_inwo(sqlite_database: Database) -> None:
    table = toy(sqlite_database, "inwo")
    for seat in CAST:
        vote(table, seat, "VOTE DRAW")
    assert table.game().phase == FINISHED
    assert "win" in one_line(table.report("cat").text)
