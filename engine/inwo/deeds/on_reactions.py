"""Deeds that answer what was just done: a Plot barred for good, a cost that costs more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, play_meant
from engine.inwo.deeds.on_players import question_key
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState, OnTable, Question

# --- a Plot that is played no more (I37) ----------------------------------------------------


def _refuse_barring(aimed: Aimed) -> Refusal | None:
    """Right after a Plot was played that is not barred already."""
    play = play_meant(aimed)
    if play is None:
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    is_twice = card_id(play.card) in aimed.known.state.barred
    return refuse(rl.BARRED, card=play.card) if is_twice else None


def _bar(table: InwoTable, aimed: Aimed) -> None:
    """No copy of it is played for the rest of the game; the card lies for who would add one."""
    name = aimed.order.on[0]
    full = name if "." in name else f"{name}.1"
    plain = name.partition(" BY ")[0]
    plays = [play for play in table.state.plays if play.card != aimed.card]
    barred = next(p.card for p in reversed(plays) if full == p.full or plain in _names(p))
    if isinstance(aimed.order, od.PlayPlot):
        card = OnTable(aimed.card, aimed.seat)
        table.emit(ev.CameIntoPlay(card, "discards", "played"))
    table.emit(ev.PlotBarred(aimed.seat, card_id(barred), aimed.card))


def _names(play: AttackPlay) -> tuple[str, str]:
    return play.card, card_id(play.card)


# --- as many again (I38.44) -----------------------------------------------------------------


class _Payment(NamedTuple):
    """Cards of one kind that a player has just discarded as a cost, and the mark of that."""

    seat: str
    cards: tuple[str, ...]
    mark: str


def _payment(aimed: Aimed) -> _Payment | None:
    """The last payment of the turn before the card was played, of the player who is named."""
    lost = list(aimed.known.state.turn.lost)
    own = next((at for at, row in enumerate(lost) if row[0] == aimed.card), len(lost))
    found: list[str] = []
    payer, first = "", 0
    for at, (copy, seat, why) in enumerate(lost[:own]):
        if why != "cost" or aimed.order.on[:1] not in ((), (seat,)):
            continue
        is_more = bool(found) and lost[at - 1][1:] == (seat, "cost")
        if is_more and card_of(found[0]).is_plot is card_of(copy).is_plot:
            found.append(copy)
        else:
            found, payer, first = [copy], seat, at
    return _Payment(payer, tuple(found), f"again:{first}") if found else None


def _hand(state: InwoState, payment: _Payment) -> tuple[str, ...]:
    """What is left of that kind in his hand."""
    holder = state.seat(payment.seat)
    return holder.plots if card_of(payment.cards[0]).is_plot else holder.groups


def _refuse_doubling(aimed: Aimed) -> Refusal | None:
    """A rival's cost while his play is open, once for each payment."""
    payment, state = _payment(aimed), aimed.known.state
    if payment is None or payment.seat == aimed.seat:
        return refuse(rl.NOTHING_LOST, card=aimed.card)
    late = state.round - 1
    is_open = any(p.seat == payment.seat and p.round >= late and not p.done for p in state.plays)
    holder = state.seat(payment.seat)
    if not is_open or payment.mark in holder.used:
        return refuse(rl.NOTHING_LOST, card=aimed.card)
    if state.shelters(payment.seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=payment.seat)
    attack = state.attack
    return lg.refuse_taking_part(aimed.known, attack, aimed.seat) if attack else None


def _double(table: InwoTable, aimed: Aimed) -> None:
    """Two for one card, as many again for more; he chooses of his hand."""
    payment = _payment(aimed._replace(known=table.known))
    if payment is None or payment.mark in table.state.seat(payment.seat).used:
        return
    table.emit(ev.OnceUsed(payment.seat, payment.mark))
    hand = _hand(table.state, payment)
    number = min(len(hand), max(2, len(payment.cards)))
    key = question_key(table, payment.seat)
    ask(table, Question(key, payment.seat, "pick", aimed.card, number, hand))


ON_REACTIONS: Mapping[ab.DeedName, AimedEffect] = {
    "bar-plot": AimedEffect(_refuse_barring, _bar),
    "double-cost": AimedEffect(_refuse_doubling, _double),
}
"""A row a deed."""
