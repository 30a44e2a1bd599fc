"""Dice that cards ask for as they come and as turns begin, and what is chosen for them (I38.20)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.cards import card_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import CONSERVATIVE, NOT_CONSERVATIVE


def roll_at_start(table: InwoTable, seat: str) -> None:
    """B0: rolled Powers and bad days of his Groups (I5.1)."""
    for copy, card in tuple(table.state.table.items()):
        if card.seat != seat:
            continue
        _roll_power(table, copy)
        if card_of(copy).ability(ab.MadDays) is not None and card.master is not None:
            table.emit(ev.Chosen(copy, str(table.die(copy))))


def _roll_power(table: InwoTable, copy: str) -> None:
    rule = card_of(copy).ability(ab.RolledPower)
    if rule is not None and table.state.table[copy].master is not None:
        draw = table.state.draws
        roll = table.dice.roll(draw, "power")
        table.emit(ev.CardRolled(copy, roll, draw))
        table.emit(ev.Chosen(copy, str(max(0, sum(roll) - rule.less))))


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
