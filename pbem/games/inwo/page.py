"""What *New World Order* adds to its players' pages: choices and figures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.inwo.facts import facts
from engine.inwo.options import chance_of
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import GameInput
from pbem.games.contract.pages import ROLLS, Choice
from pbem.games.inwo.suggestions import Suggestion, suggested


def choices(game: GameInput[InwoState], seat: str) -> tuple[Choice, ...]:
    """The most useful lines for what a seat is asked."""
    return tuple(map(_choice, suggested(game.state, seat)))


def _choice(one: Suggestion) -> Choice:
    if one.need is None:
        return Choice(one.text, about=one.about)
    ways = round(ROLLS * chance_of(one.need))
    return Choice(one.text, "Attacks", f"need {one.need}", ways, one.target)


def figures(state: InwoState) -> Mapping[str, Mapping[str, int | None]]:
    """Groups and Power of each structure as it lies on the table."""
    view = inwo_view(state, None)
    known = facts(view)
    return {
        "Groups": {seat: max(0, len(groups) - 1) for seat, groups in known.groups.items()},
        "Power": {seat: sum(map(known.power, groups)) for seat, groups in known.groups.items()},
    }
