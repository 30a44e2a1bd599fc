"""A robot that thinks of its Goals: of a few scripts it sends the one that brings it nearest.

It takes over what is worth most to it, hardens what is easily lost where that costs nothing, raises
weak Groups while the game is young, attacks where the most is to be had once rivals have defended,
keeps the tokens that what it may lose is worth, opposes attacks with them, and keeps its Goal
cards. Where it sees no attack it moves a puppet if one can be made then. It thinks of as many
scripts as it has tastes, and of a few moves, so its time has a bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.core.values import Value, changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.robots.dangers import Danger, dangers_of
from engine.inwo.robots.greedy import (
    AttackPlan,
    AttackTaste,
    Prospects,
    attacks_of,
    script_of,
    value_of,
)
from engine.inwo.robots.outlook import GoalOutlook
from engine.inwo.robots.random import Pick
from engine.inwo.robots.strengthening import hardening, openings, raising
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import arrows_open
from engine.inwo.turn.rehearsal import main_phase_of, rehearsed

TASTES = (
    AttackTaste(enough=10, least=4, per_helper=6),
    AttackTaste(enough=10, least=4, per_helper=6, boosts_first=True),
    AttackTaste(enough=9, least=4, per_helper=14, boosts_first=True),
    AttackTaste(enough=8, least=5, per_helper=10),
    AttackTaste(enough=8, least=5, per_helper=10, boosts_first=True),
    AttackTaste(enough=7, least=5, per_helper=20, boosts_first=True),
    AttackTaste(enough=11, least=5, per_helper=4),
)
MOST_MOVES = 4
"""Of those that open an arrow, so many are thought of."""
OPPOSED, GUARDED = 3, 2
"""The needs down to which it opposes a rival's attacks, and defends its own Groups."""


def planner_lines(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """The best of the scripts that it thinks of."""
    takeover = _takeover(state, seat) if state.turn.step == "b3" else None
    ready = main_phase_of(state, seat, takeover)
    hardened = tuple(hardening(ready, seat))
    prospects, dangers = Prospects(ready, seat), tuple(dangers_of(ready, seat))
    gains: dict[str, int] = {}
    outlooks = [GoalOutlook(prospects, taste, gains, dangers) for taste in TASTES]
    drafts = [_thought_out(outlook, hardened) for outlook in outlooks]
    best = max(drafts, key=lambda draft: draft.score)
    if not best.plans:
        best = max((best, *_opened(ready, seat, dangers)), key=lambda draft: draft.score)
    return script_of(best.means, takeover, best.plans, best.first, keeps_tokens=True)


class ScriptDraft(Value):
    """Attacks thought out, what goes `first`, the means that they leave, and what all is worth."""

    score: int
    means: GoalOutlook
    plans: tuple[AttackPlan, ...]
    first: tuple[od.InwoOrder, ...]


def _thought_out(means: GoalOutlook, hardened: tuple[od.InwoOrder, ...]) -> ScriptDraft:
    """Attacks, as many as bring more than the tokens that they take."""
    first = (*hardened, *raising(means))
    plans: list[AttackPlan] = []
    brought, best, number, able = 0, means.kept(), 0, means.able
    for plan in attacks_of(means, None):
        plans.append(plan)
        brought += means.scored(plan)
        if brought + means.kept() > best:
            best, number, able = brought + means.kept(), len(plans), means.able
    means.able = able
    return ScriptDraft(best, means, tuple(plans[:number]), first)


def _opened(state: InwoState, seat: str, dangers: Sequence[Danger]) -> Iterator[ScriptDraft]:
    """Scripts that move a puppet first, so that an attacker has an open arrow again."""
    for move in islice(openings(state, seat), MOST_MOVES):
        after = rehearsed(state, seat, move)
        draft = _thought_out(GoalOutlook(Prospects(after, seat), TASTES[0], {}, dangers), ())
        if draft.plans:
            yield changed(draft, first=(move, *draft.first))


def _takeover(state: InwoState, seat: str) -> od.TakeOver | None:
    """The Group that is worth most to it, under whoever leaves the Illuminati's arrows."""
    known = facts(state)
    hand = [c for c in state.may_come(seat) if lg.refuse_takeover(known, seat, c) is None]
    groups = [copy for copy in hand if "group" in card_of(copy).words]
    arrows = arrows_open(state, seat)
    masters = [copy for copy in known.groups[seat] if arrows.get(copy)]
    if not groups or not masters:
        return od.TakeOver((hand[0],)) if hand and not groups else None
    outlook = GoalOutlook(Prospects(state, seat), TASTES[0], {})
    chosen = max(groups, key=lambda copy: outlook.gain(copy) + 2 * value_of(copy))
    return od.TakeOver((chosen,), under=masters[0])


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
