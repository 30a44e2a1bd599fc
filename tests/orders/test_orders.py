"""What a letter does: orders on file, words to the referee, deeds done at once, leaving."""

from __future__ import annotations

import re

import pytest

from engine.illuminati import events as ev
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.service.due.reminding import ring
from pbem.settings import Settings
from tests.support.service_rows import FNORD, Table, new_table, one_line

UFOS = FNORD.replace("turn_number = 5", "turn_number = 1").replace("bavarian-illuminati", "ufos")


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def conclave(database: Database, settings: Settings) -> Table:
    return new_table(database, settings, pace="conclave")


# --- the script on file -----------------------------------------------------------------


def test_unnumbered_lines_replace_and_numbered_ones_amend(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nATTACK Hackers WITH Cthulhu")
    table.write("ann", "2: ATTACK Trekkies WITH Cthulhu\n3: TRANSFER 2 FROM Mafia TO Illuminati")
    assert table.filed("ann") == [
        "1: ATTACK Yuppies WITH Mafia",
        "2: ATTACK Trekkies WITH Servants of Cthulhu",
        "3: TRANSFER 2 FROM Mafia TO Servants of Cthulhu",
    ]
    assert "REMOVED" in table.write("ann", "1: none")
    assert len(table.filed("ann")) == 2
    table.write("ann", "PASS")
    assert table.filed("ann") == ["1: PASS"]


def test_a_bad_amendment_leaves_the_line_it_meant_to_replace(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.write("ann", "1: ATTACK Zorkmids WITH Mafia")
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]


def test_clear_and_undo(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    assert table.write("ann", "CLEAR").startswith("NOT COVERED")
    assert table.filed("ann") == []
    assert table.write("ann", "UNDO").startswith("COVERED")
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]


def test_undo_goes_back_letter_by_letter_and_never_forward(table: Table) -> None:
    for line in ("ATTACK Yuppies WITH Mafia", "PASS", "WAIT"):
        assert "ON FILE NOW, REVISION" in table.write("ann", line)
    answer = one_line(table.write("ann", "UNDO"))
    assert (
        "UNDO: your letter of Sat 21 Nov 12:00 (revision 2: PASS) is taken back. Revision 1 of "
        in answer
    )
    assert "Revision 1 of your script is on file again, as revision 4." in answer
    assert "ON FILE NOW, REVISION 4" in answer
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    answer = one_line(table.write("ann", "UNDO"))
    assert "is taken back. Nothing is on file, as before your first letter" in answer
    assert table.filed("ann") == []
    assert "there is no earlier version" in one_line(table.write("ann", "UNDO"))


def test_undo_does_not_take_the_only_script_for_a_letter_that_changed_nothing(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    for body in ("WAIT", "2: ATTACK KGB WITH CIA", "ATTACK Zorkmids WITH Mafia"):
        table.clock.on(hours=1)
        table.write("ann", body)
        answer = one_line(table.write("ann", "UNDO"))
        assert "UNDO: your last letter changed nothing of your script" in answer
        assert "your letter of Sat 21 Nov 12:00 (revision 1: ATTACK Yuppies WITH Mafia)" in answer
        assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    table.write("ann", "UNDO 0")
    assert table.filed("ann") == []


def test_undo_goes_past_letters_that_changed_nothing_and_says_so(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.clock.on(hours=1)
    table.write("ann", "PASS")
    table.write("ann", "STATUS")
    table.write("ann", "2: ATTACK KGB WITH CIA")
    answer = one_line(table.write("ann", "UNDO"))
    assert "UNDO: your letter of Sat 21 Nov 13:00 (revision 2: PASS) is taken back." in answer
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]


def test_undo_takes_a_ready_back_and_leaves_the_lines(conclave: Table) -> None:
    conclave.write("ann", "ATTACK Yuppies WITH Mafia")
    conclave.write("ann", "READY")
    answer = one_line(conclave.write("ann", "UNDO"))
    assert "(revision 2: ATTACK Yuppies WITH Mafia, READY) is taken back." in answer
    assert "marked READY" not in answer
    assert conclave.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    assert "Nothing is on file" in one_line(conclave.write("ann", "UNDO"))


def test_undo_with_a_number_brings_back_that_revision(table: Table) -> None:
    for line in ("ATTACK Yuppies WITH Mafia", "PASS", "DROP Mafia"):
        table.write("ann", line)
    answer = one_line(table.write("ann", "UNDO TO 1"))
    assert "UNDO 1: Revision 1 of your script is on file again, as revision 4." in answer
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]
    table.write("ann", "UNDO 2")
    assert table.filed("ann") == ["1: PASS"]
    table.write("ann", "UNDO 0")
    assert table.filed("ann") == []


def test_undo_to_a_revision_there_is_not_tells_those_there_are(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nATTACK Hackers WITH Cthulhu")
    table.write("ann", "CLEAR")
    answer = one_line(table.write("ann", "UNDO 7"))
    assert "there is no revision 7 of your script" in answer
    assert "1 (2 lines, the first ATTACK Yuppies WITH Mafia) and 2 (nothing)" in answer
    assert table.filed("ann") == []


def test_undo_beside_new_orders_takes_nothing_of_them_back(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    answer = one_line(table.write("ann", "PASS\nUNDO"))
    assert "the lines of this letter stand" in answer
    assert table.filed("ann") == ["1: PASS"]


def test_an_answer_after_which_nobody_is_waited_for_says_that_it_is_run(table: Table) -> None:
    answer = one_line(table.write("ann", "PASS\nREADY"))
    assert "It is run now, and the report follows." in answer
    assert "at the latest" not in answer and "To change it" not in answer


def test_undo_without_an_earlier_version_says_so(table: Table) -> None:
    assert "UNDO: there is no earlier version" in one_line(table.write("ann", "UNDO"))


@pytest.mark.parametrize("body", ["CLEAR\nPASS", "CLEAR\n7: PASS", "PASS\nCLEAR"])
def test_clear_takes_back_what_was_on_file_and_not_its_own_letter(table: Table, body: str) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nATTACK Hackers WITH Cthulhu")
    answer = table.write("ann", body)
    assert [line.partition(": ")[2] for line in table.filed("ann")] == ["PASS"]
    assert answer.startswith("COVERED")


def test_a_preview_keeps_nothing_and_tells_nobody(table: Table) -> None:
    table.write("bob", "ATTACK Yuppies WITH CIA")
    before = table.game()
    mails = table.read(
        table.send(
            "bob", "PREVIEW\nGIVE 5 TO ann\nPAY TAX FROM CIA\nATTACK Hackers WITH CIA\nCLEAR"
        )
    )
    assert [mail.rcpt for mail in mails] == ["bob@example.org"]
    answer = one_line(mails[0].text)
    assert "Nothing of this letter was kept" in answer
    assert "DONE" not in answer
    assert "ON FILE NOW" in answer and "1: ATTACK Yuppies WITH C.I.A." in answer
    assert "ATTACK Hackers WITH C.I.A." in answer.partition("ON FILE NOW")[0]
    assert table.filed("bob") == ["1: ATTACK Yuppies WITH C.I.A."]
    assert (table.game().version, table.game().state) == (before.version, before.state)
    assert table.seat("bob").policies == []


def test_a_preview_with_ready_runs_nothing(table: Table) -> None:
    deadline_at = table.game().deadline_at
    answer = one_line(table.write("ann", "PREVIEW\nPASS\nREADY"))
    assert answer.startswith("NOT COVERED")
    assert table.game().deadline_at == deadline_at
    assert not table.adjudicate()


# --- asking -----------------------------------------------------------------------------


def test_status_help_and_resend_are_mails_of_their_own(table: Table) -> None:
    mails = table.read(table.send("ann", "STATUS\nHELP GIVE\nRESEND"))
    assert [mail.kind for mail in mails] == ["status", "help", "turn"]
    assert "THE WORLD" in mails[0].text
    assert "GIVE n TO player" in mails[1].text
    assert mails[2].text == table.mails("ann", "turn")[0].text
    assert len({mail.message_id for mail in mails}) == 3


def test_an_old_report_can_be_had_again(table: Table) -> None:
    first = table.report("ann")
    table.run_turn()
    assert table.read(table.send("ann", "RESEND 1"))[0].text == first.text
    newest = table.read(table.send("ann", "RESEND"))[0]
    assert newest.text != first.text and "TURN 6" in newest.text


@pytest.mark.parametrize("line", ["ATTACK Zorkmids WITH Mafia", "1: none"])
def test_asking_hides_nothing_else_the_letter_did(table: Table, line: str) -> None:
    table.write("ann", "PASS")
    kinds = [mail.kind for mail in table.read(table.send("ann", f"STATUS\n{line}"))]
    assert kinds == ["acknowledgement", "status"]


# --- ahead of the turn ------------------------------------------------------------------


def test_orders_ahead_are_told_for_what_they_are_and_used_in_the_own_turn(table: Table) -> None:
    answer = one_line(table.write("bob", "ATTACK Mafia WITH CIA SPEND 4\nATTACK Texas WITH CIA"))
    assert "2 HELD" in answer and "it is checked again in your turn" in answer
    table.run_turn()
    assert table.mover() == "bob"
    assert table.write("bob", "STATUS").count("ATTACK Mafia WITH C.I.A. SPEND 4") == 1
    table.run_turn()
    turn = table.turns()[-1]
    assert turn.seat == "bob" and turn.sheet[0] == "1: ATTACK Mafia WITH C.I.A. SPEND 4"


def test_a_line_that_money_may_save_stays_on_file(table: Table) -> None:
    answer = one_line(table.write("ann", "GIVE 25 TO bob"))
    assert "WARNING" in answer
    table.write("cat", "GIVE 7 TO ann")
    table.run_turn()
    events = decode_events(table.records()[-1].events)
    assert ev.GaveMoney("ann", "bob", 25) in events


# --- between turns ----------------------------------------------------------------------


def test_money_is_given_at_once_and_told_to_the_receiver_alone(table: Table) -> None:
    mails = table.read(table.send("bob", "GIVE 5 TO cat"))
    assert [(mail.rcpt, mail.kind) for mail in mails] == [
        ("bob@example.org", "acknowledgement"),
        ("cat@example.org", "news"),
    ]
    assert "bob gives 5 MB to you" in one_line(mails[1].text)
    assert table.state().money("network") == 12
    record = table.records()[-1]
    assert (record.kind, record.seat, record.orders) == (
        "act",
        "bob",
        ["1: GIVE 5 TO cat"],
    )
    table.run_turn()
    assert "bob gives" in one_line(table.report("dee").text)


def test_which_special_was_given_is_between_the_two(table: Table) -> None:
    mails = table.read(table.send("bob", "GIVE Swiss Bank Account TO dee"))
    assert "Swiss Bank Account" in mails[1].text and mails[1].rcpt == "dee@example.org"
    assert table.state().seat("dee").hand == ("swiss-bank-account",)
    table.run_turn()
    for seat in ("ann", "cat"):
        assert "Swiss Bank Account" not in table.report(seat).text
    assert "Swiss Bank Account" in table.report("dee").text


def test_a_gift_of_what_one_has_not_gives_nothing(table: Table) -> None:
    answer = one_line(table.write("bob", "GIVE 50 TO ann\nGIVE Bribery TO ann"))
    assert "1 REFUSED" in answer and "2 REFUSED" in answer
    assert len(table.records()) == 1


def test_two_gifts_are_served_in_their_order(table: Table) -> None:
    answer = one_line(table.write("bob", "GIVE 8 TO ann\nGIVE 8 TO cat"))
    assert "1 DONE" in answer and "2 REFUSED" in answer
    assert table.state().money("gnomes-of-zurich") == 4


def test_ones_own_gift_is_a_line_of_the_script(table: Table) -> None:
    table.write("ann", "GIVE 5 TO bob")
    assert table.state().money("gnomes-of-zurich") == 12
    table.run_turn()
    assert table.state().money("gnomes-of-zurich") >= 17


# --- the secret goal --------------------------------------------------------------------


@pytest.fixture
def ufos(database: Database, settings: Settings) -> Table:
    """Turn 1, with dee as the UFOs."""
    return new_table(database, settings, position=UFOS)


def test_a_goal_is_chosen_in_secret(ufos: Table) -> None:
    mails = ufos.read(ufos.send("dee", "GOAL Gnomes of Zurich"))
    assert [mail.rcpt for mail in mails] == ["dee@example.org"]
    ufos.write("dee", "GOAL Network")
    assert ufos.state().seat("dee").goal == "network"
    ufos.run_turn()
    assert ufos.state().seat("dee").goal == "network"
    answer = one_line(ufos.write("dee", "GOAL Discordia"))
    assert "REFUSED" in answer and "(R1.5)" in answer
    for seat in ("ann", "bob", "cat"):
        assert "transferable ability" not in ufos.report(seat).text
        told = one_line(ufos.report(seat).text)
        assert "dee UFOs 2/12 #......... a secret" in told
    assert "Your special goal" in ufos.report("dee").text


def test_who_has_a_goal_to_choose_is_told_how(ufos: Table) -> None:
    first = ufos.report("dee").text
    lines = re.findall(r"^  (GOAL .+?)  +\S.*$", first, re.MULTILINE)
    assert len(lines) == 7
    assert all(len(line) <= 72 for line in first.splitlines())
    told = one_line(first)
    assert "before turn 1 is run, by Tue 24 Nov 2026, 12:00 UTC at the latest." in told
    assert "If you do not, the dice choose one of the seven" in told
    assert "YOU CHOOSE a special goal" in told and "# GOAL Network #" in told
    assert not any("GOAL" in ufos.report(seat).text for seat in ("ann", "bob", "cat"))
    for letter in ("STAND ASIDE", "STATUS"):
        assert "GOAL Network" in ufos.write("dee", letter)
    assert "GOAL" not in ufos.write("bob", "STAND ASIDE")
    for line in lines:
        assert "GOAL Network, or" not in ufos.write("dee", line)
        assert ufos.state().seat("dee").goal
    assert "GOAL Network" not in ufos.write("dee", "STATUS")


def test_without_a_choice_the_goal_is_drawn_at_the_first_deadline(ufos: Table) -> None:
    assert ufos.state().seat("dee").goal is None
    ufos.run_turn()
    assert ufos.state().seat("dee").goal is not None


def test_who_chooses_no_goal_is_told_so(ufos: Table) -> None:
    answer = one_line(ufos.write("ann", "GOAL Network"))
    assert "REFUSED" in answer


# --- leaving ----------------------------------------------------------------------------


def resign(table: Table, seat: str) -> None:
    """Say it, and let the day pass that there is to take it back."""
    asked = one_line(table.write(seat, "RESIGN"))
    assert "This ends your game" in asked
    assert not table.state().seat(seat).is_out
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write(seat, f"RESIGN {code.upper()}")
    table.clock.on(days=1)
    assert ring(table.service, table.game_id, table.clock())


def test_a_rival_resigns_between_turns(table: Table) -> None:
    resign(table, "cat")
    assert table.state().seat("cat").is_out
    assert "irs" in table.state().uncontrolled
    assert table.mover() == "ann" and not table.turns()
    table.run_turn()
    table.run_turn()
    assert table.mover() == "dee"
    assert "1 REFUSED" in one_line(table.write("cat", "GIVE 1 TO ann"))


def test_the_mover_resigns_and_his_turn_ends_at_once(table: Table) -> None:
    resign(table, "ann")
    assert table.adjudicate()
    assert table.mover() == "bob" and table.state().seat("ann").is_out
    assert "REFUSED" in table.write("ann", "ATTACK Yuppies WITH Mafia")
    assert table.filed("ann") == []


def test_another_seats_word_does_not_resign(table: Table) -> None:
    asked = one_line(table.write("bob", "RESIGN"))
    code = asked.partition("send: RESIGN ")[2].split()[0]
    table.write("cat", f"RESIGN {code}")
    assert not table.state().seat("cat").is_out


def test_the_last_one_left_wins_and_everyone_is_told_the_secret(table: Table) -> None:
    for seat in ("cat", "dee", "bob"):
        resign(table, seat)
    mails = table.run_turn()
    assert table.game().phase == "finished" and table.game().deadline_at is None
    assert table.state().winners == ("ann",)
    assert len(mails) == 4
    assert all(table.game().secret in mail.text.replace("\n", "") for mail in mails)
    answer = one_line(table.write("ann", "PASS\nREADY"))
    assert "The game is over" in answer and "1 REFUSED" in answer
    assert table.game().deadline_at is None
    assert not table.adjudicate()


# --- standing orders --------------------------------------------------------------


@pytest.mark.parametrize(
    ("instruction", "paid_from"), [("PAY TAX FROM CIA", "cia"), ("", "gnomes-of-zurich")]
)
def test_tax_is_paid_as_the_payer_said(table: Table, instruction: str, paid_from: str) -> None:
    if instruction:
        assert "It stands until you change it" in one_line(table.write("bob", instruction))
    table.run_turn()
    table.run_turn()
    assert table.mover() == "cat"
    taxes = [e for e in decode_events(table.records()[-1].events) if isinstance(e, ev.TaxPaid)]
    assert [(tax.seat, tax.payments) for tax in taxes if tax.seat == "bob"] == [
        ("bob", ((paid_from, 2),))
    ]


def test_the_newest_instruction_stands_and_letters_do_not_undo_it(table: Table) -> None:
    table.write("cat", "FOREGO TAX ON ann")
    table.write("cat", "FOREGO TAX ON bob")
    table.write("cat", "PASS")
    table.run_turn()
    table.run_turn()
    taxes = [e for e in decode_events(table.records()[-1].events) if isinstance(e, ev.TaxPaid)]
    assert sorted(tax.seat for tax in taxes) == ["ann", "dee"]


KEPT = ["1: ATTACK Yuppies WITH Mafia", "2: TRANSFER 1 FROM Mafia TO Servants of Cthulhu"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("ATTACK Yuppies WITH CIA", "What was on file stays as it was."),
        ("1: ATTACK Yuppies WITH CIA", "Line 1 on file stays."),
        ("ATTACK Yuppies WITH CIA\nATTACK KGB WITH CIA", "What was on file stays as it was."),
        ("ATTACK Yuppies WITH CIA\n2: ATTACK KGB WITH FBI", "Line 2 on file stays."),
    ],
)
def test_a_refused_line_takes_the_place_of_nothing(table: Table, body: str, said: str) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nTRANSFER 1 FROM Mafia TO Illuminati")
    assert table.filed("ann") == KEPT
    answer = one_line(table.write("ann", body))
    assert answer.startswith("COVERED")
    assert "REFUSED" in answer and answer.count(said) == 1
    assert "ON FILE NOW, REVISION 1" in answer
    assert table.filed("ann") == KEPT


def test_a_refused_line_beside_a_good_one_does_not_keep_the_old_script(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nTRANSFER 1 FROM Mafia TO Illuminati")
    answer = table.write("ann", "ATTACK Yuppies WITH CIA\nPASS")
    assert "stays" not in answer
    assert table.filed("ann") == ["2: PASS"]


def test_a_line_that_needs_the_place_of_a_refused_one_is_judged_beside_what_stays(
    table: Table,
) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    answer = one_line(
        table.write("ann", "1: ATTACK Yuppies WITH CIA\n2: ATTACK TO NEUTRALIZE KGB WITH Mafia")
    )
    assert "Line 1 on file stays." in answer
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia"]


def test_a_number_to_remove_that_is_not_on_file_is_told(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia")
    table.clock.on(minutes=2)
    told = table.write("ann", "1: none\n12: none")
    assert one_line(told).count("No line of this number was on file.") == 1
    assert "12 REMOVED    none\n               No line" in told


def test_a_line_with_an_odd_number_is_asked_about_with_lines_that_work(table: Table) -> None:
    told = one_line(table.write("ann", "2 ATTACK Yuppies WITH Mafia"))
    assert "Try: 2: ATTACK Yuppies WITH Mafia | 1: ATTACK" in told


def test_a_refused_line_that_another_tests_takes_the_place_of_nothing(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nIF 1 FAILS: ATTACK Hackers WITH Cthulhu")
    before = table.filed("ann")
    table.clock.on(minutes=2)
    told = one_line(table.write("ann", "1: ATTACK KGB WITH CIA"))
    assert "REFUSED" in told and "Line 1 on file stays." in told
    assert table.filed("ann") == before


def test_a_script_of_refused_lines_covers_nothing(table: Table) -> None:
    table.write("ann", "ATTACK Yuppies WITH Mafia\nIF 1 FAILS: ATTACK Hackers WITH Cthulhu")
    table.clock.on(minutes=2)
    told = table.write("ann", "1: none")
    assert told.startswith("NOT COVERED")
    assert "\n     Not as things stand: There is no line 1 before it." in told
    shown = table.write("ann", "STATUS")
    assert "\n     Not as things stand: There is no line 1 before it." in shown
    assert "Actions used: 0 of 2." in told
