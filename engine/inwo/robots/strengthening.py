"""What a robot does to its own Groups: Plots harden some and raise others, moves open arrows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.robots.greedy import value_of
from engine.inwo.robots.nearness import WHOLE, nearness
from engine.inwo.robots.outlook import GoalOutlook
from engine.inwo.state import InwoState
from engine.inwo.structure import arrows_open
from engine.inwo.turn.lines import refuse_line

YOUNG, LEAST_RAISE = 7 * WHOLE, 3
"""How near to a Goal it raises no Power any more, and by how much it does so at the least."""
LEAST_HARDENING, PUPPET = 3, 10
"""The least that a Plot must add to a Resistance, and what each Group below is worth by it."""


def hardening(state: InwoState, seat: str) -> Iterator[od.PlayPlot]:
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
    worth = PUPPET * len(known.branch(copy)) + value_of(copy)
    return _hardening(known, order.card, copy) * worth


def raising(means: GoalOutlook) -> Iterator[od.PlayPlot]:
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
    return "group" in card_of(copy).words and is_weak and known.fits(raises.of, copy)


def openings(state: InwoState, seat: str) -> Iterator[od.MoveGroup]:
    """Puppets of Groups with a token and no open arrow that can hang elsewhere, those of the most
    powerful first."""
    known, arrows = facts(state), arrows_open(state, seat)
    groups = known.groups[seat]
    full = [copy for copy in groups if state.tokens.get(copy) and not arrows.get(copy)]
    for master in sorted(full, key=known.power, reverse=True):
        for puppet in groups:
            if state.table[puppet].master != master:
                continue
            for under in groups:
                order = od.MoveGroup(puppet, under)
                if arrows.get(under) and refuse_line(state, seat, order) is None:
                    yield order
                    break
