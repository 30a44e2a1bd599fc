"""Going back and forward in a game: nothing is lost, the dice fall alike, everybody is told."""

from __future__ import annotations

import json
from random import Random

import pytest
from sqlmodel import select

from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS
from engine.illuminati.events import Attacked
from engine.illuminati.state import Pace
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.rules import ANSWERS
from pbem.games.illuminati.verification import remarks, verify
from pbem.models import DEAD, FINISHED, NEW, RUNNING, Act, Game, Outbox, game_key
from pbem.service.due import adjudication
from pbem.service.history.exporting import export_game
from pbem.service.history.timelines import timeline_in
from pbem.service.mailing.outbox import lock_seat
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.moderating.state_acts import range_of
from pbem.service.turns.grace import count_late, late_before
from pbem.settings import Settings
from tests.support.service_games import check_line, robots_table, run_to
from tests.support.service_rows import CAST, NOON, TURN, Table, new_table, one_line

SETTINGS = Settings.model_validate(
    {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
)
PASS = "PASS\nREADY"


def order(table: Table, line: str) -> str:
    """A command of the operator, which must be done; what he is told."""
    [obeyed] = run_commands(table.service, table.game_id, line, OPERATOR)
    assert obeyed.is_done, obeyed.answer
    return obeyed.answer


def refused(table: Table, line: str) -> str:
    """A command that must be refused and change nothing; why."""
    before = rows(table)
    [obeyed] = run_commands(table.service, table.game_id, line, OPERATOR)
    assert not obeyed.is_done, obeyed.answer
    assert rows(table) == before
    return obeyed.answer


def rows(table: Table) -> list[str]:
    found = [table.game(), *table.turns(), *table.records(), *table.mails()]
    return [row.model_dump_json() for row in found]


def play(table: Table, turns: int = 1, orders: str = PASS) -> None:
    for _ in range(turns):
        table.clock.on(minutes=5)
        table.write(table.mover(), orders)
        table.clock.on(minutes=5)
        assert table.adjudicate()


def counting(table: Table) -> list[tuple[int, int, int]]:
    """Number, part and timeline of the turns that count."""
    return [(one.number, one.part, one.timeline) for one in table.turns() if not one.undone]


def happened(table: Table, after: int, to: int) -> list[tuple[str, int, str | None, str, str]]:
    """What the records tell, but for when, after one and up to another."""
    return [
        (one.kind, one.turn, one.seat, one.orders, one.events)
        for one in table.records()
        if after < one.seq <= to
    ]


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """Turn 9 is open, ann's as turn 5 was; every turn until then was passed."""
    return passed(sqlite_database)


@pytest.fixture
def either(database: Database) -> Table:
    """The same, once on each kind of database."""
    return passed(database)


def passed(database: Database) -> Table:
    found = new_table(database, SETTINGS)
    play(found, 4)
    return found


# --- the same dice and orders ------------------------------------------------------------


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("pace", ["policies", "announce", "conclave", "table"])
def test_the_same_orders_bring_the_same_bytes(sqlite_database: Database, pace: Pace) -> None:
    table = robots_table(sqlite_database, SETTINGS, pace)
    run_to(table, 9)
    turn = 5 if pace == "conclave" else 6  # A round's scripts are written together.
    first = {(one.number, one.part): (one.sheet, one.state) for one in table.turns()}
    assert max(first) >= (8, 0)
    opened = max(one.record_seq for one in table.turns() if one.number < turn)
    head, state = table.game().seq, table.game().state
    assert len(happened(table, opened, head)) >= 3
    order(table, f"ROLLBACK TO TURN {turn} SAME DICE")
    assert (table.game().turn, table.game().timeline) == (turn, 1)
    back = table.game().seq
    run_to(table, 9)
    again = {
        (one.number, one.part): (one.sheet, one.state)
        for one in table.turns()
        if one.timeline == 1 and one.undone == 0
    }
    assert min(again) == (turn, 0) and again == {key: first[key] for key in again}
    assert happened(table, back, table.game().seq) == happened(table, opened, head)
    assert table.game().state == state
    check_line(table)


@pytest.mark.long
@pytest.mark.parametrize("pace", ["policies", "announce"])
def test_fresh_dice_are_none_that_ever_fell(sqlite_database: Database, pace: Pace) -> None:
    table = robots_table(sqlite_database, SETTINGS, pace)
    run_to(table, 7)
    draws, deck = table.state().draws, table.state().deck
    assert draws < 1000
    order(table, "ROLLBACK TO TURN 4 FRESH DICE")
    assert table.state().draws == 1_000_001
    assert set(deck) <= set(table.state().deck)
    run_to(table, 7)
    assert table.state().draws > 1_000_000
    order(table, "ROLLBACK TO TURN 4 SAME DICE")
    assert table.state().draws == 1_000_001, "the same dice are those that fell last"
    order(table, "ROLLBACK TO TURN 3 SAME DICE")
    assert table.state().draws < draws
    check_line(table)


def attacked(found: Table) -> list[Attacked]:
    events = [event for row in found.records() for event in decode_events(row.events)]
    return [event for event in events if isinstance(event, Attacked)]


def attack(found: Table, target: str) -> Attacked:
    """bob attacks in turn 6, at once; what came of it."""
    found.write("bob", f"ATTACK {target} WITH CIA\nREADY")
    assert found.adjudicate()
    return attacked(found)[-1]


@pytest.fixture
def bobs(sqlite_database: Database) -> Table:
    """Turn 6 is open, bob's."""
    found = new_table(sqlite_database, SETTINGS)
    play(found, 1)
    return found


def test_once_a_roll_was_told_a_rollback_throws_other_dice(bobs: Table) -> None:
    first = attack(bobs, "Yuppies")
    assert "The dice are fresh" in order(bobs, "ROLLBACK TO TURN 6 BECAUSE of a slip")
    for seat in CAST:
        assert "The dice are fresh" in one_line(bobs.report(seat).text)
    again = attack(bobs, "Hackers")
    assert again.draw > 1_000_000 > first.draw


def test_the_same_dice_are_kept_on_request_and_everybody_hears_it(bobs: Table) -> None:
    first = attack(bobs, "Yuppies")
    order(bobs, "ROLLBACK TO TURN 6 SAME DICE BECAUSE only the orders were wrong")
    for seat in CAST:
        told = one_line(bobs.report(seat).text)
        assert "the next roll is the one that you were told, whatever is attacked now" in told
    again = attack(bobs, "Hackers")
    assert (again.roll, again.draw) == (first.roll, first.draw)


def test_a_roll_told_in_turns_that_are_undone_already_counts(bobs: Table) -> None:
    play(bobs, 1)
    bobs.write("cat", "ATTACK Yuppies WITH Network\nREADY")
    assert bobs.adjudicate() and attacked(bobs)
    order(bobs, "ROLLBACK TO TURN 7 SAME DICE")
    assert "The dice are fresh" in order(bobs, "ROLLBACK TO TURN 6")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_any_way_back_and_forth_can_be_explained(sqlite_database: Database, seed: int) -> None:
    chance = Random(seed)
    pace: Pace = ("policies", "announce", "conclave", "table")[seed % 4]
    table = robots_table(sqlite_database, SETTINGS, pace, seed=seed + 1)
    for _ in range(10):
        run_to(table, table.game().turn + chance.randint(1, 3))
        if table.game().phase == FINISHED:
            break
        fresh = chance.choice(["", " FRESH DICE", " SAME DICE"])
        turn = chance.randint(1, table.game().turn)
        lines = [f"ROLLBACK TO TURN {turn}{fresh}", f"ROLLBACK TO TURN {turn}", "ROLLFORWARD"]
        run_commands(table.service, table.game_id, chance.choice(lines), OPERATOR)
        assert audit(table.state()) == []
        check_line(table)
    acts = [one for one in log(table) if one.verb.startswith("ROLL")]
    assert len(acts) == table.game().timeline >= 3
    told = proof(table)
    assert len(told) == table.game().timeline


def log(table: Table) -> list[Act]:
    with table.database.read() as session:
        return list(
            session.exec(select(Act).where(Act.game_id == table.game_id).order_by(Act.id)).all()
        )


def proof(table: Table) -> list[str]:
    """The remarks of the exported game, in which everything must add up."""
    with table.database.write() as session:
        game = session.get(Game, table.game_id)
        assert game is not None
        game.phase = FINISHED
        session.add(game)
    text = export_game(table.service, table.game().name)
    assert verify(text) == []
    return remarks(text)


# --- what counts -------------------------------------------------------------------------


def test_nothing_is_deleted_and_what_is_undone_does_not_count(either: Table) -> None:
    before = either.records()
    order(either, "ROLLBACK TO TURN 6 BECAUSE cat had written in time")
    assert counting(either) == [(5, 0, 0)]
    undone = [(one.number, one.undone) for one in either.turns() if one.undone]
    assert undone == [(6, 1), (7, 1), (8, 1)]
    records = either.records()
    assert [one.seq for one in records] == list(range(1, len(before) + 2))
    assert [one.undone for one in records] == [0, 0, 1, 1, 1, 0]
    assert (records[-1].kind, records[-1].orders["to"]) == ("rollback", 2)
    game = either.game()
    assert (game.turn, game.to_move, game.wait, game.timeline) == (6, "bob", "script", 1)
    assert game.deadline_at == either.clock.now + TURN
    assert game.state == next(one.state for one in either.turns() if one.number == 5)


@pytest.mark.long
def test_it_goes_on_from_there(table: Table) -> None:
    order(table, "ROLLBACK TO TURN 6")
    play(table, 2)
    assert counting(table) == [(5, 0, 0), (6, 0, 1), (7, 0, 1)]
    order(table, "ROLLBACK TO TURN 7")
    play(table, 1)
    assert counting(table) == [(5, 0, 0), (6, 0, 1), (7, 0, 2)]
    check_line(table)


@pytest.mark.long
def test_forward_and_back_again(either: Table) -> None:
    state = either.game().state
    order(either, "ROLLBACK TO TURN 6")
    play(either, 1)
    assert "turn 9 is open" in order(either, "ROLLFORWARD")
    assert counting(either) == [(5, 0, 0), (6, 0, 0), (7, 0, 0), (8, 0, 0)]
    assert (either.game().state, either.game().timeline) == (state, 2)
    assert "No rollback is in force" in refused(either, "ROLLFORWARD")
    order(either, "ROLLBACK TO TURN 7")
    order(either, "ROLLBACK TO TURN 6")
    order(either, "ROLLFORWARD")
    assert counting(either) == [(5, 0, 0), (6, 0, 0)]
    order(either, "ROLLFORWARD")
    assert counting(either) == [(5, 0, 0), (6, 0, 0), (7, 0, 0), (8, 0, 0)]
    check_line(either)


@pytest.mark.long
def test_forward_part_of_the_way(table: Table) -> None:
    order(table, "ROLLBACK TO TURN 6")
    assert "turn 8 is open" in order(table, "ROLLFORWARD TO TURN 8")
    assert counting(table) == [(5, 0, 0), (6, 0, 0), (7, 0, 0)]
    assert table.mover() == "dee"
    order(table, "ROLLBACK TO TURN 7")
    assert "any from 7 to 8" in refused(table, "ROLLFORWARD TO TURN 6")
    assert "dice" in refused(table, "ROLLFORWARD FRESH DICE")


@pytest.mark.long
def test_what_stays_undone_can_be_brought_back_too(either: Table) -> None:
    state = either.game().state
    with either.database.write() as session:
        for seat in CAST:
            row = session.merge(either.seat(seat))
            row.misses = [False, True]
    order(either, "ROLLBACK TO TURN 6")
    assert "ROLLFORWARD brings back" in refused(either, "ROLLBACK TO TURN 8")
    assert "ROLLFORWARD brings the rest back" in order(either, "ROLLFORWARD TO TURN 7")
    assert counting(either) == [(5, 0, 0), (6, 0, 0)]
    assert either.seat("cat").misses == [False]
    play(either, 1)
    assert "What was played since does not." in order(either, "ROLLFORWARD TO TURN 8")
    assert either.seat("dee").misses == [False]
    assert "brings the rest back" not in order(either, "ROLLFORWARD")
    assert counting(either) == [(5, 0, 0), (6, 0, 0), (7, 0, 0), (8, 0, 0)]
    assert either.game().state == state
    assert [either.seat(seat).misses for seat in CAST] == [[False, True]] * 4
    assert "No rollback is in force" in refused(either, "ROLLFORWARD")
    check_line(either)


def test_the_set_up_itself(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS, position=None)
    state = table.game().state
    play(table, 3)
    order(table, "ROLLBACK TO TURN 1")
    assert (table.game().state, table.game().turn) == (state, 1)
    assert counting(table) == []
    play(table, 1)
    assert counting(table) == [(1, 0, 1)]
    check_line(table)


@pytest.mark.long
def test_a_gift_belongs_to_the_turn_it_was_made_in(table: Table) -> None:
    money = table.state().money("gnomes-of-zurich")
    table.write("bob", "GIVE 2 TO ann")
    assert table.state().money("gnomes-of-zurich") == money - 2
    assert "What happened in turn 9 is undone" in order(table, "ROLLBACK TO TURN 9")
    assert table.state().money("gnomes-of-zurich") == money
    assert "nothing has happened in it" in refused(table, "ROLLBACK TO TURN 9")


@pytest.mark.long
def test_gifts_that_waited_came_with_the_end_of_the_turn(
    sqlite_database: Database,
) -> None:
    table = new_table(sqlite_database, SETTINGS, pace="announce")
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3 PRIVILEGED BY Slush Fund\nREADY")
    table.adjudicate()
    assert "HELD" in table.write("bob", "GIVE 2 TO dee")
    table.clock.on(hours=30)
    assert table.adjudicate()
    state, turn = table.game().state, table.game().turn
    assert table.records()[-1].kind == "act"
    table.write("cat", "GIVE 1 TO dee")
    order(table, f"ROLLBACK TO TURN {turn}")
    assert table.game().state == state


@pytest.mark.long
def test_parts_of_a_turn(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS)
    play(table, 1)
    play(table, 1, "ATTACK Hackers WITH CIA SPEND 3\nMORE\nREADY")
    play(table, 2)
    assert counting(table) == [(5, 0, 0), (6, 0, 0), (6, 1, 0), (7, 0, 0)]
    order(table, "ROLLBACK TO TURN 6 PART 2")
    assert counting(table) == [(5, 0, 0), (6, 0, 0)]
    assert (table.game().turn, table.state().turn.parts) == (6, 1)
    play(table, 1)
    assert "had no part 4; it had: 1, 2" in refused(table, "ROLLBACK TO TURN 6 PART 4")
    order(table, "ROLLBACK TO TURN 6")
    assert table.state().turn.parts == 0
    check_line(table)


# --- orders, clock, counters -------------------------------------------------------------


def test_orders_are_on_file_again_but_not_ready(table: Table) -> None:
    order(table, "ROLLBACK TO TURN 6")
    assert table.filed("bob") == ["1: PASS"]
    assert not table.adjudicate(), "nobody is READY"
    table.clock.now = table.game().deadline_at or table.clock.now
    assert table.adjudicate()
    assert table.turns()[-1].sheet or counting(table)[-1] == (6, 0, 1)
    sheets = {one.number: one.sheet for one in table.turns() if not one.undone}
    assert sheets[6] == ["1: PASS"]


@pytest.mark.long
def test_an_announced_script_is_on_file_again(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS, pace="announce")
    play(table, 1)
    table.write("bob", "ATTACK Hackers WITH CIA SPEND 3\nREADY")
    assert table.adjudicate()
    assert table.game().wait == ANSWERS
    old = table.mails("ann", "bulletin")[-1]
    table.write("ann", "OPPOSE 1 MAX 3\nREADY")
    order(table, "ROLLBACK TO TURN 6")
    game = table.game()
    assert (game.wait, table.state().announced, game.turn) == ("script", None, 6)
    assert table.filed("bob") == ["1: ATTACK Hackers WITH C.I.A. SPEND 3"]
    table.write("bob", "READY")
    assert table.adjudicate()
    assert table.game().wait == ANSWERS, "announced again"
    new = table.mails("ann", "bulletin")[-1]
    assert new.key != old.key and ":1e1:" not in old.key
    late = table.write("ann", "OPPOSE 1 MAX 3", headers=table.reply_to(old))  # type: ignore[arg-type]
    assert "TOO LATE" in late
    taken = table.write("ann", "OPPOSE 1 MAX 3", headers=table.reply_to(new))  # type: ignore[arg-type]
    assert "TOO LATE" not in taken


def test_a_paused_game_stays_so_with_a_full_wait(table: Table) -> None:
    order(table, "PAUSE")
    table.clock.on(hours=40)
    assert "until RESUME" in order(table, "ROLLBACK TO TURN 6")
    assert table.game().phase == "paused"
    table.clock.on(hours=100)
    order(table, "RESUME")
    assert table.game().deadline_at == table.clock.now + TURN


def test_a_game_that_failed_runs_again(table: Table) -> None:
    with table.database.write() as session:
        game = session.get(Game, table.game_id)
        assert game is not None
        game.phase, game.error, game.attempts = "paused", "Traceback: a card ate it", 3
        session.add(game)
    order(table, "ROLLBACK TO TURN 6")
    assert (table.game().phase, table.game().error) == (RUNNING, None)
    play(table, 1)


@pytest.mark.long
def test_late_letters_are_taken_off_and_put_back(either: Table) -> None:
    with either.database.write() as session:
        for name in ("ann", "bob"):
            row = lock_seat(session, either.seat(name))
            count_late(row, 6)
            count_late(row, 7)
    assert either.seat("bob").late == 2
    order(either, "ROLLBACK TO TURN 7")
    assert either.seat("bob").late == 1, "turn 6 still counts"
    with either.database.write() as session:
        count_late(lock_seat(session, either.seat("bob")), 7)
    order(either, "ROLLBACK TO TURN 6")
    assert either.seat("bob").late == 0
    order(either, "ROLLFORWARD")
    assert either.seat("bob").late_turns == [6], "turn 7 is open anew"
    order(either, "ROLLFORWARD")
    assert either.seat("ann").late_turns == [6, 7]
    assert either.seat("bob").late_turns == [6, 7], "as it was before the first"


def test_a_part_that_opens_anew_leaves_what_was_late_for_its_turn() -> None:
    assert late_before([3, 4, 4, 5], (4, 0)) == [3]
    assert late_before([3, 4, 4, 5], (4, 1)) == [3, 4, 4]


@pytest.mark.long
def test_misses_are_taken_off_and_put_back(either: Table) -> None:
    with either.database.write() as session:
        for seat in CAST:
            row = session.merge(either.seat(seat))
            row.misses = [False, True]
    order(either, "ROLLBACK TO TURN 6")
    assert either.seat("ann").misses == [False, True], "turn 5 still counts"
    assert either.seat("bob").misses == [False]
    order(either, "ROLLFORWARD")
    assert either.seat("bob").misses == [False, True]
    order(either, "ROLLBACK TO TURN 6")
    order(either, "ROLLFORWARD TO TURN 7")
    assert either.seat("bob").misses == [False, True]
    assert either.seat("cat").misses == [False], "turn 7 is open anew"


# --- who is told what --------------------------------------------------------------------


def test_everybody_is_told(table: Table) -> None:
    before = len(table.mails())
    order(table, "ROLLBACK TO TURN 6 BECAUSE cat had written in time")
    mails = table.mails()[before:]
    for seat in CAST:
        (report,) = [one for one in mails if one.seat_id == table.seat(seat).id]
        flat = " ".join(report.text.split())
        assert "Done by the operator" in flat
        assert "You gained and lost no groups" not in flat
        assert "Turns 6 to 8 are undone" in flat and "cat had written in time" in flat
        assert "Nobody knows a roll that is still to come" in flat
        assert report.kind == "turn" and "TURN 6" in report.text
        assert report.key.split(":")[1] == f"{table.game_id}e1"
    report = table.report("bob")
    assert "AGAIN: Turn 6 - you act by" in report.subject
    assert report.text.startswith("OPEN AGAIN\n\nTurns 6 to 8 are undone")
    assert "PASS" in table.report("bob").text


@pytest.mark.long
def test_what_is_undone_is_never_told_again(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS)
    play(table, 1)
    play(table, 1, "ATTACK Hackers WITH CIA SPEND 3\nREADY")
    assert "Hackers" in table.report("dee").text.partition("THE WORLD")[0]
    order(table, "ROLLBACK TO TURN 6")
    report = table.report("dee").text.partition("THE WORLD")[0]
    assert "Hackers" not in report
    play(table, 1)
    report = table.report("dee").text.partition("THE WORLD")[0]
    assert "Hackers" not in report
    order(table, "ROLLBACK TO TURN 6")
    order(table, "ROLLFORWARD")
    assert "Hackers" not in table.report("ann").text.partition("THE WORLD")[0]


def test_what_counts_again_stands_in_since_you_last_acted(table: Table) -> None:
    order(table, "ROLLBACK TO TURN 8")
    since = table.report("bob").text.partition("SINCE YOU LAST ACTED")[2].partition("\n== ")[0]
    assert "Turn 7, cat" in since and "Turn 8" not in since


@pytest.mark.long
def test_mails_not_sent_yet_are_withdrawn(either: Table) -> None:
    either.clock.on(hours=1)
    either.sweep()
    play(either, 1)
    order(either, "ROLLBACK TO TURN 9")
    mails = {one.key: one for one in either.mails()}
    assert mails[f"report:{either.game_id}:10:open:ann"].problem == "withdrawn"
    assert mails[f"report:{either.game_id}:10:open:ann"].state == DEAD
    assert mails[f"report:{either.game_id}:9:open:ann"].state != DEAD, "it is true again"
    acks = [one for one in mails.values() if one.key.startswith("ack:")]
    assert acks and not any(one.state == DEAD for one in acks)


# --- what cannot be ----------------------------------------------------------------------


def test_turns_that_cannot_be_gone_to(table: Table) -> None:
    assert "still to come; turn 9 is open" in refused(table, "ROLLBACK TO TURN 10")
    assert "not stored" in refused(table, "ROLLBACK TO TURN 3")
    assert "nothing has happened" in refused(table, "ROLLBACK TO TURN 9")
    assert "cannot be restored" in refused(table, "ROLLBACK TO TURN 5") or counting(table)
    for line in ("ROLLBACK", "ROLLBACK TO TURN 0", "ROLLBACK TO TURN -1", "ROLLBACK TO yesterday"):
        assert refused(table, line)


@pytest.mark.long
def test_a_secret_that_is_out_ends_it(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS)
    play(table, 2)
    end(table)
    assert table.game().phase == FINISHED
    order(table, "ROLLBACK TO TURN 6")
    assert table.game().phase == RUNNING and table.game().finished_at is None
    assert all(table.game().secret not in one.text for one in sent(table))
    end(table)
    table.clock.on(hours=1)
    table.sweep()
    assert "secret of the dice" in refused(table, "ROLLBACK TO TURN 6")


@pytest.mark.long
def test_a_game_that_was_ended_is_opened_again_at_its_last_turn(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS)
    play(table, 1)
    turn = table.game().turn
    order(table, "TERMINATE BECAUSE enough")
    order(table, f"ROLLBACK TO TURN {turn}")
    assert table.game().phase == RUNNING and table.game().deadline_at is not None
    order(table, "TERMINATE BECAUSE enough")
    table.clock.on(hours=1)
    table.sweep()
    told = refused(table, f"ROLLBACK TO TURN {turn}")
    assert "secret of the dice" in told and "SET DEADLINE" not in told


def end(table: Table) -> None:
    """ann, who is out for eight kills, is given them, and wins with the end of the turn."""
    killed = json.dumps([card for card in table.state().deck if card in CARDS][:8])
    order(table, f"EDIT STATE seats.ann.kills = {killed} BECAUSE it is late")
    play(table, 1)


def sent(table: Table) -> list[Outbox]:
    return [one for one in table.mails() if one.state == NEW]


def test_a_turn_being_worked_out_is_dropped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.write("ann", PASS)
    table.clock.on(minutes=1)
    plan = adjudication.plan_step
    calls: list[int] = []

    def slowly(session, game_id, now):  # type: ignore[no-untyped-def]
        found = plan(session, game_id, now)
        if not calls:
            calls.append(1)
            order(table, "ROLLBACK TO TURN 6")
        return found

    monkeypatch.setattr(adjudication, "plan_step", slowly)
    assert not table.adjudicate()
    assert calls and counting(table) == [(5, 0, 0)]
    assert (table.game().turn, table.game().timeline) == (6, 1)


def test_keys_of_mails_name_the_era() -> None:
    game = Game(
        id=12, name="Fnord-7", ruleset="illuminati", secret="", secret_hash="", created_at=NOON
    )
    assert (game_key(game), timeline_in("12")) == ("12", 0)
    game.timeline = 3
    assert (game_key(game), game_key(game, 0), timeline_in("12e3")) == ("12e3", "12", 3)


@pytest.mark.long
def test_scripts_on_file_play_a_round_again(sqlite_database: Database) -> None:
    table = new_table(sqlite_database, SETTINGS, position=None, pace="conclave")
    for _ in range(2):
        table.clock.on(minutes=1)
        for seat in CAST:
            table.write(seat, "PASS\nREADY")
        table.clock.on(minutes=1)
        assert table.adjudicate()
    first = {one.number: (one.sheet, one.state) for one in table.turns()}
    assert sorted(first) == list(range(1, 9))
    order(table, "ROLLBACK TO TURN 6")
    assert len(table.state().waiting) == 2 and table.game().wait == "round"
    table.to_deadline()
    assert table.adjudicate()
    again = {one.number: (one.sheet, one.state) for one in table.turns() if one.timeline == 1}
    assert again == {number: first[number] for number in (6, 7, 8)}
    check_line(table)


@pytest.mark.long
def test_who_had_left_is_in_the_game_again(table: Table) -> None:
    table.write("dee", "PASS")
    order(table, "EJECT dee BECAUSE she never writes")
    assert table.state().seat("dee").is_out
    assert "dee is in the game again." in order(table, "ROLLBACK TO TURN 8")
    assert "dee is out of the game again." in order(table, "ROLLFORWARD")


# --- reports once more -------------------------------------------------------------------


def resent(table: Table, seat: str, turn: int) -> str:
    """The report that RESEND brings of a turn; "" where it brings none."""
    reports = [m for m in table.read(table.send(seat, f"RESEND {turn}")) if m.kind == "turn"]
    return reports[0].text if reports else ""


@pytest.mark.long
def test_the_report_that_counts_is_sent_again(table: Table) -> None:
    first = {turn: resent(table, "ann", turn) for turn in (6, 7, 8, 9)}
    assert all(first.values()) and len(set(first.values())) == 4
    table.clock.on(minutes=1)
    order(table, "ROLLBACK TO TURN 7 SAME DICE")
    assert resent(table, "ann", 6) == first[6]
    assert "undone" in resent(table, "ann", 7) and not resent(table, "ann", 8)
    play(table, 1, "SAY TO ALL: Another game.\n\nPASS\nREADY")
    again = resent(table, "ann", 8)
    assert "Another game." in again and not resent(table, "ann", 9)
    table.clock.on(minutes=1)
    order(table, "ROLLFORWARD")
    assert {turn: resent(table, "ann", turn) for turn in (6, 7, 8)} == {
        turn: first[turn] for turn in (6, 7, 8)
    }
    assert "Another game." not in resent(table, "ann", 9)


def test_the_only_turn_that_can_be_gone_to_is_named_alone() -> None:
    """It was "any from 1 to 1"."""
    assert range_of({(3, 0): 1, (3, 1): 2}) == "It can be turn 3 alone."
