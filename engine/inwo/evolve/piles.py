"""What becomes of piles: cards lost to them in a turn, dug up again, counted anew (I7.5, I14.5)."""

from __future__ import annotations

from typing import Any

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import is_made
from engine.inwo.evolve.zones import EvolveTable, in_seat
from engine.inwo.state import InwoState

LOSSES = (
    *(ev.CardsMoved, ev.LeftPlay, ev.GroupDestroyed, ev.CameIntoPlay, ev.Devastated),
    *(ev.StepBegan, ev.ScriptTaken, ev.LinesTaken),
)


def with_losses(state: InwoState, event: Any) -> InwoState:
    """The state with what has just been lost, taken or Relieved, for who may answer that (I23)."""
    rows: tuple[tuple[str, str, str], ...] = ()
    match event:
        case ev.CardsMoved(seat, cards, "plot_deck", "plots", to_seat=None):
            turn = changed(state.turn, drawn=(seat, cards[-1]), drawings=state.turn.drawings + 1)
            return changed(state, turn=turn)
        case ev.StepBegan() | ev.ScriptTaken() | ev.LinesTaken():
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


def _ruin_taken(state: InwoState, event: ev.RuinTaken) -> InwoState:
    holder = state.seat(event.seat)
    left = tuple(ruin for ruin in holder.destroyed if ruin.copy != event.card)
    state = in_seat(state, event.seat, destroyed=left)
    return in_seat(state, event.to_seat, groups=(*state.seat(event.to_seat).groups, event.card))


def _ruin_rewritten(state: InwoState, event: ev.RuinRewritten) -> InwoState:
    ruins = tuple(
        changed(ruin, words=event.words) if ruin.copy == event.card else ruin
        for ruin in state.seat(event.seat).destroyed
    )
    return in_seat(state, event.seat, destroyed=ruins)


PILES: EvolveTable = {ev.RuinTaken: _ruin_taken, ev.RuinRewritten: _ruin_rewritten}
