"""How a seat sees a game: who is how far from winning, and what each capture would change."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp

from engine.core.values import Value
from engine.illuminati import abilities as ab
from engine.illuminati.advice.tally import (
    POWER_A_CAPTURE,
    Goals,
    Tally,
    distance,
    goals_of,
    seat_tally,
    tally_of,
)
from engine.illuminati.cards import CARDS
from engine.illuminati.state import State
from engine.illuminati.structure import branch_cards, puppets_of
from engine.illuminati.winning.goals import basic_goal

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

    def change(self, target: str, form: ab.Form) -> OutlookChange:
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
