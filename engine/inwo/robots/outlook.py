"""What an attack is likely to bring a robot nearer to its Goals, once rivals have defended."""

from __future__ import annotations

from fractions import Fraction

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.sum import joining_power
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.goals import counts_of, may_win
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
CARD_LOST, VICTORY = 30, 600
"""What a card of the hand is worth that a failed attack discards, and what a Goal that is met."""
DEFENDED = 3
"""The need down to which rivals defend."""


class GoalOutlook(SpendingLeft):
    """Means that know the Goals of their seat, and how far rivals can defend.

    `gains` keeps what was found of each Group for the scripts that are thought of next.
    """

    def __init__(self, prospects: Prospects, taste: AttackTaste, gains: dict[str, int]) -> None:
        super().__init__(prospects, taste)
        self.gains = gains
        self.near, self.brought, self.luck = nearness(self.state, self.seat), 0, Fraction(1)
        self.may_win = may_win(self.state)

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
        if order.form == "control":
            prize += self._won(attack.target) + value_of(self.known, attack.target)
        else:
            prize += self._ruined()
        lost = (1 - chance) * CARD_LOST if order.from_hand else 0
        return int(chance * prize - lost)

    def _won(self, copy: str) -> int:
        """How much nearer to winning a Group brings its seat, after those that it hopes to take."""
        before = self.near + self.brought
        after = before + self.gain(copy)
        prize = valued(after) - valued(before)
        if self.may_win and after >= WHOLE * STEPS > before:
            prize += int(VICTORY * self.luck)
        return prize

    def gain(self, copy: str) -> int:
        """How much nearer to a Goal a Group and its puppets bring its seat."""
        if copy not in self.gains:
            after = nearness(_with_group(self.state, self.seat, copy), self.seat)
            self.gains[copy] = after - self.near
        return self.gains[copy]

    def _ruined(self) -> int:
        """What it is worth to destroy, for whose Goal that counts."""
        root = self.state.seat(self.seat).illuminati
        return WHOLE if card_of(root).ability(ab.DestroyGoal) else 0

    def _loss(self, copy: str) -> int:
        """How much farther from a Goal its player is without that Group."""
        key = f"-{copy}"
        if key not in self.gains:
            rival = self.known.table[copy].seat
            before = nearness(self.state, rival)
            after = nearness(_with_group(self.state, self.seat, copy), rival)
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
                power += known.power(attack.target)
            self.gains[key] = power
        return self.gains[key]

    def use(self, plan: AttackPlan) -> None:
        super().use(plan)
        if plan.order.form == "control":
            self.brought += self.gain(plan.order.target)
            self.luck *= chance_of(plan.need)

    def kept(self) -> int:
        """What the tokens are worth that are left to defend and oppose with."""
        root = self.state.seat(self.seat).illuminati
        return sum(
            (ROOT_KEPT if copy == root else GROUP_KEPT) * self.known.power(copy)
            for copy in self.able
        )

    def scored(self, plan: AttackPlan) -> int:
        """What an attack brings, less what its boosts were worth in the hand."""
        return plan.worth + self._cost(plan.order) - BOOST_KEPT * len(plan.order.boosts)


def valued(near: int) -> int:
    """What it is worth to be so near to a Goal: the last steps are worth most."""
    near = min(max(near, 0), WHOLE * STEPS)
    return near + near * near // (2 * WHOLE * STEPS)


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
