"""What *New World Order* adds to its players' pages: choices, threats and figures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.values import changed
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import facts
from engine.inwo.options import ways_of
from engine.inwo.robots.greedy import AttackTaste, Prospects, SpendingLeft, plans_for
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import GameInput
from pbem.games.contract.pages import Choice, Threat
from pbem.games.inwo.suggestions import Suggestion, suggested

_ALL_AID = AttackTaste(enough=99, least=2)
"""Helpers are sent as long as there are any."""


def choices(game: GameInput[InwoState], seat: str) -> tuple[Choice, ...]:
    """The most useful lines for what a seat is asked."""
    return tuple(map(_choice, suggested(game.state, seat)))


def _choice(one: Suggestion) -> Choice:
    if one.need is None:
        return Choice(one.text, about=one.about)
    ways = ways_of(one.need)
    return Choice(one.text, "Attacks", f"need {one.need}", ways, card_id(one.target))


def threats(state: InwoState, seat: str, card: str) -> tuple[Threat, ...]:
    """Who could attack a card, each with his best, as far as a seat can tell.

    All his Groups are taken to have their tokens, as in his own turn; Plots are not counted.
    """
    view = inwo_view(state, seat)
    target = next((copy for copy in facts(view).table if copy == card or card_id(copy) == card), "")
    if not target or not view.table[target].master or "group" not in card_of(target).words:
        return ()
    owner = view.controller(target)
    rivals = [one.name for one in view.seats if one.name != owner and not one.is_out]
    found = (_threat(view, rival, target) for rival in rivals)
    return tuple(sorted(filter(None, found), key=lambda one: (-one.ways, one.seat)))


def _threat(view: InwoState, rival: str, target: str) -> Threat | None:
    """The likeliest attack of a rival on a Group, with all the aid that he can have."""
    own = facts(view).groups[rival]
    rested = {**view.tokens, **{copy: max(1, view.tokens.get(copy, 0)) for copy in own}}
    means = SpendingLeft(Prospects(changed(view, tokens=rested, attack=None), rival), _ALL_AID)
    means.boosts = []
    plans = (
        plan
        for attacker in means.able
        for plan in plans_for(means, "control", attacker, target, False)
    )
    best = max(plans, key=lambda plan: plan.need, default=None)
    if best is None or best.order.attacker is None:
        return None
    what = f"{card_of(best.order.attacker).name} with all the aid it can have"
    ways = ways_of(best.need)
    return Threat(rival, card_id(best.order.attacker), what, best.need, ways)


def figures(state: InwoState) -> Mapping[str, Mapping[str, int | None]]:
    """What anybody may count of each seat: Groups, Power, Plots, and what it has destroyed."""
    view = inwo_view(state, None)
    known = facts(view)
    return {
        "Groups": {seat: max(0, len(groups) - 1) for seat, groups in known.groups.items()},
        "Power": {seat: sum(map(known.power, groups)) for seat, groups in known.groups.items()},
        "Plots in hand": {seat.name: len(seat.plots) for seat in view.seats},
        "Cards destroyed": {seat.name: len(seat.destroyed) for seat in view.seats},
    }
