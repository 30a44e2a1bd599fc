"""A robot that takes what it can get this turn: the likeliest attacks, helped as far as it pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.values import Value, changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.sum import AGENTS_FOR, BOOST, joining_power, need_of, terms_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import facts
from engine.inwo.goals import basic_goal
from engine.inwo.options import attackable, planned
from engine.inwo.robots.random import Pick
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import arrows_open
from engine.inwo.turn.entitlement import tokens_to_come

MOST_LEFT = 3
"""Groups with a token that are worth more than a Plot, for what may be attacked."""


class AttackTaste(Value):
    """What a robot of this kind thinks attacks are worth.

    Of an attack: the need that it tries for, the least that it announces, what a point of need
    is worth to it, what a helper or a boost costs, and what a Group of a rival is worth more.
    It guards its own down to a need. With `boosts_first` boosts are spent before helpers are sent.
    """

    enough: int = 10
    least: int = 5
    per_need: int = 20
    per_helper: int = 12
    rivals: int = 40
    guarded: int = 3
    boosts_first: bool = False


GREEDY = AttackTaste()


class AttackPlan(Value):
    """An attack with the help that it is to have."""

    order: od.LaunchAttack
    need: int
    worth: int


class Prospects:
    """What attacks need and who may help them, each found once for all scripts thought of."""

    def __init__(self, state: InwoState, seat: str) -> None:
        self.state, self.seat, self.known = state, seat, facts(state)
        self.able = [copy for copy in self.known.groups[seat] if state.tokens.get(copy, 0) > 0]
        self._needs: dict[od.LaunchAttack, tuple[RunningAttack, int] | None] = {}
        self._helpers: dict[od.LaunchAttack, list[tuple[int, str]]] = {}

    def alone(self, order: od.LaunchAttack) -> tuple[RunningAttack, int] | None:
        """The attack without help and what it needs; nothing where it is refused."""
        if order not in self._needs:
            is_refused = lg.refuse_attack(self.state, self.seat, order)
            attack = None if is_refused else planned(self.state, self.seat, order)
            found = (attack, need_of(terms_of(self.state, attack))) if attack else None
            self._needs[order] = found
        return self._needs[order]

    def helpers(self, order: od.LaunchAttack, attack: RunningAttack) -> list[tuple[int, str]]:
        """Who may aid it and with what Power, the strongest first."""
        if order not in self._helpers:
            rows = [
                (joining_power(self.known, attack, copy, "aid"), copy)
                for copy in self.able
                if copy not in (order.attacker, order.target)
                if jn.refuse_join(self.known, attack, self.seat, copy, "aid") is None
            ]
            self._helpers[order] = sorted(rows, key=lambda row: -row[0])
        return self._helpers[order]


class SpendingLeft:
    """What is left to spend while a script is thought out."""

    def __init__(self, prospects: Prospects, taste: AttackTaste) -> None:
        state, seat = prospects.state, prospects.seat
        self.prospects, self.taste = prospects, taste
        self.state, self.seat, self.known = state, seat, prospects.known
        self.able = list(prospects.able)
        self.arrows = {copy: len(open_) for copy, open_ in arrows_open(state, seat).items()}
        self.hand = [c for c in state.seat(seat).groups if "group" in card_of(c).words]
        self.boosts = [c for c in state.seat(seat).plots if card_of(c).ability(ab.PlotBoost)]
        self.aims = set[str]()
        self.is_stuck = not any(self.arrows.values()) or not (
            self.hand or state.seat(seat).group_deck
        )

    def defence_of(self, attack: RunningAttack) -> int:
        """How far the need of an attack will fall as its target is defended; it looks at none."""
        return 0

    def has_agents(self, attack: RunningAttack) -> bool:
        """Whether hidden agents may aid the attack; it thinks of none."""
        return False

    def use(self, plan: AttackPlan) -> None:
        """Count what the plan spends, and take it as won."""
        used = {plan.order.attacker, *(helper.card for helper in plan.order.aid)}
        self.able = [copy for copy in self.able if copy not in used]
        self.boosts = [copy for copy in self.boosts if copy not in plan.order.boosts]
        self.aims.add(plan.order.target)
        if plan.order.form == "control":
            self.arrows[plan.order.attacker] -= 1

    def worth(self, attack: RunningAttack, order: od.LaunchAttack, need: int) -> int:
        """What an attack is worth with this need, in no unit of its own."""
        taste, helpers = self.taste, len(order.aid) + len(order.boosts)
        worth = taste.per_need * min(need, taste.enough) - taste.per_helper * helpers
        worth += value_of(attack.target)
        owner = self.state.controller(attack.target)
        is_taken = order.form == "control" and bool(owner) and not order.from_hand
        return worth + (taste.rivals if is_taken else 0)


def greedy_lines(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """Takeover, a Resource, the likeliest attacks; what is left buys a Plot."""
    takeover = _takeover(state, seat)
    ready = tokens_to_come(state, seat, bool(takeover))
    means = SpendingLeft(Prospects(ready, seat), GREEDY)
    return script_of(means, takeover, list(attacks_of(means, takeover)))


def attacks_of(means: SpendingLeft, takeover: od.TakeOver | None) -> Iterator[AttackPlan]:
    """The attacks that are worth most, one after the other, each with what those before it left."""
    if takeover:
        means.hand = [copy for copy in means.hand if copy != takeover.cards[0]]
        if takeover.under in means.arrows:
            means.arrows[takeover.under] -= 1
    while means.able:
        plan = max(_plans(means), key=lambda plan: plan.worth, default=None) or _clearing(means)
        if plan is None:
            break
        means.use(plan)
        yield plan


def script_of(
    means: SpendingLeft,
    takeover: od.TakeOver | None,
    plans: Sequence[AttackPlan],
    first: Sequence[od.InwoOrder] = (),
    *,
    keeps_tokens: bool = False,
) -> tuple[od.InwoLine, ...]:
    """The lines of a turn: the `first` of its main phase, then these attacks; tokens that are
    kept buy no Plots."""
    orders: list[od.InwoOrder] = [takeover] if takeover else []
    orders += [*first, *_free_plots(means)]
    orders += [plan.order for plan in plans]
    orders += _leftovers(means, keeps_tokens)
    return tuple(od.InwoLine(at, order) for at, order in enumerate(orders, 1))


# --- without a fight ------------------------------------------------------------------------


def _takeover(state: InwoState, seat: str) -> od.TakeOver | None:
    """The Group hardest to win by attack, under whichever leaves the Illuminati's arrows."""
    known = facts(state)
    hand = [c for c in state.may_come(seat) if lg.refuse_takeover(known, seat, c) is None]
    groups = [copy for copy in hand if "group" in card_of(copy).words]
    if not groups:
        return od.TakeOver((hand[0],)) if hand else None
    arrows = arrows_open(state, seat)
    masters = [copy for copy in known.groups[seat] if arrows.get(copy)]
    if not masters:
        return None
    card = max(groups, key=value_of)
    return od.TakeOver((card,), under=masters[0])


def value_of(copy: str) -> int:
    """What a Group is worth by what is printed on it."""
    card = card_of(copy)
    return 3 * card.power + 2 * card.resistance + 4 * len(card.outline.arrows_out)


def _free_plots(means: SpendingLeft) -> Iterator[od.InwoOrder]:
    """New World Orders that help him more than his rivals."""
    known, seat = means.known, means.seat
    for plot in means.state.seat(seat).plots:
        card = card_of(plot)
        if card.ability(ab.WorldOrder):
            gain = 0
            for change in card.abilities:
                if isinstance(change, ab.StatChange) and "power" in change.stats:
                    mine = known.count(change.of, seat, plot)
                    theirs = sum(known.count(change.of, s, plot) for s in known.groups)
                    gain += change.amount * (2 * mine - theirs)
            if gain > 0:
                yield od.PlayPlot(plot)


def _leftovers(means: SpendingLeft, keeps_tokens: bool) -> Iterator[od.InwoOrder]:
    mine = means.state.seat(means.seat)
    root, buys = mine.illuminati, bool(mine.plot_deck) and not keeps_tokens
    if root in means.able:
        cards = (*mine.groups, *means.state.uncontrolled)
        resources = [copy for copy in cards if "resource" in card_of(copy).words]
        if resources:
            yield od.BringResource(resources[0])
        elif len(means.hand) < 2 and mine.group_deck:
            yield od.DrawGroupCard()
        elif buys:
            yield od.BuyPlot((root,))
    others = [copy for copy in means.able if copy != root]
    if len(others) > MOST_LEFT and buys:
        yield od.BuyPlot((others[0], others[1]))


# --- attacks --------------------------------------------------------------------------------


def _plans(means: SpendingLeft) -> Iterator[AttackPlan]:
    state, seat = means.state, means.seat
    rivals = [copy for copy in attackable(state) if state.controller(copy) != seat]
    is_close = _is_close(state, seat)
    for attacker in means.able:
        if means.arrows.get(attacker, 0) > 0:
            for target in (*means.hand, *rivals):
                if target not in means.aims:
                    from_hand = target in means.hand
                    yield from plans_for(means, "control", attacker, target, from_hand)
        if is_close or means.is_stuck:
            for target in rivals:
                if target not in means.aims:
                    yield from plans_for(means, "destroy", attacker, target, False)


def _clearing(means: SpendingLeft) -> AttackPlan | None:
    """The attack on an own Group without arrows that makes room for one with some; nothing where
    there is room, or something else to attack."""
    is_better = any(card_of(copy).outline.arrows_out for copy in means.hand)
    if means.aims or any(means.arrows.values()) or not is_better:
        return None
    own = [
        copy for copy in means.known.groups[means.seat][1:] if not card_of(copy).outline.arrows_out
    ]
    plans = (
        plan
        for attacker in means.able
        for target in own
        for plan in plans_for(means, "destroy", attacker, target, False)
    )
    return max(plans, key=lambda plan: plan.worth - 2 * value_of(plan.order.target), default=None)


def _is_close(state: InwoState, seat: str) -> bool:
    """Whether destroying pays: it counts for his Goal, or a rival is about to win."""
    if card_of(state.seat(seat).illuminati).ability(ab.DestroyGoal):
        return True
    wanted = basic_goal(state) - 3
    known = facts(state)
    return any(len(groups) >= wanted for name, groups in known.groups.items() if name != seat)


def plans_for(
    means: SpendingLeft, form: ab.Aim, attacker: str, target: str, from_hand: bool
) -> Iterator[AttackPlan]:
    """The attack with the help that it needs; none where it cannot be made or is too unlikely."""
    order = od.LaunchAttack(form, attacker, target, from_hand=from_hand)
    alone = means.prospects.alone(order)
    if alone is None:
        return
    attack, need = alone
    defence = means.defence_of(attack)
    if need - defence < means.taste.enough and means.has_agents(attack):
        order, need = changed(order, agents=True), need + AGENTS_FOR
    order, need = _helped(means, attack, order, need - defence)
    need += defence
    if need >= means.taste.least:
        yield AttackPlan(order, need, means.worth(attack, order, need))


def _helped(
    means: SpendingLeft, attack: RunningAttack, order: od.LaunchAttack, need: int
) -> tuple[od.LaunchAttack, int]:
    """Helpers one by one, the strongest first, and boosts, until the need is enough."""
    helpers = means.prospects.helpers(order, attack) if need < means.taste.enough else []
    if means.taste.boosts_first:
        order, need = _boosted(means, order, need)
        return _aided(means, helpers, order, need)
    return _boosted(means, *_aided(means, helpers, order, need))


def _aided(
    means: SpendingLeft, helpers: list[tuple[int, str]], order: od.LaunchAttack, need: int
) -> tuple[od.LaunchAttack, int]:
    aid: list[od.Helper] = []
    for power, copy in helpers:
        if need >= means.taste.enough:
            break
        if copy in means.able:
            aid.append(od.Helper(copy))
            need += power
    return changed(order, aid=tuple(aid)), need


def _boosted(means: SpendingLeft, order: od.LaunchAttack, need: int) -> tuple[od.LaunchAttack, int]:
    boosts: list[str] = []
    for plot in means.boosts:
        boost = card_of(plot).ability(ab.PlotBoost)
        is_new = all(card_id(plot) != card_id(other) for other in boosts)
        is_short = need < means.taste.enough - 2
        if boost and is_short and is_new and means.known.fits(boost.of, order.attacker):
            boosts.append(plot)
            need += BOOST
    return changed(order, boosts=tuple(boosts)), need


# --- when others attack ---------------------------------------------------------------------


def greedy_answers(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """The target's own tokens, then everybody's, until the attack is unlikely."""
    attack = state.attack
    if attack is None or state.controller(attack.target) != seat or attack.seat == seat:
        return ()
    return (od.InwoLine(1, od.DefendTarget(until=GREEDY.guarded, all_in=True)),)


def greedy_policies(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoPolicy, ...]:
    """The same, said beforehand."""
    return (od.GuardPolicy(until=GREEDY.guarded, all_in=True),)
