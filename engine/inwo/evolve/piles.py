"""What becomes of piles: cards lost to them in a turn, dug up again, counted anew (I7.5, I14.5)."""

from __future__ import annotations

from typing import Any, assert_never

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import is_made
from engine.inwo.state import InwoSeat, InwoState

LOSSES = (
    *(ev.CardsMoved, ev.LeftPlay, ev.GroupDestroyed, ev.CameIntoPlay, ev.Devastated),
    *(ev.StepBegan, ev.ScriptTaken),
)
PILES = (ev.RuinTaken, ev.RuinRewritten)


def with_losses(state: InwoState, event: Any) -> InwoState:
    """The state with what has just been lost, taken or Relieved, for who may answer that (I23)."""
    rows: tuple[tuple[str, str, str], ...] = ()
    match event:
        case ev.CardsMoved(seat, cards, "plot_deck", "plots", to_seat=None):
            return changed(state, turn=changed(state.turn, drawn=(seat, cards[-1])))
        case ev.StepBegan() | ev.ScriptTaken():
            # Who has gone on may have named what he drew; a play that is open still counts.
            is_over = state.turn.drawn is not None and not state.segment
            return changed(state, turn=changed(state.turn, drawn=None)) if is_over else state
        case ev.CameIntoPlay(card, "groups", why) if why != "played":
            return changed(state, turn=changed(state.turn, came=card.copy))
        case ev.Devastated(copy, True):
            relieved = (*state.turn.relieved, copy)
            return changed(state, turn=changed(state.turn, relieved=relieved))
        case ev.CardsMoved(seat, cards, _, "discards", why):
            rows = tuple((card, seat, why) for card in cards)
        case ev.LeftPlay(cards, "discards", why):
            rows = tuple((card, seat, why) for card, seat in cards)
        case ev.GroupDestroyed(_, ruin, loser):
            rows = ((ruin.copy, loser, "destroyed"),)
    rows = tuple(row for row in rows if not is_made(row[0]))
    if not rows:
        return state
    return changed(state, turn=changed(state.turn, lost=(*state.turn.lost, *rows)))


def evolve_pile(state: InwoState, event: Any) -> InwoState:
    """The state after something happened in a destroyed pile."""
    holder = state.seat(event.seat)
    match event:
        case ev.RuinTaken():
            left = tuple(ruin for ruin in holder.destroyed if ruin.copy != event.card)
            state = _with(state, changed(holder, destroyed=left))
            taker = state.seat(event.to_seat)
            return _with(state, changed(taker, groups=(*taker.groups, event.card)))
        case ev.RuinRewritten():
            ruins = tuple(
                changed(ruin, words=event.words) if ruin.copy == event.card else ruin
                for ruin in holder.destroyed
            )
            return _with(state, changed(holder, destroyed=ruins))
        case _:
            assert_never(event)


def _with(state: InwoState, seat: InwoSeat) -> InwoState:
    seats = tuple(seat if old.name == seat.name else old for old in state.seats)
    return changed(state, seats=seats)
