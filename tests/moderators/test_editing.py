"""A moderator changes the state by hand: what he may, what he may not, and who is told of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from sqlmodel import col, select

from engine.core.dice import SecretDice
from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import view
from pbem.database import Database
from pbem.games.contract.editing import StateEdit
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.codec import decode_state, encode_state
from pbem.games.illuminati.editing import MOST_MONEY, edited
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.rules import ANSWERS, SCRIPT
from pbem.models import Act, Sheet
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import CommandAnswer, run_commands
from pbem.settings import Settings
from tests.support.service_rows import FNORD, Table, new_table

SETTINGS = Settings.model_validate(
    {"mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
)


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    return new_table(sqlite_database, SETTINGS)


@pytest.fixture
def state() -> State:
    """bob holds Swiss Bank Account, ann Bribery and Slush Fund; everybody has one group."""
    return read_position(FNORD)


def done(table: Table, what: str, why: str = "of a slip") -> CommandAnswer:
    [obeyed] = run_commands(table.service, table.game_id, f"EDIT {what} BECAUSE {why}", OPERATOR)
    return obeyed


def flat(text: str) -> str:
    return " ".join(text.split())


# --- every form ----------------------------------------------------------------------------

FORMS: tuple[tuple[str, Callable[[State], object], object], ...] = (
    ("MONEY OF Mafia 7", lambda s: s.money("mafia"), 7),
    ("money of the mafia to 0 MB", lambda s: s.money("mafia"), 0),
    ("MONEY ON Servants of Cthulhu = 30", lambda s: s.money("servants-of-cthulhu"), 30),
    ("GIVE Yuppies TO bob UNDER Gnomes of Zurich AT N", lambda s: s.owner("yuppies"), "bob"),
    ("GIVE Mafia TO bob UNDER C.I.A. AT N", lambda s: s.holdings["mafia"].master, "cia"),
    ("GIVE Bribery TO bob", lambda s: s.seat("bob").hand, ("swiss-bank-account", "bribery")),
    ("Mafia TO UNCONTROLLED", lambda s: s.uncontrolled[-1], "mafia"),
    ("Yuppies TO DEAD", lambda s: s.dead, ("yuppies",)),
    ("Yuppies TO THE DECK", lambda s: s.deck[-1], "yuppies"),
    ("Bribery TO DISCARDS", lambda s: s.discards, ("bribery",)),
    ("Bribery TO DECK", lambda s: s.seat("ann").hand, ("slush-fund",)),
    ("HAND OF bob REMOVE Swiss Bank Account", lambda s: s.seat("bob").hand, ()),
    ("HAND OF dee ADD Slush Fund", lambda s: s.seat("dee").hand, ("slush-fund",)),
    ("MOVE TO cat", lambda s: s.turn.seat, "cat"),
    ("GOAL OF dee Servants of Cthulhu", lambda s: s.seat("dee").goal, "servants-of-cthulhu"),
    ("KILLS OF BOB ADD Yuppies", lambda s: s.seat("bob").kills, ("yuppies",)),
    ("STATE seats.bob.turns_taken = 4", lambda s: s.seat("bob").turns_taken, 4),
    ("STATE seats.0.hand=[]", lambda s: s.seats[0].hand, ()),
    ("STATE holdings.mafia.money = 5", lambda s: s.money("mafia"), 5),
    ('STATE discards = ["bribery"]', lambda s: s.discards, ("bribery",)),
)


@pytest.mark.parametrize(("line", "of", "wanted"), FORMS, ids=[row[0] for row in FORMS])
def test_every_form(state: State, line: str, of: Callable[[State], object], wanted: object) -> None:
    change = edited(state, line)
    assert of(change.state) == wanted and of(state) != wanted
    assert change.text and change.said
    assert decode_state(encode_state(change.state)) == change.state
    lost = ("hand=[]", "discards =")
    assert bool(change.broken) == any(word in line for word in lost), change.broken


def test_the_other_way_round(state: State) -> None:
    killed = edited(state, "KILLS OF bob ADD Yuppies").state
    assert edited(killed, "KILLS OF bob REMOVE Yuppies").state == state
    chosen = edited(state, "GOAL OF dee Network")
    assert "Network" not in chosen.said and "Network" in chosen.to["dee"]
    assert edited(chosen.state, "GOAL OF dee NONE").state == state


def test_puppets_go_with_their_master(state: State) -> None:
    below = edited(state, "GIVE Yuppies TO ann UNDER Mafia AT E").state
    if audit(below):
        below = edited(state, "GIVE Yuppies TO ann UNDER Mafia AT W").state
    moved = edited(below, "GIVE Mafia TO bob UNDER Gnomes of Zurich AT N")
    assert moved.broken == ()
    assert {moved.state.owner("mafia"), moved.state.owner("yuppies")} == {"bob"}
    assert moved.state.money("mafia") == state.money("mafia")


# --- what cannot be ------------------------------------------------------------------------

BROKEN = (
    ("GIVE Yuppies TO bob UNDER Gnomes of Zurich AT E", "not alone on gnomes-of-zurich's arrow E"),
    ("GIVE Yuppies TO bob UNDER Mafia AT N", "its master mafia is not in the structure"),
    ('STATE uncontrolled = ["yuppies"]', "hackers: in 0 places"),
    ("STATE holdings.mafia.money = -3", "mafia: -3 MB"),
    ('STATE holdings.mafia.master = "mafia"', "mafia"),
    ('STATE turn.seat = "eve"', "eve"),
    ('STATE seats.ann.illuminati = "nobody"', "no Illuminati"),
    ('STATE seats.ann.kills = ["fnord"]', "fnord"),
)


@pytest.mark.parametrize(("line", "why"), BROKEN, ids=[row[0] for row in BROKEN])
def test_what_breaks_an_invariant_is_named_and_not_kept(table: Table, line: str, why: str) -> None:
    before = table.game().model_dump()
    obeyed = done(table, line)
    assert not obeyed.is_done and "must always hold" in obeyed.answer and why in obeyed.answer
    assert table.game().model_dump() == before and len(table.records()) == 1


def test_a_player_where_a_card_is_wanted_is_told_of_his_illuminati(table: Table) -> None:
    """MONEY OF bob once asked whether The Mafia was meant."""
    answer = done(table, "MONEY OF bob 20").answer
    assert "bob is a player; this takes a card, such as The Gnomes of Zurich." in answer


@pytest.mark.parametrize(
    "line",
    (
        "",
        "frobnicate",
        "MONEY",
        "MONEY OF Mafia lots",
        "MONEY OF Mafia -7",
        f"MONEY OF Mafia {MOST_MONEY + 1}",
        "MONEY OF Yuppies 3",
        "MONEY OF eve 3",
        "GIVE Yuppies TO bob",
        "GIVE Yuppies TO eve UNDER Mafia AT N",
        "GIVE Network TO bob UNDER C.I.A. AT N",
        "GIVE fnord TO bob",
        "Network TO DEAD",
        "Bribery TO UNCONTROLLED",
        "Yuppies TO bob",
        "HAND OF bob REMOVE Bribery",
        "HAND OF bob ADD Yuppies",
        "MOVE TO eve",
        "GOAL OF dee Yuppies",
        "KILLS OF dee REMOVE Yuppies",
        "STATE",
        "STATE draws = 3",
        'STATE winners = ["ann"]',
        'STATE options.pace = "table"',
        'STATE seats.ann.name = "eve"',
        "STATE seats = []",
        "STATE turn.number = 3",
        "STATE turn.parts = 1",
        "STATE seats.eve.hand = []",
        "STATE seats.9.hand = []",
        "STATE seats.ann.hand.money = 3",
        "STATE fnord = 3",
        "STATE holdings.mafia = 3",
        "STATE holdings.mafia.money = three",
        "STATE holdings.mafia.money = 1e400",
        "STATE seats.ann.hand = {",
        "STATE seats.ann = null",
        "STATE uncontrolled = " + "[" * 3000,
        "STATE . = 3",
        "STATE " + "x" * 5000 + " = 3",
    ),
)
def test_bad_input_is_refused(state: State, line: str) -> None:
    with pytest.raises(RulesetError) as refused:
        edited(state, line)
    assert str(refused.value)


def test_of_many_broken_invariants_a_few_are_named(table: Table) -> None:
    [obeyed] = run_commands(
        table.service, table.game_id, "EDIT STATE deck = [] BECAUSE why", OPERATOR
    )
    assert not obeyed.is_done and obeyed.answer.count("in 0 places instead of") == 6
    assert re.search(r"; and \d\d more\.$", obeyed.answer), obeyed.answer[-80:]


def test_nothing_happens_by_trying(table: Table) -> None:
    before = table.game().model_dump()
    [obeyed] = run_commands(table.service, table.game_id, "EDIT MONEY OF Mafia 7 TRY", OPERATOR)
    assert obeyed.is_done and "It could be done" in obeyed.answer and obeyed.number is None
    [obeyed] = run_commands(
        table.service, table.game_id, "EDIT MONEY OF Mafia 7 BECAUSE no TRY", OPERATOR
    )
    assert obeyed.is_done and "It could be done" in obeyed.answer and obeyed.number is None
    [obeyed] = run_commands(table.service, table.game_id, "EDIT Yuppies TO bob TRY", OPERATOR)
    assert not obeyed.is_done
    assert table.game().model_dump() == before
    assert "Nothing would change" in done(table, "MONEY OF Mafia 3").answer


def test_a_reason_is_wanted(table: Table) -> None:
    [obeyed] = run_commands(table.service, table.game_id, "EDIT MONEY OF Mafia 7", OPERATOR)
    assert not obeyed.is_done and "BECAUSE" in obeyed.answer


# --- what is kept, and who is told -----------------------------------------------------------


def test_both_states_are_kept(database: Database) -> None:
    table = new_table(database, SETTINGS)
    before = table.game().state
    obeyed = done(table, "MONEY OF Mafia 7", "I misread turn 4")
    assert obeyed.is_done and "7 MB instead of 3" in obeyed.answer
    game, record = table.game(), table.records()[-1]
    assert table.state().money("mafia") == 7 and record.kind == "edit"
    orders = record.orders
    assert orders["why"] == "I misread turn 4" and orders["act"] == obeyed.number
    assert decode_state(json.dumps(orders["state"])) == table.state()
    with table.database.read() as session:
        act = session.exec(select(Act).where(col(Act.number) == obeyed.number)).one()
    assert (act.before, act.after, act.why) == (before, game.state, "I misread turn 4")


def test_hidden_things_are_told_to_whom_they_concern(table: Table) -> None:
    assert done(table, "GIVE Bribery TO bob", "cat was robbed").is_done
    told = {seat: table.mails(seat, "edited") for seat in ("ann", "bob", "cat", "dee")}
    assert "You no longer have the Special Bribery" in flat(told["ann"][-1].text)
    assert "You have the Special Bribery" in flat(told["bob"][-1].text)
    assert told["cat"] == told["dee"] == []
    notice = flat(table.mails("cat")[-1].text)
    assert "Something hidden was put right" in notice and "Bribery" not in notice
    assert "cat was robbed" in notice


def test_public_things_are_told_to_all(table: Table) -> None:
    done(table, "GIVE Yuppies TO bob UNDER Gnomes of Zurich AT N")
    assert "bob controls Yuppies" in flat(table.mails("cat")[-1].text)
    done(table, "MONEY OF Mafia 7")
    notice = flat(table.mails("cat")[-1].text)
    assert "The money on The Mafia of ann was put right" in notice and "7 MB" not in notice
    assert "7 MB instead of 3" in flat(table.mails("ann", "edited")[-1].text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("MONEY OF {0} 7", "The money on the hidden Illuminati of ann was put right."),
        ("GIVE Yuppies TO ann UNDER {0} AT N", "it is under the hidden Illuminati of ann, at"),
        ("STATE holdings.{1}.arrow = null", "the place of the hidden Illuminati of ann."),
    ],
)
def test_a_hidden_illuminati_is_named_to_the_moderator_alone(line: str, said: str) -> None:
    """R11.3"""
    state = new_game(("ann", "bob"), GameOptions(hidden_illuminati=True), SecretDice(bytes(32)))
    hers = state.state.seat("ann").illuminati
    name = CARDS[hers].name
    change = edited(state.state, line.format(name, hers))
    assert said in change.said and name not in change.said and hers not in change.said


def test_whose_turn_it_is(table: Table) -> None:
    table.clock.on(hours=70)
    done(table, "MOVE TO cat")
    game = table.game()
    assert (game.to_move, game.turn, game.wait) == ("cat", 5, SCRIPT)
    assert (game.deadline_at or table.clock.now) > table.clock.now
    table.write("cat", "PASS\nREADY")
    table.clock.on(minutes=1)
    assert table.adjudicate() and table.turns()[-1].seat == "cat"


@pytest.mark.long
def test_an_open_announcement_is_dropped(database: Database) -> None:
    table = new_table(database, SETTINGS, pace="announce")
    table.write("ann", "ATTACK Hackers WITH Mafia SPEND 3\nREADY")
    assert table.adjudicate() and table.game().wait == ANSWERS
    table.clock.on(minutes=1)
    table.write("bob", "OPPOSE 1 MAX 3\nREADY")
    obeyed = done(table, "Hackers TO DEAD")
    assert "announced no longer" in obeyed.answer and "begins anew" in obeyed.answer
    assert (table.game().wait, table.state().announced) == (SCRIPT, None)
    assert table.filed("ann") == ["1: ATTACK Hackers WITH Mafia SPEND 3"]
    table.clock.on(minutes=1)
    table.write("ann", "1: ATTACK Yuppies WITH Mafia SPEND 3\nREADY")
    assert table.adjudicate() and table.game().wait == ANSWERS
    with table.database.read() as session:
        kinds = session.exec(select(Sheet.kind).where(Sheet.seat_id == table.seat("bob").id)).all()
    assert ANSWERS not in kinds, "what bob answered was about another script"


def test_rolling_back_undoes_an_edit_and_forward_brings_it_back(table: Table) -> None:
    table.write("ann", "PASS\nREADY")
    table.clock.on(minutes=1)
    assert table.adjudicate()
    number = done(table, "MONEY OF Mafia 7").number

    def undone() -> int:
        with table.database.read() as session:
            return session.exec(select(Act.undone).where(col(Act.number) == number)).one()

    run_commands(table.service, table.game_id, "ROLLBACK TO TURN 6", OPERATOR)
    assert table.state().money("mafia") != 7 and undone() == 2
    run_commands(table.service, table.game_id, "ROLLFORWARD", OPERATOR)
    assert table.state().money("mafia") == 7 and undone() == 0


def test_a_change_knows_what_it_breaks(state: State) -> None:
    assert isinstance(edited(state, "MONEY OF Mafia 7"), StateEdit)


@pytest.mark.parametrize("amount", ["-1", "100000000", "9" * 5000])
def test_an_amount_that_cannot_be_is_said_to_be_one(table: Table, amount: str) -> None:
    refused = done(table, f"MONEY OF Mafia {amount}"[:300])
    assert not refused.is_done and f"{MOST_MONEY}" in refused.answer
    assert "is not an edit" not in refused.answer


def test_what_somebody_holds_is_not_destroyed(table: Table) -> None:
    refused = done(table, "KILLS OF ann ADD Mafia")
    assert not refused.is_done and "EDIT The Mafia TO DEAD first" in refused.answer
    assert done(table, "Mafia TO DEAD").is_done and done(table, "KILLS OF ann ADD Mafia").is_done


def test_who_is_to_move_by_an_edit_has_a_report(table: Table) -> None:
    before = {seat: len(table.mails(seat, "turn")) for seat in ("bob", "cat")}
    assert done(table, "MOVE TO cat").is_done
    (report,) = table.mails("cat", "turn")[before["cat"] :]
    assert "you act by" in report.subject and "Tue 24 Nov" in report.text
    assert "WHAT YOU CAN DO" in report.text.upper() or "OPTIONS" in report.text.upper()
    assert len(table.mails("bob", "turn")) == before["bob"]
    assert table.mails("cat", "act")


def test_money_put_right_is_counted_by_nobody() -> None:
    state = new_game(("ann", "bob", "cat", "dee"), GameOptions(), SecretDice(b"counted")).state
    lord = state.seat("bob").illuminati
    after = edited(state, f"MONEY OF {lord} 40").state
    bob = next(seat for seat in view(after, "cat").seats if seat.name == "bob")
    assert bob.most is None and bob.cards[0].most is None
    emptied = edited(after, f"MONEY OF {lord} 0").state
    assert next(seat for seat in view(emptied, "cat").seats if seat.name == "bob").most == 0
