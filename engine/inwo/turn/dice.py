"""Orders on file for dice: made when these lie so, round and round (M2, I31.12)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.deeds.dice import change_dice, dice_of
from engine.inwo.deeds.effects import source_of
from engine.inwo.inwotable import InwoTable


def dice_card(table: InwoTable, seat: str, order: od.InwoOrder) -> str | None:
    """The card by which an order would change dice, None if it is no such order."""
    if not isinstance(order, od.PlayPlot | od.UseAbility):
        return None
    copy = source_of(table.state, seat, order)
    return copy if copy is not None and dice_of(copy) else None


def answer_dice(table: InwoTable) -> None:
    """Orders on file for dice, asked round and round until none fires (M2, I31.12)."""
    attack = table.attack
    if attack.roll is None:
        return
    seats = [*(seat.name for seat in table.state.seats_after(attack.seat)), attack.seat]
    fired = True
    while fired:
        fired = False
        for seat in seats:
            for line in table.answers.get(seat, ()):
                fired |= _change_dice(table, seat, line)


def _change_dice(table: InwoTable, seat: str, line: od.InwoLine) -> bool:
    """One line that is for dice; whether it was made."""
    key = (seat, line.number)
    if key in table.made or not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return False
    if dice_card(table, seat, line.order) is None:
        return False
    refusal = change_dice(table, seat, line.order)
    if refusal:
        table.refused[key] = refusal
        return False
    table.made.add(key)
    table.refused.pop(key, None)
    table.emit(ev.LineSettled(seat, line.number, "ok"))
    return True
