"""A Plot of the hand is played outside attacks and takes effect (I24, I35.2 to I35.11)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.cancels import record
from engine.inwo.deeds.laying import (
    card_to_play,
    drop_older,
    drop_ousted,
    lay_order,
    poll,
    relieve,
    tokens_lost,
)
from engine.inwo.deeds.plots import main_of, meant, refuse_plot
from engine.inwo.deeds.prices import pay, price_of
from engine.inwo.deeds.settling_powers import settle_powers
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay, OnTable


def play_plot(table: InwoTable, seat: str, order: od.PlayPlot) -> Refusal | None:
    """A Plot of the hand is played and takes effect."""
    refusal = refuse_plot(table.state, seat, order)
    if refusal:
        return refusal
    held = card_to_play(table.state, seat, order.card)
    assert held is not None
    plot = main_of(held, order.on)
    assert plot is not None
    targets = [meant(table.state, name) for name in order.on]
    payment = price_of(table.known, seat, plot, targets, order)
    assert payment is not None
    pay(table, seat, payment)
    rows = tuple((copy, 1) for copy in targets) if isinstance(plot, ab.Reload) else ()
    lost = tokens_lost(table.known, held, targets)
    play = AttackPlay(0, seat, "effect", held, paid=payment.cards, tokens=rows, taken=lost)
    if isinstance(plot, ab.LinkedChange) and plot.once:
        play = changed(play, once=(seat, card_id(held), True))
        table.emit(ev.OnceUsed(seat, card_id(held), True))
    play = record(table, play)
    match plot:
        case ab.Reload():
            table.discard(seat, held, "plots", "played")
            table.emit(ev.TokensPlaced(seat, rows))
        case ab.Polls(times):
            table.discard(seat, held, "plots", "played")
            poll(table, play, order.value, times)
        case ab.WorldOrder(colour):
            lay_order(table, seat, held, colour, order.value)
        case ab.HandLimit():
            table.emit(ev.CameIntoPlay(OnTable(held, seat), "plots", "played"))
        case _:
            tied = targets[1] if len(targets) > 1 else None
            card = OnTable(held, seat, host=targets[0], value=order.value, tied=tied)
            drop_older(table, plot, held)
            zone: ev.CardZone = "plots" if card_of(held).is_plot else "groups"
            table.emit(ev.CameIntoPlay(card, zone, "played"))
            drop_ousted(table, plot, targets[0])
            relieve(table, plot, targets[0])
    settle_powers(table)
    return None
