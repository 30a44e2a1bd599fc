"""The Illuminati that copies another at the start of each of its turns (R11.6)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, dealt_from
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State


def can_copy(state: State, seat: str) -> bool:
    """Whether the seat's own Illuminati is one that copies."""
    return CARDS[state.seat(seat).illuminati].ability(ab.CopyIlluminati) is not None


def copyable(state: State, seat: str) -> tuple[str, ...]:
    """What may be copied now, in order of play: every other Illuminati in play.

    Where Illuminati are hidden it is every one that may be dealt and is not known to be out, so
    that nobody learns who is in play (ours).
    """
    own = state.seat(seat).illuminati
    if state.options.hidden_illuminati:
        out = [other.illuminati for other in state.seats if other.is_out]
        possible = dealt_from(state.options.extras)
        return tuple(card for card in possible if card != own and card not in out)
    return tuple(other.illuminati for other in state.seats_after(seat))


def refuse_copy(state: State, seat: str, order: od.Copy) -> Refusal | None:
    """R11.6."""
    if not can_copy(state, seat) or order.illuminati not in copyable(state, seat):
        return Refusal(rl.CANNOT_COPY, {"card": order.illuminati})
    return None


def copy_illuminati(table: GameTable, seat: str) -> None:
    """Copy the one he named last, else the one copied before, else the one with most income."""
    state = table.state
    if not can_copy(state, seat):
        return
    choices = copyable(state, seat)
    named = [p.illuminati for p in table.policies.get(seat, ()) if isinstance(p, od.Copy)]
    richest = sorted(choices, key=lambda card: -CARDS[card].income)
    wanted = [*reversed(named), state.seat(seat).copies, *richest]
    chosen = next((card for card in wanted if card in choices), None)
    if chosen is not None:
        table.emit(ev.Copied(seat, chosen))
