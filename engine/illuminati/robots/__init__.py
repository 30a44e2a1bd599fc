"""Robots: players that see nothing but their own view and order what a person could (R9.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati.advice.known import known_state
from engine.illuminati.robots.chance import Choose, chooser
from engine.illuminati.robots.deals import good_deals, no_deals
from engine.illuminati.robots.greedy import greedy_policies, greedy_script
from engine.illuminati.robots.planning import planner_policies, planner_script
from engine.illuminati.robots.random import random_script
from engine.illuminati.robots.secret import best_goal, random_goal
from engine.illuminati.robots.whims import random_deals, random_policies
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.rounds import as_its_turn
from engine.illuminati.view import View

__all__ = [
    "ROBOTS",
    "Choose",
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


class Robot(Value):
    """How one kind plays: its script, its policies, its secret goal, its trades."""

    script: Callable[[State, str, Choose], od.Script]
    policies: Callable[[State, str, Choose], tuple[od.Policy, ...]]
    goal: Callable[[State, str, Choose], od.ChooseGoal | None]
    deals: Callable[[State, str, Choose], tuple[od.Deal | od.Catch, ...]]


ROBOTS: Mapping[str, Robot] = MappingProxyType(
    {
        "random": Robot(random_script, random_policies, random_goal, random_deals),
        "greedy": Robot(greedy_script, greedy_policies, best_goal, no_deals),
        "planner": Robot(planner_script, planner_policies, best_goal, good_deals),
    }
)


def script_of(name: str, view: View, options: GameOptions, choose: Choose) -> od.Script:
    """The script of a robot whose turn it is, or waits in the round."""
    state = as_its_turn(known_state(view, options), view.seat)
    return ROBOTS[name].script(state, view.seat, choose)


def policies_of(
    name: str, view: View, options: GameOptions, choose: Choose
) -> tuple[od.Policy, ...]:
    """What a robot wants done in the turn now open, if it is another's."""
    return ROBOTS[name].policies(known_state(view, options), view.seat, choose)


def goal_of(name: str, view: View, options: GameOptions, choose: Choose) -> od.ChooseGoal | None:
    """The secret goal of a robot that may choose one and has not (R1.5)."""
    return ROBOTS[name].goal(known_state(view, options), view.seat, choose)


def deals_of(
    name: str, view: View, options: GameOptions, choose: Choose
) -> tuple[od.Deal | od.Catch, ...]:
    """Offers a robot makes, accepts and declines, in anybody's turn (R9.3)."""
    return ROBOTS[name].deals(known_state(view, options), view.seat, choose)
