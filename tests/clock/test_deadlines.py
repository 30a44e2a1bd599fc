"""Letters around a deadline: arrival decides the side, each is used or answered, none is lost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from freezegun import freeze_time

from pbem.database import Database, lock_game
from pbem.models import DONE, NEW
from pbem.service.arriving.intake import accept
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.letters.reading import read_letter
from pbem.service.letters.reading_attempts import reading_failed
from pbem.settings import Settings
from tests.support.service_rows import CAST, NOON, TURN, Table, letter_text, new_table

ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"
A_MOMENT = 0.000001


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def played(table: Table) -> str:
    """The orders the last turn was played with, as JSON."""
    return table.turns()[-1].sheet


@pytest.mark.parametrize("seconds", [-3600, -1, -A_MOMENT, 0])
def test_a_letter_up_to_the_deadline_counts(table: Table, seconds: float) -> None:
    table.to_deadline(seconds)
    letter = table.send("ann", ATTACK)
    table.to_deadline(1)
    assert not table.adjudicate(), "a letter that came in time is unread"
    assert not table.turns()
    answer = table.read(letter)[0]
    assert answer.kind == "acknowledgement"
    assert table.adjudicate()
    assert played(table) == [f"1: {ATTACK}"]


@pytest.mark.parametrize("seconds", [A_MOMENT, 0.5, 1])
@pytest.mark.parametrize("is_reply", [True, False])
def test_a_letter_after_the_deadline_is_told_so_and_not_used(
    table: Table, seconds: float, is_reply: bool
) -> None:
    headers = table.reply_to(table.report("ann")) if is_reply else ()
    table.to_deadline(seconds)
    letter = table.send("ann", ATTACK, headers=headers)
    assert table.read(letter) == [], "it waits until the turn has been run"
    assert table.letter(letter).state == NEW
    assert table.adjudicate()
    assert played(table) == []
    table.clock.on(seconds=1)
    answer = table.read(letter)[0]
    assert answer.text.startswith("TOO LATE")
    assert "Nothing in it was used" in " ".join(answer.text.split())
    assert table.filed("ann") == []
    assert table.letter(letter).note == "too late"


def test_a_late_gift_waits_for_the_turn_and_is_then_made(table: Table) -> None:
    table.to_deadline(0.1)
    letter = table.send("dee", "GIVE 5 TO ann")
    assert table.read(letter) == []
    assert table.adjudicate()
    table.read(letter)
    assert [record.kind for record in table.records()] == ["setup", "turn", "act"]


def test_a_letter_while_the_turn_is_being_worked_out_is_late(table: Table) -> None:
    """The turn is worked out at one moment and kept at a later one."""
    table.to_deadline()
    service = ServiceContext(table.database, table.service.settings, Ticking(table))
    assert adjudicate(service, table.game_id)
    resolved_at = table.turns()[0].resolved_at
    deadline_at = NOON + TURN
    assert resolved_at > deadline_at
    table.clock.now = deadline_at + (resolved_at - deadline_at) / 2
    letter = table.send("ann", ATTACK)
    assert table.read(letter)[0].text.startswith("TOO LATE")


class Ticking:
    """A clock that goes on a tenth of a second whenever somebody looks."""

    def __init__(self, table: Table) -> None:
        self.hands = table.clock

    def __call__(self):  # type: ignore[no-untyped-def]
        self.hands.on(seconds=0.1)
        return self.hands.now


def test_an_answer_to_an_old_report_is_late_however_long_after(table: Table) -> None:
    headers = table.reply_to(table.report("ann"))
    table.run_turn()
    table.clock.on(hours=5)
    assert table.write("ann", ATTACK, headers=headers).startswith("TOO LATE")  # type: ignore[arg-type]
    assert table.filed("ann") == []


def test_a_new_letter_after_the_turn_is_for_the_next_one(table: Table) -> None:
    table.run_turn()
    table.clock.on(hours=5)
    answer = " ".join(table.write("ann", ATTACK).split())
    assert "it is bob's turn" in answer
    assert table.filed("ann") == [f"1: {ATTACK}"]
    for _ in range(3):
        table.run_turn()
    assert table.mover() == "ann"
    table.run_turn()
    assert played(table) == [f"1: {ATTACK}"]


def test_no_orders_is_a_pass(table: Table) -> None:
    reports = table.run_turn()
    assert [mail.kind for mail in reports] == ["turn"] * 4
    assert sorted(mail.rcpt for mail in reports) == [f"{seat}@example.org" for seat in CAST]
    assert table.state().money("servants-of-cthulhu") == 20 + 5
    assert (table.mover(), table.game().turn) == ("bob", 6)
    assert table.game().deadline_at == NOON + 2 * TURN


def test_a_turn_is_not_run_before_its_deadline(table: Table) -> None:
    table.to_deadline(-A_MOMENT)
    assert not table.adjudicate()
    assert not table.turns()


def test_a_letter_that_fails_holds_a_turn_up_for_the_grace_and_no_longer(table: Table) -> None:
    table.to_deadline(-1)
    reading_failed(table.service, table.send("ann", ATTACK), "a fault of ours")
    grace = table.service.settings.clock.grace_seconds
    table.to_deadline(grace - 0.001)
    assert not table.adjudicate()
    table.to_deadline(grace)
    assert table.adjudicate()


def test_a_letter_that_may_be_for_no_game_holds_a_turn_up_for_the_grace(table: Table) -> None:
    table.to_deadline(-1)
    ours = table.service.settings.mail.address
    accept(table.service, letter_text("carl@example.org", ours, "HELP"), ours, "carl@example.org")
    grace = table.service.settings.clock.grace_seconds
    table.to_deadline(grace - 0.001)
    assert not table.adjudicate()
    table.to_deadline(grace)
    assert table.adjudicate()


@pytest.mark.parametrize("away", [31, 3600, 90_000])
def test_orders_that_came_in_time_count_however_long_the_service_was_away(
    table: Table, away: float
) -> None:
    table.to_deadline(-1)
    table.send("ann", "PASS")
    last = table.send("ann", ATTACK, message_id="<second@example.org>")
    table.to_deadline(away)
    while table.sweep():
        table.clock.on(seconds=6)
    assert table.letter(last).outcome == "orders"
    assert played(table) == [f"1: {ATTACK}"]
    assert len(table.mails("ann", "acknowledgement")) == 2


def test_a_letter_that_waits_for_a_turn_does_not_hold_it_up(table: Table) -> None:
    """The moderator let a closed turn go, and stopped the clock for an hour before it was run."""
    table.to_deadline(0)
    with table.database.write() as session:
        game = lock_game(session, table.game_id)
        assert game is not None
        game.closed_at, game.released = game.due_at, game.turn
        game.due_at = table.clock() + timedelta(hours=1)
        session.add(game)
    table.to_deadline(60)
    table.send("ann", ATTACK)
    table.to_deadline(3600)
    assert table.adjudicate()
    assert played(table) == []


def test_letters_of_a_seat_are_read_in_the_order_they_came(table: Table) -> None:
    first = table.send("ann", ATTACK)
    table.clock.on(seconds=1)
    second = table.send("ann", "PASS")
    assert table.read(second) == []
    assert table.letter(second).state == NEW
    table.read(first)
    table.read(second)
    assert table.filed("ann") == ["1: PASS"]


def test_the_next_letter_of_a_seat_is_hinted_at_once(table: Table) -> None:
    hints: list[tuple[str, int]] = []
    first, second = table.send("ann", ATTACK), table.send("ann", "PASS")
    table.database.publish = lambda name, row_id: hints.append((name, row_id))
    read_letter(table.service, first)
    assert ("read_letter", second) in hints


def test_a_letter_that_failed_does_not_hold_up_those_behind_it(table: Table) -> None:
    first = table.send("ann", ATTACK)
    second = table.send("ann", "PASS")
    table.work().failed("read_letter", first, "Traceback: oh")
    table.read(second)
    assert table.letter(second).state == DONE


def test_ready_runs_the_turn_at_once(table: Table) -> None:
    table.clock.on(hours=2)
    answer = " ".join(table.write("ann", f"{ATTACK}\nREADY").split())
    assert "READY: your turn is run as soon as this letter is filed." in answer
    assert table.game().due_at == NOON + timedelta(hours=2)
    table.clock.on(seconds=1)
    assert table.adjudicate()
    assert played(table) == [f"1: {ATTACK}"]
    assert table.game().deadline_at == NOON + timedelta(hours=2, seconds=1) + TURN


def test_ready_waits_for_a_letter_that_came_before(table: Table) -> None:
    table.send("dee", "PASS")
    table.write("ann", "READY")
    assert not table.adjudicate()
    assert table.sweep() == 0, "the letter's hint is still fresh"
    table.clock.on(seconds=1)
    table.sweep()
    table.clock.on(seconds=1)
    table.sweep()
    assert len(table.turns()) == 1


def test_wait_takes_nothing_back_and_ready_in_anothers_turn_does_nothing(table: Table) -> None:
    table.write("ann", ATTACK)
    table.write("ann", "WAIT")
    assert table.filed("ann") == [f"1: {ATTACK}"]
    deadline_at = table.game().deadline_at
    table.write("bob", "PASS\nREADY")
    assert table.game().deadline_at == deadline_at


def test_the_sweeper_runs_what_is_due_and_nothing_else(table: Table) -> None:
    table.write("ann", ATTACK)
    assert table.sweep() == 0
    table.clock.on(seconds=2)
    assert table.sweep() == 5, "the reports and the acknowledgement"
    assert len(table.post.sent) == 5
    table.to_deadline()
    assert table.sweep() == 2, "the turn, and a reminder that is of no use any more"
    assert table.mover() == "bob"
    assert table.sweep() == 0


def test_the_machines_own_clock_is_used_when_no_other_is_given(
    sqlite_database: Database,
) -> None:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(sqlite_database, settings)
    own = ServiceContext(sqlite_database, settings, sqlite_database.now)
    with freeze_time(NOON + TURN - timedelta(seconds=1)):
        assert not adjudicate(own, table.game_id)
    with freeze_time(NOON + TURN + timedelta(seconds=1)):
        assert adjudicate(own, table.game_id)


def test_ready_is_held_back_while_a_line_is_not_understood(table: Table) -> None:
    answer = " ".join(table.write("ann", "ATTACK Yupies WITH Maffia SPEND x\nREADY").split())
    assert "READY is held back" in answer and "marked READY" not in answer
    table.sweep()
    assert not table.turns()
    table.write("ann", "READY")
    table.sweep()
    assert len(table.turns()) == 1


@pytest.mark.parametrize("body", ["ATTACK KGB WITH CIA", "ACCEPT 41", "1: ATTACK KGB WITH CIA"])
def test_ready_is_held_back_beside_lines_that_are_all_refused(table: Table, body: str) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    answer = " ".join(table.write("ann", f"{body}\nREADY").split())
    assert "READY is held back" in answer and "was refused" in answer
    assert "marked READY" not in answer and "run now" not in answer
    table.sweep()
    assert not table.turns()
    table.write("ann", "READY")
    table.sweep()
    assert len(table.turns()) == 1
