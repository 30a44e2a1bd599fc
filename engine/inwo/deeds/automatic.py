"""The automatic takeover of B3, which a rival may undo (I8.1, I38.45)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.deeds import takeovers
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.deeds.takeovers import bring_in, refuse_coming
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, find
from engine.inwo.rulings import refuse
from engine.inwo.state import PICKS_AGAIN, InwoState

NONE = ""
"""Behind the cards that he would take over: none in their place."""


def is_takeover_open(state: InwoState, seat: str) -> bool:
    """Whether he may take over now: in B3, or when his takeover has been undone (I38.45)."""
    turn = state.turn
    is_step = turn.step == "b3" or turn.step == "main" and PICKS_AGAIN in state.seat(seat).used
    return turn.seat == seat and is_step and not turn.taken_over


def refuse_automatic(state: InwoState, seat: str, order: od.TakeOver) -> Refusal | None:
    """Why none of the cards named comes into play in B3 (I8.1, I8.2); none may be named."""
    if not order.cards:
        return None
    if not is_takeover_open(state, seat):
        reason = rl.TAKEN_OVER if state.turn.taken_over else rl.TAKEOVER_LATE
        return refuse(reason, card=order.cards[0])
    if lg.is_barred(facts(state), seat, "takeovers"):
        return refuse(rl.ZAPPED, card=order.cards[0])
    if any(rule.no_takeover for _, rule in facts(state).of_kind(ab.WorldRule)):
        return refuse(rl.NO_TAKEOVERS, card=order.cards[0])
    refusal: Refusal | None = None
    for name in order.cards:
        one = refuse_coming(state, seat, name, order)
        if one is None:
            return None
        refusal = refusal or one
    return refusal


def take_over(table: InwoTable, seat: str, order: od.TakeOver) -> Refusal | None:
    """The automatic takeover of the first card named that may come (I8.1)."""
    refusal = refuse_automatic(table.state, seat, order)
    if refusal:
        return refusal
    for at, name in enumerate(order.cards):
        banned = _refuse_banned(table, seat, name)
        if banned:
            refusal = banned
        elif refuse_coming(table.state, seat, name, order) is None:
            others = order.cards[at + 1 :] or ((NONE,) if order.or_none else ())
            take_one(table, seat, changed(order, cards=(name,)), others)
            return None
    return refusal


def take_one(table: InwoTable, seat: str, order: od.TakeOver, others: tuple[str, ...]) -> None:
    """His takeover of the card, which has its token though the others have been placed (I6.4)."""
    held = bring_in(table, seat, order)
    table.emit(ev.TakeoverUsed(seat, held, others))
    has_tokens = "group" in card_of(held).words or card_of(held).action_tokens
    if table.state.turn.step == "main" and has_tokens and not bars_tokens(table.known, held):
        table.emit(ev.TokensPlaced(seat, ((held, 1),)))


def _refuse_banned(table: InwoTable, seat: str, name: str) -> Refusal | None:
    """Why a rival's card keeps it from an automatic takeover, unless he allows it (I35.38)."""
    held = find(table.state.may_come(seat), name)
    for card, ban in table.known.of_kind(ab.TakeoverBan) if held else ():
        if not table.is_reached(seat, card) or not table.known.fits(ban.of, held or ""):
            continue
        allowed = (one for one in table.policies_of(card.seat, od.AllowPolicy) if one.seat == seat)
        if not any(one.word in card_of(held or "").words for one in allowed):
            return refuse(rl.BANNED, card=held or name, by=card.copy)
    return None


ORDERS: OrderTable = {**takeovers.ORDERS, od.TakeOver: by_order(refuse_automatic, take_over)}
"""Orders of this module, and of the one below it, as they are refused and carried out."""
