"""Dice that cards ask for as they come and as turns begin, and what is chosen for them (I38.20)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import CONSERVATIVE, HALF, NOT_CONSERVATIVE, Change, InwoState


def roll_at_start(table: InwoTable, seat: str) -> None:
    """B0: rolled Powers and bad days of his Groups (I5.1)."""
    for copy, card in tuple(table.state.table.items()):
        if card.seat != seat:
            continue
        _roll_power(table, copy)
        rule = card_of(copy).ability(ab.MadDays)
        if rule is not None and card.master is not None:
            number = table.die(copy)
            table.emit(ev.Chosen(copy, str(number)))
            if number <= rule.most:
                until = f"token:{copy}"
                table.emit(ev.ChangeBegan(Change(copy, "no-token", "gain", "", until=until)))


def _roll_power(table: InwoTable, copy: str) -> None:
    rule = card_of(copy).ability(ab.RolledPower)
    if rule is not None and table.state.table[copy].master is not None:
        draw = table.state.draws
        roll = table.dice.roll(draw, "power")
        table.emit(ev.CardRolled(copy, roll, draw))
        table.emit(ev.Chosen(copy, str(max(0, sum(roll) - rule.less))))


def roll_powers(table: InwoTable) -> None:
    """Every Group on the table rolls that has such a Power: the leads, as they come (I38.20)."""
    for copy in tuple(table.state.table):
        _roll_power(table, copy)


def roll_new(table: InwoTable) -> None:
    """Who has just come under control for the first time rolls (I38.20)."""
    turn = table.state.turn
    for copy, card in tuple(table.state.table.items()):
        if not card.value and (copy in turn.late or copy == turn.taken):
            _roll_power(table, copy)


def heed_choices(table: InwoTable) -> None:
    """What controllers have on file of who may be Conservative (I38.22)."""
    words = {"conservative": CONSERVATIVE, "not": NOT_CONSERVATIVE}
    for copy, card in tuple(table.state.table.items()):
        if card_of(copy).ability(ab.OwnChoice) is None:
            continue
        policy = next(table.policies_of(card.seat, od.BushPolicy), None)
        wanted = words.get(policy.way, "") if policy is not None else card.value
        if wanted != card.value:
            table.emit(ev.Chosen(copy, wanted))


# --- names (I33.10) -------------------------------------------------------------------------


def refuse_naming(state: InwoState, seat: str, order: od.NameCard) -> Refusal | None:
    """One of his in play that takes a name, which nobody else has."""
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if card_of(copy).ability(ab.Many) is None and HALF not in state.table[copy].marks:
        return refuse(rl.NO_ABILITY, card=copy)
    people = (one.name for one in INWO_CARDS.values() if "personality" in one.words)
    others = (card.value for one, card in state.table.items() if one != copy)
    is_used = order.name.casefold() in [name.casefold() for name in (*people, *others)]
    return refuse(rl.TARGET_UNFIT, card=copy) if is_used else None


def name_card(table: InwoTable, seat: str, order: od.NameCard) -> Refusal | None:
    """It is called so from now on."""
    refusal = refuse_naming(table.state, seat, order)
    copy = on_table(table.state, order.card, seat)
    if refusal is None and copy is not None:
        table.emit(ev.Chosen(copy, order.name))
    return refusal


ORDERS: OrderTable = {
    od.NameCard: by_order(refuse_naming, name_card),
}
"""Orders of this module as they are refused and carried out."""
