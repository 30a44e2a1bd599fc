"""What standing orders tell their own player: what they did, and what is at odds in them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import LoadedDice, SecretDice
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.attacks.contradictions import contradictions, replaced
from engine.illuminati.game import play_turn
from engine.illuminati.gametable import Instructions
from engine.illuminati.state import State
from engine.illuminati.turn.acting import act
from engine.illuminati.view import seen
from pbem.games.illuminati.codec import decode_events, encode_events
from tests.support.each import each
from tests.support.ruling_cases import Case, table_of

BOB = od.Pattern(by="bob")


def table() -> State:
    rows = [
        "ann* bermuda 9: N mafia; hand deep-agent, interference, bribery",
        "bob gnomes 9: N cia; hand murphys-law",
        "cat network; out",
        "free yuppies, texas",
        "dead hackers",
        "turn 9",
    ]
    return table_of(Case("0", "", (), {"TABLE": rows}, Path()))


# --- stored -----------------------------------------------------------------------------

PATTERNS = st.builds(
    od.Pattern,
    line=st.none() | st.integers(1, 9),
    by=st.sampled_from([None, "bob"]),
    groups=st.sampled_from([(), ("yuppies", "texas")]),
)
KINDS: dict[type, st.SearchStrategy[od.Policy]] = {
    od.PayTaxFrom: st.builds(od.PayTaxFrom, st.sampled_from([(), ("mafia",)])),
    od.ForegoTax: st.builds(od.ForegoTax, st.sampled_from([(), ("bob",)])),
    od.PayUpkeepFrom: st.builds(od.PayUpkeepFrom, st.booleans()),
    od.Reserve: st.builds(od.Reserve, st.integers(0, 9)),
    od.AcceptGroups: st.builds(od.AcceptGroups, st.just("bob")),
    od.Understate: st.builds(
        od.Understate, st.sampled_from(["power", "income"]), st.integers(0, 9)
    ),
    od.Copy: st.builds(od.Copy, st.just("network")),
    od.Stance: st.builds(od.Stance, st.sampled_from(get_args(od.StanceSide)), PATTERNS, st.none()),
    od.FixRoll: st.builds(
        od.FixRoll, st.just("murphys-law"), PATTERNS, st.sampled_from([None, True])
    ),
    od.JoinIn: st.builds(od.JoinIn, st.just("interference"), PATTERNS),
    od.Abolish: st.builds(od.Abolish, st.sampled_from([("deep-agent",), ("a", "b")]), PATTERNS),
    od.Cancel: st.builds(od.Cancel, st.just("secrets"), st.sampled_from([None, "bribery"])),
    od.SkipTurn: st.builds(od.SkipTurn, st.just("senate"), st.just("bob")),
}
POLICIES = st.one_of(*KINDS.values())


@settings(max_examples=200)
@given(POLICIES)
def test_every_policy_in_an_event_is_read_back_as_what_it_was(policy: od.Policy) -> None:
    events = (
        ev.PolicyFired("ann", policy, 1, 2, "reached", 5),
        ev.PolicyEnded("ann", policy, "no-card"),
    )
    assert decode_events(encode_events(events)) == events


def test_a_card_kept_in_an_event_is_read_back_as_well() -> None:
    events = (ev.PolicyFired("ann", od.Play("slush-fund", line=1), 1, 0, "played"),)
    assert decode_events(encode_events(events)) == events


def test_the_policies_tried_are_all_there_are() -> None:
    assert set(KINDS) == set(get_args(od.Policy))


# --- told -------------------------------------------------------------------------------


def test_nothing_is_told_where_nobody_said_anything() -> None:
    state = table()
    attack = od.Attack("control", "yuppies", "bermuda-triangle", ceiling=3)
    outcome = play_turn(state, (od.Line(1, attack),), SecretDice(b"x"))
    assert not [e for e in outcome.events if isinstance(e, ev.PolicyFired | ev.PolicyEnded)]


def test_what_is_told_changes_no_state_and_no_other_seat_is_shown_it() -> None:
    state = table()
    attack = od.Attack("control", "yuppies", "bermuda-triangle")
    stance = od.Stance("oppose", od.Pattern(by="ann"), aim=2, ceiling=5, until_turn=9)
    policies = {"bob": (stance, od.Reserve(8))}
    outcome = play_turn(
        state, (od.Line(1, attack),), LoadedDice([(6, 6)], SecretDice(b"")), Instructions(policies)
    )
    told = [e for e in outcome.events if isinstance(e, ev.PolicyFired | ev.PolicyEnded)]
    assert [(type(e).__name__, e.why) for e in told] == [
        ("PolicyFired", "reserve"),
        ("PolicyFired", "held-back"),
        ("PolicyEnded", "turn-passed"),
    ]
    assert told[-1].order == stance
    for event in told:
        assert seen(event, "bob", outcome.state) == event
        assert seen(event, "ann", outcome.state) is None


def test_all_policies_of_a_player_who_left_are_at_an_end() -> None:
    state = act(table(), "bob", (od.Line(1, od.Resign()),), SecretDice(b"")).state
    policies = {"bob": (od.Reserve(3), od.Stance("guard"))}
    outcome = play_turn(state, (), SecretDice(b""), Instructions(policies))
    ended = [e for e in outcome.events if isinstance(e, ev.PolicyEnded)]
    assert [(e.order, e.why) for e in ended] == [(order, "out") for order in policies["bob"]]


# --- at odds ----------------------------------------------------------------------------


def stance(side: od.StanceSide, pattern: od.Pattern = BOB, **more: int) -> od.Stance:
    return od.Stance(side, pattern, **more)  # type: ignore[arg-type]


AT_ODDS = [
    ((stance("oppose"), stance("support")), [("both-ways", 0, 1)]),
    ((stance("support"), stance("oppose", od.Pattern(owner="bob"))), [("both-ways", 0, 1)]),
    ((stance("guard"), stance("aside")), [("aside-too", 0, 1)]),
    ((stance("aside"), stance("oppose")), [("aside-too", 0, 1)]),
    ((stance("oppose", ceiling=3), stance("oppose", ceiling=4)), [("said-twice", 0, 1)]),
    ((od.Reserve(1), od.Reserve(2)), [("two-reserves", 0, 1)]),
    ((od.ForegoTax(("bob",)), od.ForegoTax(())), [("said-twice", 0, 1)]),
    ((od.Understate("power", 1), od.Understate("power", 2)), None),
    ((stance("oppose", ceiling=10),), [("above-purse", 0, None)]),
    ((stance("support", ceiling=9),), []),
    ((stance("guard", ceiling=99),), []),
    ((stance("support", aim=1),), [("below-hopeless", 0, None)]),
    ((stance("support", aim=11),), [("above-certain", 0, None)]),
    ((stance("support", aim=11, overshoot=1),), []),
    ((stance("guard", aim=0),), [("below-hopeless", 0, None)]),
    ((stance("guard", aim=1),), []),
    ((stance("oppose", aim=10),), [("above-certain", 0, None)]),
    ((stance("oppose", aim=9),), []),
    ((stance("support", od.Pattern(owner="cat")),), [("ended", 0, None)]),
    ((stance("oppose", od.Pattern(groups=("hackers",))),), [("ended", 0, None)]),
    ((stance("oppose", od.Pattern(groups=("hackers", "texas"))),), []),
    (
        (od.Abolish(("deep-agent",)), od.Abolish(("deep-agent", "bribery"))),
        [("card-twice", 0, 1)],
    ),
    ((od.JoinIn("interference"), od.Abolish(("deep-agent",))), []),
    ((od.Abolish(("interference", "interference")),), [("ended", 0, None)]),
]


@each(("policies", "wanted"), AT_ODDS)
def test_what_is_at_odds_is_found(
    policies: tuple[od.Policy, ...], wanted: list[tuple[str, int, int | None]] | None
) -> None:
    found = contradictions(table(), "ann", policies)
    if wanted is None:
        assert ("said-twice", 0, 1) in [(row.code, row.second, row.first) for row in found]
        return
    assert [(row.code, row.second, row.first) for row in found] == wanted
    assert all(row.rule.startswith("R") for row in found)
    assert all(row.facts.get("why") for row in found if row.code == "ended")


@each(
    ("older", "newer", "is_gone"),
    [
        (stance("oppose"), stance("oppose", ceiling=4), True),
        (stance("oppose"), stance("support"), True),
        (stance("oppose"), stance("oppose", until_turn=3), False),
        (stance("oppose"), stance("oppose", od.Pattern(by="cat")), False),
        (stance("oppose"), stance("guard"), False),
        (stance("guard"), stance("aside"), True),
        (od.Reserve(3), od.Reserve(4), True),
        (od.Reserve(3), stance("oppose"), False),
    ],
)
def test_a_newer_policy_for_the_same_takes_the_place_of_the_older(
    older: od.Policy, newer: od.Policy, is_gone: bool
) -> None:
    assert replaced((older, newer)) == ((0,) if is_gone else ())


APART = [
    (stance("oppose"), stance("support", od.Pattern(by="cat"))),
    (stance("oppose"), stance("guard")),
    (stance("oppose"), stance("support", od.Pattern(by="bob", groups=("texas",)))),
    (stance("oppose"), stance("aside", od.Pattern(by="bob", groups=("texas",)))),
    (
        stance("oppose", od.Pattern(groups=("yuppies",))),
        stance("support", od.Pattern(groups=("texas",))),
    ),
]


@pytest.mark.parametrize("policies", APART)
def test_what_is_an_exception_or_about_something_else_is_not(
    policies: tuple[od.Policy, ...],
) -> None:
    for order in (policies, policies[::-1]):
        rows = contradictions(table(), "ann", order)
        assert [row for row in rows if row.first is not None] == []


@pytest.mark.parametrize(
    "sides", [("oppose", "support"), ("support", "oppose"), ("oppose", "aside")]
)
def test_the_one_said_to_count_is_the_one_that_acts(
    sides: tuple[od.StanceSide, od.StanceSide],
) -> None:
    state = table()
    policies = tuple(stance(side, od.Pattern(by="ann"), aim=5) for side in sides)
    (row,) = contradictions(state, "bob", policies)
    assert row.first == 1
    attack = od.Attack("control", "yuppies", "bermuda-triangle")
    lines = (od.Line(1, attack),)
    both = play_turn(state, lines, SecretDice(b"x"), Instructions({"bob": policies}))
    one = play_turn(state, lines, SecretDice(b"x"), Instructions({"bob": policies[1:]}))
    assert both.events == one.events
