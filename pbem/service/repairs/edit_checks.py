"""Whether an edited state is sound: its invariants, and that it can be shown to every seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.illuminati.cards import CARDS
from engine.illuminati.game import audit, options, view
from engine.illuminati.state import State
from engine.illuminati.winning.choice import choosable_goals
from pbem.games.illuminati.codec import encode_state

MOST_NUMBER, MOST_MONEY = 9999, 9_999_999
MOST_NAMED = 6
"""What is wrong with a state is named so often to whoever would make it."""


def broken_in(state: State) -> list[str]:
    """What is wrong with a state: invariants, and whatever cannot be shown of it."""
    try:
        found = [*_unknown(state), *_odd(state), *audit(state)]
        for seat in () if found else state.seats:
            view(state, seat.name)
            options(state, seat.name)
    except (LookupError, ValueError, TypeError, AssertionError) as error:
        return [f"nothing can be told of it ({type(error).__name__}: {error})"]
    return found


def named(broken: Sequence[str]) -> str:
    """What is wrong, as far as it can be told in one sentence."""
    more = len(broken) - MOST_NAMED
    return "; ".join([*broken[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


def _odd(state: State) -> Iterator[str]:
    """What no game leads to, and other parts of the service rest on."""
    names = {seat.name for seat in state.seats}
    yield from (
        f"{key}: its row is that of {held.card}"
        for key, held in state.holdings.items()
        if key != held.card
    )
    for seat in state.seats:
        if seat.goal is not None and seat.goal not in choosable_goals():
            yield f"{seat.name}: {seat.goal or 'nothing'} is the goal of none of the Illuminati"
        if seat.copies is not None and not CARDS[seat.copies].is_illuminati:
            yield f"{seat.name}: {seat.copies} is none of the Illuminati"
        if seat.bereft_by is not None and seat.bereft_by not in names:
            yield f"{seat.name}: there is no seat {seat.bereft_by}"
    whole = json.loads(encode_state(state))
    for path, number in _numbers(whole, ""):
        most = MOST_MONEY if path.endswith(".money") else MOST_NUMBER
        if not 0 <= number <= most:
            yield f"{path}: {number} is no number from 0 to {most}"


def _numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """Every number of a state but the draws, which count eras as well, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            if (path, key) != ("", "draws"):
                yield from _numbers(part, f"{path}.{key}".strip("."))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _numbers(part, f"{path}.{at}")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


def _unknown(state: State) -> Iterator[str]:
    """Cards in a seat's row that there are not; the audit looks at the table only."""
    for seat in state.seats:
        secret = [card for card in (seat.goal, seat.copies) if card is not None]
        named = (*seat.kills, *seat.neutralized, *secret)
        yield from (f"{seat.name}: there is no card {card}" for card in named if card not in CARDS)
