"""A game as its letters are judged by it: what is announced, and what stands."""

from __future__ import annotations

from engine.illuminati.gametable import OpenScript
from engine.illuminati.orders import Policy
from engine.illuminati.state import State
from engine.illuminati.turn.upkeep import scripts_wanted
from pbem.games.contract.orders import GameInput
from pbem.games.illuminati.filed_lines import announced_lines, open_script, policies_of
from pbem.games.illuminati.language import ParsedLine, reread

Given = GameInput[State]


def lines_of(given: Given, seat: str, text: str) -> tuple[ParsedLine, ...]:
    """A sheet on file, as its seat names things now."""
    lines = reread(text, given.names(seat)) if text else ()
    return tuple(line.at_place(-at) for at, line in enumerate(lines, 1))


def own_turn(given: Given, seat: str) -> int:
    """The number of the turn of his own that a seat's script is for."""
    return given.state.seat(seat).turns_taken + 1


def is_own_turn(given: Given, seat: str) -> bool:
    """Whether a script of the seat is for the turn or the round now open."""
    state = given.state
    return state.turn.seat == seat or (not given.state.announced and seat in scripts_wanted(state))


def is_frozen(given: Given, seat: str) -> bool:
    """Whether the seat's script is announced and can no longer be changed."""
    return given.state.announced is not None and given.state.announced.seat == seat


def all_policies(given: Given) -> dict[str, tuple[Policy, ...]]:
    """The standing orders of every seat, oldest first, but those that are over."""
    return policies_of(given.names, given.standing, given.at)


def announced_script(given: Given) -> tuple[ParsedLine, ...]:
    """The lines that are being answered, as their writer may name things."""
    return announced_lines(given.state, given.names)


def waiting_script(given: Given) -> OpenScript | None:
    """What has been announced and not run, from which no deed may take anything (R12.2)."""
    return open_script(given.state, given.names)
