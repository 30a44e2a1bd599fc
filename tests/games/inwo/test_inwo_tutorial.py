"""The tutorial of INWO, played through by mail as a stranger would."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.games.inwo.teaching import LESSONS
from pbem.games.registry import ruleset
from pbem.models import FINISHED, NOBODY, Outbox, Seat
from tests.support.lobby_letters import Lobby
from tests.support.service_rows import Table, one_line

WHO = "guest@example.org"
MOST_LETTERS = 30


@pytest.fixture
def lobby(sqlite_database: Database) -> Lobby:
    return Lobby(sqlite_database)


def begun(lobby: Lobby) -> Table:
    lobby.write(WHO, "TUTORIAL inwo")
    (game,) = lobby.games()
    assert game.ruleset == "inwo"
    return Table(lobby.service, lobby.clock, game.id or 0)


def learner(table: Table) -> str:
    """The seat that no robot plays."""
    with table.database.read() as session:
        wanted = select(Seat.name).where(Seat.game_id == table.game_id, Seat.robot == NOBODY)
        return session.exec(wanted).one()


def settle(table: Table) -> None:
    """Let workers and the robot do all that needs no letter of the learner's."""
    for _ in range(60):
        table.clock.on(seconds=6)
        if not table.sweep():
            return
    raise AssertionError("there is always more to do")


def lesson_of(mail: Outbox) -> int:
    found = re.match(r"== LESSON (\d) OF (\d)", mail.text)
    return int(found[1]) if found else 0


def lines_of(mail: Outbox) -> list[str]:
    """The lines that a lesson shows."""
    lesson = mail.text.partition("\n+---")[0]
    return [line.strip() for line in lesson.splitlines() if line.startswith("  ")]


def offered(mail: Outbox) -> list[str]:
    """What the form offers: a takeover, then the attacks."""
    form = mail.text.partition("--- orders below this line ---")[2]
    lines = [line[2:].partition("  #")[0] for line in form.splitlines() if line.startswith("# ")]
    takeovers = [line for line in lines if line.startswith("TAKEOVER")][:1]
    return takeovers + [line for line in lines if line.startswith(("ATTACK", "DEFEND"))]


def newest(table: Table) -> Outbox:
    return next(mail for mail in reversed(table.mails()) if mail.kind == "turn")


@pytest.mark.long
def test_who_sends_what_the_lessons_say_sees_all_and_wins(lobby: Lobby) -> None:
    table, seen = begun(lobby), []
    seat = learner(table)
    began = table.clock.now
    for _ in range(MOST_LETTERS):
        settle(table)
        report = newest(table)
        assert all(len(line) <= 72 for line in report.text.splitlines())
        if table.game().phase == FINISHED:
            break
        number = lesson_of(report)
        mine = report.text.partition("== THE TABLE")[2].partition("\n  otto ")[0]
        own = re.findall(r"-[NESW] (.+?)  ", mine)
        assert own or number == 1
        assert not any(f"# DESTROY {card} WITH" in report.text for card in own)
        seen += [number] if number else []
        told = table.write(seat, "\n".join(lines_of(report) or [*offered(report), "READY"]))
        assert "COVERED" in told and "NOT COVERED" not in told
        assert not number or not re.findall(r"REFUSED|WARNING|not read", told), told
    assert seen == list(range(1, len(LESSONS) + 1))
    winners = ruleset("inwo").codec.decode_state(table.game().state).winners
    assert winners == (seat,)
    assert report.text.startswith("== THE TUTORIAL ENDS")
    said = one_line(report.text)
    assert re.search(r"You have won after \d turns of yours, with", said)
    assert "CREATE Fnord-9 GAME inwo" in said
    assert table.clock.now - began < timedelta(hours=1), "nobody waits for a deadline"


@pytest.mark.long
def test_a_tutorial_that_nobody_wins_sums_up(lobby: Lobby) -> None:
    table = begun(lobby)
    seat = learner(table)
    settle(table)
    table.write(seat, "\n".join(lines_of(newest(table))))
    settle(table)
    assert lesson_of(newest(table)) == 2, "who learns moves first"
    table.clock.on(days=8)
    settle(table)
    assert table.game().phase == FINISHED, "a turn without a letter ends it"
    said = one_line(newest(table).text)
    assert re.search(
        r"after one turn of yours. You have \d of 12 Groups[^;]*; otto has \d of 12", said
    )


def test_a_tutorial_of_a_game_that_has_none_is_refused(lobby: Lobby) -> None:
    told = lobby.answer(WHO, "TUTORIAL chess")
    assert "there is no tutorial of 'chess'; there are: illuminati, inwo" in told
    assert not lobby.games()
