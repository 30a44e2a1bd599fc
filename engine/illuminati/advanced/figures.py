"""The numbers of an Illuminati as they are in force, for whoever may know them (R11)."""

from __future__ import annotations

from engine.core.values import Value
from engine.illuminati.advanced.hidden import is_hidden
from engine.illuminati.cards import CARDS
from engine.illuminati.state import SeatState, State
from engine.illuminati.structure.in_force import face, full_income


class Figures(Value):
    """Power, transferable Power and MB of income; what it only passes for is not counted."""

    power: int
    transferable: int
    income: int


def figures_of(state: State, seat: SeatState, viewer: str) -> Figures | None:
    """What the seat's Illuminati counts for; of a hidden one only its player knows (R11.3)."""
    card = seat.illuminati
    if card not in CARDS or (seat.name != viewer and is_hidden(state, seat)):
        return None
    now = face(state, card)
    return Figures(now.power, now.transferable, full_income(state, card))
