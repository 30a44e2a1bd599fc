"""Seats that robots play, and the game a player gets to learn by."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.state import GameOptions, Pace
from engine.illuminati.structure import groups_of
from pbem.cli.founding import robots_of
from pbem.cli.output import InputError
from pbem.database import Database
from pbem.games.illuminati.report.parts.lessons import LESSONS
from pbem.models import DONE, FINISHED, RUNNING, Game, Letter, Outbox, Person
from pbem.service.clocks import simple_clock
from pbem.service.context import ServiceContext
from pbem.service.mailing.robot_seats import write_letter
from pbem.service.snapshots import load_game
from pbem.service.sweep import claim_waiting
from pbem.service.turns.founding import (
    Newcomer,
    NewGame,
    create_game,
    robot_newcomer,
    robot_refusal,
)
from pbem.settings import Settings
from tests.support.service_rows import Hands, Table, new_table, one_line, random_bytes

pytestmark = pytest.mark.long

MOST_LOOKS = 400


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": sqlite_url},
            "mail": {"address": "game@example.org", "answer_gap_seconds": 0},
        }
    )


def with_robots(
    database: Database, settings: Settings, *, pace: Pace = "announce", robot: str = "greedy"
) -> Table:
    """ann against two robots, cat and dee."""
    clock = Hands()
    service = ServiceContext(database, settings, clock)
    newcomers = [
        Newcomer("ann", "ann@example.org"),
        robot_newcomer("cat", robot),
        robot_newcomer("dee", robot),
    ]
    game_id = create_game(
        service,
        NewGame(
            "Fnord-7",
            newcomers,
            random_bytes(3, 3),
            options=GameOptions(pace=pace),
            clock=simple_clock(timedelta(hours=72)),
        ),
    )
    return Table(service, clock, game_id)


def settle(table: Table) -> None:
    """Let workers do all that can be done without ann, but for sending mail."""
    work = table.work()
    acts = {"read_letter": work.read_letter, "adjudicate": work.adjudicate}
    for _ in range(MOST_LOOKS):
        table.clock.on(seconds=6)
        found = claim_waiting(table.database, table.clock(), grace=timedelta(seconds=5))
        hints = [hint for hint in found.hints if hint[0] in acts]
        if not hints:
            return
        for name, row_id in hints:
            acts[name](row_id)
    raise AssertionError("there is always more to do")


def waits_for_ann(table: Table) -> bool:
    game = table.game()
    return game.phase == RUNNING and (game.to_move == "ann" or game.wait == "answers")


def letters(table: Table) -> list[Letter]:
    with table.database.read() as session:
        return list(session.exec(select(Letter).order_by(col(Letter.id))).all())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("pace", ["announce", "policies", "conclave", "table"])
def test_robots_play_at_once_whatever_the_pace(
    sqlite_database: Database, settings: Settings, pace: Pace
) -> None:
    """Nobody waits for a deadline: only ann's letters are needed."""
    table = with_robots(sqlite_database, settings, pace=pace)
    began_at = table.clock.now
    for _ in range(6):
        settle(table)
        if table.game().phase != RUNNING:
            break
        assert pace == "conclave" or waits_for_ann(table)
        table.write("ann", "PASS\nREADY" if table.game().to_move == "ann" else "READY")
    assert table.game().turn > 3
    assert table.clock.now - began_at < timedelta(hours=72)
    written = [letter for letter in letters(table) if letter.mail_from == "greedy@robots.invalid"]
    assert written
    assert all(letter.state == DONE and b"\n\n" in letter.raw for letter in written)
    assert not table.mails("cat") and not table.mails("dee")


def test_robots_attack_and_choose_their_goals(
    sqlite_database: Database, settings: Settings
) -> None:
    table = with_robots(sqlite_database, settings)
    for _ in range(4):
        settle(table)
        table.write("ann", "PASS\nREADY" if table.game().to_move == "ann" else "READY")
    assert any(b"ATTACK" in letter.raw for letter in letters(table))
    ufos = [seat for seat in table.state().seats if seat.name != "ann" and seat.goal]
    chose = [letter for letter in letters(table) if b"\nGOAL " in letter.raw]
    assert len(ufos) == len(chose)


def test_a_robot_knows_only_what_its_seat_may_know(
    sqlite_database: Database, settings: Settings
) -> None:
    """What ann holds makes no difference to what cat writes; what lies open does."""
    table = new_table(sqlite_database, settings)
    with table.database.read() as session:
        snapshot = load_game(session, table.game_id)
    snapshot.seats["cat"].robot = "greedy"
    letter = Letter(
        received_at=table.clock.now, mail_from="greedy@robots.invalid", rcpt="", raw=b"",
        digest="0" * 64, next_try_at=table.clock.now,
    )  # fmt: skip
    state = changed(snapshot.state, turn=changed(snapshot.state.turn, seat="cat"))
    swapped = tuple(changed(s, hand=s.hand[::-1]) for s in state.seats)
    deck = tuple(reversed(state.deck))
    first = write_letter(replace(snapshot, state=state), "cat", letter)
    other = write_letter(
        replace(snapshot, state=changed(state, deck=deck, seats=swapped)), "cat", letter
    )
    assert first == other
    poorer = replace(snapshot, state=changed(state, uncontrolled=state.uncontrolled[1:]))
    assert write_letter(poorer, "cat", letter) != first


def test_a_letter_to_be_written_is_not_lost(sqlite_database: Database, settings: Settings) -> None:
    """It is stored with what makes the game wait for it; whoever looks next has it written."""
    table = with_robots(sqlite_database, settings, pace="conclave")
    waiting = letters(table)
    assert [letter.raw for letter in waiting] == [b"", b""]
    settle(table)
    assert all(letter.state == DONE and letter.raw for letter in letters(table))


def test_only_robots_there_are_can_play() -> None:
    refusal = robot_refusal("genius")
    assert refusal is not None and "greedy" in refusal.text
    with pytest.raises(InputError, match="cat=genius"):
        robots_of(("cat=genius",))
    (cat,) = robots_of(("cat=planner",))
    assert (cat.seat, cat.robot) == ("cat", "planner")


# --- the tutorial ---------------------------------------------------------------------------


@pytest.fixture
def table(sqlite_database: Database, settings: Settings) -> Table:
    """The tutorials at this service are the same every time."""
    table = new_table(sqlite_database, settings)
    numbers = itertools.count(1)
    chance = lambda size: bytes([next(numbers)]) * size  # noqa: E731
    table.service = replace(table.service, random_bytes=chance)
    return table


def tutorial_of(table: Table) -> Table | None:
    """The table of the tutorial, with the same desk."""
    with table.database.read() as session:
        game = session.exec(select(Game).where(Game.kind == "tutorial")).first()
    return Table(table.service, table.clock, game.id or 0, table.post) if game else None


def begun(table: Table) -> Table:
    table.read(table.send("bob", "TUTORIAL"))
    found = tutorial_of(table)
    assert found is not None
    return found


def test_a_letter_begins_a_tutorial(table: Table) -> None:
    mails = table.read(table.send("bob", "TUTORIAL"))
    assert [mail.kind for mail in mails] == ["tutorial", "turn"]
    assert {mail.rcpt for mail in mails} == {"bob@example.org"}
    assert mails[1].text.startswith(f"== LESSON 1 OF {len(LESSONS)}")
    assert all(len(line) <= 72 for mail in mails for line in mail.text.splitlines())
    tutorial = begun(table)
    assert sorted(tutorial.state().seat(s.name).name for s in tutorial.state().seats) == [
        "bob",
        "otto",
        "uma",
    ]


def test_there_is_one_tutorial_at_a_time(table: Table) -> None:
    begun(table)
    (mail,) = table.read(table.send("bob", "TUTORIAL"))
    assert "is still running" in mail.text
    with table.database.read() as session:
        assert len(session.exec(select(Game)).all()) == 2


def test_a_preview_begins_none(table: Table) -> None:
    table.read(table.send("bob", "PREVIEW\nTUTORIAL"))
    assert tutorial_of(table) is None


def test_the_lessons_come_with_the_first_turns_and_it_ends_after_eight(table: Table) -> None:
    tutorial = begun(table)
    for _ in range(15):
        settle(tutorial)
        if tutorial.game().phase == FINISHED:
            break
        tutorial.write("bob", first_option(tutorial.report("bob").text) + "\nREADY")
    own = [mail for mail in tutorial.mails("bob", "turn") if "YOU ACT by" in mail.text]
    lessons = [mail.text[:14] if mail.text.startswith("== LESSON") else "" for mail in own]
    many = len(LESSONS)
    assert lessons[:many] == [f"== LESSON {number} OF" for number in range(1, many + 1)]
    assert not any(lessons[many:])
    assert tutorial.game().phase == FINISHED, "eight turns of his own are the most"
    last = one_line(tutorial.report("bob").text)
    is_won = "bob" in tutorial.state().winners
    assert ("YOU WIN" if is_won else "The tutorial is over after 8 turns of yours.") in last
    assert not any(seat.is_out for seat in tutorial.state().seats), "nobody is wiped out"


def test_the_attack_of_the_first_lesson_succeeds(table: Table) -> None:
    tutorial = begun(table)
    assert tutorial.game().to_move == "bob", "who learns moves first"
    assert tutorial.game().deadline_at == tutorial.clock() + timedelta(days=7)
    attack = next(line for line in lesson_lines(tutorial.report("bob").text) if "ATTACK" in line)
    tutorial.write("bob", f"{attack}\nREADY")
    settle(tutorial)
    said = one_line(tutorial.report("bob").text)
    assert "LESSON 2" in said
    assert list(groups_of(tutorial.state(), "bob")), "it was promised to be good"


def test_a_turn_without_a_letter_ends_a_tutorial(table: Table) -> None:
    tutorial = begun(table)
    while tutorial.game().to_move != "bob":
        settle(tutorial)
        if tutorial.game().wait == "answers":
            tutorial.write("bob", "READY")
    settle(tutorial)
    tutorial.run_turn()
    assert tutorial.game().phase == FINISHED
    report = tutorial.report("bob")
    assert report.text.startswith("== THE TUTORIAL ENDS")
    assert "the game is over" in report.subject and "THE GAME IS OVER." in report.text
    assert "# ATTACK" not in report.text, "nothing can be ordered any more"
    told = tutorial.read(tutorial.send("bob", "STATUS"))[-1].text.replace("|", " ")
    assert "Nobody has won: a game to learn by ends when a turn goes by" in one_line(told)
    settle(table)
    assert "a game of Illuminati of your own" in one_line(table.write("bob", "TUTORIAL"))


def test_ready_without_orders_passes_and_the_tutorial_goes_on(table: Table) -> None:
    tutorial = begun(table)
    tutorial.write("bob", "READY")
    settle(tutorial)
    assert tutorial.game().phase == RUNNING
    assert tutorial.state().seat("bob").turns_taken == 1


def test_whoever_leaves_a_tutorial_ends_it(table: Table) -> None:
    tutorial = begun(table)
    settle(tutorial)
    asked = one_line(tutorial.write("bob", "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    tutorial.write("bob", f"RESIGN {code}")
    settle(tutorial)
    assert tutorial.game().phase == FINISHED


def first_option(report: str) -> str:
    """What the report offers first, for who is to move; else nothing."""
    if "YOU ACT" not in report:
        return ""
    return next((line[2:] for line in report.splitlines() if line.startswith("# ATTACK ")), "PASS")


def lesson_lines(report: str) -> list[str]:
    """The lines that a lesson shows, up to the report below it."""
    lesson = report.partition("\n+---")[0]
    return [line[2:] for line in lesson.splitlines() if line.startswith("  ")]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(1, 5))
def test_every_line_of_a_lesson_can_be_sent_as_it_stands(table: Table, seed: int) -> None:
    """Each is read, legal and paid for at the very table below it."""
    numbers = itertools.count(50 * seed)
    table.service = replace(table.service, random_bytes=lambda size: bytes([next(numbers)]) * size)
    tutorial, seen = begun(table), 0
    for _ in range(15):
        settle(tutorial)
        report = tutorial.report("bob").text
        if report.startswith(f"== LESSON {seen + 1} OF {len(LESSONS)}") and "YOU ACT by" in report:
            seen += 1
            lines = lesson_lines(report)
            told = tutorial.write("bob", "\n".join([*lines, "PREVIEW"]))
            assert lines and not re.findall(r"ASK|REFUSED|WARNING|not read|cannot", told), told
        tutorial.write("bob", first_option(report) + "\nREADY")
    assert seen == len(LESSONS)


def test_robots_get_no_mail_and_are_known_once(table: Table) -> None:
    tutorial = begun(table)
    settle(tutorial)
    with table.database.read() as session:
        robots = session.exec(select(Person).where(col(Person.email).endswith(".invalid"))).all()
        mails = session.exec(select(Outbox).where(col(Outbox.rcpt).endswith(".invalid"))).all()
    assert len(robots) == 1
    assert not mails
