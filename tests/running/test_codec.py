"""The codec: what was written is read back, and nothing else is."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import pytest

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import view
from pbem.games.illuminati import codec
from tests.support.each import each
from tests.support.probes import Prober


def begun() -> Outcome:
    return new_game(["ann", "bob", "cat"], GameOptions(basic_goal=9), SecretDice(b"codec"))


def test_a_state_is_read_back_as_it_was() -> None:
    state = begun().state
    turn = changed(
        state.turn,
        took_part={"mafia": 1},
        alignments={"yuppies": ("weird", "liberal"), "cia": ()},
        results={1: True, 12: False},
        income=(("mafia", 6),),
    )
    state = changed(state, turn=turn, winners=("bob", "ann"))
    assert codec.decode_state(codec.encode_state(state)) == state


def test_holdings_keep_the_order_in_which_cards_joined() -> None:
    state = begun().state
    backwards = dict(reversed(list(state.holdings.items())))
    assert list(backwards) != list(state.holdings)
    decoded = codec.decode_state(codec.encode_state(changed(state, holdings=backwards)))
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


@each(
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


@each("kind", get_args(od.Policy | od.Play), ids=lambda kind: kind.__name__)
def test_what_a_policy_did_is_read_back_with_the_policy(kind: type[Any]) -> None:
    """In an event no name is written beside an instruction: its fields tell what it is."""
    prober = Prober(begun().state, "ann", random.Random(kind.__name__))
    for _ in range(20):
        order = prober.order(kind)
        events = (ev.PolicyFired("ann", order, 1, 2, "played"),)
        assert codec.decode_events(codec.encode_events(events)) == events


def test_an_instruction_of_no_kind_is_refused() -> None:
    row = '[["PolicyEnded", {"seat": "ann", "order": {"cards": [], "x": 1}, "why": "out"}]]'
    with pytest.raises(codec.CodecError, match=r"events\[0\]: PolicyEnded: .*x.* is none of"):
        codec.decode_events(row)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ('{"pace": "soon"}', "options: pace: must be one of announce, policies, conclave, table"),
        ('{"cheating": 1}', "options: cheating: must be true or false"),
        ('{"basic_goal": "x"}', "options: basic_goal: must be a whole number"),
        ('{"luck": true}', "options: Object contains unknown field `luck`"),
    ],
)
def test_an_option_that_is_refused_is_named(options: str, told: str) -> None:
    with pytest.raises(codec.CodecError) as refused:
        codec.decode_options(options)
    assert str(refused.value) == told
