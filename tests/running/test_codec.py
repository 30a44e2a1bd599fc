"""The codec: what was written is read back, and nothing else is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.dice import SecretDice
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.game import GameOptions, Outcome, new_game, view
from pbem import codec


def begun() -> Outcome:
    return new_game(["ann", "bob", "cat"], GameOptions(basic_goal=9), SecretDice(b"codec"))


def test_a_state_is_read_back_as_it_was() -> None:
    state = begun().state
    turn = replace(
        state.turn,
        took_part={"mafia": 1},
        alignments={"yuppies": ("weird", "liberal"), "cia": ()},
        results={1: True, 12: False},
        income=(("mafia", 6),),
    )
    state = replace(state, turn=turn, winners=("bob", "ann"))
    assert codec.decode_state(codec.encode_state(state)) == state


def test_holdings_keep_the_order_in_which_cards_joined() -> None:
    state = begun().state
    backwards = dict(reversed(list(state.holdings.items())))
    assert list(backwards) != list(state.holdings)
    decoded = codec.decode_state(codec.encode_state(replace(state, holdings=backwards)))
    assert list(decoded.holdings) == list(backwards)


def test_events_are_rows_of_class_name_and_fields() -> None:
    events = (ev.Drew("ann", None, True), ev.DrewNothing("bob"))
    assert json.loads(codec.encode_events(events)) == [
        ["Drew", {"seat": "ann", "card": None, "is_special": True}],
        ["DrewNothing", {"seat": "bob"}],
    ]


def test_events_that_look_alike_are_told_apart() -> None:
    events = (
        ev.Revived("ann", "cia"),
        ev.Played("ann", "cia"),
        ev.UpkeepUnpaid("ann", "cia"),
        ev.LineRuled("ann", 1, "x", False, "a", "R1.1", (("money", 3), ("card", "cia"))),
        ev.Captured("ann", "mafia", "cia", None, (), None),
    )
    assert codec.decode_events(codec.encode_events(events)) == events


def test_scripts_with_conditions_are_read_back() -> None:
    wishes = (od.Wish("d", None), od.Wish("e", "S"))
    attack = od.Attack("control", "a", "b", ("c",), (od.Payment(2),), "N", 1, wishes)
    conditions = (od.Not(od.HeldBy("mafia", None)), od.LineResult(3, True))
    script = (
        od.Line(1, od.Drop("cia"), conditions, "x"),
        od.Line(2, od.UseBuyCard("recyclers"), (od.Compare("need", "<=", 4, 1),)),
        od.Line(4, attack),
    )
    assert codec.decode_script(codec.encode_script(script)) == script


def test_policies_are_read_back() -> None:
    policies = (od.PayTaxFrom(("mafia",)), od.ForegoTax(()), od.PayUpkeepFrom(True))
    assert codec.decode_policies(codec.encode_policies(policies)) == policies


def test_a_view_is_plain_data() -> None:
    outcome = begun()
    plain = codec.plain_view(view(outcome.state, "ann"))
    assert json.loads(json.dumps(plain)) == plain
    assert plain["seat"] == "ann"
    assert json.loads(json.dumps(codec.plain_events(outcome.events)))[0][0] == "GameBegan"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"draws":', '"drawz":', "drawz"),
        ('"turns_taken":', '"turnz_taken":', "turnz_taken"),
        ('"players_began":3', '"players_began":"3"', "players_began"),
        ('"is_busy":false', '"is_busy":0', "is_busy"),
        ('"cards":"square"', '"cards":"round"', "options.cards"),
    ],
)
def test_a_state_with_anything_unknown_is_refused(old: str, new: str, told: str) -> None:
    text = codec.encode_state(begun().state)
    assert old in text
    with pytest.raises(codec.CodecError, match=told):
        codec.decode_state(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]x",
        '["Drew"]',
        '[["Nope", {}]]',
        '[["Drew", {"seat": "ann"}]]',
        '[["Drew", {"seat": "ann", "card": null, "is_special": true, "more": 1}]]',
        '[["Drew", {"seat": "ann", "card": null, "is_special": "yes"}]]',
        "[[]]",
        "[3]",
    ],
)
def test_what_is_no_event_list_is_refused(text: str) -> None:
    with pytest.raises(codec.CodecError, match="events"):
        codec.decode_events(text)
