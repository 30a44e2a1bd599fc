"""Why a card cannot spend a token of its own (I1.6, I6, I35.6, I35.7)."""

from __future__ import annotations

from engine.core.rulings import Reason, Refusal
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id
from engine.inwo.facts import Facts
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.structure import touches


def refuse_acting(known: Facts, copy: str, reason: Reason, *, buys: bool = False) -> Refusal | None:
    """Why a card cannot spend a token of its own, or not but to buy a Plot."""
    attack = known.state.attack
    if attack is not None and attack.instant and attack.target == copy:
        return refuse(rl.INSTANT_TARGET, card=copy)
    if known.is_paralyzed(copy):
        return refuse(rl.PARALYZED, card=copy)
    if known.state.tokens.get(copy, 0) < 1:
        return refuse(rl.CAME_LATE if copy in known.state.turn.late else reason, card=copy)
    if is_frozen(known, copy):
        return refuse(rl.FROZEN, card=copy)
    if not buys and is_saving(known, copy):
        return refuse(rl.ROOT_SPENT, card=copy)
    return None


def is_frozen(known: Facts, copy: str) -> bool:
    """Whether a Plot keeps such Groups from spending tokens this turn (I35.7)."""
    words = (*known.words(copy), f"={card_id(copy)}")
    notes = (note for note in known.changes if note.stat == "frozen")
    return any(str(n.value) in words if n.value else touches(known, n, copy) for n in notes)


def is_saving(known: Facts, copy: str) -> bool:
    """Whether a Plot keeps an Illuminati from spending tokens in this turn."""
    notes = (note for note in known.changes if note.stat == "free-attack")
    return any(known.state.seat(note.on).illuminati == copy for note in notes)


def refuse_any_play(state: InwoState, seat: str, plot: str) -> Refusal | None:
    """Why a Plot is not played in whatever way: in a turn that he has seized, or barred (I37)."""
    if state.is_extra_for(seat):
        return refuse(rl.NO_PLAYS, card=plot)
    return refuse(rl.BARRED, card=plot) if card_id(plot) in state.barred else None
