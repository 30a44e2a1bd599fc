"""Robots of INWO: players that see nothing but their own view (I31.17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.core.values import Value
from engine.inwo import orders as od
from engine.inwo.robots.easy import easy_answers, easy_lines, easy_policies
from engine.inwo.robots.greedy import greedy_answers, greedy_lines, greedy_policies
from engine.inwo.robots.planner import planner_answers, planner_lines, planner_policies
from engine.inwo.robots.random import Pick, random_answers, random_lines, random_policies
from engine.inwo.state import InwoState

__all__ = ["INWO_ROBOTS", "InwoRobot", "Pick"]

Lines = tuple[od.InwoLine, ...]


class InwoRobot(Value):
    """How one kind plays: its script, its answers to an attack, its standing orders."""

    lines: Callable[[InwoState, str, Pick], Lines]
    answers: Callable[[InwoState, str, Pick], Lines]
    policies: Callable[[InwoState, str, Pick], tuple[od.InwoPolicy, ...]]


INWO_ROBOTS: Mapping[str, InwoRobot] = MappingProxyType(
    {
        "random": InwoRobot(random_lines, random_answers, random_policies),
        "greedy": InwoRobot(greedy_lines, greedy_answers, greedy_policies),
        "planner": InwoRobot(planner_lines, planner_answers, planner_policies),
        "easy": InwoRobot(easy_lines, easy_answers, easy_policies),
    }
)
