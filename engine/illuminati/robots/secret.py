"""Which goal a robot chooses in secret (R1.5): the one it is nearest to with what it has."""

from __future__ import annotations

from engine.illuminati import orders as od
from engine.illuminati.advice.tally import Goals, lacking, seat_tally
from engine.illuminati.cards import CARDS
from engine.illuminati.robots.chance import Choose, one_of
from engine.illuminati.state import State
from engine.illuminati.winning.choice import choosable_goals
from engine.illuminati.winning.goals import basic_goal, chooses_goal

NEARLY = 1.5
"""Captures more than to the nearest goal that are still thought of, so that none can tell."""


def random_goal(state: State, seat: str, choose: Choose) -> od.ChooseGoal | None:
    """Any goal, for a seat that may choose one and has not."""
    me = state.seat(seat)
    if not chooses_goal(state, me) or me.goal is not None:
        return None
    return od.ChooseGoal(one_of(choosable_goals(), choose))


def best_goal(state: State, seat: str, choose: Choose) -> od.ChooseGoal | None:
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
