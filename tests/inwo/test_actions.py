"""Moves, Zaps and paralysis removed are announced where the game waits for answers (M4, I31.3)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import Advanced, advance
from engine.inwo.options import inwo_answers, inwo_options
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_seen
from pbem.games.inwo.story import format_event
from tests.support.each import each
from tests.support.inwo_cases import order_of, position_of

SEATS = {
    "ann": "ufos +1 | the-mafia N | loan-sharks the-mafia E +1 {crackdown-on-crime}"
    " | zaps: tanstaafl",
    "bob": "the-network | nuclear-power-companies N +1",
}
CANCEL = "CANCEL 1.1 WITH nuclear-power-companies"


def begun(pace: str, *lines: str) -> Advanced:
    state = place(position_of({"seats": SEATS, "options": {"pace": pace}}))
    return on(state, ann=lines)


def on(state: InwoState, **said: tuple[str, ...]) -> Advanced:
    lines = {
        seat: tuple(od.InwoLine(at, order_of(text)) for at, text in enumerate(texts, 1))  # type: ignore[arg-type]
        for seat, texts in said.items()
    }
    done = advance(state, state.asks[0].key, lines, {}, SecretDice(b"actions"))
    assert audit_inwo(done.state) == []
    return done


def lies(state: InwoState, name: str) -> str:
    card = next(one for copy, one in state.table.items() if card_id(copy) == name)
    return f"{card_id(card.master or '')} {card.arrow}"


@each("pace", ["announce", "table"])
@each(
    "line",
    ["MOVE loan-sharks UNDER ufos AT S PAYING ufos", "REMOVE ZAPS FROM ann", "FREE loan-sharks"],
)
def test_a_rival_is_asked_and_his_cancel_undoes_it(pace: str, line: str) -> None:
    asked = begun(pace, line).state
    assert (asked.asks[0].kind, asked.asks[0].seats) == ("answers", ("bob",))
    cancels = [o for o in inwo_answers(asked, "bob") if isinstance(o, od.UseAbility)]
    assert [o.on for o in cancels] == [("1.1",)]
    after = on(asked, bob=(CANCEL,)).state
    kept = [card_id(copy) for copy in after.table]
    assert "tanstaafl" in kept and "crackdown-on-crime" in kept
    assert lies(after, "loan-sharks") == "the-mafia E"
    assert after.turn.seat == "bob"


def test_what_nobody_cancels_stands_and_one_window_is_enough_for_all_of_a_segment() -> None:
    lines = ("FREE loan-sharks PAYING ufos", "MOVE loan-sharks UNDER ufos AT S PAYING loan-sharks")
    asked = begun("announce", *lines).state
    assert asked.asks[0].key == "plays-1.1"
    after = on(asked).state
    assert lies(after, "loan-sharks") == "ufos S"
    assert "crackdown-on-crime" not in [card_id(copy) for copy in after.table]
    assert after.turn.seat == "bob"


def test_the_story_tells_what_was_done_and_by_whose_action() -> None:
    done = begun("announce", "MOVE loan-sharks UNDER ufos AT S PAYING ufos", "REMOVE ZAPS FROM ann")
    told = [text for event in done.events if (text := format_event(event, "bob"))]
    assert "1.1: ann spends an action of UFOs to move Loan Sharks." in told
    assert "Loan Sharks is now under UFOs." in told


def test_zaps_and_paralysis_can_be_removed_by_the_options() -> None:
    state = place(position_of({"seats": SEATS}))
    orders = [option.order for option in inwo_options(state, "ann")]
    assert any(isinstance(order, od.RemoveZaps) for order in orders)
    assert any(isinstance(order, od.FreeGroup) for order in orders)


def test_each_way_to_pay_for_an_ability_is_an_option_of_its_own() -> None:
    """I34.5: the line says which cost is paid."""
    ann = "ufos +1 | elvis N +1 | bjorne E +1 | resources: the-prescriptures"
    state = place(position_of({"seats": {"ann": ann, "bob": "the-network | canada N"}}))
    orders = [option.order for option in inwo_options(state, "ann")]
    uses = [one for one in orders if isinstance(one, od.UseAbility) and one.value == "HAND"]
    assert {one.on for one in uses} == {("bob",)}, "a rival's hand"
    payers = [tuple(map(card_id, one.payers)) for one in uses]
    assert payers == [("elvis", "bjorne"), ("ufos",)]


def test_a_card_that_is_laid_down_is_an_option_aimed_at_nothing() -> None:
    """I35.35."""
    ann = "ufos +1 | elvis N | plots: alternate-goals"
    state = place(position_of({"seats": {"ann": ann, "bob": "the-network | canada N"}}))
    orders = [option.order for option in inwo_options(state, "ann")]
    plays = [one for one in orders if isinstance(one, od.PlayPlot)]
    assert [(card_id(one.card), one.on) for one in plays] == [("alternate-goals", ())]


def test_who_looks_at_his_own_deck_is_told_so_and_others_how_many_cards_went_where() -> None:
    """I38.27, I31.16."""
    looked = ev.CardsShown("ann", "ann", ("hoax@a1", "jihad@a2", "bribery@a3"))
    left = ev.CardsMoved("ann", ("hoax@a1", "bribery@a3"), "plot_deck", "plot_deck", "rest", -1)
    assert format_event(looked, "ann") == "You look at Hoax!, Jihad and Bribery."
    assert inwo_seen(looked, "bob") is None
    seen = inwo_seen(left, "bob")
    assert seen is not None
    assert format_event(seen, "bob") == "ann puts 2 hidden Plots at the bottom of the Plot deck."
