"""The moderator's turns: run now, previewed, released, written for a seat, ended, put away."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import SQLModel, select

from engine.core.values import changed
from engine.illuminati import events as ev
from pbem.database import Database
from pbem.games.illuminati.codec import decode_events
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.rules import ANSWERS
from pbem.games.illuminati.verification import verify
from pbem.models import FINISHED, PAUSED, Game, Letter, Moderator
from pbem.service.history.exporting import export_game
from pbem.service.listing import games_page
from pbem.service.moderating.command_context import CommandRefused
from pbem.service.notices import list_notices
from pbem.service.seats.moderators import add_moderator
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.errands import OPERATOR, change, do, done, moderator, refused
from tests.support.golden import whole
from tests.support.places import TESTS
from tests.support.service_rows import HOUR, NOON, TURN, Table, new_table, one_line, set_state

Golden = Callable[[Path, str], None]
HERE = TESTS / "reports"
ATTACK = "ATTACK Yuppies WITH Mafia SPEND 3"

GIFT = """
to_move = "ann"
turn_number = 5
players_began = 8
[[seat]]
name = "ann"
illuminati = "bermuda-triangle"
turns_taken = 1
groups = [
  { id = "texas", master = "bermuda-triangle", arrow = "N" },
  { id = "kgb", master = "bermuda-triangle", arrow = "E" },
]
[[seat]]
name = "bob"
illuminati = "gnomes-of-zurich"
turns_taken = 1
groups = [
  { id = "mafia", master = "gnomes-of-zurich", arrow = "N" },
  { id = "yuppies", master = "mafia", arrow = "W" },
  { id = "republicans", master = "gnomes-of-zurich", arrow = "E" },
  { id = "trekkies", master = "republicans", arrow = "W" },
  { id = "cia", master = "gnomes-of-zurich", arrow = "S" },
  { id = "i-r-s", master = "gnomes-of-zurich", arrow = "W" },
]
[[seat]]
name = "cat"
illuminati = "network"
turns_taken = 1
[[seat]]
name = "dee"
illuminati = "bavarian-illuminati"
turns_taken = 1
"""
"""bob has seven of the eight groups that win; ann gives him Texas."""


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def answered(database: Database, settings: Settings) -> Table:
    """A game in which scripts are announced."""
    return new_table(database, settings, pace="announce")


def boxed(text: str) -> str:
    """A text without the edges of its boxes."""
    return one_line(text.replace("|", " "))


def everything(table: Table) -> dict[str, list[str]]:
    """Every row of every table, to the byte."""
    with table.database.read() as session:
        return {
            name: sorted(map(repr, session.execute(rows.select()).all()))
            for name, rows in SQLModel.metadata.tables.items()
        }


# --- PROCESS -----------------------------------------------------------------------------


def test_process_runs_the_open_turn_now(table: Table) -> None:
    table.write("ann", ATTACK)
    said = done(table, "PROCESS TURN 5")
    assert "before its deadline" in said.said
    assert table.adjudicate()
    assert [turn.number for turn in table.turns()] == [5]
    assert "Yuppies" in table.turns()[0].sheet[0]


def test_process_cannot_run_the_next_turn_by_mistake(table: Table) -> None:
    done(table, "PROCESS TURN 5")
    assert table.adjudicate()
    told = refused(table, "PROCESS TURN 5")
    assert "Turn 6 is open now, bob to move; turn 5 was run Sat 21 Nov 2026, 12:00 UTC" in told
    assert "PROCESS TURN 6" in told
    assert "turn 9 has yet to come" in refused(table, "PROCESS TURN 9")


def test_process_announces_first_and_then_ends_the_window(answered: Table) -> None:
    answered.write("ann", ATTACK)
    done(answered, "PROCESS TURN 5")
    assert answered.adjudicate()
    assert answered.game().wait == ANSWERS and answered.turns() == []
    said = done(answered, "PROCESS TURN 5")
    assert "answers to turn 5" in said.said
    assert answered.adjudicate()
    assert [turn.number for turn in answered.turns()] == [5]


def test_process_reads_what_came_in_time_first(table: Table) -> None:
    letter = table.send("ann", ATTACK)
    done(table, "PROCESS TURN 5")
    assert not table.adjudicate()
    table.read(letter)
    assert table.adjudicate()
    assert "Yuppies" in table.turns()[0].sheet[0]


def test_process_ends_a_grace_that_runs(table: Table) -> None:
    done(table, "SET GRACE 12h")
    table.to_deadline()
    table.adjudicate()
    assert table.turns() == [] and table.game().due_at == table.clock() + 12 * HOUR
    table.clock.on(hours=1)
    done(table, "PROCESS TURN 5")
    assert table.adjudicate()
    assert [turn.number for turn in table.turns()] == [5]


def test_process_waits_for_nothing_in_a_paused_game(table: Table) -> None:
    done(table, "PAUSE")
    assert "RESUME, then PROCESS TURN 5" in refused(table, "PROCESS TURN 5")
    change(table, phase=FINISHED)
    assert "over" in refused(table, "PROCESS TURN 5")


# --- PREVIEW -----------------------------------------------------------------------------


def test_a_preview_shows_all_and_changes_nothing(table: Table) -> None:
    table.write("ann", ATTACK + "\nTRANSFER 99 FROM Mafia TO Illuminati")
    before = everything(table)
    shown = done(table, "PREVIEW", actor=moderator())
    for seat in ("ann", "bob", "cat", "dee"):
        done(table, f"PREVIEW {seat}")
    assert everything(table) == before
    (mail,) = shown.mails
    text = one_line(mail.text)
    assert "1: ATTACK Yuppies WITH Mafia SPEND 3" in text
    assert "Bribery and Slush Fund" in text and "Swiss Bank Account" in text
    assert "PROCESS TURN 5 runs the turn now" in text
    assert all(len(line) <= 72 for line in mail.text.splitlines())
    table.run_turn()
    attacked = [e for e in happened(table) if isinstance(e, ev.Attacked)]
    assert attacked and f"{attacked[0].roll[0]} + {attacked[0].roll[1]}" in text.replace(
        "+", " + "
    ).replace("  ", " ")


def test_what_a_moderator_reads(table: Table, golden: Golden) -> None:
    table.write("ann", ATTACK + "\nTRANSFER 99 FROM Mafia TO Illuminati")
    table.write("bob", "OPPOSE ann MAX 5")
    (mail,) = done(table, "PREVIEW", actor=moderator()).mails
    golden(HERE / "preview.txt", whole(mail))


def happened(table: Table) -> list[ev.Event]:
    return [event for row in table.records() for event in decode_events(row.events)]


def test_a_seats_preview_is_the_report_it_gets(table: Table) -> None:
    table.write("ann", ATTACK)
    (shown,) = done(table, "PREVIEW bob").mails
    table.clock.on(hours=1)
    done(table, "PROCESS TURN 5")
    table.clock.on(hours=-1)
    assert table.adjudicate() is False
    table.clock.on(hours=1)
    assert table.adjudicate()
    story = table.report("bob").text.partition("== THE STORY")[2].partition("== YOUR SECRETS")[0]
    assert story and story in shown.text
    assert "orders below this line" not in shown.text


def test_a_preview_of_what_would_be_announced(answered: Table) -> None:
    answered.write("ann", ATTACK)
    before = everything(answered)
    (mail,) = done(answered, "PREVIEW").mails
    (bulletin,) = done(answered, "PREVIEW bob").mails
    assert everything(answered) == before
    assert "First the script would be announced" in one_line(mail.text)
    assert "TURN 5: AN ATTACK IS ANNOUNCED" in bulletin.text
    answered.write("ann", "READY")
    assert answered.adjudicate()
    (mail,) = done(answered, "PREVIEW").mails
    assert "answers on file so far are counted" in one_line(mail.text)


def test_a_preview_of_a_round(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, pace="conclave", position=None)
    before = everything(table)
    (mail,) = done(table, "PREVIEW").mails
    assert everything(table) == before
    assert mail.text.count("\nTurn ") == 4


def test_who_must_not_know_is_shown_nothing(table: Table) -> None:
    blind = moderator(is_blind=True)
    for line in ("PREVIEW", "PREVIEW bob", "BECOME bob: PASS"):
        assert "hidden" in refused(table, line, actor=blind)


# --- RELEASE -----------------------------------------------------------------------------


def a_moderator(table: Table, email: str = "mod@example.org") -> Moderator:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        return add_moderator(GameTx(table.service, session, table.clock(), game), email, "Mod")


def test_held_results_are_kept_as_previewed(table: Table) -> None:
    done(table, "SET RELEASE on")
    seeing = a_moderator(table)
    a_moderator(table, "bob@example.org")
    table.write("ann", ATTACK)
    assert "is still open" in refused(table, "RELEASE TURN 5")
    table.to_deadline()
    assert table.adjudicate() and table.turns() == []
    assert table.game().closed_at == NOON + TURN
    assert [mail.moderator_id for mail in table.mails(kind="preview")] == [seeing.id]
    (shown,) = done(table, "PREVIEW").mails
    assert "RELEASE TURN 5 sends it" in boxed(shown.text)
    table.clock.on(hours=5)
    late = table.send("ann", "CLEAR\nPASS")
    table.read(late)
    table.clock.on(hours=5)
    assert "closed already" in refused(table, "PROCESS TURN 5")
    assert "closed" in refused(table, "BECOME ann: PASS")
    assert not table.adjudicate()
    done(table, "RELEASE TURN 5")
    assert "released already" in refused(table, "RELEASE TURN 5")
    assert table.adjudicate()
    assert "Yuppies" in table.turns()[0].sheet[0]
    story = table.report("bob").text.partition("* TURN 5")[2].partition("* TURN 6")[0]
    assert one_line(story) in one_line(shown.text)
    assert "Turn 6 is open now" in refused(table, "RELEASE TURN 5")


def test_an_answer_says_that_results_wait_for_the_moderator(table: Table) -> None:
    done(table, "SET RELEASE on")
    answer = one_line(table.write("ann", "PASS\nREADY"))
    assert "closed now, and the report follows when the moderator lets it go" in answer
    assert "too late for this turn" in answer
    assert "run now" not in answer and "your next turn" not in answer
    assert table.adjudicate() and table.turns() == []
    done(table, "RELEASE TURN 5")
    assert table.adjudicate()
    done(table, "SET RELEASE off")
    assert "It is run now" in one_line(table.write("bob", "PASS\nREADY"))


def test_answers_to_an_announced_script_wait_for_the_moderator_too(answered: Table) -> None:
    done(answered, "SET RELEASE on")
    answer = one_line(answered.write("ann", f"{ATTACK}\nREADY"))
    assert "It is announced to everybody now." in answer and "lets it go" not in answer
    assert answered.adjudicate()
    for seat in ("bob", "cat"):
        assert "lets it go" not in one_line(answered.write(seat, "READY"))
    answer = one_line(answered.write("dee", "READY"))
    assert "it is closed now, and the report follows when the moderator lets it go" in answer
    assert "run now" not in answer
    assert "runs when the moderator lets it" in one_line(answered.write("ann", "SPEND 3"))


def test_who_reads_of_a_resignation_is_told_that_results_wait(table: Table) -> None:
    done(table, "SET RELEASE on")
    table.resign("ann")
    told = one_line(table.mails("bob", "seat_left")[-1].text)
    assert "the report follows when the moderator releases it." in told


def test_a_closed_turn_that_is_extended_takes_what_came_meanwhile(table: Table) -> None:
    done(table, "SET RELEASE on")
    table.to_deadline()
    assert table.adjudicate() and table.game().due_at is None
    table.clock.on(hours=1)
    late = table.send("ann", ATTACK)
    table.read(late)
    assert table.filed("ann") == []
    assert "taken again" in done(table, "EXTEND 24h").said
    table.read(late)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia SPEND 3"]
    assert table.letter(late).note is None


def test_a_turn_may_be_closed_twice_within_a_second(table: Table) -> None:
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        add_moderator(GameTx(table.service, session, table.clock(), game), "eve@example.org", "Eve")
    done(table, "SET RELEASE on")
    for again in (1, 2):
        done(table, "PROCESS TURN 5")
        assert table.adjudicate() and table.game().closed_at == table.clock()
        assert len(table.mails(kind="preview")) == again
        assert len([one for one in list_notices(table.service) if one.kind == "closed"]) == again
        table.clock.on(seconds=0.2)
        done(table, "EXTEND 24h")


# --- BECOME ------------------------------------------------------------------------------


def test_orders_by_the_moderator_are_the_players(table: Table) -> None:
    row = a_moderator(table)
    actor = moderator()
    said = done(table, f"BECOME ann: {ATTACK}\nSTATUS\nEND", actor=actor)
    assert said.said == "The moderator has written orders for ann."
    letter = newest_letter(table)
    assert letter.accepted_by == "moderator" and b"Sender: mod@example.org" in letter.raw
    mails = table.read(letter.id or 0)
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia SPEND 3"]
    to_ann = [mail for mail in mails if mail.seat_id == table.seat("ann").id]
    assert "moderator wrote this letter in your name" in one_line(to_ann[0].text)
    copies = [mail for mail in mails if mail.kind == "moderator_copy"]
    assert len(copies) == len(to_ann) and {mail.moderator_id for mail in copies} == {row.id}
    assert "what ann was told" in copies[0].subject


def newest_letter(table: Table) -> Letter:
    with table.database.read() as session:
        return session.exec(select(Letter).order_by(Letter.id.desc())).first()  # type: ignore


def test_the_operator_writes_for_a_seat_too(table: Table) -> None:
    done(table, "BECOME bob: GIVE 3 TO ann")
    table.read(newest_letter(table).id or 0)
    assert table.state().money("servants-of-cthulhu") == 23
    done(table, "BECOME bob: GIVE 3 TO ann")
    table.read(newest_letter(table).id or 0)
    assert table.state().money("servants-of-cthulhu") == 26, (
        "the same words are a letter of their own"
    )


def test_nobody_writes_for_a_seat_that_is_out(table: Table) -> None:
    state = table.state()
    seats = tuple(changed(s, is_out=s.name == "dee") for s in state.seats)
    set_state(table, changed(state, seats=seats))
    assert "out of the game" in refused(table, "BECOME dee: PASS")


# --- ALLOW -------------------------------------------------------------------------------


@pytest.fixture
def giving(table: Table) -> Table:
    set_state(table, read_position(GIFT))
    table.write("bob", "ACCEPT GROUPS FROM ann")
    return table


def test_a_game_is_given_away_only_where_that_is_allowed(giving: Table) -> None:
    giving.write("ann", "GIVE Texas TO bob")
    said = done(giving, "ALLOW ann BECAUSE they agreed on it").said
    assert "What was refused for it has to be sent again; what is on file stands." in said
    assert giving.state().turn.allowed == ("ann",)
    assert "already" in refused(giving, "ALLOW ann")
    giving.run_turn()
    thrown = [event for event in happened(giving) if isinstance(event, ev.GameThrown)]
    assert [event.is_refused for event in thrown] == [False]
    assert giving.state().winners == ("bob",)


def test_without_leave_the_gift_is_refused(giving: Table) -> None:
    giving.write("ann", "GIVE Texas TO bob")
    giving.run_turn()
    assert giving.state().winners == ()
    thrown = [event for event in happened(giving) if isinstance(event, ev.GameThrown)]
    assert [event.is_refused for event in thrown] == [True]


def test_leave_ends_with_the_turn(giving: Table) -> None:
    done(giving, "ALLOW ann")
    giving.run_turn()
    assert giving.state().turn.allowed == ()


# --- the end -----------------------------------------------------------------------------


def test_a_game_is_ended_without_a_winner(table: Table) -> None:
    table.write("ann", ATTACK)
    said = done(table, "TERMINATE BECAUSE two of four have left")
    assert "without a winner" in said.said
    game = table.game()
    assert (game.phase, game.finished_at, game.due_at) == (FINISHED, NOON, None)
    for seat in ("ann", "bob", "cat", "dee"):
        text = boxed(table.report(seat).text)
        assert "THE GAME IS OVER. It ended without a winner." in text
        assert game.secret in text and "two of four have left" in text
    assert "over already" in refused(table, "TERMINATE BECAUSE once more")
    assert json.loads(export_game(table.service, "Fnord-7"))["winners"] == []
    money = table.state().money("gnomes-of-zurich")
    assert "ended without a winner" in one_line(table.write("bob", "GIVE 3 TO ann"))
    assert table.state().money("gnomes-of-zurich") == money


def test_an_ended_game_can_be_verified(database: Database, settings: Settings) -> None:
    table = new_table(database, settings, position=None)
    table.run_turn()
    done(table, "ALLOW bob")
    table.run_turn()
    done(table, "TERMINATE BECAUSE nobody is left")
    assert verify(export_game(table.service, "Fnord-7")) == []


def test_ending_a_paused_or_announced_game(answered: Table) -> None:
    answered.write("ann", f"{ATTACK}\nREADY")
    assert answered.adjudicate()
    done(answered, "PAUSE")
    assert answered.game().phase == PAUSED
    done(answered, "TERMINATE BECAUSE of the flood")
    assert answered.state().announced is None and answered.game().phase == FINISHED


def test_a_pause_opens_no_turn_that_is_closed(table: Table) -> None:
    done(table, "SET RELEASE on")
    table.write("ann", "PASS")
    table.to_deadline()
    assert table.adjudicate() and table.game().closed_at is not None
    done(table, "PAUSE")
    table.clock.on(hours=1)
    letter = table.send("ann", "TRANSFER 2 FROM Mafia TO Illuminati")
    (told,) = table.read(letter)
    assert told.key == f"kept:{letter}" and table.filed("ann") == ["1: PASS"]
    done(table, "RESUME")
    assert not table.read(letter) and table.filed("ann") == ["1: PASS"]
    done(table, "RELEASE TURN 5")
    assert table.adjudicate()
    assert table.state().money("mafia") == 3, "it was run as it was closed"
    table.read(letter)
    assert table.letter(letter).note == "too late"


def test_only_what_is_over_is_put_away(table: Table) -> None:
    assert "finished" in refused(table, "ARCHIVE")
    done(table, "TERMINATE BECAUSE of the flood")
    done(table, "ARCHIVE")
    assert table.game().archived_at == NOON
    assert "was put away" in refused(table, "ARCHIVE")
    assert games_page(table.database) == []
    assert [line.name for line in games_page(table.database, is_all=True)] == ["Fnord-7"]
    answer = one_line(table.write("bob", "GIVE 3 TO ann\nSAY hello"))
    assert "in the archive" in answer


def test_what_was_put_away_is_taken_out_again(table: Table) -> None:
    assert refused(table, "UNARCHIVE") == "Fnord-7 is not put away."
    done(table, "TERMINATE BECAUSE of the flood")
    assert refused(table, "UNARCHIVE") == "Fnord-7 is not put away."
    done(table, "ARCHIVE")
    taken_out = done(table, "UNARCHIVE")
    assert taken_out.said and table.game().archived_at is None
    assert table.game().phase == FINISHED, "it is as over as before"
    assert [line.name for line in games_page(table.database)] == ["Fnord-7"]
    answer = one_line(table.write("bob", "SAY TO ALL: well played"))
    assert "in the archive" not in answer
    done(table, "ARCHIVE")
    assert table.game().archived_at == table.clock()


def test_commands_for_a_game_that_is_over(table: Table) -> None:
    done(table, "TERMINATE BECAUSE of the flood")
    for line in ("PREVIEW", "PROCESS TURN 5", "RELEASE TURN 5", "BECOME bob: PASS"):
        found = do(table, line, actor=OPERATOR)
        assert isinstance(found, CommandRefused) and "over" in found.answer
