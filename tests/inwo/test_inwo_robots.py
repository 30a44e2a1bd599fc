"""What robots of INWO think a card is worth, and the Plots that they play."""

from __future__ import annotations

from typing import TypeGuard

import pytest

from engine.core.values import changed
from engine.inwo.cards import card_id
from engine.inwo.options import inwo_options
from engine.inwo.orders import InwoOrder, LaunchAttack, MoveGroup, PlayPlot
from engine.inwo.placing import place
from engine.inwo.robots import INWO_ROBOTS
from engine.inwo.robots.dangers import dangers_of
from engine.inwo.robots.greedy import Prospects, greedy_lines
from engine.inwo.robots.outlook import GoalOutlook
from engine.inwo.robots.planner import TASTES, planner_lines
from engine.inwo.state import InwoState
from engine.inwo.turn.lines import refuse_line
from engine.inwo.turn.rehearsal import rehearse
from engine.inwo.view import inwo_view
from pbem.games.inwo.adjudication.lines import read_line
from pbem.games.inwo.formats import TypedOrder, as_typed, format_order
from tests.support.inwo_cases import inwo_cases, position_of

STRONG = "pentagon N +1 | japan W +1 | new-york E +1"


def test_a_rivals_group_is_worth_its_puppets_too() -> None:
    state = _two_seats()
    outlook = GoalOutlook(Prospects(state, "ann"), TASTES[0], {})
    copies = {copy.split("@")[0]: copy for copy in state.table}
    gains = {name: outlook.gain(copies[name]) for name in ("hollywood", "germany")}
    assert gains["hollywood"] == 2 * gains["germany"] > 0


def test_a_free_plot_hardens_the_group_that_is_taken_most_easily() -> None:
    state = _two_seats()
    orders = [line.order for line in planner_lines(state, "bob", lambda sides: 0)]
    played = [order for order in orders if isinstance(order, PlayPlot)]
    assert [(order.card.split("@")[0], order.on[0].split("@")[0]) for order in played] == [
        ("commitment", "hollywood")
    ]


def test_the_planner_attacks_while_nobody_may_attack_it() -> None:
    (attack,) = _planned(turns=0, hand="finland")
    assert isinstance(attack, LaunchAttack) and attack.target.split("@")[0] == "finland"


def test_the_planner_keeps_tokens_for_what_rivals_could_take() -> None:
    assert not [order for order in _planned(turns=1, hand="finland") if _is_attack(order)]


def test_the_planner_sends_agents_with_an_attack() -> None:
    (attack,) = filter(_is_attack, _planned(turns=1, hand="pentagon", rival="pentagon N"))
    assert attack.target.split("@")[0] == "pentagon" and attack.agents


def test_the_planner_moves_a_puppet_where_no_attacker_has_an_open_arrow() -> None:
    ann = "gnomes-of-zurich +1 | canada N | church-of-elvis E +1 | eff S | texas W"
    seats = {"ann": f"{ann} | group_hand: joggers", "bob": "bermuda-triangle | the-mafia S"}
    view = inwo_view(place(position_of({"seats": seats, "options": {}})), "ann")
    lines = planner_lines(view, "ann", lambda sides: 0)
    move, attack = (line.order for line in lines)
    assert isinstance(move, MoveGroup) and card_id(move.card) == "church-of-elvis"
    assert isinstance(attack, LaunchAttack) and card_id(attack.attacker) == "gnomes-of-zurich"
    told = rehearse(view, "ann", lines)
    assert [told[line.number].refusal for line in lines] == [None, None]


FULL = "church-of-elvis N +1 | eco-guerrillas E +1 | cycle-gangs S +1 | antiwar-activists W +1"


@pytest.mark.parametrize("kind", ["greedy", "planner"])
@pytest.mark.parametrize(
    ("rival", "hand", "target"),
    [
        ("japan N", "texas", "church-of-elvis"),
        ("japan N", "joggers", None),
        ("canada N | finland canada E | joggers finland E", "joggers", "finland"),
    ],
)
def test_who_has_no_open_arrow_destroys(
    kind: str, rival: str, hand: str, target: str | None
) -> None:
    """Groups of rivals; if he can destroy none, an own one without arrows for one with some."""
    seats = {
        "ann": f"gnomes-of-zurich +1 | {FULL} | turns: 2 | group_hand: {hand}",
        "bob": f"bermuda-triangle | {rival} | turns: 2",
    }
    view = inwo_view(place(position_of({"step": "main", "seats": seats})), "ann")
    lines = INWO_ROBOTS[kind].lines(view, "ann", lambda sides: 0)
    attacks = [line.order for line in lines if _is_attack(line.order)]
    assert [card_id(attack.target) for attack in attacks] == ([target] if target else [])
    assert all(attack.form == "destroy" for attack in attacks)


def test_who_destroys_for_his_goal_is_feared_for_that_too() -> None:
    numbers = [
        len([*dangers_of(_of_two(f"{root} | {STRONG} | turns: 1"), "bob")])
        for root in ("gnomes-of-zurich", "servants-of-cthulhu")
    ]
    assert numbers == [1, 2]


@pytest.mark.parametrize(
    ("decks", "verbs"),
    [
        ("group_deck: texas | plot_deck: hoax", ["DrawGroupCard"]),
        ("plot_deck: hoax", ["BuyPlot"]),
        ("plots: hoax", []),
    ],
)
def test_nothing_is_drawn_from_an_empty_deck(decks: str, verbs: list[str]) -> None:
    seats = {"ann": f"ufos +1 | {decks}", "bob": "the-network"}
    lines = greedy_lines(place(position_of({"seats": seats})), "ann", lambda sides: 0)
    assert [type(line.order).__name__ for line in lines] == verbs


def _is_attack(order: InwoOrder) -> TypeGuard[LaunchAttack]:
    return isinstance(order, LaunchAttack)


def _planned(*, turns: int, hand: str, rival: str = STRONG) -> list[InwoOrder]:
    """What the planner orders as bob, whose rival has completed so many turns."""
    state = _of_two(f"the-network | {rival} | turns: {turns}", hand)
    return [line.order for line in planner_lines(state, "bob", lambda sides: 0)]


def _of_two(rival: str, hand: str = "finland") -> InwoState:
    mine = "the-network +1 | hollywood N +1 | joggers hollywood W | germany hollywood E +1"
    seats = {"ann": rival, "bob": f"{mine} | turns: 2 | group_hand: {hand}"}
    return place(position_of({"to_move": "bob", "step": "main", "seats": seats}))


def _two_seats() -> InwoState:
    return place(
        position_of(
            {
                "to_move": "bob",
                "seats": {
                    "ann": "the-network +1 | pentagon N +1",
                    "bob": "the-network +1 | hollywood N | joggers hollywood W | germany E"
                    " | plots: commitment",
                },
            }
        )
    )


SELDOM = (
    *("celebrity-spokesman", "fake-healing", "frankenfood", "george-the-janitor"),
    *("interesting-times", "logic-bomb", "mutual-betrayal", "or-kill-me", "random-jesii"),
    *("scandal", "slackfusion", "the-auditor-from-hell"),
    *("rewriting-history", "miracle-diet-plan", "go-fish", "rant", "forgery", "unmasked"),
    *("sudden-european-vacation", "rain-of-prairie-squid", "combined-disasters", "clone"),
    *("spasm-of-violence", "impostor", "media-blitz", "counter-revolution"),
)


@pytest.mark.parametrize("card", SELDOM)
def test_a_plot_of_ones_own_turn_is_among_the_options(card: str) -> None:
    """Where a ruling plays it, robots and forms offer it, and what they offer reads back."""
    assert any(
        _offered(place(position_of(case.row)), card)
        for case in inwo_cases()
        if card in str(case.row.get("seats", {}))
    )


def test_a_plot_behind_the_takeover_is_among_the_options() -> None:
    seats = {
        "ann": "ufos | the-mafia N | plots: power-grab | group_hand: trekkies, canada, eliza",
        "bob": "the-network | finland N",
    }
    state = place(position_of({"step": "b3", "seats": seats}))
    assert not _offered(state, "power-grab")
    taken = changed(state, turn=changed(state.turn, taken_over=True))
    assert len(_offered(taken, "power-grab")) == 3


def _offered(state: InwoState, card: str) -> list[PlayPlot]:
    """How a Plot could be played by who has the turn, each as it is read from its own words."""
    seat = state.turn.seat
    plays = [one.order for one in inwo_options(inwo_view(state, seat), seat)]
    found = [one for one in plays if isinstance(one, PlayPlot) and card_id(one.card) == card]
    for order in found:
        assert refuse_line(state, seat, order) is None
        typed = as_typed(order, state, seat)
        told = format_order(TypedOrder(typed))
        assert read_line(told, state, seat).order == typed, told
    assert len({*map(repr, found)}) == len(found)
    return found
