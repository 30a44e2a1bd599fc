"""A robot that thinks of its Goals: of a few scripts it sends the one that brings it nearest.

It takes over what is worth most to it, hardens what is easily lost where that costs nothing, raises
weak Groups while the game is young, attacks where the most is to be had once rivals have defended,
opposes their attacks with what is left, and keeps its Goal cards. It thinks of as many scripts as
it has tastes and no more, so its time has a bound.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import Value
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.robots.greedy import (
    AttackPlan,
    AttackTaste,
    Prospects,
    attacks_of,
    script_of,
    value_of,
)
from engine.inwo.robots.outlook import WHOLE, GoalOutlook, nearness
from engine.inwo.robots.random import Pick
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import arrows_open
from engine.inwo.turn.lines import refuse_line
from engine.inwo.turn.rehearsal import main_phase_of

TASTES = (
    AttackTaste(enough=10, least=4, per_helper=6),
    AttackTaste(enough=10, least=4, per_helper=6, boosts_first=True),
    AttackTaste(enough=9, least=4, per_helper=14, boosts_first=True),
    AttackTaste(enough=8, least=5, per_helper=10),
    AttackTaste(enough=8, least=5, per_helper=10, boosts_first=True),
    AttackTaste(enough=7, least=5, per_helper=20, boosts_first=True),
    AttackTaste(enough=11, least=5, per_helper=4),
)
OPPOSED, GUARDED = 3, 2
"""The needs down to which it opposes a rival's attacks, and defends its own Groups."""
YOUNG, LEAST_RAISE = 7 * WHOLE, 3
"""How near to a Goal it raises no Power any more, and by how much it does so at the least."""
LEAST_HARDENING, PUPPET = 3, 10
"""The least that a Plot must add to a Resistance, and what each Group below is worth by it."""


def planner_lines(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """The best of the scripts that it thinks of."""
    takeover = _takeover(state, seat)
    ready = main_phase_of(state, seat, takeover)
    hardened = tuple(_hardened(ready, seat))
    prospects, gains = Prospects(ready, seat), dict[str, int]()
    drafts = [_thought_out(GoalOutlook(prospects, taste, gains), hardened) for taste in TASTES]
    best = max(drafts, key=lambda draft: draft.score)
    return script_of(best.means, takeover, best.plans, best.first, keeps_tokens=True)


class ScriptDraft(Value):
    """Attacks thought out, what goes `first`, the means that they leave, and what all is worth."""

    score: int
    means: GoalOutlook
    plans: tuple[AttackPlan, ...]
    first: tuple[od.InwoOrder, ...]


def _thought_out(means: GoalOutlook, hardened: tuple[od.InwoOrder, ...]) -> ScriptDraft:
    """Attacks, as many as bring more than the tokens that they take."""
    first = (*hardened, *_raised(means))
    plans: list[AttackPlan] = []
    brought, best, number, able = 0, means.kept(), 0, means.able
    for plan in attacks_of(means, None):
        plans.append(plan)
        brought += means.scored(plan)
        if brought + means.kept() > best:
            best, number, able = brought + means.kept(), len(plans), means.able
    means.able = able
    return ScriptDraft(best, means, tuple(plans[:number]), first)


def _takeover(state: InwoState, seat: str) -> od.TakeOver | None:
    """The Group that is worth most to it, under whoever leaves the Illuminati's arrows."""
    known = facts(state)
    hand = [c for c in state.may_come(seat) if lg.refuse_takeover(known, seat, c) is None]
    groups = [copy for copy in hand if _is_group(copy)]
    arrows = arrows_open(state, seat)
    masters = [copy for copy in known.groups[seat] if arrows.get(copy)]
    if not groups or not masters:
        return od.TakeOver((hand[0],)) if hand and not groups else None
    outlook = GoalOutlook(Prospects(state, seat), TASTES[0], {})
    chosen = max(groups, key=lambda copy: outlook.gain(copy) + 2 * value_of(known, copy))
    return od.TakeOver((chosen,), under=masters[0])


def _is_group(copy: str) -> bool:
    return "group" in card_of(copy).words


def _hardened(state: InwoState, seat: str) -> Iterator[od.PlayPlot]:
    """Plots that cost nothing set the Resistance of its own Groups, the most useful first."""
    known = facts(state)
    taken: set[str] = set()
    for plot in state.seat(seat).plots:
        orders = [
            order
            for copy in known.groups[seat]
            if copy not in taken and _hardening(known, plot, copy) >= LEAST_HARDENING
            for order in [od.PlayPlot(plot, (copy,))]
            if refuse_line(state, seat, order) is None
        ]
        if orders:
            best = max(orders, key=lambda order: _exposure(known, order))
            taken.add(best.on[0])
            yield best


def _hardening(known: Facts, plot: str, copy: str) -> int:
    """By how much a Plot that is linked for nothing raises the Resistance of a card."""
    linked, change = card_of(plot).ability(ab.LinkedChange), card_of(plot).ability(ab.StatChange)
    if linked is None or linked.price != "free" or change is None or change.op != "set":
        return 0
    is_fit = "resistance" in change.stats and known.fits(linked.of, copy)
    return change.amount - known.value(copy, "resistance") if is_fit else 0


def _exposure(known: Facts, order: od.PlayPlot) -> int:
    """What the points are worth that the Plot adds: as much as the Group and its puppets, each."""
    copy = order.on[0]
    worth = PUPPET * len(known.branch(copy)) + value_of(known, copy)
    return _hardening(known, order.card, copy) * worth


def _raised(means: GoalOutlook) -> Iterator[od.PlayPlot]:
    """Weak Groups give their action for a Power that lasts, while the game is young."""
    state, known = means.state, means.known
    if nearness(state, means.seat) > YOUNG:
        return
    for plot in state.seat(means.seat).plots:
        raises = card_of(plot).ability(ab.RaisePower)
        weak = [copy for copy in means.able if raises and _is_raised(known, raises, copy)]
        if raises is None or not weak:
            continue
        chosen = min(weak, key=known.power)
        order = od.PlayPlot(plot, (chosen,))
        if refuse_line(state, means.seat, order) is None:
            means.able = [copy for copy in means.able if copy != chosen]
            yield order


def _is_raised(known: Facts, raises: ab.RaisePower, copy: str) -> bool:
    is_weak = known.power(copy) <= raises.to - LEAST_RAISE
    return _is_group(copy) and is_weak and known.fits(raises.of, copy)


def planner_answers(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """Its own Groups are defended; attacks of rivals are opposed while they would succeed."""
    attack = state.attack
    if attack is None or attack.seat == seat:
        return ()
    if state.controller(attack.target) == seat:
        return (od.InwoLine(1, od.DefendTarget(until=GUARDED, all_in=True)),)
    able = tuple(od.Helper(copy) for copy in _opposing(state, seat, attack))
    return (od.InwoLine(1, od.JoinAttack("oppose", able, until=OPPOSED)),) if able else ()


def _opposing(state: InwoState, seat: str, attack: RunningAttack) -> Iterator[str]:
    """Its Groups that may oppose an attack."""
    known = facts(state)
    for copy in known.groups[seat]:
        refusal = jn.refuse_join(known, attack, seat, copy, "oppose")
        if state.tokens.get(copy, 0) and refusal is None:
            yield copy


def planner_policies(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoPolicy, ...]:
    """The same, said beforehand; of its Plots it gives up its Goals last."""
    rivals = [other.name for other in state.seats if other.name != seat and not other.is_out]
    mine = tuple(facts(state).groups[seat])
    opposed = (od.OpposePolicy(rival, OPPOSED, mine) for rival in rivals)
    plots = [copy for copy in state.seat(seat).plots if "goal" not in card_of(copy).words]
    shed = tuple(od.ShedChoice(card=copy, to="bottom") for copy in reversed(plots))
    kept = (od.ShedPolicy(shed),) if shed else ()
    boosts = tuple(copy for copy in state.seat(seat).plots if card_of(copy).ability(ab.PlotBoost))
    guard = od.GuardPolicy(until=GUARDED, groups=mine, plays=boosts)
    return (guard, *opposed, *kept)
