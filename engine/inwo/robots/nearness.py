"""How near seats are to their Goals, and how near they would be with other Groups."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo.facts import facts
from engine.inwo.goals import counts_of
from engine.inwo.state import InwoState, OnTable

WHOLE = 100
"""What one Group more towards a Goal is worth."""
STEPS = 12
VICTORY = 600
"""What a Goal that is met is worth."""


def valued(near: int) -> int:
    """What it is worth to be so near to a Goal: the last steps are worth most."""
    near = min(max(near, 0), WHOLE * STEPS)
    return near + near * near // (2 * WHOLE * STEPS)


def nearness(state: InwoState, seat: str) -> int:
    """How near a seat is to the Goal that it is nearest to."""
    counts = counts_of(state, seat)
    return max(
        WHOLE * STEPS * min(count.has, count.needs) // max(count.needs, 1) for count in counts
    )


def with_group(state: InwoState, seat: str, copy: str) -> InwoState:
    """The game if that Group and all under it were its own; where it lies does not matter."""
    root, known = state.seat(seat).illuminati, facts(state)
    below = known.branch(copy)[1:] if copy in state.table else []
    moved = {puppet: changed(state.table[puppet], seat=seat) for puppet in below}
    return changed(state, table={**state.table, **moved, copy: OnTable(copy, seat, root, "N")})
