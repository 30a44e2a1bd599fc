"""What is worked out for a person is counted by the day, and bounded; his letters never are."""

from __future__ import annotations

import re

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.games.contract.ruleset import RobotSeat
from pbem.models import TUTORIAL, CpuDay, Ending, OpenGame, Person, Seat, key_of
from pbem.service.context import ServiceContext
from pbem.service.cpu_use import charged_to, cpu_left, day_of, payer_of, write_down
from pbem.service.endings.chances import ROUNDS
from pbem.service.mailing import robot_seats
from pbem.settings import CpuSettings
from tests.support.console_visits import add_moderator, visitor
from tests.support.lobby_letters import ANN, Lobby
from tests.support.page_visits import opened_by, with_pages
from tests.support.registered import play, play_to_the_finale, table_of, toy_is_registered
from tests.support.service_rows import Table, change, new_table, one_line

__all__ = ["toy_is_registered"]
USED_UP = 300.0


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return new_table(sqlite_database, with_pages())


def use(table: Table, seat: str, seconds: float) -> int:
    """Let so much have been used for a seat's player; his number."""
    person_id = table.seat(seat).person_id
    table.service.cpu.add(person_id, day_of(table.clock()), seconds)
    write_down(table.service)
    return person_id


def used(table: Table) -> dict[int, tuple[str, float]]:
    with table.database.read() as session:
        return {row.person_id: (row.day, row.seconds) for row in session.exec(select(CpuDay))}


def left(table: Table, person_id: int | None) -> float:
    with table.database.read() as session:
        return cpu_left(table.service, session, person_id)


# --- the count ----------------------------------------------------------------------------


def test_seconds_are_added_up_for_a_day_and_begin_anew_on_the_next(table: Table) -> None:
    ann = use(table, "ann", 2.0)
    use(table, "ann", 3.5)
    bob = use(table, "bob", 1.0)
    assert used(table) == {ann: ("2026-11-21", 5.5), bob: ("2026-11-21", 1.0)}
    assert (left(table, ann), left(table, bob), left(table, None)) == (294.5, 299.0, float("inf"))
    table.clock.on(hours=12)
    assert left(table, ann) == 300.0
    use(table, "ann", 4.0)
    table.clock.on(hours=-12)
    use(table, "ann", 9.0)
    assert used(table)[ann] == ("2026-11-22", 4.0), "what comes late is of a day that is over"


def test_what_is_less_than_a_second_is_counted_and_not_written_down(table: Table) -> None:
    ann = use(table, "ann", 0.75)
    assert used(table) == {} and left(table, ann) == 299.25
    use(table, "ann", 0.25)
    assert used(table) == {ann: ("2026-11-21", 1.0)} and left(table, ann) == 299.0


def test_another_process_sees_what_was_written_down(database: Database) -> None:
    table = new_table(database, with_pages())
    ann = use(table, "ann", 20.0)
    table.service = ServiceContext(table.database, table.service.settings, table.clock)
    assert left(table, ann) == 280.0
    use(table, "ann", 7.0)
    assert used(table)[ann][1] == 27.0


def test_what_a_block_uses_is_charged_even_where_it_fails(table: Table) -> None:
    ann = table.seat("ann").person_id
    with pytest.raises(ZeroDivisionError), charged_to(table.service, ann):
        sum(range(200_000))
        1 / 0  # noqa: B018
    with charged_to(table.service, None):
        sum(range(200_000))
    assert 0 < table.service.cpu.waiting(ann, "2026-11-21") < 1


def test_an_operator_may_set_no_bound(sqlite_database: Database) -> None:
    settings = with_pages().model_copy(update={"cpu": CpuSettings(person_seconds=0)})
    table = new_table(sqlite_database, settings)
    assert left(table, use(table, "ann", 10_000.0)) == float("inf")


# --- lines that are tried -------------------------------------------------------------------


def test_trying_lines_is_counted_and_then_they_are_answered_when_they_are_saved(
    table: Table,
) -> None:
    table.run_turn()
    device, bob = opened_by(table, "bob"), table.seat("bob").person_id
    assert "Nothing is filed yet" in device.check("ATTACK Yuppies WITH CIA")
    assert 0 < table.service.cpu.waiting(bob, day_of(table.clock())) < 1
    use(table, "bob", USED_UP)
    told = device.check("ATTACK Yuppies WITH CIA")
    assert "as many lines tried as one person may in a day" in told and "filed" not in told
    device.get(device.at)
    assert "one person may in a day" in device.post(f"{device.at}/check", orders="PASS")
    assert "Yuppies" in device.save("ATTACK Yuppies WITH CIA") and device.code == 200
    assert table.filed("bob") == ["1: ATTACK Yuppies WITH C.I.A."]
    assert "Nothing is filed yet" in opened_by(table, "ann").check("PASS"), "others are as free"
    table.clock.on(hours=12)
    assert "Nothing is filed yet" in device.check("PASS")


# --- robots -------------------------------------------------------------------------------


def created_by(table: Table, seat: str) -> int:
    """Let a seat's player have created the game."""
    game, person_id = table.game(), table.seat(seat).person_id
    with table.database.write() as session:
        offered = OpenGame(
            name=game.name,
            ruleset=game.ruleset,
            places=4,
            robot="greedy",
            secret=game.secret,
            secret_hash=game.secret_hash,
            creator_id=person_id,
            created_at=game.created_at,
            game_id=game.id,
        )
        session.add(offered)
    return person_id


def seat_robots(table: Table, *seats: str, kind: str) -> None:
    with table.database.write() as session:
        for name in seats:
            row = session.get_one(Seat, table.seat(name).id)
            row.robot = kind
            session.add(row)


@pytest.mark.parametrize(("seconds", "thinks"), [(0.0, "planner"), (USED_UP, "greedy")])
def test_greedy_plays_for_the_planners_of_whoever_has_used_up_his_time(
    table: Table, seconds: float, thinks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: list[str] = []

    def noted(seat: str, kind: str, **more: bool) -> RobotSeat:
        kinds.append(kind)
        return RobotSeat(seat, kind, **more)

    ann = created_by(table, "ann")
    seat_robots(table, "bob", kind="planner")
    monkeypatch.setattr(robot_seats, "RobotSeat", noted)
    table.run_turn()
    use(table, "ann", seconds)
    table.clock.on(seconds=5)
    table.sweep()
    assert kinds == [thinks]
    assert table.service.cpu.waiting(ann, day_of(table.clock())) > 0


def test_games_are_charged_to_who_created_them_or_learns_and_the_operators_to_nobody(
    table: Table,
) -> None:
    with table.database.read() as session:
        assert payer_of(session, table.game()) is None
    ann = created_by(table, "ann")
    with table.database.read() as session:
        assert payer_of(session, table.game()) == ann
    change(table, lambda game: setattr(game, "kind", TUTORIAL))
    seat_robots(table, "ann", "bob", "dee", kind="greedy")
    with table.database.read() as session:
        assert payer_of(session, table.game()) == table.seat("cat").person_id


# --- finales and tutorials ------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "rounds"), [(0.0, ROUNDS), (USED_UP, 0)])
def test_a_finale_is_played_out_while_there_is_time_for_whoever_created_the_game(
    sqlite_database: Database, seconds: float, rounds: int
) -> None:
    table = table_of(sqlite_database, "toy", ("ann",), cpu_seconds=60)
    ann = created_by(table, "ann")
    play(table)
    use(table, "ann", seconds)
    play_to_the_finale(table)
    with table.database.read() as session:
        assert session.exec(select(Ending)).one().chances["rounds"] == rounds
    assert table.mails("ann", kind="finale")
    assert left(table, ann) < USED_UP - seconds or rounds == 0


def test_who_has_used_up_his_time_begins_a_tutorial_the_next_day(
    sqlite_database: Database,
) -> None:
    lobby = Lobby(sqlite_database)
    lobby.write(ANN, "PROFILE")
    with sqlite_database.read() as session:
        ann = key_of(session.exec(select(Person)).one())
    lobby.service.cpu.add(ann, day_of(lobby.clock()), USED_UP)
    told = lobby.answer(ANN, "TUTORIAL")
    assert "The robots have done as much for you today as they do for one person" in told
    assert lobby.games() == []
    lobby.clock.on(hours=12)
    assert "has begun" in lobby.answer(ANN, "TUTORIAL")


def test_a_letter_in_a_game_begins_no_tutorial_either(table: Table) -> None:
    use(table, "bob", USED_UP)
    told = one_line(table.write("bob", "TUTORIAL"))
    assert "TUTORIAL: the robots have done as much for you today" in told
    table.clock.on(hours=12)
    assert "Tutorial-" in one_line(table.write("bob", "TUTORIAL"))


# --- the operator ---------------------------------------------------------------------------


def console_of(table: Table, email: str) -> str:
    add_moderator(table.database, table.service.settings, email, None)
    op = visitor(table)
    op.enter(email)
    return " ".join(re.sub(r"<[^>]+>", " ", op.get("/console/system")).split())


def test_the_operator_sees_who_has_used_most_today(table: Table) -> None:
    assert "nobody has used as much as a second" in console_of(table, "op@example.org")
    use(table, "ann", 12.4)
    use(table, "bob", USED_UP)
    shown = console_of(table, "second@example.org")
    assert "each person has 300 seconds a day" in shown
    bob, ann = shown.index("bob, bob@example.org 300, used up"), shown.index("ann@example.org 12")
    assert bob < ann
    assert "bob@example.org" not in console_of(table, "dee@example.org"), "she plays with him"
    table.clock.on(hours=12)
    assert "nobody has used as much as a second" in console_of(table, "third@example.org")
