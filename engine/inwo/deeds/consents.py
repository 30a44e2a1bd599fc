"""Bets, and what all players must agree to: asked of them by a card (I33.9, I33.11)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.deeds.questions import ask
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, Question


def _key(state: InwoState, seat: str) -> str:
    return f"question-consent-{state.turn.number}.{state.turn.asked}.{seat}"


def refuse_consent(state: InwoState, seat: str, order: od.PlaceBet | od.AskAll) -> Refusal | None:
    """Why others are not asked."""
    if isinstance(order, od.PlaceBet):
        return refuse_bet(state, seat, order)
    return refuse_asking(state, seat, order)


# --- bets -----------------------------------------------------------------------------------


def refuse_bet(state: InwoState, seat: str, order: od.PlaceBet) -> Refusal | None:
    """Why he cannot bet so many Plots with that player by that card (I33.11)."""
    copy = on_table(state, order.by, seat)
    bet = card_of(copy).ability(ab.Bet) if copy else None
    if copy is None or bet is None or state.table[copy].seat != seat:
        return refuse(rl.NO_ABILITY, card=copy or order.by)
    other = next((one for one in state.seats if one.name == order.seat), None)
    if other is None or other.is_out or order.seat == seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=order.seat)
    if state.shelters(order.seat, seat):
        return refuse(rl.FIRST_TURN, seat=order.seat)
    if not 1 <= order.number <= bet.most:
        return refuse(rl.TARGET_UNFIT, card=copy)
    if state.turn.seat != seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=seat)
    return lg.refuse_acting(facts(state), copy, rl.NO_TOKEN_TO_USE)


def place_bet(table: InwoTable, seat: str, order: od.PlaceBet) -> Refusal | None:
    """The other is asked; the action is spent when he accepts."""
    refusal = refuse_bet(table.state, seat, order)
    copy = on_table(table.state, order.by, seat)
    if refusal is None and copy is not None:
        key = _key(table.state, order.seat)
        asked = Question(key, order.seat, "consent", copy, credit=seat, amount=order.number)
        ask(table, asked)
    return refusal


# --- unanimity ------------------------------------------------------------------------------


def refuse_asking(state: InwoState, seat: str, order: od.AskAll) -> Refusal | None:
    """Why the others are not asked to extend a bonus to a Personality (I33.9, I33.14)."""
    copy = on_table(state, order.card, seat)
    bonuses = card_of(copy).abilities if copy and state.table[copy].seat == seat else ()
    is_able = any(isinstance(one, ab.AttackBonus) and one.agreed for one in bonuses)
    if not is_able or not state.options.table_cards:
        return refuse(rl.NO_ABILITY, card=copy or order.card)
    named = INWO_CARDS.get(order.on)
    if named is None or "personality" not in named.words:
        return refuse(rl.TARGET_UNFIT, card=copy or order.card, on=order.on)
    return None


def ask_all(table: InwoTable, seat: str, order: od.AskAll) -> Refusal | None:
    """Every other player is asked, unseen; one who refuses is enough."""
    refusal = refuse_asking(table.state, seat, order)
    copy = on_table(table.state, order.card, seat)
    if refusal is None and copy is not None:
        state = table.state
        others = [one.name for one in state.seats_after(seat)]
        asked = (
            Question(_key(state, name), name, "consent", copy, victim=order.on, credit=seat)
            for name in others
        )
        ask(table, *asked)
    return refusal


ORDERS: OrderTable = {
    od.PlaceBet: by_order(refuse_consent, place_bet),
    od.AskAll: by_order(refuse_consent, ask_all),
}
"""Orders of this module as they are refused and carried out."""
