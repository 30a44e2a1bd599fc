"""Who may lie to whom: by the Plot of his hand, and as far as others can know (I31.5, I33.4)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def is_lie_of(copy: str) -> bool:
    """Whether it is a Plot by which its player need not keep a trade."""
    return card_of(copy).ability(ab.Liar) is not None


def lie_of(state: InwoState, seat: str) -> str | None:
    """The Plot of his hand by which he need not keep a trade."""
    return next((plot for plot in state.seat(seat).plots if is_lie_of(plot)), None)


def refuse_lie(state: InwoState, seat: str, other: str) -> Refusal | None:
    """Why he must keep his side: he has no such Plot, or the other is never lied to."""
    if lie_of(state, seat) is None:
        return refuse(rl.NO_LIE, seat=seat)
    proof = _proof_of(state, other)
    return refuse(rl.LIE_PROOF, card=proof, seat=other) if proof is not None else None


def _proof_of(state: InwoState, seat: str) -> str | None:
    """The card in play for which he is never lied to."""
    found = next(facts(state).of_seat(seat, ab.LieProof), None)
    return found[0].copy if found is not None else None


def may_lie(state: InwoState, seat: str, other: str) -> bool:
    """Whether he may have such a Plot, by what all can see (I31.5)."""
    holder = state.seat(seat)
    may_have = any(plot not in holder.exposed or is_lie_of(plot) for plot in holder.plots)
    return may_have and _proof_of(state, other) is None
