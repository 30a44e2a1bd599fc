"""Orders that wait for their moment: answers, cards kept for an attack, standing orders (R12.6)."""

from __future__ import annotations

from typing import TypeGuard, get_args

from engine.core.rulings import Refusal
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced import cheating, hidden
from engine.illuminati.attacks.policing import WAITS_WITH, cards_kept, refuse_vain
from engine.illuminati.attacks.specials import ANY_TIME
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.deeds.moves import refuse_receiver
from engine.illuminati.state import State

_POLICIES = frozenset(get_args(od.Policy))
_ANSWERS = frozenset(get_args(od.Answer))


def is_policy(order: od.Order) -> TypeGuard[od.Policy]:
    """Whether an order stands until it is taken back."""
    return type(order) in _POLICIES


def needs_own_turn(order: od.Play) -> bool:
    """Whether a Special can be played in one's own turn only, or in a window (R9.6)."""
    special = SPECIALS.get(order.card)
    return special is not None and not isinstance(special.effect, ANY_TIME)


def waits(order: od.Order) -> bool:
    """Whether an order waits for an attack, a card or a moment instead of being run (R12.6)."""
    if type(order) is od.Play:
        return order.line is not None or order.window is not None
    return type(order) in _ANSWERS or (type(order) is od.Cheat and cheating.is_for_attack(order))


def refuse_waiting(state: State, seat: str, order: od.Order) -> Refusal | None:
    """A card that waits must be in the hand, and be one for that."""
    if isinstance(order, od.Cheat):
        return cheating.refuse_cheat(state, seat, order)
    if isinstance(order, od.SkipTurn) and order.seat == seat:
        return Refusal(rl.SKIPS_HIMSELF, {"card": order.card})
    is_play, is_short = isinstance(order, od.Play), False
    cards = (order.card,) if isinstance(order, od.Play) else cards_kept(order)
    effects = ANY_TIME if is_play else WAITS_WITH.get(type(order), ())
    if isinstance(order, od.Abolish):
        is_short = len(cards) == 1
        effects = effects if is_short else ()
    hand = list(state.seat(seat).hand)
    for card in cards:
        if card not in hand:
            return Refusal(rl.NOT_IN_HAND, {"card": card})
        hand.remove(card)
        if effects and not isinstance(SPECIALS[card].effect, effects):
            return Refusal(rl.TOO_FEW_TO_ABOLISH if is_short else rl.NOT_PLAYABLE, {"card": card})
    return refuse_vain(state, order)


def refuse_policy(state: State, seat: str, order: od.Policy) -> Refusal | None:
    if waits(order):
        return refuse_waiting(state, seat, order)
    if isinstance(order, od.Understate):
        return hidden.refuse_state(state, seat, order)
    if isinstance(order, od.Copy):
        return hidden.refuse_copy(state, seat, order)
    seats = order.seats if isinstance(order, od.ForegoTax) else ()
    if isinstance(order, od.AcceptGroups):
        return refuse_receiver(state, seat, order.seat)
    for name in seats:
        if all(seat.name != name for seat in state.seats):
            return Refusal(rl.NO_SUCH_SEAT, {"seat": name})
    cards = order.cards if isinstance(order, od.PayTaxFrom) else ()
    for card in cards:
        if card not in CARDS:
            return Refusal(rl.NOT_YOURS, {"card": card})
    return None
