"""Robots: players that see nothing but their own view and order what a person could (R9.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati.advice.known import known_state
from engine.illuminati.advice.outlook import Goals, lacking, seat_tally
from engine.illuminati.cards import CARDS
from engine.illuminati.robots.cautious import cautious_policies, cautious_script
from engine.illuminati.robots.chance import Chooser, chooser, one_of
from engine.illuminati.robots.deals import good_deals, no_deals
from engine.illuminati.robots.greedy import greedy_policies, greedy_script
from engine.illuminati.robots.planner import planner_policies, planner_script
from engine.illuminati.robots.random import random_deals, random_policies, random_script
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.upkeep import as_its_turn
from engine.illuminati.view import View
from engine.illuminati.winning import basic_goal, choosable_goals, chooses_goal

__all__ = [
    "ROBOTS",
    "Chooser",
    "Robot",
    "chooser",
    "deals_of",
    "goal_of",
    "known_state",
    "policies_of",
    "random_goal",
    "random_script",
    "script_of",
]


NEARLY = 1.5
"""Captures more than to the nearest goal that are still thought of, so that none can tell."""


def random_goal(state: State, seat: str, choose: Chooser) -> od.ChooseGoal | None:
    """Any goal, for a seat that may choose one and has not."""
    me = state.seat(seat)
    if not chooses_goal(state, me) or me.goal is not None:
        return None
    return od.ChooseGoal(one_of(choosable_goals(), choose))


def best_goal(state: State, seat: str, choose: Chooser) -> od.ChooseGoal | None:
    """One of the goals nearest to a seat that may choose one and has not."""
    me = state.seat(seat)
    if not chooses_goal(state, me) or me.goal is not None:
        return None
    tally, basic = seat_tally(state, me, Goals((), is_known=True)), basic_goal(state)
    far = {
        card: lacking(tally, basic, goal)
        for card in choosable_goals()
        if (goal := CARDS[card].goal) is not None
    }
    nearest = min(far.values())
    return od.ChooseGoal(one_of([c for c, d in far.items() if d <= nearest + NEARLY], choose))


class Robot(Value):
    """How one kind plays: its script, its policies, its secret goal, its trades."""

    script: Callable[[State, str, Chooser], od.Script]
    policies: Callable[[State, str, Chooser], tuple[od.Policy, ...]]
    goal: Callable[[State, str, Chooser], od.ChooseGoal | None]
    deals: Callable[[State, str, Chooser], tuple[od.DealOrder | od.Catch, ...]]


ROBOTS: Mapping[str, Robot] = MappingProxyType(
    {
        "random": Robot(random_script, random_policies, random_goal, random_deals),
        "greedy": Robot(greedy_script, greedy_policies, best_goal, no_deals),
        "planner": Robot(planner_script, planner_policies, best_goal, good_deals),
        "cautious": Robot(cautious_script, cautious_policies, best_goal, no_deals),
    }
)


def script_of(name: str, view: View, options: GameOptions, choose: Chooser) -> od.Script:
    """The script of a robot whose turn it is, or waits in the round."""
    state = as_its_turn(known_state(view, options), view.seat)
    return ROBOTS[name].script(state, view.seat, choose)


def policies_of(
    name: str, view: View, options: GameOptions, choose: Chooser
) -> tuple[od.Policy, ...]:
    """What a robot wants done in the turn now open, if it is another's."""
    return ROBOTS[name].policies(known_state(view, options), view.seat, choose)


def goal_of(name: str, view: View, options: GameOptions, choose: Chooser) -> od.ChooseGoal | None:
    """The secret goal of a robot that may choose one and has not (R1.5)."""
    return ROBOTS[name].goal(known_state(view, options), view.seat, choose)


def deals_of(
    name: str, view: View, options: GameOptions, choose: Chooser
) -> tuple[od.DealOrder | od.Catch, ...]:
    """Offers a robot makes, accepts and declines, in anybody's turn (R9.3)."""
    return ROBOTS[name].deals(known_state(view, options), view.seat, choose)
