"""How a seat sees a game: who is how far from winning, and what each capture would change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log
from operator import add, sub
from typing import NamedTuple

from engine.core.values import Value
from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.state import SeatState, State
from engine.illuminati.structure import alignments, branch_cards, cards_of, puppets_of
from engine.illuminati.structure.in_force import face
from engine.illuminati.winning import basic_goal, choosable_goals, chooses_goal, special_goal

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


LONG_GAME = 60.0
"""Captures from which the way of a very long game is counted down; nobody gets that far."""
RICH = 60
"""MB in all treasuries from which on money is the cheaper the more there is."""
SAVED = 5
"""MB with which the price of one is found."""
HASTE_A_TURN = 0.01
"""Captures that one of an uncontrolled group is worth more with every turn of a very long game."""
_KILL = Tally(kills=1)


class Taste(Value):
    """What a robot cares for; values in captures.

    `urgency` and `within` make the last captures to a goal dearer than the first, `win` is the
    goal itself; `threat` weighs what the rivals lose, `leader` more of the one nearest to a goal.
    `income`, `transferable` (a point each), `arrows` and `aid` are the worth of what a group is
    good for, `money` that of one MB. `caution` is the part of an owner's money that is expected
    to defend, `keep` the part of one's own that is kept back, `risk` how much of what is then in
    danger counts.
    """

    urgency: float = 0.0
    within: float = 2.0
    win: float = 4.0
    threat: float = 0.0
    leader: float = 0.15
    income: float = 0.06
    transferable: float = 0.06
    arrows: float = 0.08
    money: float = 0.06
    aid: float = 0.02
    caution: float = 0.5
    keep: float = 0.2
    risk: float = 0.0


class OutlookChange(Value):
    """What a success would change: the gain, and the tallies it is made of."""

    gain: float
    mine: Tally
    owner: str | None
    theirs: Tally


@dataclass(slots=True)
class Outlook:
    """Tallies and distances of every seat in the game, from one seat's knowledge."""

    state: State
    seat: str
    taste: Taste
    basic: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)
    goals: dict[str, Goals] = field(default_factory=dict)
    far: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state = self.state
        self.basic = basic_goal(state)
        for seat in state.seats_in():
            self.goals[seat.name] = goals_of(state, seat)
            self.tallies[seat.name] = seat_tally(state, seat, self.goals[seat.name])
            self.far[seat.name] = self.distance(seat.name, self.tallies[seat.name])

    @property
    def rivals(self) -> list[str]:
        """The other seats still in the game, in order of play."""
        return [seat for seat in self.far if seat != self.seat]

    @property
    def leader(self) -> str | None:
        """The rival nearest to a goal."""
        return min(self.rivals, key=lambda seat: self.far[seat], default=None)

    def distance(self, seat: str, tally: Tally) -> float:
        """Captures the seat would lack with such a tally; a very long game has no goal (R11.1)."""
        if self.state.options.length == "very-long":
            return LONG_GAME - (tally.power + tally.cards) / (POWER_A_CAPTURE + 1)
        return distance(tally, self.basic, self.goals[seat])

    def worth(self, far: float) -> float:
        """How good it is to be so far from winning."""
        if far <= 0:
            return self.taste.win
        return self.taste.urgency * self.taste.within * exp(-far / self.taste.within) - far

    def change(self, target: str, form: ab.AttackForm) -> OutlookChange:
        """What it changes to take, free or destroy a group with what hangs under it."""
        state = self.state
        owner = state.owner(target)
        branch = branch_cards(puppets_of(state, owner), target) if owner else [target]
        lost = tally_of(state, branch)
        if owner == self.seat:
            return self._change_of_own(branch, lost)
        mine = Tally()
        if form == "control":
            mine = lost._replace(money=lost.money // 2)
        elif form == "destroy":
            mine = _KILL
        growth = sum(map(self._growth, branch)) if form == "control" else 0.0
        harm = self._haste() if owner is None else self._harm(owner, lost)
        return OutlookChange(self._gain(mine) + growth + harm, mine, owner, lost)

    def _change_of_own(self, branch: list[str], lost: Tally) -> OutlookChange:
        """A group of his own destroyed: it counts as a kill, and the last one never goes."""
        mine = _KILL.less(lost)
        is_last = len(branch) + 1 >= self.tallies[self.seat].cards
        gain = -self.taste.win if is_last else self._gain(mine) - sum(map(self._growth, branch))
        return OutlookChange(gain, mine, None, lost)

    def _gain(self, mine: Tally) -> float:
        """The worth of what comes to the seat."""
        now, then = self.far[self.seat], self.far_with(mine)
        return self.worth(then) - self.worth(now)

    def far_with(self, more: Tally) -> float:
        """Captures the seat would lack with so much more."""
        return self.distance(self.seat, self.tallies[self.seat].plus(more))

    def _haste(self) -> float:
        """The worth of an end: a very long game has one when nothing is uncontrolled (R11.1)."""
        is_long = self.state.options.length == "very-long"
        return HASTE_A_TURN * self.state.turn.number if is_long else 0.0

    def _harm(self, owner: str, lost: Tally) -> float:
        """The worth of what an owner loses."""
        weight = self.taste.threat + (self.taste.leader if owner == self.leader else 0.0)
        then = self.distance(owner, self.tallies[owner].less(lost))
        return weight * (self.worth(self.far[owner]) - self.worth(then))

    def _growth(self, card: str) -> float:
        """What a card is good for besides the goals: income, aid, room for more."""
        printed, taste = CARDS[card], self.taste
        return (
            taste.income * printed.income
            + taste.transferable * printed.transferable
            + taste.arrows * (len(printed.outline.arrows_out) - 1)
        )

    def wins(self, change: OutlookChange) -> bool:
        """Whether the change meets one of the seat's goals."""
        return self.far_with(change.mine) <= 0

    def price(self) -> float:
        """What one MB is worth in captures: more to who wins by money, less to the rich."""
        plain = self.taste.money * min(1.0, RICH / max(self.tallies[self.seat].money, 1))
        poorer = self.far_with(Tally(money=-SAVED))
        return plain + (poorer - self.far[self.seat]) / SAVED
