"""A robot to learn against: it takes Groups over, attacks now and then, and defends nothing."""

from __future__ import annotations

from engine.inwo import orders as od
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.robots.greedy import AttackTaste, Prospects, SpendingLeft, attacks_of, value_of
from engine.inwo.robots.random import Pick
from engine.inwo.state import InwoState
from engine.inwo.structure import arrows_open
from engine.inwo.turn.entitlement import tokens_to_come

EVERY = 3
"""It attacks in every third turn of its own, and takes nothing over then."""
TASTE = AttackTaste(enough=6, least=3, rivals=0)


def easy_lines(state: InwoState, seat: str, pick: Pick) -> tuple[od.InwoLine, ...]:
    """One deed: a takeover, or the likeliest attack on a Group of a rival."""
    if state.seat(seat).turns_taken % EVERY == EVERY - 1:
        means = SpendingLeft(Prospects(tokens_to_come(state, seat, False), seat), TASTE)
        means.hand = []
        plan = next(attacks_of(means, None), None)
        if plan is not None:
            return (od.InwoLine(1, plan.order),)
    takeover = _takeover(state, seat)
    return (od.InwoLine(1, takeover),) if takeover else ()


def _takeover(state: InwoState, seat: str) -> od.TakeOver | None:
    """The strongest Group that fits, as far from the Illuminati as it can lie."""
    known, arrows = facts(state), arrows_open(state, seat)
    masters = [copy for copy in known.groups[seat] if arrows.get(copy)]
    groups = [
        copy
        for copy in state.may_come(seat)
        if "group" in card_of(copy).words and lg.refuse_takeover(known, seat, copy) is None
    ]
    if not groups or not masters:
        return None
    best = max(groups, key=value_of)
    return od.TakeOver((best,), under=max(masters, key=known.distance))


def easy_answers(_state: InwoState, _seat: str, _pick: Pick) -> tuple[od.InwoLine, ...]:
    return ()


def easy_policies(_state: InwoState, _seat: str, _pick: Pick) -> tuple[od.InwoPolicy, ...]:
    return ()
