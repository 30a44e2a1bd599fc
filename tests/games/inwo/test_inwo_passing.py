"""Whom a window waits for no more: who has passed in all its rounds, or says PASS ALWAYS."""

from __future__ import annotations

from typing import Any

import pytest

from engine.inwo import game
from engine.inwo import orders as od
from engine.inwo.inwotable import on_table
from engine.inwo.placing import place
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.view import inwo_view
from pbem.games.contract.values import Filed
from pbem.games.inwo import robots, rules
from pbem.games.inwo.adjudication.turn import InOrder
from tests.support.inwo_cases import position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N +1 | group_hand: loan-sharks",
    "bob": "the-network +1 | c-i-a N +1 | f-b-i E +1",
    "cat": "gnomes-of-zurich +1 | texas N +1 | england E +1",
}


def opened(**more: Any) -> InwoState:
    """An attack of ann's is announced, and the others are asked."""
    state = place(position_of({"seats": SEATS, "options": {"pace": "announce"}}))
    attack = od.LaunchAttack("control", "the-mafia", "loan-sharks", **more)
    script = next(ask for ask in state.asks if ask.kind == "script")
    lines = {"ann": (od.InwoLine(1, attack),)}
    return game.advance(state, script.key, lines, {}, InOrder()).state


def answered(state: InwoState, **said: od.InwoOrder) -> InwoState:
    """After a round in which each seat has said one thing, cat opposes with one Group more."""
    answers = {seat: (od.InwoLine(1, order),) for seat, order in said.items()}
    return game.advance(state, ask_of(state).key, answers, {}, InOrder()).state


def ask_of(state: InwoState) -> OpenAsk:
    return next(ask for ask in state.asks if ask.kind == "answers")


def excused(state: InwoState, *standing: str) -> tuple[str, ...]:
    return rules.excused(state, rules.key_of(ask_of(state)), Filed({}, {"bob": standing}))


def opposing(card: str) -> od.InwoOrder:
    return od.JoinAttack("oppose", (od.Helper(card),))


def test_who_passes_all_is_asked_again_but_not_waited_for() -> None:
    """I31.6."""
    state = answered(opened(), bob=od.PassRound(all_rounds=True), cat=opposing("texas"))
    assert ask_of(state).round == 2 and "bob" in ask_of(state).seats
    assert excused(state) == ("bob",)
    state = answered(state, cat=opposing("england"))
    assert ask_of(state).round == 3 and excused(state) == ("bob",), "it holds for every round"
    state = answered(state, bob=opposing("c-i-a"))
    assert excused(state) == (), "he has spoken again"


def test_who_is_ready_unless_attacked_is_waited_for_on_his_own_alone() -> None:
    ready = "READY UNLESS ATTACKED"
    assert excused(opened()) == () and excused(opened(), ready) == ("bob",)
    state = place(position_of({"seats": SEATS, "options": {"pace": "announce"}}))
    script = next(ask for ask in state.asks if ask.kind == "script")
    attack = (od.InwoLine(1, od.LaunchAttack("control", "the-mafia", "f-b-i")),)
    on_bob = game.advance(state, script.key, {"ann": attack}, {}, InOrder()).state
    assert excused(on_bob, ready) == (), "his own Group is attacked"


def test_the_attacker_is_asked_while_he_may_call_it_off() -> None:
    """I11.9: in the first round, and no longer once it is committed."""
    state = opened(tentative=True)
    assert "ann" in ask_of(state).seats and "ann" not in ask_of(opened()).seats
    off = answered(state, ann=od.CallOff("1"), cat=opposing("texas"))
    assert off.attack is None and off.tokens[on_table(off, "the-mafia") or ""] == 1
    on = answered(state, cat=opposing("texas"))
    assert on.attack and on.attack.intent is None and "ann" not in ask_of(on).seats


def test_a_window_ends_with_the_attack_that_is_called_off() -> None:
    """I11.9: what was answered goes back, and the script goes on."""
    asked = od.InwoCondition("joins", "cat")
    state = answered(opened(tentative=True, call_off=(asked,)), cat=opposing("texas"))
    assert state.attack is None and state.turn.seat == "bob", "ann's turn is over"
    assert state.tokens[on_table(state, "texas") or ""] == 1


def test_a_plain_pass_is_for_one_round() -> None:
    state = answered(opened(), bob=od.PassRound(), cat=opposing("texas"))
    assert excused(state) == ()


@pytest.mark.parametrize(("op", "is_awake"), [(">", True), ("<", False)])
def test_a_pass_may_end_when_the_need_crosses_a_number(op: od.Comparison, is_awake: bool) -> None:
    """PASS UNTIL NEED > n wakes him when the need is so."""
    until = od.PassRound(until=od.Margin(op, -20))
    state = answered(opened(), bob=until, cat=opposing("texas"))
    assert excused(state) == (() if is_awake else ("bob",))


def test_nobody_learns_who_passed() -> None:
    """I31.5."""
    state = answered(opened(), bob=od.PassRound(all_rounds=True), cat=opposing("texas"))
    assert ask_of(inwo_view(state, "bob")).passed == ("bob",)
    assert ask_of(inwo_view(state, "ann")).passed == ()
    assert ask_of(inwo_view(state, "ann")).wakes == ()


@pytest.mark.parametrize(
    ("standing", "is_excused"),
    [
        ("PASS ALWAYS ON ALL", True),
        ("PASS ALWAYS ON attacks NOT ON ME", True),
        ("PASS ALWAYS ON privileged", False),
        ("GUARD ALL UNTIL 3", False),
    ],
)
def test_a_standing_pass_keeps_nobody_waiting(standing: str, is_excused: bool) -> None:
    """I31.11."""
    assert excused(opened(), standing) == (("bob",) if is_excused else ())


def test_a_robot_writes_of_attacks_on_groups_of_rivals_and_of_one_of_two_copies() -> None:
    """What it means is left to be understood where only one card of the name is there."""
    seats = SEATS | {"ann": "ufos +1 | the-mafia N +1 | plots: the-big-score, the-big-score"}
    state = place(position_of({"seats": seats, "options": {"pace": "announce"}}))
    attack = od.LaunchAttack(
        "control", on_table(state, "the-mafia"), on_table(state, "f-b-i") or "", from_hand=False,
        boosts=(state.seat("ann").plots[0],),
    )  # fmt: skip
    typed = robots._typed(inwo_view(state, "ann"), "ann", attack)
    assert typed == "ATTACK FBI WITH The Mafia BOOST The Big Score"
