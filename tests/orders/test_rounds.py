"""Turns in parts and rounds by letter, and every step done once (R12.1, R12.2)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import pytest

from engine.illuminati import events as ev
from engine.illuminati.audit import audit
from engine.illuminati.evolve import replay
from pbem.database import Database
from pbem.games.illuminati import running
from pbem.games.illuminati.codec import decode_events, encode_state
from pbem.games.illuminati.rules import ANSWERS, ROUND, SCRIPT
from pbem.service import transaction
from pbem.service.letters.reading import read_letter
from pbem.settings import Settings
from tests.support.service_rows import CAST, NOON, TURN, Table, new_table, one_line

ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"
THREADS = 6
E = TypeVar("E")


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    """Turn 5 is ann's; scripts are announced."""
    return new_table(database, settings, pace="announce")


def of(table: Table, kind: type[E]) -> list[E]:
    """Every event of that kind that has happened, in order."""
    events = [event for row in table.records() for event in decode_events(row.events)]
    return [event for event in events if isinstance(event, kind)]


def parts(table: Table) -> list[tuple[int, int, str]]:
    """Number, part and seat of all that has been played."""
    return [(turn.number, turn.part, turn.seat) for turn in sorted_turns(table)]


def sorted_turns(table: Table) -> list:  # type: ignore[type-arg]
    return sorted(table.turns(), key=lambda turn: (turn.number, turn.part))


def answered(table: Table) -> None:
    """Everybody but the mover says READY to what is announced, and it is run."""
    assert table.game().wait == ANSWERS
    for seat in CAST:
        if seat != table.mover():
            table.write(seat, "READY")
    assert table.adjudicate()


# --- MORE -------------------------------------------------------------------------------


def test_more_asks_again_in_the_same_turn(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nMORE\nREADY")
    assert table.adjudicate()
    table.clock.on(hours=2)
    answered(table)
    game = table.game()
    assert (game.turn, game.to_move, game.wait) == (5, "ann", SCRIPT)
    assert game.deadline_at == table.clock.now + TURN
    report = table.report("ann")
    assert "you act again by" in report.subject and "YOUR TURN GOES ON" in report.text
    assert "ann acts again by" in table.report("bob").subject
    assert len(table.mails("ann", "turn")) == 2
    assert table.filed("ann") == [f"1: {ATTACK}", "2: MORE"], "of the part that is over"


def test_the_rest_of_a_turn_is_a_sheet_of_its_own(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nMORE\nREADY")
    assert table.adjudicate()
    answered(table)
    answer = one_line(table.write("ann", "ATTACK Hackers WITH Cthulhu\nREADY"))
    assert "1: ATTACK Hackers WITH Servants of Cthulhu" in answer and "MORE" not in answer
    assert table.adjudicate()
    assert table.game().wait == ANSWERS and len(table.mails("bob", "bulletin")) == 2
    table.write("cat", "OPPOSE 1 UNTIL 1 MAX 2 ALL IN")
    table.to_deadline()
    assert table.adjudicate()
    assert parts(table) == [(5, 0, "ann"), (5, 1, "ann")]
    assert (table.mover(), table.game().turn) == ("bob", 6)
    spent = [e for e in of(table, ev.Spent) if e.is_raise]
    assert [(e.seat, e.line) for e in spent] == [("cat", 1)]


def test_silence_after_more_ends_the_turn(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nMORE\nREADY")
    assert table.adjudicate()
    answered(table)
    table.to_deadline()
    assert table.adjudicate()
    assert table.mover() == "bob" and not of(table, ev.Passed)


def test_an_answer_to_the_first_part_is_late_in_the_second(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nMORE\nREADY")
    assert table.adjudicate()
    headers = table.reply_to(table.mails("cat", "bulletin")[0])
    answered(table)
    table.write("ann", "ATTACK Hackers WITH Cthulhu\nREADY")
    assert table.adjudicate()
    assert table.write("cat", "OPPOSE 1 MAX 3", headers=headers).startswith("TOO LATE")  # type: ignore[arg-type]
    answer = one_line(table.write("cat", "READY", headers=headers))  # type: ignore[arg-type]
    assert "has been run" in answer and table.game().wait == ANSWERS


# --- a table ----------------------------------------------------------------------------


def test_at_a_table_a_script_has_one_action(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="table", position=None)
    report = table.report(table.mover()).text
    assert "A script has one action here; you are asked again" in one_line(report)
    assert report.partition("orders below")[2].count("# ATTACK\n") == 1
    table = new_table(database, settings, pace="table", name="Fnord-8", seed=2)
    table.write("ann", f"{ATTACK}\nREADY")
    assert table.adjudicate()
    answered(table)
    assert (table.mover(), table.game().turn, table.game().wait) == ("ann", 5, SCRIPT)
    answer = table.write("ann", "TRANSFER 1 FROM Cthulhu TO Mafia")
    assert "Actions used: 1 of 2. Transfers: 1 of 2." in answer
    assert "- 1 of your 2 actions.\n- 1 of your 2 transfers." in answer
    table.write("ann", "PASS\nREADY")
    assert table.adjudicate()
    assert table.mover() == "bob"
    assert parts(table) == [(5, 0, "ann"), (5, 1, "ann")]


# --- rounds -----------------------------------------------------------------------------


@pytest.fixture
def conclave(database: Database, settings: Settings) -> Table:
    """A new game of rounds."""
    return new_table(database, settings, pace="conclave", position=None)


def order_of(table: Table) -> list[str]:
    """The seats of the round that is open, in the order their scripts will run."""
    state = table.state()
    return [state.turn.seat, *(turn.seat for turn in state.waiting)]


def test_a_round_asks_everybody_and_runs_when_all_are_ready(conclave: Table) -> None:
    first = order_of(conclave)
    assert sorted(first) == sorted(CAST) and conclave.game().wait == ROUND
    for place, seat in enumerate(first, 1):
        report = conclave.report(seat)
        assert "you act by" in report.subject
        assert f"Yours is number {place}." in one_line(report.text)
    for seat in CAST:
        assert not conclave.adjudicate()
        answer = one_line(conclave.write(seat, "PASS\nREADY"))
        assert answer.startswith("COVERED") and "the round is run as soon as everybody" in answer
    assert conclave.adjudicate()
    assert parts(conclave) == [(at, 0, seat) for at, seat in enumerate(first, 1)]
    assert conclave.game().wait == ROUND and conclave.game().turn == 5
    assert order_of(conclave) == [*first[1:], first[0]]
    assert len(conclave.mails(kind="turn")) == 8
    assert conclave.game().deadline_at == NOON + TURN
    told = one_line(conclave.report("ann").text)
    assert all(f"TURN {number}:" in told for number in range(1, 5))
    check_log(conclave)


def test_a_round_is_called_so_whoever_comes_first(conclave: Table) -> None:
    for place, seat in enumerate(order_of(conclave), 1):
        status = one_line(conclave.write(seat, "STATUS").replace("|", ""))
        assert f"run one after the other. Yours is number {place}." in status
        assert "Your turn: 2 of 2 actions and 2 of 2 transfers left." in status
        assert "The clock: 3 days a round." in conclave.write(seat, "WHO")
        assert "on file for this round" in one_line(conclave.write(seat, "WAIT"))
        assert "your script for this round is on file" in one_line(conclave.write(seat, "PASS"))


def test_nobody_is_marked_as_the_one_who_acts_in_a_round(conclave: Table) -> None:
    who = conclave.write("bob", "WHO")
    assert "\n* " not in who and "\n ?  You " in who and "\n? who is waited for.\n" in who
    assert "\n* " not in conclave.report("bob").text.partition("== STANDINGS ==")[2]


def test_status_tells_who_has_said_ready(conclave: Table) -> None:
    said = "You have said READY: nobody waits for you. WAIT takes it back."
    for seat in order_of(conclave)[::-1]:
        status = one_line(conclave.write(seat, "STATUS").replace("|", ""))
        assert said not in status
        status = one_line(conclave.write(seat, "PASS\nREADY\nSTATUS").replace("|", ""))
        status = one_line(conclave.mails(kind="status")[-1].text.replace("|", ""))
        assert said in status
        conclave.write(seat, "WAIT")
        status = one_line(conclave.write(seat, "STATUS").replace("|", ""))
        assert said not in status


def test_history_tells_a_round_in_the_order_of_its_turns(conclave: Table) -> None:
    conclave.run_turn()
    assert conclave.state().seat("ann").hand, "whose draw showed nothing"
    rows = conclave.write("bob", "HISTORY").splitlines()
    assert [row[7] for row in rows if row.startswith("- Turn ")] == ["1", "2", "3", "4"]


def test_a_round_with_a_missing_script_runs_at_its_deadline(conclave: Table) -> None:
    first = order_of(conclave)
    for seat in first[1:]:
        conclave.write(seat, "PASS\nREADY")
    assert not conclave.adjudicate()
    conclave.to_deadline()
    assert conclave.adjudicate()
    assert [turn.sheet for turn in sorted_turns(conclave)] == [[], *[["1: PASS"]] * 3]
    assert len(of(conclave, ev.Passed)) == 4


def test_a_script_can_be_changed_until_the_round_is_run(conclave: Table) -> None:
    for seat in CAST:
        conclave.write(seat, "PASS\nREADY" if seat != "dee" else "PASS")
    conclave.write("ann", "GIVE 1 TO bob")
    conclave.write("dee", "READY")
    assert not conclave.adjudicate(), "ann has changed her script and not said READY again"
    assert conclave.state().money(conclave.state().seat("ann").illuminati) > 0
    conclave.write("ann", "READY")
    assert conclave.adjudicate()
    assert [e.seat for e in of(conclave, ev.GaveMoney)] == ["ann"]


def test_an_answer_where_nothing_is_announced_leaves_the_script_alone(conclave: Table) -> None:
    conclave.write("ann", "PASS\nREADY")
    answer = one_line(conclave.write("ann", "OPPOSE 1 MAX 3\nREADY"))
    assert "ASK OPPOSE 1 MAX 3 No attack is announced in this game now" in answer
    assert conclave.filed("ann") == ["1: PASS"]


def test_nobody_takes_a_side_in_his_own_announced_attack(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nREADY")
    assert table.adjudicate()
    answer = one_line(table.write("ann", "SUPPORT 1 MAX 3"))
    assert "ASK SUPPORT 1 MAX 3 The announced attacks are your own" in answer


def test_who_leaves_is_not_waited_for_in_a_round(conclave: Table) -> None:
    for seat in ("ann", "bob", "cat"):
        conclave.write(seat, "PASS\nREADY")
    conclave.resign("dee")
    assert conclave.adjudicate()
    assert sorted(order_of(conclave)) == ["ann", "bob", "cat"]


def test_a_late_script_is_told_so_in_a_round(conclave: Table) -> None:
    headers = conclave.reply_to(conclave.report("ann"))
    conclave.run_turn()
    conclave.clock.on(hours=1)
    answer = conclave.write("ann", "PASS", headers=headers)  # type: ignore[arg-type]
    assert answer.startswith("TOO LATE")
    assert conclave.filed("ann") == []


# --- once -------------------------------------------------------------------------------


def check_log(table: Table) -> None:
    """The log replays to the stored state, and numbers follow each other."""
    records, game = table.records(), table.game()
    assert [record.seq for record in records] == list(range(1, game.seq + 1))
    assert encode_state(replay(e for r in records for e in decode_events(r.events))) == game.state
    assert audit(table.state()) == []
    keys = [mail.key for mail in table.mails()]
    assert len(keys) == len(set(keys))


def at_once(act: Callable[[], object]) -> list[object]:
    """What many calls at the same moment gave; the first exception is raised."""
    barrier = threading.Barrier(THREADS)
    results: list[object] = []

    def run() -> None:
        barrier.wait(10)
        try:
            results.append(act())
        except Exception as error:
            results.append(error)

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for result in results:
        if isinstance(result, Exception):
            raise result
    return results


def told_of(table: Table) -> list[str]:
    """Who got each bulletin; the answer to READY has told the one who announced."""
    return sorted(mail.key.rpartition(":")[2] for mail in table.mails(kind="bulletin"))


def test_each_step_is_done_once_by_many(table: Table) -> None:
    table.write("ann", f"{ATTACK}\nMORE\nREADY")
    assert at_once(table.adjudicate).count(True) == 1
    assert told_of(table) == ["bob", "cat", "dee"] and not table.turns()
    table.to_deadline()
    assert at_once(table.adjudicate).count(True) == 1
    assert parts(table) == [(5, 0, "ann")]
    table.to_deadline()
    assert at_once(table.adjudicate).count(True) == 1
    assert parts(table) == [(5, 0, "ann"), (5, 1, "ann")]
    assert len(table.mails(kind="turn")) == 4 * 3


def test_a_round_is_played_once_by_many(conclave: Table) -> None:
    for _ in range(2):
        conclave.to_deadline()
        assert at_once(conclave.adjudicate).count(True) == 1
    assert [turn.number for turn in conclave.turns()] == list(range(1, 9))
    assert len(conclave.mails(kind="turn")) == 4 * 3
    check_log(conclave)


def test_a_crash_in_the_middle_of_a_step_leaves_nothing_of_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = transaction.post
    sent: list[str] = []

    def third_fails(*arguments, **more):  # type: ignore[no-untyped-def]
        sent.append(arguments[3])
        if len(sent) == 3:
            raise ZeroDivisionError
        return real(*arguments, **more)

    table.write("ann", f"{ATTACK}\nREADY")
    with monkeypatch.context() as patch:
        patch.setattr(transaction, "post", third_fails)
        with pytest.raises(ZeroDivisionError):
            table.adjudicate()
    assert table.game().wait == SCRIPT and not table.mails(kind="bulletin")
    assert table.adjudicate()
    assert told_of(table) == ["bob", "cat", "dee"]


def test_an_answer_between_working_out_and_keeping_a_turn_is_used(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write("ann", f"{ATTACK}\nREADY")
    assert table.adjudicate()
    answers = iter([table.send("cat", "OPPOSE 1 UNTIL 1 MAX 2 ALL IN")])
    real = running.resolve

    def interrupted(*arguments):  # type: ignore[no-untyped-def]
        for letter in answers:
            assert read_letter(table.service, letter)
        return real(*arguments)

    monkeypatch.setattr(running, "resolve", interrupted)
    monkeypatch.setattr("pbem.service.due.adjudication.is_awaiting_letters", lambda *_: False)
    table.to_deadline()
    assert table.adjudicate()
    assert [e.seat for e in of(table, ev.Spent) if e.is_raise] == ["cat"]
    check_seqs(table)


def check_seqs(table: Table) -> None:
    assert [record.seq for record in table.records()] == list(range(1, table.game().seq + 1))
