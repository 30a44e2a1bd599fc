"""What an attack is likely to bring a robot nearer to its Goals, and what it leaves to defend."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.sum import joining_power
from engine.inwo.cards import card_of
from engine.inwo.goals import may_win
from engine.inwo.options import chance_of
from engine.inwo.robots.dangers import Danger
from engine.inwo.robots.greedy import AttackPlan, AttackTaste, Prospects, SpendingLeft, value_of
from engine.inwo.robots.nearness import STEPS, VICTORY, WHOLE, nearness, valued, with_group
from engine.inwo.state import RunningAttack

LOSS = 2
"""How much more it is worth that a rival loses one."""
BOOST_KEPT, ROOT_KEPT, GROUP_KEPT = 8, 6, 3
"""What a boost is worth in the hand, and a token that is kept for each Power of its card."""
CARD_LOST = 30
"""What a card of the hand is worth that a failed attack discards."""
ROOM = 80
"""What it is worth to who has no open arrow that an own Group without any makes room."""
DEFENDED = 3
"""The need down to which rivals defend."""


class GoalOutlook(SpendingLeft):
    """Means that know the Goals of their seat, and how far rivals can defend.

    `gains` keeps what was found of each Group for the scripts that are thought of next.
    """

    def __init__(
        self,
        prospects: Prospects,
        taste: AttackTaste,
        gains: dict[str, int],
        dangers: Sequence[Danger] = (),
    ) -> None:
        super().__init__(prospects, taste)
        self.gains, self.dangers = gains, dangers
        self.near, self.brought, self.luck = nearness(self.state, self.seat), 0, Fraction(1)
        self.may_win = may_win(self.state)
        root = self.state.seat(self.seat).illuminati
        self.destroys = card_of(root).ability(ab.DestroyGoal) is not None

    def worth(self, attack: RunningAttack, order: od.LaunchAttack, need: int) -> int:
        return self._expected(attack, order, need) - self._cost(order)

    def _cost(self, order: od.LaunchAttack) -> int:
        return self.taste.per_helper * (1 + len(order.aid) + len(order.boosts))

    def _expected(self, attack: RunningAttack, order: od.LaunchAttack, need: int) -> int:
        """What the attack brings on the average."""
        is_rivals = bool(self.state.controller(attack.target)) and not order.from_hand
        if is_rivals:
            need = max(min(need, DEFENDED), need - self.defence_of(attack))
        chance = chance_of(need)
        prize = self._loss(attack.target) if is_rivals else 0
        if self.state.controller(attack.target) == self.seat:
            prize = ROOM
        if order.form == "control":
            prize += self._won(self.gain(attack.target)) + value_of(attack.target)
        elif self.destroys:
            prize += self._won(WHOLE)
        lost = (1 - chance) * CARD_LOST if order.from_hand else 0
        return int(chance * prize - lost)

    def _won(self, gain: int) -> int:
        """What an attack brings its seat, after those that it hopes to win before."""
        before = self.near + self.brought
        after = before + gain
        prize = valued(after) - valued(before)
        if self.may_win and after >= WHOLE * STEPS > before:
            prize += int(VICTORY * self.luck)
        return prize

    def gain(self, copy: str) -> int:
        """How much nearer to a Goal a Group and its puppets bring its seat."""
        if copy not in self.gains:
            after = nearness(with_group(self.state, self.seat, copy), self.seat)
            self.gains[copy] = after - self.near
        return self.gains[copy]

    def _loss(self, copy: str) -> int:
        """How much farther from a Goal its player is without that Group."""
        key = f"-{copy}"
        if key not in self.gains:
            rival = self.known.table[copy].seat
            before = nearness(self.state, rival)
            after = nearness(with_group(self.state, self.seat, copy), rival)
            self.gains[key] = valued(before) - valued(after)
        return LOSS * self.gains[key]

    def has_agents(self, attack: RunningAttack) -> bool:
        """A copy of the target in the hand, which can be of no other use."""
        is_held = attack.target in self.known.table
        return is_held and jn.refuse_agents(self.known, attack, self.seat, "aid") is None

    def defence_of(self, attack: RunningAttack) -> int:
        """The Power that the player of its target can send against it."""
        known, tokens = self.known, self.state.tokens
        rival = None if attack.from_hand else self.state.controller(attack.target)
        if not rival or rival == self.seat:
            return 0
        key = f"{attack.form} {attack.target}"
        if key not in self.gains:
            power = sum(
                joining_power(known, attack, copy, "oppose")
                for copy in known.groups[rival]
                if tokens.get(copy, 0)
                and copy != attack.target
                and jn.refuse_join(known, attack, rival, copy, "oppose") is None
            )
            if tokens.get(attack.target, 0):
                power += 2 * known.power(attack.target)
            self.gains[key] = power
        return self.gains[key]

    def use(self, plan: AttackPlan) -> None:
        super().use(plan)
        if plan.order.form == "control":
            self.brought += self.gain(plan.order.target)
            self.luck *= chance_of(plan.need)
        elif self.destroys:
            self.brought += WHOLE
            self.luck *= chance_of(plan.need)

    def kept(self) -> int:
        """What the tokens are worth that are left to defend and oppose with."""
        root = self.state.seat(self.seat).illuminati
        left = sum(
            (ROOT_KEPT if copy == root else GROUP_KEPT) * self.known.power(copy)
            for copy in self.able
        )
        return left - self._risk()

    def _risk(self) -> int:
        """What the worst attack of a rival would cost on the average, if these are left."""
        return max((danger.expected(self.able) for danger in self.dangers), default=0)

    def scored(self, plan: AttackPlan) -> int:
        """What an attack brings, less what its boosts were worth in the hand."""
        return plan.worth + self._cost(plan.order) - BOOST_KEPT * len(plan.order.boosts)
