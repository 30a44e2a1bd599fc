"""A player leaves the table; the others go on without him (I27.4, I27.5)."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo.attacks.last_puppets import leave_groups
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState, OpenAsk
from engine.inwo.turn.ending import begin_next_turn, conclude, end_turn
from engine.inwo.turn.entitlement import finish_start
from engine.inwo.turn.resuming import close_or_go_on, go_on
from engine.inwo.turn.settling import drop_attack
from engine.inwo.turn.windows import reopen

_WINDOWS = ("answers", "rolls")


def leave_table(table: InwoTable, seat: str) -> None:
    """What he alone is asked closes, an attack of his or on him falls, and a turn of his ends.

    Other attacks go on without his Groups; the Plots that he has played stay in force (I27.2).
    """
    was_mover = table.state.turn.seat == seat
    has_fallen = _drop_attacks(table, seat, is_all=was_mover)
    alone = [ask for ask in table.state.asks if ask.seats == (seat,)]
    for ask in table.state.asks:
        is_over = ask in alone and ask.kind not in _WINDOWS
        if was_mover or is_over or has_fallen and _is_about_attack(ask):
            table.emit(ev.AskClosed(ask.key))
    leave_groups(table, seat)
    table.emit(ev.PlayerOut(seat, None, "left"))
    if was_mover and table.state.turn.step == "b3":
        finish_start(table)
    if was_mover or sum(not other.is_out for other in table.state.seats) == 1:
        (begin_next_turn if table.state.turn.step == "e4" else end_turn)(table)
    elif table.state.turn.step == "e3" and not table.state.asks:
        conclude(table)
    elif has_fallen and table.state.attack is not None:
        reopen(table)
    else:
        _close_windows(table, alone)
    if not table.state.asks and not table.state.winners:
        go_on(table)


def _drop_attacks(table: InwoTable, seat: str, *, is_all: bool) -> bool:
    """Attacks that cannot be made without him are over; whether there were any."""
    has_fallen = False
    while table.state.attack is not None and (is_all or _is_party(table.state, seat)):
        drop_attack(table, seat)
        has_fallen = True
    return has_fallen


def _is_party(state: InwoState, seat: str) -> bool:
    """Whether the attack under way is his, or on what he controls."""
    attack = state.attack
    return attack is not None and seat in (attack.seat, state.controller(attack.target))


def _is_about_attack(ask: OpenAsk) -> bool:
    return ask.kind in _WINDOWS and not ask.moment


def _close_windows(table: InwoTable, alone: list[OpenAsk]) -> None:
    """A window in which he was the last to be asked closes as after a quiet round."""
    for ask in alone:
        if any(one.key == ask.key for one in table.state.asks):
            close_or_go_on(table, ask.key)
