"""The paces of the engine: announced scripts, turns in parts, rounds (R12.1, R12.2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.core.dice import Dice, LoadedDice, Roll, SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.audit import audit
from engine.illuminati.cards import UNKNOWN
from engine.illuminati.evolve import evolve, replay
from engine.illuminati.game import begin_turn, resolve
from engine.illuminati.gametable import Instructions, OpenScript
from engine.illuminati.options import options
from engine.illuminati.robots import known_state
from engine.illuminati.state import GameOptions, Pace, State, TurnState
from engine.illuminati.turn import committed
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.announcing import bulletin, seen_bulletin
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.parts import MOST_PARTS
from engine.illuminati.turn.setup import new_game
from engine.illuminati.turn.upkeep import scripts_wanted
from engine.illuminati.view import seen, view
from pbem.games.illuminati.codec import (
    decode_events,
    decode_state,
    encode_events,
    encode_state,
    plain_view,
)
from pbem.games.illuminati.language import read, script_of, vocabulary_for
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

CAST = ("ann", "bob", "cat", "dee")
TABLE = """
to_move = "ann"
turn_number = 5
uncontrolled = ["yuppies", "hollywood"]
deck = ["texas", "kgb", "tv-preachers", "fbi", "moonies", "slush-fund"]
{more}
[[seat]]
name = "ann"
illuminati = "bermuda-triangle"
money = 20
turns_taken = 1
hand = {ann}
groups = [{{ id = "mafia", master = "bermuda-triangle", arrow = "N", money = 3 }}]
[[seat]]
name = "bob"
illuminati = "{bob_is}"
money = 20
turns_taken = 1
hand = {bob}
groups = [{{ id = "cia", master = "{bob_is}", arrow = "N", money = 2 }}]
[[seat]]
name = "cat"
illuminati = "network"
money = 20
turns_taken = 1
hand = {cat}
groups = [{{ id = "hackers", master = "network", arrow = "N" }}]
"""
HANDS = {"ann": "[]", "bob": "[]", "cat": "[]"}
SENATE = "senate-investigating-committee"


def table(pace: Pace = "announce", bob_is: str = "gnomes-of-zurich", **said: str) -> State:
    """Ann to move in turn 5 against bob and cat; hands by seat, one more option in `rules`."""
    rule = said.pop("rules", "")
    more = f'options.pace = "{pace}"' + (f"\noptions.{rule}" if rule else "")
    return read_position(TABLE.format(more=more, bob_is=bob_is, **HANDS | said))


def script(state: State, seat: str, *lines: str) -> od.Script:
    """The lines as the language reads them; every one must be an order."""
    found = read("\n".join(lines), vocabulary_for(state, seat))
    assert all(line.status == "order" for line in found), found
    return tuple(
        od.Line(line.number or at, line.order, line.conditions, line.text)
        for at, line in enumerate(found, 1)
        if line.order is not None
    )


def told_of(lines: od.Script, *attacks: int) -> Instructions:
    """The script is announced with attacks on these lines."""
    return Instructions(announced=OpenScript(lines, attacks))


def dice(*rolls: Roll) -> Dice:
    return LoadedDice(rolls, SecretDice(b"paces"))


def turn(state: State, *lines: str, rolls: Iterable[Roll] = (), **answers: str) -> Outcome:
    """The mover's script resolved; answers are letters of others, by seat."""
    said = {seat: script(state, seat, text) for seat, text in answers.items()}
    mine = script_of(read("\n".join(lines), vocabulary_for(state, state.turn.seat)))
    outcome = resolve(state, mine, dice(*rolls), Instructions(answers=said))
    after = state
    for event in outcome.events:
        after = evolve(after, event)
    assert after == outcome.state
    assert audit(outcome.state) == []
    return outcome


def kinds(outcome: Outcome) -> list[str]:
    return [type(event).__name__ for event in outcome.events]


def reasons(outcome: Outcome) -> dict[int, str]:
    return {ruling.line: ruling.reason for ruling in outcome.rulings}


# --- the bulletin -----------------------------------------------------------------------

BOLD = "ATTACK Yuppies WITH Mafia SPEND 2 UP TO 17 UNTIL 9 AT N SHIP 1"


def test_an_announcement_is_the_sum_before_money_and_the_stake() -> None:
    state = table()
    (told,) = bulletin(state, script(state, "ann", BOLD))
    assert (told.line, told.seat, told.form) == (1, "ann", "control")
    assert (told.attacker, told.target, told.owner) == ("mafia", "yuppies", None)
    assert told.need == sum(part.value for part in told.parts) == 3
    assert told.stake == 2
    assert (told.privilege, told.privilege_card, told.by) == (None, None, None)


def test_aim_ceiling_and_arrow_are_not_announced() -> None:
    state = table()
    plain = bulletin(state, script(state, "ann", "ATTACK Yuppies WITH Mafia SPEND 2"))
    assert bulletin(state, script(state, "ann", BOLD)) == plain


def test_what_is_no_attack_is_not_announced() -> None:
    state = table(ann='["murphys-law", "bribery"]')
    lines = (
        "PLAY Bribery ON Hollywood",
        "ATTACK Yuppies WITH Mafia",
        "PLAY Murphys Law ON 2 IF IT SUCCEEDS",
        "TRANSFER 3 FROM Mafia TO Bermuda",
        "DROP Mafia",
    )
    announced = bulletin(state, script(state, "ann", *lines))
    assert [told.line for told in announced] == [2]
    assert "murphys-law" not in str(announced)


def test_privilege_is_announced_with_the_card_that_is_discarded() -> None:
    state = table(ann='["bribery"]')
    lines = script(state, "ann", "ATTACK Yuppies WITH Mafia PRIVILEGED BY Bribery")
    (told,) = bulletin(state, lines)
    assert (told.privilege, told.privilege_card) == ("card", "bribery")
    assert is_privileged(state, lines)
    assert not is_privileged(state, script(state, "ann", "ATTACK Yuppies WITH Mafia"))


def is_privileged(state: State, lines: od.Script) -> bool:
    """Whether what is announced of a script lets nothing change hands (R6.3)."""
    attacks = tuple(told.line for told in bulletin(state, lines))
    return committed.is_privileged(OpenScript(lines, attacks))


def test_a_privileged_attack_after_more_is_not_open() -> None:
    state = table(ann='["bribery"]')
    attack = "ATTACK Yuppies WITH Mafia PRIVILEGED BY Bribery"
    assert not is_privileged(state, script(state, "ann", "MORE", attack))
    assert is_privileged(state, script(state, "ann", "IF MONEY >= 99: MORE", attack))


def test_a_fee_is_announced_as_such() -> None:
    state = changed(table(bob_is="bavarian-illuminati"), turn=TurnState(5, "bob"))
    line = script(state, "bob", "ATTACK Yuppies WITH CIA PRIVILEGED FOR 5 MB")
    (told,) = bulletin(state, line)
    assert (told.privilege, told.privilege_card) == ("fee", None)


def test_what_cannot_be_made_is_left_out_and_what_hangs_on_something_is_not() -> None:
    state = table()
    lines = (
        "ATTACK Yuppies WITH Mafia",
        "IF 1 FAILS: ATTACK Yuppies WITH Bermuda",
        "IF MONEY >= 99: ATTACK Hollywood WITH Bermuda",
        "ATTACK Hollywood WITH Bermuda PRIVILEGED BY Bribery",
    )
    not_his = od.Line(5, od.Attack("control", "yuppies", "cia"))
    told = bulletin(state, (*script(table(ann='["bribery"]'), "ann", *lines), not_his))
    assert [row.line for row in told] == [1, 2, 3]
    assert told[1].conditions == (od.LineResult(1, False),)
    assert told[2].need == 8


def test_the_second_attack_is_summed_as_it_will_come_up() -> None:
    state = table()
    mine = (
        od.Line(1, od.Attack("control", "yuppies", "bermuda-triangle")),
        od.Line(2, od.Attack("control", "hollywood", "yuppies")),
    )
    first, second = bulletin(state, mine)
    assert (first.need, second.attacker) == (4, "yuppies")
    outcome = resolve(state, mine, dice((1, 1), (1, 1)))
    rolled = [event for event in outcome.events if isinstance(event, ev.Attacked)]
    assert [event.parts for event in rolled] == [first.parts, second.parts]


def test_attacks_behind_more_are_of_another_bulletin() -> None:
    state = table()
    lines = ("ATTACK Yuppies WITH Mafia", "MORE", "ATTACK Hollywood WITH Bermuda")
    assert [row.line for row in bulletin(state, script(state, "ann", *lines))] == [1]
    maybe = ("ATTACK Yuppies WITH Mafia", "IF 1 FAILS: MORE", "ATTACK Hollywood WITH Bermuda")
    assert [row.line for row in bulletin(state, script(state, "ann", *maybe))] == [1, 3]


def test_at_a_table_one_attack_is_announced() -> None:
    state = table("table")
    lines = ("ATTACK Yuppies WITH Mafia", "ATTACK Hollywood WITH Bermuda")
    assert [row.line for row in bulletin(state, script(state, "ann", *lines))] == [1]


def test_a_claim_is_announced_as_the_report_will_tell_it() -> None:
    state = table(rules="cheating = true")
    mine = (
        od.Line(1, od.Attack("control", "yuppies", "mafia")),
        od.Line(2, od.Cheat("power", 3, line=1)),
    )
    (told,) = bulletin(state, mine)
    outcome = resolve(state, mine, dice((1, 1)))
    (rolled,) = [event for event in outcome.events if isinstance(event, ev.Attacked)]
    assert (told.parts, told.need) == (rolled.parts, rolled.need)
    assert told.need == 6


def test_a_hidden_attacker_is_a_stand_in_to_everybody_else() -> None:
    state = table(rules="hidden_illuminati = true")
    (told,) = bulletin(state, script(state, "ann", "ATTACK Yuppies WITH Bermuda"))
    assert seen_bulletin(told, "ann", state) == told
    shown = seen_bulletin(told, "bob", state)
    assert shown.attacker == UNKNOWN[0].id
    assert "bermuda-triangle" not in str(shown)
    assert shown.need == told.need


def test_a_hidden_power_is_the_one_stated_last() -> None:
    state = table(rules="hidden_illuminati = true")
    mine = script(state, "ann", "ATTACK Yuppies WITH Bermuda")
    (told,) = bulletin(state, mine, {"ann": (od.Understate("power", 5),)})
    assert told.need == 1


@pytest.mark.parametrize("barring", ["discordian-society", "gnomes-of-zurich"])
def test_a_rivals_secret_leaves_nothing_out(barring: str) -> None:
    """Whose hidden Illuminati bars the attack must not show in what is announced (R4.7)."""
    state = table(bob_is=barring, rules="hidden_illuminati = true")
    straight = changed(state.holdings["mafia"], card="fbi", arrow="E")
    state = changed(state, holdings={**state.holdings, "fbi": straight})
    mine = (od.Line(1, od.Attack("control", "cia", "fbi")),)
    (told,) = bulletin(state, mine)
    assert told.owner == "bob"


def test_nothing_is_announced_when_the_game_is_over_or_the_mover_left() -> None:
    state = table()
    mine = script(state, "ann", BOLD)
    assert bulletin(changed(state, winners=("bob",)), mine) == ()
    gone = act(state, "ann", (od.Line(1, od.Resign()),), dice()).state
    assert bulletin(gone, mine) == ()


def test_an_attack_that_was_not_announced_is_not_made() -> None:
    """Money that comes in the window does not bring an attack nobody could answer."""
    poor = table()
    mine = script(table(), "ann", "ATTACK Yuppies WITH Bermuda SPEND 25")
    announced = [row.line for row in bulletin(poor, mine)]
    assert announced == []
    rich = act(poor, "bob", (od.Line(1, od.GiveMoney("ann", 9)),), dice()).state
    outcome = resolve(rich, mine, dice((1, 1)), told_of(mine, *announced))
    assert reasons(outcome) == {1: "not-announced"}
    assert "Attacked" not in kinds(outcome)
    assert "Attacked" in kinds(resolve(rich, mine, dice((1, 1)), told_of(mine, 1)))


# --- turns in parts ---------------------------------------------------------------------


def test_the_same_turn_goes_on_after_more() -> None:
    state = table()
    first = turn(state, "ATTACK Yuppies WITH Mafia", "MORE", rolls=[(6, 6)])
    paused = first.state
    assert (paused.turn.seat, paused.turn.number, paused.turn.parts) == ("ann", 5, 1)
    assert paused.turn.actions == 1 and paused.turn.took_part == {"mafia": 1}
    assert first.events[-1] == ev.TurnPaused("ann", 5, 1)
    assert not {"TurnEnded", "TurnBegan", "IncomePaid", "Won"} & set(kinds(first))
    assert scripts_wanted(paused) == ("ann",)
    assert view(paused, "bob").parts == 1
    second = turn(
        paused,
        "ATTACK Hollywood WITH Bermuda",
        "ATTACK Yuppies WITH Mafia",
        "TRANSFER 3 FROM Mafia TO Bermuda",
        rolls=[(6, 6)],
    )
    assert reasons(second) == {1: "", 2: "attacked-already", 3: ""}
    assert (second.state.turn.seat, second.state.turn.number) == ("bob", 6)
    assert second.state.turn.parts == 0
    assert second.state.seat("ann").turns_taken == 2


def test_numbers_mean_lines_of_the_part_now_run() -> None:
    state = table()
    paused = turn(state, "ATTACK Yuppies WITH Mafia", "MORE", rolls=[(1, 1)]).state
    assert (paused.turn.results, paused.turn.met, paused.turn.needs) == ({}, {}, {})
    second = turn(
        paused,
        "IF 2 FAILS: DROP Mafia",
        "IF 1 SUCCEEDS: DROP Mafia",
        "IF 2 FAILS: DROP Yuppies",
    )
    assert reasons(second) == {1: "no-such-line", 2: "condition-false", 3: ""}
    assert "mafia" in second.state.holdings and "yuppies" in second.state.uncontrolled


def test_answers_are_to_the_lines_of_their_part() -> None:
    state = table()
    attack = "ATTACK Yuppies WITH Bermuda SPEND 4"
    first = turn(state, attack, "MORE", rolls=[(6, 6)], bob="OPPOSE 1 UNTIL 3 MAX 9")
    spent = [event.seat for event in first.events if isinstance(event, ev.Spent)]
    assert spent == ["ann", "bob"]
    second = turn(first.state, "ATTACK Hollywood WITH Mafia", rolls=[(6, 6)], cat="SUPPORT 1")
    spent = [event.seat for event in second.events if isinstance(event, ev.Spent)]
    assert "bob" not in spent and "cat" in spent


def test_nothing_done_in_any_part_is_a_pass_at_the_end() -> None:
    state = table()
    first = turn(state, "MORE")
    assert kinds(first) == ["LineRuled", "TurnPaused"]
    second = turn(first.state)
    assert second.events[0] == ev.Passed("ann", True)
    assert second.state.money("bermuda-triangle") == 25


def test_a_deed_of_an_early_part_is_no_pass() -> None:
    paused = turn(table(), "GIVE 1 TO bob", "MORE").state
    second = turn(paused, "PASS")
    assert reasons(second) == {1: "pass-after-deeds"}
    assert "Passed" not in kinds(second)


def test_senate_comes_before_the_first_part_alone() -> None:
    state = table(bob=f'["{SENATE}"]')
    assert turn(state, "MORE", bob="PLAY Senate ON ann").state.turn.seat == "bob"
    paused = turn(state, "MORE").state
    second = turn(paused, "DROP Mafia", bob="PLAY Senate ON ann")
    assert "TurnSkipped" not in kinds(second) and "Freed" in kinds(second)


def test_cards_for_the_end_of_the_turn_are_played_once_at_its_end() -> None:
    kept = "PLAY Swiss Bank Account BEFORE VICTORY"
    first = turn(table(bob='["swiss-bank-account"]'), "MORE", bob=kept)
    assert "Played" not in kinds(first)
    second = turn(first.state, "DROP Mafia", bob=kept)
    assert kinds(second).count("Played") == 1


def test_secret_goals_are_drawn_before_the_first_part_alone() -> None:
    began = new_game(CAST, GameOptions(hidden_goals=True), SecretDice(b"goals"))
    first = turn(began.state, "MORE")
    assert kinds(first).count("GoalChosen") == len(CAST)
    assert "GoalChosen" not in kinds(turn(first.state, "MORE"))


def test_what_was_used_stays_used() -> None:
    state = table()
    paused = turn(state, "TRANSFER 1 FROM Mafia TO Bermuda AS ACTION", "MORE").state
    again = turn(paused, "TRANSFER 1 FROM Mafia TO Bermuda AS ACTION", "MORE").state
    last = turn(again, "TRANSFER 1 FROM Mafia TO Bermuda AS ACTION", "GIVE 1 TO bob", "MORE")
    assert reasons(last) == {1: "actions-spent", 2: "", 3: ""}
    assert last.state.turn.parts == 3


def test_a_turn_ends_after_its_last_part() -> None:
    state = table()
    for part in range(1, MOST_PARTS):
        state = turn(state, "MORE").state
        assert (state.turn.seat, state.turn.parts) == ("ann", part)
    last = turn(state, "MORE", "GIVE 1 TO bob")
    assert reasons(last) == {1: "too-many-parts", 2: ""}
    assert last.state.turn.seat == "bob"


def test_a_check_knows_what_more_puts_off() -> None:
    state = table()
    lines = ("TRANSFER 1 FROM Mafia TO Bermuda", "MORE", "DROP Mafia")
    ruled = check(state, "ann", script(state, "ann", *lines))
    assert [ruling.reason for ruling in ruled] == ["runs-last", "", "after-more"]
    maybe = ("ATTACK Yuppies WITH Mafia", "IF 1 FAILS: MORE", "DROP Mafia")
    ruled = check(state, "ann", script(state, "ann", *maybe))
    assert [ruling.may_fail for ruling in ruled] == [False, False, True]


def test_a_check_knows_that_cards_for_the_end_wait() -> None:
    state = table(ann='["swiss-bank-account"]')
    card = "PLAY Swiss Bank Account BEFORE VICTORY"
    ruled = check(state, "ann", script(state, "ann", card, "MORE"))
    assert [ruling.reason for ruling in ruled] == ["runs-last", ""]
    ruled = check(state, "ann", script(state, "ann", card, "DROP Mafia"))
    assert [ruling.reason for ruling in ruled] == ["", ""]


def test_cheats_of_two_parts_are_told_apart() -> None:
    state = table(rules="cheating = true")
    attack = od.Attack("control", "yuppies", "mafia")
    lines = (od.Line(1, attack), od.Line(2, od.Cheat("power", 2, line=1)), od.Line(3, od.More()))
    paused = resolve(state, lines, dice((6, 6))).state
    other = od.Attack("control", "hollywood", "bermuda-triangle")
    rest = (od.Line(1, other), od.Line(2, od.Cheat("power", 2, line=1)))
    after = resolve(paused, rest, dice((1, 1))).state
    attacks = [scheme.attack for scheme in after.seat("ann").schemes]
    assert [(a.target, a.total, a.success) for a in attacks if a] == [
        ("yuppies", 12, False),
        ("hollywood", 2, True),
    ]


# --- a table ----------------------------------------------------------------------------


def test_a_table_asks_again_after_each_action() -> None:
    state = table("table")
    transfer = "TRANSFER 3 FROM Mafia TO Bermuda"
    first = turn(
        state,
        "ATTACK Yuppies WITH Mafia",
        "ATTACK Hollywood WITH Bermuda",
        transfer,
        rolls=[(6, 6)],
    )
    assert reasons(first) == {1: "", 2: "one-action", 3: "runs-last"}
    assert (first.state.turn.seat, first.state.turn.parts) == ("ann", 1)
    second = turn(first.state, "ATTACK Hollywood WITH Bermuda", transfer, rolls=[(6, 6)])
    assert reasons(second) == {1: "", 2: ""}
    assert second.state.turn.seat == "bob"


def test_a_check_at_a_table_allows_one_action() -> None:
    state = table("table")
    lines = ("ATTACK Yuppies WITH Mafia", "ATTACK Hollywood WITH Bermuda", "GIVE 1 TO bob",
             "TRANSFER 3 FROM Mafia TO Bermuda")  # fmt: skip
    ruled = check(state, "ann", script(state, "ann", *lines))
    assert [ruling.reason for ruling in ruled] == ["", "one-action", "", "runs-last"]


def test_a_trade_between_two_parts_is_not_the_action_of_the_script() -> None:
    state = table("table")
    offered = act(state, "bob", script(state, "bob", "OFFER ann CIA FOR 1 MB"), dice()).state
    traded = act(offered, "ann", script(offered, "ann", "ACCEPT 1"), dice()).state
    assert (traded.turn.actions, traded.owner("cia")) == (1, "ann")
    outcome = turn(traded, "ATTACK Yuppies WITH Mafia", rolls=[(6, 6)])
    assert reasons(outcome) == {1: ""}
    assert outcome.state.turn.seat == "bob"


# --- rounds -----------------------------------------------------------------------------


def begun(*, hidden_goals: bool = False) -> Outcome:
    rules = GameOptions(pace="conclave", hidden_goals=hidden_goals)
    return new_game(CAST, rules, SecretDice(b"round"))


def played_round(state: State) -> list[Outcome]:
    outcomes = []
    number = state.round
    while state.round == number:
        outcomes.append(turn(state))
        state = outcomes[-1].state
    return outcomes


def test_a_new_game_opens_a_round_for_everybody() -> None:
    outcome = begun()
    state = outcome.state
    names = tuple(seat.name for seat in state.seats)
    assert ev.RoundOpened(1, names) in outcome.events
    assert scripts_wanted(state) == state.initiative == names
    assert (state.turn.number, state.turn.seat) == (1, names[0])
    assert [(later.number, later.seat) for later in state.waiting] == list(
        zip((2, 3, 4), names[1:], strict=True)
    )
    paid = [e.seat for e in outcome.events if isinstance(e, ev.IncomePaid)]
    assert paid[len(names) :] == list(names)
    drawn = [e.seat for e in outcome.events if isinstance(e, ev.Drew)]
    assert list(dict.fromkeys(drawn)) == list(names)
    assert outcome.events[-1] == ev.TurnCalled(names[0], 1)
    assert replay(outcome.events) == state


def test_scripts_run_in_order_and_the_next_round_begins_with_the_next_seat() -> None:
    state = begun().state
    names = state.initiative
    outcomes = played_round(state)
    assert [outcome.state.turn.number for outcome in outcomes] == [2, 3, 4, 5]
    ended = [e for o in outcomes for e in o.events if isinstance(e, ev.TurnEnded)]
    assert [(e.seat, e.number) for e in ended] == list(zip(names, (1, 2, 3, 4), strict=True))
    after = outcomes[-1].state
    assert after.initiative == (*names[1:], names[0])
    assert ev.RoundOpened(2, after.initiative) in outcomes[-1].events
    assert not any(isinstance(e, ev.IncomePaid) for o in outcomes[:-1] for e in o.events)
    third = played_round(after)[-1].state
    assert third.initiative == (*names[2:], *names[:2])
    assert [seat.turns_taken for seat in third.seats] == [2, 2, 2, 2]


def test_waiting_seats_are_wanted_until_they_have_moved() -> None:
    state = begun().state
    names = state.initiative
    assert scripts_wanted(turn(state).state) == names[1:]
    won = changed(state, winners=(names[0],))
    assert scripts_wanted(won) == ()


def test_who_is_out_is_skipped_and_numbers_go_on() -> None:
    state = begun().state
    names = state.initiative
    gone = act(state, names[1], (od.Line(1, od.Resign()),), dice()).state
    assert scripts_wanted(gone) == (names[0], *names[2:])
    second = turn(gone).state
    assert (second.turn.seat, second.turn.number) == (names[2], 3)
    last = act(second, names[3], (od.Line(1, od.Resign()),), dice()).state
    after = turn(last).state
    assert after.initiative == (names[2], names[0])
    assert (after.turn.number, after.waiting[0].number) == (5, 6)


def test_who_resigned_while_all_wrote_has_no_turn() -> None:
    state = begun().state
    names = state.initiative
    gone = act(state, names[0], (od.Line(1, od.Resign()),), dice()).state
    assert scripts_wanted(gone) == names[1:]
    assert turn(gone, "DROP Mafia").state.turn.seat == names[1]


def test_a_round_ends_where_somebody_wins_in_it() -> None:
    """Every turn has its own victory check: who would move after it does not (R10.4)."""
    state = conclave()
    rich = dict(state.holdings)
    rich["cia"] = changed(rich["cia"], money=150)
    second = turn(changed(state, holdings=rich))
    assert second.state.winners == ("bob",)
    assert second.state.turn.seat == "ann" and scripts_wanted(second.state) == ()


def conclave(**said: str) -> State:
    """The table in a round of its own: ann's turn 5 is open, bob's and cat's wait."""
    state = changed(table("conclave", **said), turn=TurnState(4, "cat"))
    return begin_turn(state, {}, dice()).state


def test_a_waiting_turn_keeps_its_income_for_senate() -> None:
    state = conclave(ann=f'["{SENATE}"]')
    assert state.initiative == ("ann", "bob", "cat")
    assert [later.seat for later in state.waiting] == ["bob", "cat"]
    before = state.money("gnomes-of-zurich")
    bobs = turn(state).state
    assert bobs.turn.seat == "bob"
    outcome = turn(bobs, "DROP CIA", ann="PLAY Senate ON bob")
    (lost,) = [event for event in outcome.events if isinstance(event, ev.TurnSkipped)]
    assert dict(lost.returned) == dict(bobs.turn.income)
    income = dict(bobs.turn.income)["gnomes-of-zurich"]
    assert outcome.state.money("gnomes-of-zurich") == before - income
    assert outcome.state.turn.seat == "cat"


def test_a_waiting_seat_checks_its_script_for_its_own_turn() -> None:
    state = conclave(cat='["market-manipulation"]')
    lines = script(state, "cat", "PLAY Market Manipulation", "ATTACK Yuppies WITH Hackers")
    ruled = check(state, "cat", lines)
    assert [ruling.status for ruling in ruled] == ["ok", "ok"]
    assert options(state, "cat") and options(state, "bob")
    cats = turn(turn(state).state).state
    outcome = turn(cats, "PLAY Market Manipulation", rolls=[(6, 6)])
    (again,) = [e for e in outcome.events if isinstance(e, ev.IncomePaid) and e.is_repeat]
    assert again.amounts == cats.turn.income != ()


def test_a_robot_sees_its_own_turn_in_the_round() -> None:
    state = conclave()
    seen_by_cat = view(state, "cat")
    assert seen_by_cat.initiative == ("ann", "bob", "cat")
    assert (seen_by_cat.round, seen_by_cat.waiting) == (1, ((6, "bob"), (7, "cat")))
    guessed = known_state(seen_by_cat, state.options)
    assert [(later.number, later.seat) for later in guessed.waiting] == [(6, "bob"), (7, "cat")]
    assert scripts_wanted(guessed) == scripts_wanted(state)
    assert plain_view(seen_by_cat)["waiting"] == [[6, "bob"], [7, "cat"]]


def test_everybody_may_choose_a_goal_until_the_first_script_is_run() -> None:
    state = begun(hidden_goals=True).state
    last = state.initiative[-1]
    order = (od.Line(1, od.ChooseGoal("network")),)
    assert check(state, last, order)[0].status == "ok"
    assert act(state, last, order, dice()).state.seat(last).goal == "network"
    after = turn(state).state
    assert check(after, last, order)[0].reason == "goal-too-late"


def test_a_cheat_can_be_caught_after_its_round_is_told() -> None:
    state = conclave(rules="cheating = true")
    mine = (od.Line(1, od.Cheat("bank", 4)),)
    state = resolve(state, mine, dice()).state
    state = turn(turn(state).state).state
    assert state.round == 2
    catch = (od.Line(1, od.Catch(5, 1)),)
    assert act(state, "bob", catch, dice()).rulings[0].status == "ok"
    assert state.seat("ann").schemes
    while state.round == 2:
        state = turn(state).state
    assert state.seat("ann").schemes == ()


def test_nobody_may_stop_a_round_on_the_way() -> None:
    state = conclave()
    assert reasons(turn(state, "MORE", "DROP Mafia")) == {1: "no-more", 2: ""}
    assert check(state, "cat", script(state, "cat", "MORE"))[0].reason == "no-more"


def test_a_hidden_illuminati_does_not_show_in_turns_that_wait() -> None:
    state = conclave(rules="hidden_illuminati = true")
    shown = str(view(state, "ann"))
    assert "gnomes-of-zurich" not in shown and "bermuda-triangle" in shown
    told = [seen(event, "ann", state) for event in turn(state).events]
    assert "gnomes-of-zurich" not in str(told)


# --- the state and its text -------------------------------------------------------------


def test_states_of_rounds_and_parts_are_read_back() -> None:
    paused = turn(table(), "GIVE 1 TO bob", "MORE").state
    for state in (paused, conclave(), turn(conclave()).state):
        assert decode_state(encode_state(state)) == state
    events = (ev.RoundOpened(2, CAST), ev.TurnCalled("ann", 3), ev.TurnPaused("ann", 3, 1))
    assert decode_events(encode_events(events)) == events


def test_an_older_state_is_one_without_parts_and_rounds() -> None:
    state = table()
    text = encode_state(state)
    for added in (',"round":0', ',"initiative":[]', ',"waiting":[]', ',"parts":0'):
        assert added in text
        text = text.replace(added, "")
    assert decode_state(text) == state


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"waiting": (TurnState(6, "bob"),)}, "game without rounds"),
        ({"round": 1}, "game without rounds"),
        ({"turn": TurnState(5, "ann", parts=MOST_PARTS)}, "parts of a turn"),
    ],
)
def test_audit_knows_what_cannot_be(change: dict[str, object], told: str) -> None:
    assert any(told in line for line in audit(changed(table(), **change)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"waiting": (TurnState(7, "cat"), TurnState(8, "bob"))},
        {"waiting": (TurnState(6, "bob"), TurnState(8, "cat"))},
        {"initiative": ("ann", "bob", "zed")},
    ],
)
def test_audit_knows_a_round_out_of_order(change: dict[str, object]) -> None:
    assert audit(conclave()) == []
    assert audit(changed(conclave(), **change)) != []  # type: ignore[arg-type]


# --- whole games ------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("pace", ["policies", "table", "conclave"])
@pytest.mark.parametrize("robots", ["random", "greedy"])
def test_a_game_of_robots_ends_at_every_pace(pace: Pace, robots: str) -> None:
    steps: list[PlayedStep] = []
    rules = GameOptions(pace=pace, cheating=True, hidden_illuminati=True)
    game = play_game(b"paces", 3, robots, steps.append, rules)
    assert game.is_finished and game.failed == []
    events = [event for step in steps for event in step.events]
    assert replay(events) == steps[-1].state
    told = {type(event).__name__ for event in events}
    assert ("TurnPaused" in told) is (pace == "table")
    assert ("RoundOpened" in told) is (pace == "conclave")
