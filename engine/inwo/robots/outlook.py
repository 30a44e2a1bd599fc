"""What an attack is likely to bring a robot nearer to its Goals, once rivals have defended."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.sum import joining_power
from engine.inwo.facts import facts
from engine.inwo.goals import counts_of
from engine.inwo.options import chance_of
from engine.inwo.robots.greedy import AttackPlan, AttackTaste, Prospects, SpendingLeft, value_of
from engine.inwo.state import InwoState, OnTable, RunningAttack

WHOLE = 100
"""What one Group more towards a Goal is worth."""
LOSS = 2
"""How much more it is worth that a rival loses one."""
BOOST_KEPT, ROOT_KEPT, GROUP_KEPT = 8, 6, 3
"""What a boost is worth in the hand, and a token that is kept for each Power of its card."""
STEPS = 12
DEFENDED = 3
"""The need down to which rivals defend."""


class GoalOutlook(SpendingLeft):
    """Means that know the Goals of their seat, and how far rivals can defend.

    `gains` keeps what was found of each Group for the scripts that are thought of next.
    """

    def __init__(self, prospects: Prospects, taste: AttackTaste, gains: dict[str, int]) -> None:
        super().__init__(prospects, taste)
        self.gains = gains

    def worth(self, attack: RunningAttack, order: od.LaunchAttack, need: int) -> int:
        return self._expected(attack, order, need) - self._cost(order)

    def _cost(self, order: od.LaunchAttack) -> int:
        return self.taste.per_helper * (1 + len(order.aid) + len(order.boosts))

    def _expected(self, attack: RunningAttack, order: od.LaunchAttack, need: int) -> int:
        """What the attack brings on the average."""
        prize = self.gain(attack.target) if order.form == "control" else 0
        if self.state.controller(attack.target) and not order.from_hand:
            need, prize = self._defended(attack, need), prize + self._loss(attack.target)
        return int(chance_of(need) * prize)

    def gain(self, copy: str) -> int:
        """How much nearer to a Goal a Group and its puppets bring its seat, and its own worth."""
        if copy not in self.gains:
            after = nearness(_with_group(self.state, self.seat, copy), self.seat)
            self.gains[copy] = after - nearness(self.state, self.seat)
        return self.gains[copy] + value_of(self.known, copy)

    def _loss(self, copy: str) -> int:
        """How much farther from a Goal its player is without that Group."""
        key = f"-{copy}"
        if key not in self.gains:
            rival = self.known.table[copy].seat
            after = nearness(_with_group(self.state, self.seat, copy), rival)
            self.gains[key] = nearness(self.state, rival) - after
        return LOSS * self.gains[key]

    def _defended(self, attack: RunningAttack, need: int) -> int:
        """The need once its player has sent what he has against it."""
        rival, known = self.known.table[attack.target].seat, self.known
        power = sum(
            joining_power(known, attack, copy, "oppose")
            for copy in known.groups[rival]
            if self.state.tokens.get(copy, 0)
            and copy != attack.target
            and jn.refuse_join(known, attack, rival, copy, "oppose") is None
        )
        if self.state.tokens.get(attack.target, 0):
            power += known.power(attack.target)
        return max(min(need, DEFENDED), need - power)

    def score(self, plans: list[AttackPlan]) -> int:
        """What these attacks bring, and the tokens that are left to defend and oppose with."""
        root = self.state.seat(self.seat).illuminati
        left = sum(
            (ROOT_KEPT if copy == root else GROUP_KEPT) * self.known.power(copy)
            for copy in self.able
        )
        boosts = sum(len(plan.order.boosts) for plan in plans)
        brought = sum(plan.worth + self._cost(plan.order) for plan in plans)
        return brought + left - BOOST_KEPT * boosts


def nearness(state: InwoState, seat: str) -> int:
    """How near a seat is to the Goal that it is nearest to."""
    counts = counts_of(state, seat)
    return max(
        WHOLE * STEPS * min(count.has, count.needs) // max(count.needs, 1) for count in counts
    )


def _with_group(state: InwoState, seat: str, copy: str) -> InwoState:
    """The game if that Group and all under it were its own; where it lies does not matter."""
    root, known = state.seat(seat).illuminati, facts(state)
    below = known.branch(copy)[1:] if copy in state.table else []
    moved = {puppet: changed(state.table[puppet], seat=seat) for puppet in below}
    return changed(state, table={**state.table, **moved, copy: OnTable(copy, seat, root, "N")})
