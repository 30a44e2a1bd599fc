"""States edited by hand: any field by its path, and whether what comes of it is sound."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.illuminati.advanced.hidden import is_hidden
from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.options import options
from engine.illuminati.state import State
from engine.illuminati.view import view
from engine.illuminati.winning import choosable_goals
from pbem.games.contract.editing import with_value
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.codec import CodecError, decode_state, encode_state

_FIXED = ("options", "winners", "draws", "players_began", "held")
"""Fields that other things rest on: the options, the end of the game, the dice, lines that wait."""
_PUBLIC = ("uncontrolled", "dead", "turn")
_PUBLIC_OF_HOLDING = ("seat", "master", "arrow")


def set_at(state: State, path: str, text: str) -> tuple[State, str]:
    """The state with another value there, and what that was; RulesetError where it cannot be."""
    whole, text_of = with_value(encode_state(state), path, text, _FIXED, ("holdings",))
    try:
        after = decode_state(whole)
    except CodecError as error:
        raise RulesetError(f"That is not a state: {error}") from error
    _keep_to(state, after)
    return after, text_of


def touched_by(state: State, path: str) -> tuple[str, str]:
    """The seat that a path belongs to, and what all may be told of it; "" for none."""
    first, *rest = path.split(".")
    if first == "seats" and rest:
        names = [seat.name for seat in state.seats]
        at = rest[0]
        return (names[int(at)] if at.isdecimal() and int(at) < len(names) else at), ""
    if first == "holdings" and rest:
        is_public = len(rest) == 1 or rest[1] in _PUBLIC_OF_HOLDING
        place = f"the place of {public_name(state, rest[0])}"
        return state.owner(rest[0]) or "", place if is_public else ""
    return "", path if first in _PUBLIC else ""


def name_of(card: str) -> str:
    """A card's name; what is none stands as it was typed."""
    known = CARDS.get(card) or SPECIALS.get(card)
    return known.name if known else card


def public_name(state: State, card: str) -> str:
    """What all players may call a card: an Illuminati that lies face down goes by its player."""
    hidden = (seat for seat in state.seats if seat.illuminati == card and is_hidden(state, seat))
    seat = next(hidden, None)
    return f"the hidden Illuminati of {seat.name}" if seat else name_of(card)


def _keep_to(before: State, after: State) -> None:
    """Seats keep their names and the turn its number: orders and the log go by them."""
    if [seat.name for seat in before.seats] != [seat.name for seat in after.seats]:
        raise RulesetError("Seats keep their names and their order.")
    if (before.turn.number, before.turn.parts) != (after.turn.number, after.turn.parts):
        raise RulesetError("The open turn keeps its number; ROLLBACK goes back to another.")
    if (before.options, before.winners, before.draws) != (
        after.options,
        after.winners,
        after.draws,
    ):
        raise RulesetError("Options, winners and draws cannot be edited.")


MOST_NUMBER, MOST_MONEY = 9999, 9_999_999


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
            yield f"{path}: {number} is not a number from 0 to {most}"


def _numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """Every number of a state but the draws, which count timelines as well, with its path."""
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
