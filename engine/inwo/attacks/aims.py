"""What a Group attacks: which card is meant, and why one is no target (I11.2 to I11.4)."""

from __future__ import annotations

from engine.core.rulings import Reason
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import find, on_table


def named(order: od.LaunchAttack, known: Facts, seat: str) -> tuple[str | None, str | None, bool]:
    """The attacking Group, the target, and whether that is of the hand (I11.2)."""
    state = known.state
    attacker = on_table(state, order.attacker, seat)
    # A number is that of the copy among all in play, whoever controls them (I39.9).
    is_exact = order.target in state.table or "#" in order.target
    exact = on_table(state, order.target) if is_exact else None
    if exact is not None and order.from_hand is not True:
        return attacker, exact, False
    rivals = [copy for copy, card in state.table.items() if card.seat != seat]
    mine = [copy for copy, card in state.table.items() if card.seat == seat]
    hand = state.seat(seat).groups
    if order.from_hand is not True:
        first, second = (rivals, mine) if order.form == "control" else (state.table, ())
        target = find(first, order.target) or find(second, order.target)
        if target or order.from_hand is False:
            return attacker, target, False
    return attacker, find(hand, order.target), True


def absent(order: od.LaunchAttack) -> Reason:
    """Why a card that is not where it could be attacked is no target."""
    if order.from_hand:
        return rl.NOT_HELD
    if "group" not in card_of(order.target).words:
        return rl.NO_TARGET
    return rl.NOT_IN_PLAY if order.form == "destroy" else rl.NOT_TAKEN
