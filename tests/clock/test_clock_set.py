"""The machine's clock is set while the service runs: nothing waits for the old time, or twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.database import Database
from pbem.models import DONE, NEW, SENT, Game, Letter, Outbox
from pbem.service.console.login import is_open, make_link, send_link, sign_in
from pbem.service.due.reminding import ring
from pbem.service.mailing.limiting import Peers, must_wait_an_hour
from pbem.service.seats.moderators import add_moderator
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.service_rows import HOUR, TURN, Table, new_table
from worker.sweeper import Sweeper
from worker.tasks import run_hint


@pytest.fixture
def table(database: Database) -> Table:
    mail = {"address": "game@example.org", "answer_gap_seconds": 60, "letters_an_hour": 3}
    return new_table(database, Settings.model_validate({"mail": mail}))


class Service:
    """A sweeper and a worker over the table's clock."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._work = table.work()
        grace = timedelta(seconds=30)
        self._sweeper = Sweeper(
            table.database, self._do, interval=0.25, grace=grace, clock=table.clock
        )

    def _do(self, name: str, row_id: int) -> None:
        act = getattr(self._work, name)
        run_hint(name, act, row_id, self._work)  # type: ignore[arg-type]

    def run(self, seconds: int) -> None:
        for _ in range(seconds):
            self.table.clock.on(seconds=1)
            self._sweeper.next_pause(0.25)


@pytest.fixture
def service(table: Table) -> Service:
    service = Service(table)
    service.run(3)
    return service


def set_back(table: Table) -> None:
    table.clock.on(hours=-1)


def hold(table: Table, model: type[Game] | type[Letter] | type[Outbox], **values: object) -> None:
    """What a process that died has left behind in every row."""
    with table.database.write() as session:
        for row in session.exec(select(model)).all():
            for name, value in values.items():
                setattr(row, name, value)
            session.add(row)


@pytest.mark.long
def test_an_answer_that_waited_goes_out_within_its_minute(table: Table, service: Service) -> None:
    table.send("ann", "PASS")
    service.run(3)
    table.send("ann", "IF MONEY >= 1: PASS")
    service.run(3)
    set_back(table)
    service.run(65)
    assert [m.state for m in table.mails("ann", "acknowledgement")] == [SENT, SENT]


@pytest.mark.long
def test_a_letter_after_it_is_filed_and_answered(table: Table, service: Service) -> None:
    table.send("ann", "PASS")
    service.run(3)
    set_back(table)
    letter = table.send("ann", "IF MONEY >= 1: PASS")
    service.run(65)
    assert table.letter(letter).state == DONE
    assert table.filed("ann") == ["1: IF MONEY >= 1: PASS"]
    assert {m.state for m in table.mails("ann", "acknowledgement")} == {SENT}


def test_a_letter_whose_retry_waits_is_read_soon(table: Table, service: Service) -> None:
    letter = table.send("ann", "PASS")
    hold(table, Letter, next_try_at=table.clock() + timedelta(seconds=5))
    set_back(table)
    service.run(3)
    assert table.letter(letter).state == DONE


@pytest.mark.long
def test_claims_of_the_dead_end_as_soon_as_ever(table: Table, service: Service) -> None:
    table.send("ann", "PASS")
    service.run(2)
    until = table.clock() + timedelta(seconds=120)
    hold(table, Outbox, state=NEW, sent_at=None, claimed_until=until, next_try_at=until)
    deadline_at = table.game().deadline_at
    hold(table, Game, claimed_until=until, next_try_at=until)
    set_back(table)
    service.run(130)
    assert {mail.state for mail in table.mails()} == {SENT}
    game = table.game()
    assert game.claimed_until is not None and game.claimed_until <= table.clock()
    assert game.deadline_at == deadline_at


def test_a_sender_that_is_alive_keeps_its_claim(table: Table, service: Service) -> None:
    sent = len(table.post.sent)
    table.write("ann", "PASS")
    until = table.clock() + timedelta(seconds=20)
    hold(table, Outbox, claimed_until=until)
    set_back(table)
    service.run(15)
    assert len(table.post.sent) == sent
    service.run(10)
    assert len(table.post.sent) == sent + 1


def test_ready_is_not_put_off(table: Table, service: Service) -> None:
    table.write("ann", "PASS\nREADY")
    assert table.game().due_at == table.clock()
    set_back(table)
    service.run(5)
    assert len(table.turns()) == 1


@pytest.mark.long
def test_a_deadline_fires_once_at_its_announced_time(table: Table, service: Service) -> None:
    table.to_deadline(-10)
    service.run(30)
    assert len(table.turns()) == 1
    second = table.game().deadline_at
    set_back(table)
    service.run(30)
    assert len(table.turns()) == 1 and table.game().deadline_at == second
    table.write(table.mover(), "PASS\nREADY")
    service.run(3)
    assert len(table.turns()) == 2
    keys = [mail.key for mail in table.mails()]
    assert len(keys) == len(set(keys))


@pytest.mark.long
def test_forward_what_is_due_is_done_once(table: Table, service: Service) -> None:
    table.to_deadline(-30 * 60)
    service.run(3)
    table.clock.on(hours=1)
    service.run(10)
    assert len(table.turns()) == 1
    sent = [raw for _from, _to, raw in table.post.sent]
    assert len(sent) == len(set(sent))
    set_back(table)
    service.run(90)
    assert len(table.turns()) == 1
    sent = [raw for _from, _to, raw in table.post.sent]
    assert len(sent) == len(set(sent))


def test_an_alarm_that_failed_rings_again(table: Table, service: Service) -> None:
    told: list[str] = []
    while not told:
        at = table.game().alarm_at
        assert at is not None
        table.clock.now = at
        service.run(1)
        told = [m.key for m in table.mails() if m.key.startswith("reminder:")]
    hold(table, Game, alarm_at=table.clock() + timedelta(seconds=60))
    set_back(table)
    service.run(2)
    alarm_at = table.game().alarm_at
    assert alarm_at is not None and alarm_at >= at
    assert ring(table.service, table.game_id, table.clock())
    assert [m.key for m in table.mails() if m.key.startswith("reminder:")] == told


def test_limits_of_an_hour_do_not_last_two(table: Table) -> None:
    for number in range(3):
        table.send("ann", f"GIVE {number + 1} TO bob")
    assert must_wait_an_hour(table.service, table.address("ann"), "", Peers())
    set_back(table)
    table.clock.on(seconds=-1)
    assert not must_wait_an_hour(table.service, table.address("ann"), "", Peers())


def test_links_into_the_console_follow_the_clock(table: Table) -> None:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        add_moderator(GameTx(table.service, session, table.clock(), game), "eve@example.org", "Eve")
    while send_link(table.service, "eve@example.org"):
        pass
    old = make_link(table.service, "eve@example.org").rpartition("/")[2]
    assert is_open(table.service, old)
    set_back(table)
    assert not is_open(table.service, old) and sign_in(table.service, old) is None
    assert send_link(table.service, "eve@example.org"), "those of the old clock count no more"
    new = make_link(table.service, "eve@example.org").rpartition("/")[2]
    assert is_open(table.service, new) and sign_in(table.service, new) is not None


@pytest.mark.long
def test_a_clock_that_jumps_an_hour_both_ways_runs_each_turn_once(
    table: Table, service: Service
) -> None:
    for number in range(1, 6):
        table.to_deadline(-30 * 60)
        service.run(3)
        for hours in (1, -1, 1, -1):
            table.clock.on(hours=hours)
            service.run(3)
            assert len(table.turns()) == number, "run when the clock first passed its deadline"
        due_at = table.game().due_at
        assert due_at is not None and timedelta() < due_at - table.clock() <= TURN + HOUR
    assert [turn.number for turn in table.turns()] == [5, 6, 7, 8, 9]
    service.run(70)
    assert {mail.state for mail in table.mails()} == {SENT}
    reports = Counter(mail.key for mail in table.mails(kind="turn"))
    assert len(reports) == 4 * 6 and {*reports.values()} == {1}
    sent = Counter(raw for _from, _to, raw in table.post.sent)
    assert {*sent.values()} == {1} and len(sent) == len(table.mails())


# --- a clock that ran ahead for ten days, in a process that is gone ---------------------------


def ran_ahead(table: Table) -> Service:
    """A service that starts by the right clock, after one that ran ten days ahead of it."""
    table.clock.on(days=-10)
    return Service(table)


def test_what_a_clock_ahead_has_put_off_is_taken_up(table: Table, service: Service) -> None:
    table.write("ann", "PASS")
    service.run(3)
    sent = len(table.post.sent)
    letter = table.send("bob", "GIVE 1 TO ann")
    hold(table, Letter, next_try_at=table.clock() + timedelta(minutes=10))
    hold(table, Outbox, state=NEW, sent_at=None, attempts=4, due_at=table.clock())
    hold(table, Outbox, next_try_at=table.clock() + timedelta(hours=4))
    again = ran_ahead(table)
    again.run(1)
    assert table.letter(letter).next_try_at <= table.clock() + timedelta(minutes=10)
    latest = max(mail.next_try_at for mail in table.mails())
    assert latest <= table.clock() + timedelta(hours=4)
    table.clock.on(hours=4)
    again.run(3)
    assert {mail.state for mail in table.mails()} == {SENT}
    assert len(table.post.sent) > sent


def test_a_ready_said_by_a_clock_ahead_runs_the_turn(table: Table) -> None:
    table.clock.on(days=1)
    table.write("ann", "PASS\nREADY")
    table.clock.on(hours=-20)
    again = Service(table)
    again.run(3)
    assert len(table.turns()) == 1


def test_an_alarm_set_by_a_clock_ahead_rings_within_a_day(table: Table) -> None:
    hold(table, Game, alarm_at=table.clock() + timedelta(days=10))
    again = Service(table)
    again.run(2)
    at = table.game().alarm_at
    assert at is not None and at <= table.clock() + timedelta(days=1)


def test_a_time_written_by_another_process_is_bounded_by_each_sweep(
    table: Table, service: Service
) -> None:
    letter = table.send("ann", "PASS")
    hold(table, Letter, next_try_at=table.clock() + timedelta(days=10))
    service.run(1)
    assert table.letter(letter).next_try_at <= table.clock() + timedelta(minutes=10)
    table.clock.on(minutes=10)
    service.run(2)
    assert table.letter(letter).state == DONE
