"""What counts toward the goals, summed up, and how many captures are lacking (R10.5, R10.6, R11).

Everything is told in captures: how many groups of the ordinary kind would be worth as much. The
figures are rules of thumb from games of robots, no rules of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, log
from operator import add, sub
from typing import NamedTuple

from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.state import SeatState, State
from engine.illuminati.structure import alignments, cards_of
from engine.illuminati.structure.in_force import face
from engine.illuminati.winning.choice import choosable_goals
from engine.illuminati.winning.goals import chooses_goal, special_goal

POWER_A_CAPTURE = 3.2
TRANSFERABLE_A_CAPTURE = 1.7
ALIGNED_A_CAPTURE = 0.75
"""Points toward a goal that an ordinary capture brings if one looks for them."""
KILLS_A_CAPTURE = 0.8
MISSING_ALIGNMENT = 0.9
"""Captures it takes to get one alignment more of the ten."""
MONEY_A_TURN = 1.4
"""Captures a turn of saved income is worth to who wins by money."""
OUT_OF_REACH = 99.0
DOUBT = 0.75
"""Captures more to a goal of which is not known whether it is the one."""
SHARPNESS = 1.6
"""How much more the nearest goal counts than the others."""
NEARLY = 0.05
"""Who has not won lacks at least this much."""

_NONE = (0,) * len(ab.ALIGNMENTS)


class Tally(NamedTuple):
    """Sums over some cards; `aligned` counts cards of each of the ten alignments."""

    cards: int = 0
    power: int = 0
    transferable: int = 0
    income: int = 0
    money: int = 0
    kills: int = 0
    aligned: tuple[int, ...] = _NONE

    def plus(self, other: Tally) -> Tally:
        """The sum of two."""
        return Tally(
            self.cards + other.cards,
            self.power + other.power,
            self.transferable + other.transferable,
            self.income + other.income,
            self.money + other.money,
            self.kills + other.kills,
            tuple(map(add, self.aligned, other.aligned)),
        )

    def less(self, other: Tally) -> Tally:
        """What is left without another."""
        return Tally(
            self.cards - other.cards,
            self.power - other.power,
            self.transferable - other.transferable,
            self.income - other.income,
            self.money - other.money,
            self.kills - other.kills,
            tuple(map(sub, self.aligned, other.aligned)),
        )


class Goals(NamedTuple):
    """The special goals a seat may be after; `is_known` if there is no doubt about it."""

    special: tuple[ab.Goal, ...]
    is_known: bool


@lru_cache(maxsize=1024)
def _printed(card: str, has: tuple[ab.Alignment, ...]) -> Tally:
    group = CARDS[card]
    aligned = tuple(int(a in has) for a in ab.ALIGNMENTS)
    return Tally(1, group.power, group.transferable, group.income, 0, 0, aligned)


def tally_of(state: State, cards: Iterable[str]) -> Tally:
    """What some cards bring to whoever has them, their money counted as it lies there."""
    total, money = Tally(), 0
    for card in cards:
        if card in GROUPS:
            one = _printed(card, alignments(state, card))
        else:
            now = face(state, card)
            one = Tally(1, now.power, now.transferable, now.income)
        total = total.plus(one)
        money += state.money(card)
    return total._replace(money=money)


def seat_tally(state: State, seat: SeatState, goals: Goals) -> Tally:
    """What a seat has toward any goal."""
    total = tally_of(state, cards_of(state, seat.name))
    if any(isinstance(goal, ab.TouchedAlignments) for goal in goals.special):
        gone = [card for card in (*seat.kills, *seat.neutralized) if card in GROUPS]
        total = total._replace(aligned=total.plus(tally_of(state, gone)).aligned)
    return total._replace(kills=len(seat.kills))


def goals_of(state: State, seat: SeatState) -> Goals:
    """The special goals a seat may be after: its own, or every one where it is a secret."""
    own = special_goal(seat, state.options)
    if own is not None:
        is_own = not isinstance(own, ab.SecretChoice)
        return Goals((own,) if is_own else secret_goals(), is_own)
    if chooses_goal(state, seat):
        return Goals(secret_goals(), is_known=False)
    return Goals((), is_known=True)


@lru_cache(maxsize=1)
def secret_goals() -> tuple[ab.Goal, ...]:
    """Every goal that can be chosen in secret (R1.5)."""
    return tuple(goal for card in choosable_goals() if (goal := CARDS[card].goal) is not None)


def lacking(tally: Tally, basic: int, goal: ab.Goal) -> float:
    """Captures still lacking to a special goal, 0 or less if it is met."""
    match goal:
        case ab.TotalPower(at_least=needed):
            return (needed - tally.power) / POWER_A_CAPTURE
        case ab.TotalTransferable(at_least=needed):
            return (needed - tally.transferable) / TRANSFERABLE_A_CAPTURE
        case ab.TotalMoney(at_least=needed):
            return MONEY_A_TURN * (needed - tally.money) / max(tally.income, 1)
        case ab.AllAlignments() | ab.TouchedAlignments():
            return MISSING_ALIGNMENT * sum(count <= 0 for count in tally.aligned)
        case ab.AlignedGroups(alignment=alignment, at_least=needed):
            return (needed - tally.aligned[ab.ALIGNMENTS.index(alignment)]) / ALIGNED_A_CAPTURE
        case ab.Kills(at_least=needed):
            return (needed - tally.kills) / KILLS_A_CAPTURE
        case ab.FewerGroups(fewer=fewer):
            return basic - fewer - tally.cards
        case _:
            return OUT_OF_REACH


def distance(tally: Tally, basic: int, goals: Goals) -> float:
    """Captures still lacking to the nearest goal, a little fewer where another is near too."""
    doubt = 0.0 if goals.is_known else DOUBT
    far = [float(basic - tally.cards)]
    far += [max(0.0, lacking(tally, basic, goal)) + doubt for goal in goals.special]
    nearest = min(far)
    if nearest <= 0:
        return 0.0
    return max(NEARLY, nearest - _others(far, nearest))


def _others(far: Sequence[float], nearest: float) -> float:
    """Captures that the other goals bring the nearest one closer."""
    return log(sum(exp(SHARPNESS * (nearest - each)) for each in far)) / SHARPNESS
