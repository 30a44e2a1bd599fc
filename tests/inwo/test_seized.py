"""A turn that is seized: no draws, no Plots, no Illuminati token; then the other begins (I37)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.dice import LoadedDice, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, advance
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos | the-mafia N",
    "bob": "bermuda-triangle | finland N | plot_deck: jihad, hoax",
    "cat": "gnomes-of-zurich +2 | canada N | plots: seize-the-time, double-cross, hoax"
    " | plot_deck: martyrs, crusade | group_deck: texas",
}


def on(state: InwoState, answers: Mapping[str, tuple[str, ...]]) -> Advanced:
    lines: dict[str, tuple[od.InwoLine, ...]] = {}
    for seat, texts in answers.items():
        made = (od.InwoLine(at + 1, order_of(text)) for at, text in enumerate(texts))  # type: ignore[arg-type]
        lines[seat] = tuple(made)
    dice = LoadedDice([], SecretDice(b"seized"))
    done = advance(state, state.asks[0].key, lines, {}, dice)
    assert audit_inwo(done.state) == []
    return done


def seized(seats: Mapping[str, str] = SEATS) -> InwoState:
    state = place(position_of({"seats": seats}))
    return on(state, {"ann": ("KNOCK",), "cat": ("PLAY seize-the-time ON bob",)}).state


def test_the_seizer_draws_nothing_plays_nothing_and_his_illuminati_gets_no_token() -> None:
    """I5.10."""
    state = seized()
    assert (state.turn.seat, state.turn.before, state.turn.step) == ("cat", "bob", "b3")
    held = state.seat("cat")
    assert [card_id(one) for one in held.plots] == ["double-cross", "hoax"]
    script = ("BUY PLOT WITH gnomes-of-zurich", "DRAW GROUP", "PLAY double-cross ON ann", "KNOCK")
    done = on(state, {"cat": script})
    refused = [(e.line, e.reason) for e in done.events if isinstance(e, ev.LineSettled)]
    assert refused[:3] == [(1, "draws-barred"), (2, "draws-barred"), (3, "no-plays")]
    placed = [e.rows for e in done.events if isinstance(e, ev.TokensPlaced) and e.seat == "cat"]
    assert [[card_id(copy) for copy, _ in rows] for rows in placed] == [["canada"]]


def test_behind_it_the_interrupted_turn_begins_anew() -> None:
    """I5.10."""
    turns = seized().seat("cat").turns_taken
    done = on(seized(), {"cat": ("KNOCK",)})
    assert (done.state.turn.seat, done.state.turn.before) == ("bob", "")
    assert [card_id(one) for one in done.state.seat("bob").plots] == ["jihad"]
    assert done.state.seat("cat").turns_taken == turns, "an extra turn counts for nothing"
    after = on(done.state, {"bob": ("KNOCK",)}).state
    assert after.turn.seat == "cat" and not after.turn.before


def test_it_is_seized_once_a_game() -> None:
    """I5.10."""
    twice = {
        **SEATS,
        "cat": SEATS["cat"].replace("seize-the-time", "seize-the-time, seize-the-time"),
    }
    state = on(seized(twice), {"cat": ("KNOCK",)}).state
    state = on(state, {"bob": ("KNOCK",)}).state
    state = on(state, {"cat": ("KNOCK",), "bob": ()}).state
    assert state.turn.seat == "ann"
    done = on(state, {"ann": ("KNOCK",), "cat": ("PLAY seize-the-time ON bob",)})
    assert done.state.turn.seat == "bob"


def knocked() -> InwoState:
    """At the end of ann's turn bob has attacked the Group that she failed to take."""
    seats = {
        "ann": "ufos +1 | canada N +1 | group_hand: elvis",
        "bob": "the-network +1 | finland N | plots: opportunity-knocks | plot_deck: jihad, hoax",
    }
    trigger = od.Trigger(
        "discarded", (order_of("PLAY opportunity-knocks ON it PAYING the-network"),)
    )  # type: ignore[arg-type]
    state = place(position_of({"seats": seats, "options": {"pace": "table"}}))
    rolls = LoadedDice([(6, 6)], SecretDice(b"knocks"))
    lines = (od.InwoLine(1, order_of("ATTACK elvis WITH ufos")),)  # type: ignore[arg-type]
    done = advance(state, state.asks[0].key, {"ann": lines}, {"bob": (trigger,)}, rolls)
    while done.state.attack is None or done.state.attack.seat == "ann":
        done = advance(done.state, done.state.asks[0].key, {}, {"bob": (trigger,)}, rolls)
    assert audit_inwo(done.state) == []
    return done.state


def test_others_may_answer_an_attack_out_of_turn_and_the_turn_goes_on() -> None:
    """I14.6."""
    state = knocked()
    assert (state.turn.seat, state.turn.step) == ("ann", "e1")
    assert [one.kind for one in state.asks] == ["answers"]
    dice = LoadedDice([(1, 1)], SecretDice(b"knocks"))
    while state.turn.seat == "ann":
        state = advance(state, state.asks[0].key, {}, {}, dice).state
    assert audit_inwo(state) == []
    assert "elvis" in [card_id(copy) for copy, card in state.table.items() if card.seat == "bob"]
    assert state.seat("ann").turns_taken == 4 and state.turn.seat == "bob"
