"""A takeover that a rival undoes: the script stops, and another may be chosen (I38.45)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import advance
from engine.inwo.options import takeover_options
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos | the-mafia N | group_hand: trekkies, canada, hackers",
    "bob": "the-network +1 | finland N | plots: botched-contact",
}
WHEN = od.Trigger("takes-over", (od.PlayPlot("botched-contact"),), who="ann")


def begun() -> InwoState:
    options = {"pace": "announce"}
    return place(position_of({"seats": SEATS, "step": "b3", "options": options}))


def on(state: InwoState, *triggers: od.Trigger, **said: tuple[str, ...]) -> InwoState:
    lines = {
        seat: tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
        for seat, texts in said.items()
    }
    key = state.asks[0].key
    done = advance(state, key, lines, {"bob": triggers}, SecretDice(b"undone")).state
    assert audit_inwo(done) == []
    return done


def groups(state: InwoState) -> set[str]:
    return {card_id(copy) for copy, card in state.table.items() if card.seat == "ann"}


def test_before_the_tokens_he_is_asked_anew_and_may_take_another() -> None:
    state = on(begun(), WHEN, ann=("TAKEOVER trekkies", "ATTACK hackers WITH ufos"))
    assert (state.asks[0].kind, state.turn.seat, state.turn.step) == ("script", "ann", "b3")
    assert groups(state) == {"ufos", "the-mafia"}
    state = on(state, ann=("TAKEOVER canada",))
    assert groups(state) == {"ufos", "the-mafia", "canada"} and state.turn.seat == "bob"


def test_in_the_window_of_an_attack_this_goes_on_and_he_is_asked_behind_it() -> None:
    state = on(begun(), ann=("TAKEOVER trekkies", "ATTACK hackers WITH ufos", "EXPOSE jihad"))
    assert state.asks[0].kind == "answers" and "trekkies" in groups(state)
    while state.asks[0].kind == "answers":
        state = on(state, bob=("PLAY botched-contact",))
    assert "trekkies" not in groups(state)
    assert (state.asks[0].kind, state.turn.seat, state.turn.step) == ("script", "ann", "main")
    assert {card_id(one.order.cards[0]) for one in takeover_options(state, "ann")} >= {"canada"}  # type: ignore[union-attr]
    state = on(state, ann=("TAKEOVER canada", "TAKEOVER trekkies"))
    assert "canada" in groups(state) and "trekkies" not in groups(state)
    canada = next(copy for copy in state.table if card_id(copy) == "canada")
    assert state.tokens[canada] == 1
