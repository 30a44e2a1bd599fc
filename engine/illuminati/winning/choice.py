"""The special goal that is chosen in secret before the first script (R1.5, R11.2)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, dealt_from
from engine.illuminati.state import State
from engine.illuminati.winning.goals import chooses_goal


def refuse_goal(state: State, seat: str, order: od.ChooseGoal) -> Refusal | None:
    """Why the seat cannot choose this goal now, or None."""
    own = CARDS[state.seat(seat).illuminati]
    if not chooses_goal(state, state.seat(seat)):
        return Refusal(rl.NO_SECRET_GOAL, {"card": own.id})
    if state.turn.number > 1 and not _is_before_first_script(state):
        return Refusal(rl.GOAL_TOO_LATE, {"card": own.id})
    if order.illuminati not in choosable_goals():
        return Refusal(rl.NO_SUCH_GOAL, {"card": order.illuminati})
    return None


def _is_before_first_script(state: State) -> bool:
    """Whether a game of rounds still waits for its first scripts, all turns begun (R12.2)."""
    return state.round == 1 and not state.seat(state.initiative[0]).turns_taken


def choosable_goals() -> tuple[str, ...]:
    """The Illuminati whose special goal can be chosen in secret (R1.5): of the eight, seven."""
    return tuple(
        card for card in dealt_from(()) if not isinstance(CARDS[card].goal, ab.SecretChoice)
    )
