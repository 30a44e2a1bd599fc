"""A player leaves the table; the others go on without him (I27.4, I27.5)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo.attacks.last_puppets import leave_groups
from engine.inwo.inwotable import InwoTable
from engine.inwo.turn.ending import conclude, end_turn
from engine.inwo.turn.entitlement import finish_start


def leave_table(table: InwoTable, seat: str) -> None:
    """A player leaves: what asks him closes, and a turn of his own ends (I27.4, I27.5)."""
    was_mover = table.state.turn.seat == seat
    for ask in table.state.asks:
        is_alone = ask.seats == (seat,)
        # The attack falls with him, and its dice with it.
        if was_mover or is_alone or ask.kind == "rolls":
            table.emit(ev.AskClosed(ask.key))
    while (attack := table.state.attack) is not None:
        table.emit(ev.AttackEnded(attack.number, attack.seat, "none"))
    leave_groups(table, seat)
    table.emit(ev.PlayerOut(seat, None, "left"))
    if was_mover and table.state.turn.step == "b3":
        finish_start(table)
    if was_mover or sum(not other.is_out for other in table.state.seats) == 1:
        end_turn(table)
    elif table.state.turn.step == "e3" and not table.state.asks:
        conclude(table)
