"""What brings a seat nearer to its own goal, from what it may know: for the options of a report."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advanced.hidden import known as masked
from engine.illuminati.advice.known import known_state
from engine.illuminati.advice.outlook import Outlook, Taste
from engine.illuminati.odds import HIGHEST, LOWEST, ways
from engine.illuminati.options import Option, attack_options, options
from engine.illuminati.state import State
from engine.illuminati.turn.upkeep import as_its_turn
from engine.illuminati.view import view

ROLLS = 36
_OWN_GOAL = Taste(leader=0.0, caution=0.0, keep=0.0)
"""Cares for its own way to a goal, not for what rivals lose."""


def advised(state: State, seat: str) -> tuple[Option, ...]:
    """The seat's useful orders: attacks that bring it nearer to its goal, best first, then others.

    Of every form and target the best way is told, with the stake that makes the highest need, or
    the best that the seat can pay; need and ways count that stake and nobody else's money. A group
    of its own is a target for who wins by destroying only.
    """
    found = options(state, seat)
    others = tuple(option for option in found if not isinstance(option.order, od.Attack))
    if not found:
        return ()
    known = known_state(view(state, seat), state.options)
    outlook = Outlook(known, seat, _OWN_GOAL)
    # As for the options: what only others know of their Illuminati would show in what fits.
    shown = as_its_turn(masked(state, seat), seat)
    best: dict[tuple[str, str], tuple[float, Option]] = {}
    for value, option in _valued(outlook, shown, seat):
        assert isinstance(option.order, od.Attack)
        key = (option.order.form, option.order.target)
        if key not in best or value > best[key][0]:
            best[key] = (value, option)
    ranked = sorted(best.items(), key=lambda row: (-row[1][0], row[0]))
    return (*(option for _, (_, option) in ranked), *others)


def _valued(outlook: Outlook, state: State, seat: str) -> Iterator[tuple[float, Option]]:
    """Each attack worth making, with its stake and what it is worth in captures."""
    illuminati = state.seat(seat).illuminati
    purse, price = state.money(illuminati), outlook.price()
    most = purse + max((h.money for h in state.holdings.values() if h.seat == seat), default=0)
    gains: dict[tuple[str, ab.AttackForm], float] = {}
    for option in attack_options(state, seat, most):
        order, need = option.order, option.need
        assert isinstance(order, od.Attack) and need is not None
        what = (order.target, order.form)
        if what not in gains:
            gains[what] = _gain(outlook, state, seat, order)
        chest = purse + (state.money(order.attacker) if order.attacker != illuminati else 0)
        spend = min(chest, max(0, HIGHEST - need))
        if gains[what] <= 0 or need + spend < LOWEST:
            continue
        chance = ways(need + spend) / ROLLS
        stake = (od.Payment(spend),) if spend else ()
        valued = Option(changed(order, stake=stake), need + spend, ways(need + spend))
        yield chance * gains[what] - price * spend, valued


def _gain(outlook: Outlook, state: State, seat: str, order: od.Attack) -> float:
    """How much nearer a success brings the seat; a group of its own is for killers only."""
    is_killer = any(isinstance(goal, ab.Kills) for goal in outlook.goals[seat].special)
    if state.owner(order.target) == seat and not (is_killer and outlook.goals[seat].is_known):
        return 0.0
    change = outlook.change(order.target, order.form)
    nearer = outlook.far[seat] - outlook.far_with(change.mine)
    return change.gain if nearer > 0 else 0.0
