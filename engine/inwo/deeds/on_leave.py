"""Deeds that let a player do something once in his turn: an ARRANGE, an attack for no token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.deeds.aimed import Aimed, AimedEffect, refuse_named
from engine.inwo.deeds.immortals import ON_IMMORTALS
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import Change


def _refuse_leave(aimed: Aimed) -> Refusal | None:
    """In his own turn, outside attacks."""
    state = aimed.known.state
    if state.turn.seat != aimed.seat or state.attack is not None:
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    return refuse_named(aimed)


def _allow(
    table: InwoTable, seat: str, what: Literal["arranging", "free-attack", "token-gifts"]
) -> None:
    source = table.state.plays[-1].full
    table.emit(ev.ChangeBegan(Change(seat, what, "gain", "", source=source)))


def _allow_arranging(table: InwoTable, aimed: Aimed) -> None:
    """The ARRANGE that follows costs nothing (I36.19)."""
    _allow(table, aimed.seat, "arranging")


def _refuse_free_attack(aimed: Aimed) -> Refusal | None:
    """While his Illuminati has spent no token in this turn, but to buy (I38.80)."""
    refusal, state = _refuse_leave(aimed), aimed.known.state
    root = state.seat(aimed.seat).illuminati
    is_late = root in state.turn.spent
    is_twice = any(one.stat == "free-attack" and one.on == aimed.seat for one in state.changes)
    return refusal or (refuse(rl.ROOT_SPENT, card=root) if is_late or is_twice else None)


def _allow_attack(table: InwoTable, aimed: Aimed) -> None:
    _allow(table, aimed.seat, "free-attack")


def _allow_gifts(table: InwoTable, aimed: Aimed) -> None:
    """Until the turn ends he may give Illuminati tokens, and be given them (I38.84)."""
    _allow(table, aimed.seat, "token-gifts")


ON_LEAVE: Mapping[ab.DeedName, AimedEffect] = {
    **ON_IMMORTALS,
    "allow-arranging": AimedEffect(_refuse_leave, _allow_arranging, waits=False),
    "allow-gifts": AimedEffect(refuse_named, _allow_gifts, waits=False),
    "free-attack": AimedEffect(_refuse_free_attack, _allow_attack, waits=False),
}
"""A row a deed."""
