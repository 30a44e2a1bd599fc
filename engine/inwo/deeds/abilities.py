"""Abilities used for a card's own token (I34.2, I35.18)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def refuse_use(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why an ability cannot be used."""
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    ability = card_of(copy).ability(ab.DrawAction)
    if ability is None:
        return refuse(rl.NO_ABILITY, card=copy)
    holder = state.seat(seat)
    if not (holder.plot_deck if ability.deck == "plots" else holder.group_deck):
        return refuse(rl.EMPTY_DECK, seat=seat)
    return lg.refuse_acting(facts(state), copy, rl.NO_TOKEN_TO_USE)


def use(table: InwoTable, seat: str, order: od.UseAbility) -> Refusal | None:
    """A card spends its token and its controller draws."""
    refusal = refuse_use(table.state, seat, order)
    if refusal is None:
        copy = on_table(table.state, order.card, seat)
        assert copy is not None
        ability = card_of(copy).ability(ab.DrawAction)
        assert ability is not None
        table.spend(seat, copy, "ability")
        is_plots = ability.deck == "plots"
        table.draw(seat, "plot_deck" if is_plots else "group_deck", ability.amount, "ability")
    return refusal
