"""A game as its letters are judged by it: what is announced, and what stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.illuminati.game import OpenScript, scripts_wanted
from engine.illuminati.orders import Policy, Stance
from engine.illuminati.state import State
from pbem.games.contract.orders import GameInput
from pbem.games.illuminati.language import ParsedLine, read, reread, script_of

Given = GameInput[State]


def lines_of(given: Given, seat: str, text: str) -> tuple[ParsedLine, ...]:
    """A sheet on file, as its seat names things now."""
    lines = reread(text, given.names(seat)) if text else ()
    return tuple(replace(line, place=-at) for at, line in enumerate(lines, 1))


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


def announced_script(given: Given) -> tuple[ParsedLine, ...]:
    """The lines that are being answered, as their writer may name things."""
    if given.state.announced is None:
        return ()
    return read("\n".join(given.state.announced.script), given.names(given.state.announced.seat))


def open_script(given: Given) -> OpenScript | None:
    """What has been announced and not run, from which no deed may take anything (R12.2)."""
    if given.state.announced is None:
        return None
    return OpenScript(script_of(announced_script(given)), given.state.announced.lines)


def policies_in(given: Given, seat: str) -> Iterable[Policy]:
    """A seat's standing orders, oldest first, but those that are over."""
    at = None if given.at is None else given.at.strftime("%Y-%m-%dT%H:%MZ")
    for text in given.standing[seat]:
        for line in reread(text, given.names(seat)):
            if isinstance(line.order, Policy):
                is_over = isinstance(line.order, Stance) and at and (line.order.until_at or at) < at
                if not is_over:
                    yield line.order


def all_policies(given: Given) -> dict[str, tuple[Policy, ...]]:
    """The standing orders of every seat."""
    return {seat: tuple(policies_in(given, seat)) for seat in given.standing}
