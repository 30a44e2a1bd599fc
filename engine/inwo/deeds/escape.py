"""Who may do nothing but defend himself, and cards that cannot be got rid of (I7.9, I38.83)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.aimed import Aimed
from engine.inwo.deeds.card_deeds import deeds_of, is_reaction
from engine.inwo.deeds.on_players import victim_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import in_hand
from engine.inwo.rulings import refuse
from engine.inwo.state import ONLY_DEFENSE, AttackPlay, InwoState

_PRYING: tuple[ab.DeedName, ...] = (
    *("steal-exposed", "swap-exposed", "expose", "expose-both", "expose-but-one", "lay-bare"),
    *("look", "pick-take", "pick-discard", "fish", "take-group", "offer-choice"),
)
"""Deeds that look at cards of a hand, expose or take them."""


def refuse_play(state: InwoState, seat: str, order: object) -> Refusal | None:
    """Who may only defend himself in this turn does nothing else (I38.83); nor does anybody escape
    what is about to be looked at or taken (I7.9)."""
    if ONLY_DEFENSE not in state.seat(seat).used and not _begs(state, seat):
        return _refuse_escape(state, seat, order)
    attack = state.attack
    is_defending = attack is not None and attack.seat != seat
    is_defending = is_defending and attack is not None and state.controller(attack.target) == seat
    return None if is_defending else refuse(rl.ONLY_DEFENSE, seat=seat)


def _begs(state: InwoState, seat: str) -> bool:
    """Whether he has announced a play after which he makes none."""
    mine = (play for play in state.plays if play.seat == seat and not play.cancelled)
    return any(deed is not None and deed.does == "beg" for deed in map(_deed_of, mine))


def _deed_of(play: AttackPlay) -> ab.Deed | None:
    """What a play does; None for what is no deed, such as a lie."""
    deeds = deeds_of(play.card) if play.order else ()
    return deeds[play.deed] if play.deed < len(deeds) else None


def _refuse_escape(state: InwoState, seat: str, order: object) -> Refusal | None:
    """Why a card stays in the hand until what was announced is settled."""
    cards = _cards_leaving(state, seat, order)
    if not cards:
        return None
    for play in state.plays:
        wanted = _wanted(state, play, seat)
        caught = next((card for card in cards if card in wanted), None)
        if caught is not None:
            return refuse(rl.NO_ESCAPE, card=caught)
    return None


def _cards_leaving(state: InwoState, seat: str, order: object) -> tuple[str, ...]:
    """The cards of his hand that an order would play, give, trade, discard or return."""
    match order:
        case od.PlayPlot() if is_reaction(state, seat, order):
            return ()
        case od.PlayPlot() | od.DiscardCard() | od.ReturnPlot() | od.StorePlot():
            named: tuple[str, ...] = (order.card,)
        case od.GiveCards():
            named = order.cards
        case od.OfferDeal() | od.CounterDeal():
            named = order.gives
        case od.AcceptDeal():
            deals = (deal for deal in state.deals if deal.number_of(seat) == order.number)
            named = next((deal.wants for deal in deals), ())
        case _:
            return ()
    held = (in_hand(state, seat, name) for name in named)
    return tuple(copy for copy in held if copy is not None)


def _wanted(state: InwoState, play: AttackPlay, seat: str) -> tuple[str, ...]:
    """The cards of that seat which a play that still waits is after."""
    deed = _deed_of(play)
    if not play.waits or play.cancelled or play.order is None or deed is None:
        return ()
    aimed = Aimed(facts(state), play.seat, play.card, deed, play.order)
    is_prying = deed.does in _PRYING or deed.does == "look-decks" and deed.named == "HAND"
    if not is_prying or victim_of(aimed) != seat:
        return ()
    holder = state.seat(seat)
    return holder.groups if deed.groups or deed.does == "take-group" else holder.plots
