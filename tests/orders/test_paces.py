"""Scripts announced and answered by letter, and what their window waits for (R12.2, R12.3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from engine.illuminati import events as ev
from engine.illuminati.evolve.ledger import counted
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.rules import ANSWERS, SCRIPT
from pbem.settings import Settings
from tests.support.errands import done
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.service_rows import (
    CAST,
    FNORD,
    NOON,
    TURN,
    Table,
    new_table,
    one_line,
    set_state,
)

E = TypeVar("E")
Golden = Callable[[Path, str], None]
HERE = TESTS / "reports"
ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"
RAID = "ATTACK CIA WITH Mafia SPEND 2"
PRIVILEGED = "ATTACK Yuppies WITH Mafia SPEND 3 PRIVILEGED BY Slush Fund"
WINDOW = TURN / 4
OTHERS = ("bob", "cat", "dee")
RICH_HANDS = FNORD.replace(
    'hand = ["swiss-bank-account"]',
    'hand = ["murphys-law", "deep-agent", "secrets-man-was-not-meant-to-know"]',
)
OFFERED = ("# OPPOSE", "# SUPPORT", "# GUARD", "# PLAY", "# ABOLISH", "# STAND")


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    """Turn 5 is ann's; scripts are announced."""
    return new_table(database, settings, pace="announce")


def announced(table: Table, script: str = ATTACK) -> None:
    """ann has announced a script."""
    table.write("ann", f"{script}\nREADY")
    assert table.adjudicate()
    assert table.game().wait == ANSWERS


def of(table: Table, kind: type[E]) -> list[E]:
    """Every event of that kind that has happened, in order."""
    events = [event for row in table.records() for event in decode_events(row.events)]
    return [event for event in events if isinstance(event, kind)]


def raisers(table: Table) -> list[str]:
    return [e.seat for e in of(table, ev.Spent) if e.is_raise]


def bulletins(table: Table) -> list[str]:
    """Who has got a bulletin."""
    return sorted(mail.rcpt.partition("@")[0] for mail in table.mails(kind="bulletin"))


# --- announcing -------------------------------------------------------------------------


def test_a_ready_script_is_announced_to_everybody_and_not_run(table: Table) -> None:
    answer = one_line(table.write("ann", f"{ATTACK}\nREADY"))
    assert "your attacks are announced to everybody" in answer
    assert table.adjudicate()
    game = table.game()
    assert (game.wait, game.turn, game.to_move) == (ANSWERS, 5, "ann")
    assert game.deadline_at == NOON + WINDOW
    assert bulletins(table) == list(OTHERS), "the answer has just told ann"
    assert not table.turns() and len(table.records()) == 2
    assert not table.adjudicate()


def test_a_script_on_file_is_announced_at_the_deadline(table: Table) -> None:
    table.write("ann", ATTACK)
    table.to_deadline()
    assert table.adjudicate()
    assert table.mails("ann")[-1].subject == "[Fnord-7] Turn 5 - your script is announced"
    assert table.game().deadline_at == NOON + TURN + WINDOW
    table.to_deadline()
    assert table.adjudicate()
    assert table.turns()[0].sheet == [f"1: {ATTACK}"]
    assert (table.mover(), table.game().wait) == ("bob", SCRIPT)


@pytest.mark.parametrize("script", ["PASS", "GIVE 1 TO bob", "TRANSFER 1 FROM Mafia TO Illuminati"])
def test_without_an_attack_there_is_nothing_to_announce(table: Table, script: str) -> None:
    table.write("ann", f"{script}\nREADY")
    assert table.adjudicate()
    assert table.mover() == "bob" and not bulletins(table)


def test_silence_at_the_deadline_is_a_pass_and_announces_nothing(table: Table) -> None:
    table.run_turn()
    assert table.mover() == "bob" and not bulletins(table)


def test_the_length_of_the_window_is_the_games_own(table: Table) -> None:
    with table.database.write() as session:
        game = table.game()
        game.clock = {"script": {"next": "72h"}, "answers": {"next": "24h"}}
        session.merge(game)
    announced(table)
    assert table.game().deadline_at == NOON + timedelta(days=1)


@pytest.mark.parametrize(
    "body", ["PASS", "1: none", "CLEAR", "UNDO", f"{ATTACK} AID Cthulhu\nREADY"]
)
def test_an_announced_script_can_no_longer_be_changed(table: Table, body: str) -> None:
    announced(table)
    frozen = table.state().announced
    answer = one_line(table.write("ann", body))
    assert "announced" in answer and f"1: {ATTACK}" in answer
    assert table.filed("ann") == [f"1: {ATTACK}"] and table.state().announced == frozen
    table.run_turn()
    assert table.turns()[0].sheet == [f"1: {ATTACK}"]


def test_what_needs_no_script_can_still_be_done_by_whoever_has_announced(table: Table) -> None:
    announced(table)
    answer = one_line(table.write("ann", "RESERVE 2\nPLAY Slush Fund\nGIVE 1 TO bob"))
    assert "It stands until you change it" in answer
    assert answer.count("DONE") == 2 and answer.count("REFUSED") == 1
    assert table.state().money("servants-of-cthulhu") == 35
    assert table.state().money("gnomes-of-zurich") == 12


# --- answering --------------------------------------------------------------------------


def test_an_answer_is_used_when_the_script_is_run(table: Table) -> None:
    announced(table)
    answer = one_line(table.write("cat", "OPPOSE 1 UNTIL 2 MAX 4 ALL IN"))
    assert answer.startswith("COVERED cat, ann's script is announced. Your answers are on file")
    assert "Costs you at most 4 MB" in answer and "need" in answer
    table.run_turn()
    assert raisers(table) == ["cat"]


def on_file(table: Table, seat: str) -> list[str]:
    """A seat's answers as an acknowledgement tells them."""
    text = table.write(seat, "PREVIEW").partition("YOUR ANSWERS TO ANN")[2]
    rows = text.partition("\n\n")[0].splitlines()[1:]
    return [row.strip() for row in rows if row.strip()]


def test_answers_are_replaced_amended_undone_and_taken_back(table: Table) -> None:
    announced(table, f"{ATTACK}\nATTACK Hackers WITH Cthulhu")
    table.write("cat", "OPPOSE 1 MAX 4\nOPPOSE 2 MAX 2")
    assert on_file(table, "cat") == ["1: OPPOSE 1 MAX 4", "2: OPPOSE 2 MAX 2"]
    table.write("cat", "2: SUPPORT 2 MAX 1")
    assert on_file(table, "cat") == ["1: OPPOSE 1 MAX 4", "2: SUPPORT 2 MAX 1"]
    table.write("cat", "1: none")
    assert on_file(table, "cat") == ["2: SUPPORT 2 MAX 1"]
    table.write("cat", "UNDO")
    assert on_file(table, "cat") == ["1: OPPOSE 1 MAX 4", "2: SUPPORT 2 MAX 1"]
    table.write("cat", "STAND ASIDE")
    assert on_file(table, "cat") == ["1: STAND ASIDE"]
    assert "If you send none, you stand aside" in one_line(table.write("cat", "CLEAR"))
    assert on_file(table, "cat") == []


def test_orders_ahead_and_answers_in_one_letter_are_kept_apart(table: Table) -> None:
    announced(table)
    answer = one_line(table.write("bob", "OPPOSE 1 MAX 3\nATTACK Hackers WITH CIA"))
    assert "ON FILE FOR YOUR OWN TURN" in answer and "YOUR ANSWERS TO ANN" in answer
    assert [line.partition(": ")[2] for line in table.filed("bob")] == [
        "ATTACK Hackers WITH C.I.A."
    ]
    table.write("bob", "CLEAR")
    assert len(table.filed("bob")) == 1, "it is the answers that were taken back"
    table.write("bob", "CLEAR")
    assert table.filed("bob") == []


def test_a_preview_of_answers_keeps_nothing(table: Table) -> None:
    announced(table)
    version = table.game().version
    answer = one_line(table.write("cat", "PREVIEW\nOPPOSE 1 MAX 3"))
    assert "Costs you at most 3 MB" in answer and "YOUR ANSWERS" not in answer
    assert table.game().version == version


@pytest.mark.parametrize(
    ("seat", "line", "told"),
    [
        ("cat", "OPPOSE 2 MAX 3", "No attack 2 is announced; there is 1"),
        ("cat", "GUARD 1 MAX 3", "Only the owner of the group guards it"),
        ("bob", "SUPPORT 1 MAX 3", "It is your own group that is attacked"),
        ("cat", "PLAY Murphys Law ON 1 IF IT SUCCEEDS", "(R9.5)"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(table: Table, seat: str, line: str, told: str) -> None:
    announced(table, RAID)
    answer = one_line(table.write(seat, line))
    assert "REFUSED" in answer and told in answer
    assert on_file(table, seat) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("OPPOSE 2 MAX 3", "What was on file stays as it was."),
        ("1: GUARD 1 MAX 3", "Line 1 on file stays."),
    ],
)
def test_a_refused_answer_takes_the_place_of_nothing(table: Table, body: str, said: str) -> None:
    announced(table)
    table.write("cat", "OPPOSE 1 MAX 4")
    answer = one_line(table.write("cat", body))
    assert "REFUSED" in answer and said in answer
    assert on_file(table, "cat") == ["1: OPPOSE 1 MAX 4"]


def test_stand_aside_alone_is_no_policy_while_a_script_is_announced(table: Table) -> None:
    announced(table)
    table.write("cat", "STAND ASIDE")
    assert table.seat("cat").policies == []


def test_a_stance_without_a_number_stands_as_a_policy(table: Table) -> None:
    announced(table)
    answer = one_line(table.write("cat", "OPPOSE ann UNTIL 2 MAX 1 ALL IN"))
    assert "It stands until you change it" in answer
    table.run_turn()
    assert raisers(table) == ["cat"]


def test_policies_answer_for_who_is_silent(table: Table) -> None:
    table.write("cat", "OPPOSE ann UNTIL 1 MAX 2 ALL IN")
    announced(table)
    table.run_turn()
    assert raisers(table) == ["cat"]


def test_an_answer_when_nothing_is_announced_is_asked_about(table: Table) -> None:
    answer = one_line(table.write("cat", "OPPOSE 1 UNTIL 5 MAX 2"))
    assert "No attack is announced" in answer


# --- the end of the window --------------------------------------------------------------


def test_the_window_closes_when_everybody_is_done_whoever_could_do_something(
    table: Table,
) -> None:
    announced(table)
    table.clock.on(hours=1)
    for seat, line in zip(OTHERS, ("OPPOSE 1 MAX 1", "STAND ASIDE", "READY"), strict=True):
        assert not table.adjudicate(), f"{seat} has said nothing yet"
        table.write(seat, line)
    assert table.game().due_at == table.clock.now
    assert table.adjudicate()
    assert table.mover() == "bob"
    assert table.turns()[0].deadline_at == NOON + timedelta(hours=1)


def test_who_says_wait_keeps_it_open_until_its_deadline(table: Table) -> None:
    announced(table)
    table.write("bob", "OPPOSE 1 MAX 1\nWAIT")
    for seat in ("cat", "dee"):
        table.write(seat, "READY")
    assert not table.adjudicate()
    assert table.game().deadline_at == NOON + WINDOW
    table.write("bob", "READY")
    assert table.adjudicate()


def test_a_line_that_was_not_understood_keeps_it_open(table: Table) -> None:
    announced(table)
    for seat in ("cat", "dee"):
        table.write(seat, "READY")
    table.write("bob", "OPPOSE 1 MAX 1\nSUPPORT Zorkmids MAX 3\nREADY")
    assert not table.adjudicate()
    table.write("bob", "READY")
    assert table.adjudicate()


def test_a_player_who_leaves_is_not_waited_for(table: Table) -> None:
    announced(table)
    for seat in ("bob", "cat"):
        table.write(seat, "READY")
    table.resign("dee")
    assert table.adjudicate()
    assert table.mover() == "bob"


def test_a_mover_who_is_put_out_ends_his_turn_and_all_hear_which_attack_fell(
    table: Table,
) -> None:
    announced(table)
    done(table, "EJECT ann REALLY BECAUSE so")
    assert table.adjudicate()
    assert table.mover() == "bob" and not of(table, ev.Attacked)
    text = one_line(table.report("cat").text)
    assert "was not made: its player is out of the game" in text


def test_a_late_answer_is_told_so_and_not_used(table: Table) -> None:
    announced(table)
    table.to_deadline(0.5)
    letter = table.send("cat", "OPPOSE 1 MAX 3 ALL IN")
    assert table.read(letter) == [], "it waits until the script has been run"
    assert table.adjudicate()
    answer = table.read(letter)[0]
    assert answer.text.startswith("TOO LATE") and table.letter(letter).note == "too late"
    assert raisers(table) == []


@pytest.mark.parametrize("line", ["OPPOSE 1 MAX 3", "STAND ASIDE"])
def test_an_answer_to_an_old_bulletin_is_late_however_long_after(table: Table, line: str) -> None:
    announced(table)
    headers = table.reply_to(table.mails("cat", "bulletin")[0])
    table.run_turn()
    table.clock.on(hours=5)
    assert table.write("cat", line, headers=headers).startswith("TOO LATE")  # type: ignore[arg-type]
    assert table.seat("cat").policies == []


def test_ready_to_an_old_bulletin_does_not_end_the_writers_own_turn(table: Table) -> None:
    announced(table)
    headers = table.reply_to(table.mails("bob", "bulletin")[0])
    table.run_turn()
    assert table.mover() == "bob"
    answer = one_line(table.write("bob", "READY", headers=headers))  # type: ignore[arg-type]
    assert "the script your letter answers has been run" in answer
    assert not table.adjudicate() and table.mover() == "bob"


def test_letters_around_the_end_of_the_window(table: Table) -> None:
    announced(table)
    table.to_deadline(-1)
    letter = table.send("cat", "OPPOSE 1 UNTIL 1 MAX 2 ALL IN")
    table.to_deadline()
    assert not table.adjudicate(), "an answer that came in time is unread"
    table.read(letter)
    assert table.adjudicate()
    assert raisers(table) == ["cat"]


def test_nothing_is_run_while_the_game_is_paused(table: Table) -> None:
    announced(table)
    with table.database.write() as session:
        game = table.game()
        game.phase = "paused"
        session.merge(game)
    table.to_deadline(1)
    assert not table.adjudicate() and not table.turns()


# --- privilege --------------------------------------------------------------------------


def test_gifts_wait_for_a_privileged_attack_and_are_done_after_it(table: Table) -> None:
    announced(table, PRIVILEGED)
    answer = one_line(table.write("bob", "GIVE 5 TO cat"))
    assert "HELD" in answer and "right after the attack has been made" in answer
    table.write("dee", "GIVE 9 TO cat\nGIVE 1 TO bob")
    assert table.state().money("network") == 7 and not of(table, ev.GaveMoney)
    assert [line.seat for line in table.state().held] == ["bob", "dee", "dee"]
    table.run_turn()
    gifts = [(e.seat, e.to, e.amount) for e in of(table, ev.GaveMoney)]
    assert gifts[:2] == [("bob", "cat", 5), ("dee", "cat", 9)]
    assert [row.kind for row in table.records()][4:7] == ["turn", "act", "act"]
    assert [mail.kind for mail in table.mails("cat")][-2:] == ["news", "news"]
    told = one_line(table.mails("bob", "held_lines")[0].text)
    assert "DONE GIVE 5 TO cat" in told
    assert "REFUSED GIVE 1 TO bob" in one_line(table.mails("dee", "held_lines")[0].text)
    assert not table.state().held


def test_a_gift_that_could_never_be_made_is_refused_at_once(table: Table) -> None:
    announced(table, PRIVILEGED)
    assert "REFUSED" in table.write("bob", "GIVE 50 TO cat")
    assert not table.state().held


def test_gifts_do_not_wait_for_an_attack_without_privilege(table: Table) -> None:
    announced(table)
    assert "DONE" in table.write("bob", "GIVE 5 TO cat")
    news = one_line(table.mails("cat", "news")[-1].text)
    assert "ann's script is announced and runs by Sun 22 Nov 2026, 06:00 UTC at the latest." in news
    assert table.state().money("network") == 12


def test_privilege_is_abolished_by_an_answer(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce", position=RICH_HANDS)
    announced(table, PRIVILEGED)
    assert "WARNING" in table.write("cat", "OPPOSE 1 UNTIL 1 MAX 2 ALL IN")
    table.write("bob", "ABOLISH PRIVILEGE ON 1 WITH Deep Agent")
    table.run_turn()
    assert of(table, ev.PrivilegeAbolished)
    assert raisers(table) == ["cat"]


# --- the mail ---------------------------------------------------------------------------


def test_the_bulletin_of_each_reader(sqlite_database: Database, golden: Golden) -> None:
    settings = Settings.model_validate(
        {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )
    table = new_table(sqlite_database, settings, pace="announce", position=RICH_HANDS)
    set_state(table, counted(table.state()))
    second = "IF 1 FAILS: ATTACK Yuppies WITH Cthulhu SPEND 4 PRIVILEGED BY Bribery"
    announced(table, f"{RAID}\n{second}")
    table.write("ann", "RESEND BULLETIN")
    for seat in CAST:
        mail = table.mails(seat, "bulletin")[0]
        golden(HERE / f"bulletin_{seat}.txt", whole(mail))


def test_every_line_a_bulletin_offers_can_be_sent(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce", position=RICH_HANDS)
    announced(table, PRIVILEGED)
    for seat in OTHERS:
        text = table.mails(seat, "bulletin")[0].text.partition("WHAT YOU CAN DO")[2]
        lines = [line for line in text.splitlines() if line.startswith(OFFERED)]
        body = "\n".join(line.removeprefix("# ") for line in lines)
        answer = table.write(seat, f"PREVIEW\n{body}")
        assert lines and "ASK" not in answer and "REFUSED" not in answer


def test_no_bulletin_tells_what_another_holds(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="announce", position=RICH_HANDS)
    announced(table)
    table.write("ann", "RESEND BULLETIN")
    for seat in ("ann", "cat", "dee"):
        text = one_line(table.mails(seat, "bulletin")[0].text)
        assert "Murphy" not in text and "Deep Agent" not in text
    assert "Murphy" in table.mails("bob", "bulletin")[0].text
