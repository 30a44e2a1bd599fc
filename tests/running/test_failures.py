"""Bugs and broken mail servers: tried again, set aside, paused; players see no traceback."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.database import Database
from pbem.games.illuminati import reporter, running
from pbem.models import DEAD, DONE, NEW, PAUSED, RUNNING, SENT
from pbem.service.context import WantsOwnProcess
from pbem.service.due import adjudication
from pbem.service.letters import reading
from pbem.service.letters.reading import read_letter
from pbem.service.moderating.letter_list import list_letters, retry_letters
from pbem.service.moderating.running import NotPaused, resume_game
from pbem.service.named_games import NoSuchGame
from pbem.service.sending import delivery
from pbem.service.sending.claims import release_claims
from pbem.service.sending.delivery import deliver
from pbem.service.sending.retrying import GIVE_UP
from pbem.service.sweep import claim_waiting
from pbem.settings import Settings
from tests.support.service_rows import NOON, Hands, Table, new_table, one_line
from worker.tasks import run_hint

pytestmark = pytest.mark.long


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def broken(*_arguments: object, **_more: object) -> object:
    raise ZeroDivisionError("the bug of the day")


class Killed(BaseException):
    """The process is gone: nothing is written down, nobody tidies up."""


def killed(*_arguments: object, **_more: object) -> object:
    raise Killed


def dying(folder: Path) -> str:
    """A program that is killed as soon as it begins."""
    program = folder / "dying"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    return str(program)


def read_by_worker(table: Table, letter: int) -> None:
    run_hint("read_letter", table.work().read_letter, letter, table.work())


def play_by_worker(table: Table) -> None:
    run_hint("adjudicate", table.work().adjudicate, table.game_id, table.work())


# --- a turn -----------------------------------------------------------------------------


def test_a_turn_with_a_bug_is_tried_three_times_then_the_game_is_paused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_table(
        table.database, table.service.settings, name="Other", seed=9, clock=table.clock
    )
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    real = running.resolve

    def broken_for_ann(state, script, *more):  # type: ignore[no-untyped-def]
        return broken() if script else real(state, script, *more)

    monkeypatch.setattr(running, "resolve", broken_for_ann)
    table.to_deadline()
    tries = []
    for _ in range(400):
        table.sweep()
        tries.append(table.game().attempts)
        table.clock.on(seconds=1)
    assert sorted(set(tries)) == [1, 2, 3]
    assert table.game().phase == PAUSED
    assert "ZeroDivisionError: the bug of the day" in (table.game().error or "")
    assert not table.turns() and len(other.turns()) == 1
    assert all("Traceback" not in mail.text for mail in table.mails())


@pytest.mark.long
def test_a_paused_game_is_taken_up_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.to_deadline()
    with monkeypatch.context() as patch:
        patch.setattr(running, "resolve", broken)
        for _ in range(400):
            table.sweep()
            table.clock.on(seconds=1)
    assert table.game().phase == PAUSED
    why = resume_game(table.service, table.game().name)
    assert why is not None and "the bug of the day" in why
    table.sweep()
    assert len(table.turns()) == 1 and table.game().error is None
    with pytest.raises(NotPaused, match="it is running"):
        resume_game(table.service, table.game().name)
    with pytest.raises(NoSuchGame, match="no game called 'Nowhere'; `pbem games` lists them"):
        resume_game(table.service, "Nowhere")


def test_a_turn_that_worked_the_second_time_leaves_no_trace(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.to_deadline()
    with monkeypatch.context() as patch:
        patch.setattr(running, "resolve", broken)
        play_by_worker(table)
    assert table.game().attempts == 1 and not table.turns()
    assert table.sweep() == 5, "four mails and a bell; the turn is put off"
    table.clock.on(seconds=5)
    table.sweep()
    game = table.game()
    assert (game.attempts, game.error, len(table.turns())) == (0, None, 1)


@pytest.fixture
def long_due(table: Table) -> Table:
    """A game that is due by the machine's clock too."""
    then = Hands(datetime(2020, 2, 2, tzinfo=UTC))
    return new_table(table.database, table.service.settings, name="Old", seed=9, clock=then)


@pytest.mark.long
def test_a_turn_whose_tries_are_killed_is_not_paused_for_it(
    long_due: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told of a failure when the process is gone, whoever killed it."""
    table = long_due
    table.to_deadline()
    with monkeypatch.context() as patch:
        patch.setattr(running, "resolve", killed)
        for _ in range(2):
            with pytest.raises(Killed):
                play_by_worker(table)
    with pytest.raises(WantsOwnProcess):
        table.adjudicate()
    game = table.game()
    assert (game.phase, game.attempts, len(table.turns())) == (RUNNING, 0, 0)
    table.work_apart().adjudicate(table.game_id)
    game = table.game()
    assert (game.phase, game.unended, len(table.turns())) == (RUNNING, 0, 1)


def test_a_turn_that_kills_a_process_of_its_own_pauses_the_game(
    long_due: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = long_due
    table.to_deadline()
    with table.database.write() as session:
        game = table.game()
        game.unended = 2
        session.add(game)
    monkeypatch.setattr("sys.executable", dying(tmp_path))
    for _ in range(3):
        assert table.game().phase == RUNNING
        table.work_apart().adjudicate(table.game_id)
    game = table.game()
    assert (game.phase, game.error) == (PAUSED, "the process that did nothing else ended with -9")


def test_a_failure_that_is_told_late_harms_no_new_turn(table: Table) -> None:
    table.run_turn()
    adjudication.adjudication_failed(table.service, table.game_id, "Traceback")
    game = table.game()
    assert (game.attempts, game.error, game.next_try_at) == (0, None, None)


# --- a letter ---------------------------------------------------------------------------


def test_a_letter_that_fails_three_times_is_set_aside_and_its_player_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = table.send("ann", "ATTACK Yuppies WITH Mafia")
    monkeypatch.setattr(reading, "judge", broken)
    for _ in range(100):
        table.clock.on(seconds=1)
        table.sweep()
    row = table.letter(letter)
    assert (row.state, row.attempts) == (DEAD, 3)
    assert "ZeroDivisionError: the bug of the day" in (row.error or "")
    told = [mail for mail in table.mails("ann") if mail.kind == "held_problem"]
    assert len(told) == 1 and told[0].rcpt == "ann@example.org"
    assert "Traceback" not in told[0].text and "bug of the day" not in told[0].text
    assert list_letters(table.service, DEAD)[0].error == "ZeroDivisionError: the bug of the day"


def test_a_letter_set_aside_is_read_when_the_moderator_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = table.send("ann", "PASS")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        for _ in range(3):
            read_by_worker(table, letter)
    assert table.letter(letter).state == DEAD
    read_by_worker(table, letter)
    assert table.letter(letter).state == DEAD
    assert retry_letters(table.service, letter) == 1
    table.sweep()
    assert table.letter(letter).state == DONE
    assert table.filed("ann") == ["1: PASS"]
    assert retry_letters(table.service) == 0


def test_an_older_letter_that_failed_replaces_no_newer_orders(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others need not wait for it, and what its seat wrote last is what counts."""
    older = table.send("ann", "ATTACK Yuppies WITH Mafia\nSAY TO bob: Wait for me.")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        read_by_worker(table, older)
    table.clock.on(seconds=5)
    table.write("ann", "PASS")
    table.clock.on(hours=1)
    table.sweep()
    row = table.letter(older)
    assert (row.state, row.note) == (DONE, "overtaken")
    assert table.filed("ann") == ["1: PASS"]
    told = table.mails("ann")[-1]
    assert told.kind == "overtaken"
    assert "orders since, and those stand" in one_line(told.text)
    assert "What you said in it still counts" in one_line(told.text)
    assert "Wait for me." in table.mails("bob")[-1].text


def test_orders_that_were_played_are_newer_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = table.send("ann", "ATTACK Yuppies WITH Mafia")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        for _ in range(3):
            read_by_worker(table, older)
    table.clock.on(seconds=5)
    table.write("ann", "PASS")
    table.run_turn()
    assert retry_letters(table.service, older) == 1
    table.sweep()
    assert table.letter(older).note == "overtaken"
    assert table.filed("ann") == []


def test_an_older_letter_counts_where_nothing_was_ordered_since(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = table.send("ann", "PASS")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        read_by_worker(table, older)
    table.clock.on(seconds=5)
    table.write("ann", "STATUS")
    table.clock.on(hours=1)
    table.sweep()
    assert table.letter(older).note is None
    assert table.filed("ann") == ["1: PASS"]


def test_a_letter_set_aside_holds_up_no_turn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = table.send("ann", "PASS")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", broken)
        for _ in range(3):
            read_by_worker(table, letter)
    table.run_turn()
    assert table.mover() == "bob"


def test_a_letter_whose_tries_are_killed_is_not_set_aside_for_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After two tries that came to no end a process that does nothing else reads it."""
    letter = table.send("ann", "PASS")
    with monkeypatch.context() as patch:
        patch.setattr(reading, "judge", killed)
        for _ in range(2):
            with pytest.raises(Killed):
                read_by_worker(table, letter)
    for _ in range(9):
        with pytest.raises(WantsOwnProcess):
            read_letter(table.service, letter)
    assert (table.letter(letter).state, table.letter(letter).attempts) == (NEW, 0)
    table.work_apart().read_letter(letter)
    assert (table.letter(letter).state, table.letter(letter).error) == (DONE, None)
    assert table.filed("ann") == ["1: PASS"]


def test_a_letter_that_kills_a_process_of_its_own_is_set_aside(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    letter = table.send("ann", "PASS")
    with table.database.write() as session:
        row = table.letter(letter)
        row.unended = 2
        session.add(row)
    monkeypatch.setattr("sys.executable", dying(tmp_path))
    for _ in range(3):
        assert table.letter(letter).state == NEW
        table.work_apart().read_letter(letter)
    row = table.letter(letter)
    assert (row.state, row.error) == (DEAD, "the process that did nothing else ended with -9")
    assert [mail.kind for mail in table.mails("ann")][-1] == "held_problem"


def test_a_bug_while_filing_leaves_nothing_half_done(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = table.send("bob", "GIVE 5 TO ann")
    before = len(table.mails())
    with monkeypatch.context() as patch:
        patch.setattr(reporter, "news", broken)
        read_by_worker(table, letter)
    assert table.letter(letter).state == NEW and len(table.mails()) == before
    assert table.state().money("gnomes-of-zurich") == 12 and len(table.records()) == 1
    table.read(letter)
    assert table.state().money("gnomes-of-zurich") == 7


# --- a mail -----------------------------------------------------------------------------


def test_mail_goes_out_once_with_the_same_bytes(table: Table) -> None:
    mail = table.mails()[0].id or 0
    table.post.answers = [(None, "451 later"), (None, "time-out"), (True, "")]
    sent = [deliver(table.service, mail, table.post) for _ in range(5)]
    assert sent == [False, False, True, False, False]
    assert len(table.post.sent) == 1
    assert table.mails()[0].state == SENT


def test_a_server_that_is_away_is_tried_less_and_less_often(table: Table) -> None:
    table.post.answers = [(None, "451 later")] * 1000
    mail = table.mails()[0]
    waits = []
    for _ in range(8):
        deliver(table.service, mail.id or 0, table.post)
        next_try_at = table.mails()[0].next_try_at
        waits.append((next_try_at - table.clock()) / timedelta(minutes=1))
        table.clock.now = next_try_at
    assert waits == [1, 5, 15, 60, 240, 240, 240, 240]
    table.clock.now = NOON + GIVE_UP + timedelta(seconds=1)
    deliver(table.service, mail.id or 0, table.post)
    assert table.mails()[0].state == DEAD
    assert table.mails()[0].error == "451 later"


def test_a_refused_mail_is_not_tried_again(table: Table) -> None:
    table.post.answers = [(False, "550 5.1.1 no such user")]
    assert not deliver(table.service, table.mails()[0].id or 0, table.post)
    assert not deliver(table.service, table.mails()[0].id or 0, table.post)
    assert (table.mails()[0].state, table.post.sent) == (DEAD, [])


def mail_whose_sender_died(table: Table, monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of a mail that has gone out while nobody wrote down that it has."""
    mail = table.mails()[0].id or 0
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_finish", broken)
        with pytest.raises(ZeroDivisionError):
            deliver(table.service, mail, table.post)
    return mail


def test_a_mail_whose_sender_died_is_sent_after_the_lease(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = mail_whose_sender_died(table, monkeypatch)
    assert not deliver(table.service, mail, table.post)
    table.clock.on(seconds=120)
    assert deliver(table.service, mail, table.post)
    first, second = table.post.sent
    assert first == second, "sent twice, byte for byte the same"


def test_a_server_that_starts_again_lets_go_of_what_it_held(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = mail_whose_sender_died(table, monkeypatch)
    release_claims(table.service)
    assert deliver(table.service, mail, table.post)


def test_a_server_that_starts_again_reads_at_once_what_it_was_reading(table: Table) -> None:
    letter = table.send("ann", "PASS")
    table.clock.on(seconds=2)
    grace = timedelta(seconds=30)
    assert claim_waiting(table.database, table.clock(), grace=grace).ids("read_letter") == (letter,)
    assert claim_waiting(table.database, table.clock(), grace=grace).ids("read_letter") == ()
    release_claims(table.service)
    assert claim_waiting(table.database, table.clock(), grace=grace).ids("read_letter") == (letter,)


def test_a_mail_that_cannot_be_made_is_kept_with_its_traceback(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = table.mails()[0].id or 0
    monkeypatch.setattr(delivery, "render", broken)
    with pytest.raises(ZeroDivisionError):
        deliver(table.service, mail, table.post)
    delivery.delivery_failed(table.service, mail, "Traceback: the bug")
    row = table.mails()[0]
    assert (row.state, row.error) == (NEW, "Traceback: the bug")
    assert row.next_try_at == NOON + timedelta(minutes=1)
