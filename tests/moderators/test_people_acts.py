"""The moderator and the players: EJECT, REPLACE, OFFER, APPROVE, REFUSE, STANDBY."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlmodel import col, select

from pbem.database import Database
from pbem.games.registry import ruleset
from pbem.models import FINISHED, Act, Outbox
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import CommandAnswer, run_commands
from pbem.service.seats.standby_list import add_standby, list_standby
from pbem.settings import Settings
from tests.support.service_rows import NOON, TURN, Table, new_table, one_line, with_moderator

EVE = "eve@example.org"
ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


def do(table: Table, line: str) -> CommandAnswer:
    (obeyed,) = run_commands(table.service, table.game_id, line, OPERATOR)
    return obeyed


def acts(table: Table) -> list[str]:
    with table.database.read() as session:
        return list(session.exec(select(Act.verb).order_by(col(Act.number))).all())


def mails_to(table: Table, email: str) -> list[Outbox]:
    with table.database.read() as session:
        wanted = select(Outbox).where(Outbox.rcpt == email).order_by(col(Outbox.id))
        return list(session.exec(wanted).all())


# --- EJECT ----------------------------------------------------------------------------------


def test_the_player_to_move_is_ejected_and_the_turn_passes_on(table: Table) -> None:
    table.write("ann", ATTACK)
    done = do(table, "EJECT ann BECAUSE she asked me to")
    assert done.is_done and "the turn passes on at once" in done.answer
    assert table.state().seat("ann").is_out
    mail = table.mails("ann", "departure")[0]
    assert "she asked me to" in one_line(mail.text)
    assert "wrong, write to postmaster@" in one_line(mail.text)
    assert table.adjudicate()
    assert table.mover() == "bob"
    assert acts(table) == ["EJECT"]
    assert "out of the game already" in do(table, "EJECT ann BECAUSE again").answer


def test_another_is_ejected_and_the_deadline_stays(table: Table) -> None:
    assert do(table, "EJECT cat BECAUSE spam").is_done
    assert table.game().deadline_at == NOON + TURN == table.game().due_at
    assert "irs" in table.state().uncontrolled


def test_who_has_announced_is_ejected_and_nothing_is_attacked(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings, pace="announce")
    table.write("ann", ATTACK + "\nREADY")
    assert table.adjudicate()
    assert do(table, "EJECT ann BECAUSE spam").is_done
    assert table.adjudicate()
    assert table.mover() == "bob"
    assert "yuppies" in table.state().uncontrolled


def test_a_turn_that_is_over_has_no_deadline(table: Table) -> None:
    do(table, "EJECT ann BECAUSE spam")
    text = one_line(table.mails("bob", "act")[-1].text)
    assert "the turn passes on at once" in text and "The deadline is" not in text


def test_who_is_ready_when_the_game_goes_on_has_no_deadline(table: Table) -> None:
    do(table, "PAUSE")
    table.write("ann", "PASS\nREADY")
    assert "turn 5 is run now" in do(table, "RESUME").answer
    assert "The deadline is" not in one_line(table.mails("bob", "act")[-1].text)


def test_who_is_ejected_in_a_pause_is_not_waited_for_after_it(table: Table) -> None:
    do(table, "SET MIN 1d")
    do(table, "PAUSE")
    assert "as soon as the game goes on" in do(table, "EJECT ann BECAUSE spam").answer
    assert "turn 5 is run now" in do(table, "RESUME").answer
    assert "The deadline is" not in one_line(table.mails("bob", "act")[-1].text)
    assert table.adjudicate() and table.mover() == "bob"


@pytest.mark.parametrize("last", ["ann", "bob"])
def test_the_last_but_one_ends_the_game(table: Table, last: str) -> None:
    for seat in ("cat", "dee"):
        assert do(table, f"EJECT {seat} BECAUSE spam").is_done
    left = {"ann": "bob", "bob": "ann"}[last]
    asked = do(table, f"EJECT {last} BECAUSE spam")
    assert not asked.is_done and f"{left} wins as the last one standing" in asked.answer
    assert f"write EJECT {last} REALLY BECAUSE spam" in asked.answer
    assert not table.state().seat(last).is_out
    ended = f"That ends the game: {left} wins as the last one standing."
    assert ended in do(table, f"EJECT {last} REALLY BECAUSE spam").answer
    text = one_line(table.mails(left, "act")[-1].text)
    assert ended in text and "The deadline is" not in text and "passes on" not in text
    assert table.adjudicate() and table.game().phase == FINISHED
    assert table.state().winners == (left,)


def test_the_game_ends_after_its_pause(table: Table) -> None:
    for line in ("EJECT cat BECAUSE so", "EJECT dee BECAUSE so", "PAUSE"):
        assert do(table, line).is_done
    told = do(table, "EJECT bob BECAUSE so REALLY").answer
    assert "That ends the game as soon as the game goes on: ann wins" in told
    assert "turn 5 is run now" in do(table, "RESUME").answer
    assert table.adjudicate() and table.game().phase == FINISHED


@pytest.mark.parametrize(
    "line", [f"REPLACE cat BY {EVE}", "EJECT cat BECAUSE spam", "OFFER cat", "EJECT ann BECAUSE so"]
)
def test_nobody_comes_or_goes_while_results_are_held(table: Table, line: str) -> None:
    do(table, "SET RELEASE on")
    do(table, "PROCESS TURN 5")
    assert table.adjudicate() and table.game().closed_at
    refused = do(table, line)
    assert not refused.is_done and "RELEASE TURN 5 first, or EXTEND 24h" in refused.answer
    assert not mails_to(table, EVE)
    assert do(table, "EXTEND 24h").is_done and do(table, line).is_done


# --- REPLACE --------------------------------------------------------------------------------


def test_a_seat_is_given_to_somebody_new(table: Table) -> None:
    done = do(table, f"REPLACE cat BY {EVE} NAMED Eve BECAUSE cat is ill")
    assert done.is_done and f"Eve ({EVE}) plays cat" in done.answer
    assert [mail.kind for mail in mails_to(table, EVE)][:2] == ["seat_welcome", "turn"]
    assert "cat is ill" in one_line(table.mails("cat", "departure")[0].text)
    assert "COVERED" in table.write("cat", "RESERVE 3", sender=EVE)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("REPLACE cat BY nobody", "address"),
        ("REPLACE cat BY bob@example.org", "plays bob in this game already"),
        ("REPLACE zed BY eve@example.org", "zed"),
    ],
)
def test_who_cannot_have_a_seat_is_refused(table: Table, line: str, told: str) -> None:
    done = do(table, line)
    assert not done.is_done and told in done.answer
    assert acts(table) == []


def test_all_are_told_that_a_moderator_plays(table: Table) -> None:
    do(table, f"PROMOTE {EVE} NAMED Eve")
    do(table, f"REPLACE cat BY {EVE} BECAUSE cat left")
    seen = "Eve has moderated this game and may have seen what is hidden in it."
    assert seen in one_line(table.mails("bob", "seat_taken")[-1].text)
    do(table, "REPLACE dee BY fay@example.org")
    assert "may have seen" not in one_line(table.mails("bob", "seat_taken")[-1].text)


def test_a_seat_that_is_out_is_nobodys(table: Table) -> None:
    do(table, "EJECT cat BECAUSE spam")
    assert not do(table, f"REPLACE cat BY {EVE}").is_done
    assert not do(table, "OFFER cat").is_done


def test_a_robot_plays_a_seat_from_now_on(table: Table) -> None:
    table.write("ann", "TAKE Yuppies WITH Mafia")
    deadline = table.game().deadline_at
    done = do(table, "REPLACE ann BY planner BECAUSE ann left")
    assert done.is_done and "The robot planner plays ann in the place of ann." in done.answer
    assert table.seat("ann").robot == "planner" and table.game().deadline_at == deadline
    assert "planner robot plays ann" in one_line(table.mails("bob", "seat_taken")[-1].text)
    assert "ann left" in one_line(table.mails("ann", "departure")[-1].text)
    many = len(table.turns())
    for _ in range(4):
        table.sweep()
        table.clock.on(minutes=1)
    assert len(table.turns()) > many, "it writes at once, and nobody waits for it"
    assert "plays ann already" in do(table, "REPLACE ann BY planner").answer
    assert do(table, f"REPLACE ann BY {EVE}").is_done and table.seat("ann").robot == "-"


def test_only_a_robot_of_the_game_plays_a_seat(table: Table) -> None:
    told = do(table, "REPLACE cat BY chess").answer
    assert "'chess' is not a mail address nor one of the robots random" in told
    do(table, "PAUSE")
    assert "RESUME it first" in do(table, "REPLACE cat BY planner").answer


def test_a_robot_without_its_kind_is_the_usual_one(table: Table) -> None:
    assert do(table, "REPLACE cat BY robot").is_done
    assert table.seat("cat").robot == ruleset("illuminati").robots.stand_in


# --- OFFER ----------------------------------------------------------------------------------


def test_a_seat_is_offered_once(table: Table) -> None:
    add_standby(table.service, EVE)
    assert do(table, "OFFER cat").is_done
    assert mails_to(table, EVE)[-1].kind == "standby_offer"
    assert "offered already" in do(table, "OFFER cat").answer
    assert acts(table) == ["OFFER"]


def test_a_seat_that_nobody_could_take_is_said_to_be_one(table: Table) -> None:
    told = do(table, "OFFER cat").answer
    assert "nobody is on the standby list" in told
    assert "STANDBY ADD address" in told and "REPLACE cat BY address" in told
    assert "nobody is on the standby list yet" in one_line(table.mails("bob", "act")[-1].text)
    assert do(table, f"STANDBY ADD {EVE}").is_done
    assert mails_to(table, EVE)[-1].kind == "standby_offer"


def test_a_player_of_the_game_is_no_standby_player_of_it(table: Table) -> None:
    refused = do(table, "STANDBY ADD bob@example.org")
    assert not refused.is_done and "nobody plays two seats" in refused.answer


# --- APPROVE and REFUSE ---------------------------------------------------------------------


def test_an_absence_is_agreed_to(table: Table) -> None:
    with_moderator(table)
    table.write("ann", "AWAY UNTIL 10 Dec")
    assert do(table, "APPROVE ann").is_done
    assert table.game().deadline_at == datetime(2026, 12, 11, 23, 59, tzinfo=UTC)
    for seat in ("ann", "bob"):
        assert "approved by the moderator" in one_line(table.mails(seat, "away")[-1].text)
    assert "not asked to be away" in do(table, "APPROVE ann").answer


def test_an_absence_is_refused(table: Table) -> None:
    with_moderator(table)
    table.write("ann", "AWAY UNTIL 10 Dec")
    assert do(table, "REFUSE ann BECAUSE the others have waited enough").is_done
    assert table.game().deadline_at == NOON + TURN
    text = one_line(table.mails("ann", "away")[-1].text)
    assert "has refused your absence" in text and "the others have waited enough" in text
    assert table.mails("bob", "away") == []
    assert not do(table, "REFUSE ann").is_done


# --- STANDBY --------------------------------------------------------------------------------


def test_the_list_of_the_game_is_kept(table: Table) -> None:
    assert "Nobody is on the standby list" in do(table, "STANDBY LIST").answer
    assert do(table, f"STANDBY ADD {EVE} NAMED Eve").is_done
    assert not do(table, f"STANDBY ADD {EVE}").is_done
    assert list_standby(table.service)[0].game == "Fnord-7"
    assert f"Eve <{EVE}>, Fnord-7" in do(table, "STANDBY LIST").answer
    assert do(table, f"STANDBY REMOVE {EVE}").is_done
    (_, left) = table.mails(kind="standby")
    assert left.rcpt == EVE and "no longer asked about free seats in Fnord-7" in left.text
    assert not do(table, f"STANDBY REMOVE {EVE}").is_done
    assert acts(table) == ["STANDBY", "STANDBY"], "a look is no act"
