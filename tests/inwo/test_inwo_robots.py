"""What robots of INWO think a card is worth, and the Plots that they play."""

from __future__ import annotations

from engine.inwo.orders import PlayPlot
from engine.inwo.robots.greedy import Prospects
from engine.inwo.robots.outlook import GoalOutlook
from engine.inwo.robots.planner import TASTES, planner_lines
from engine.inwo.state import InwoState
from pbem.games.inwo.position import place
from tests.support.inwo_cases import position_of


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
