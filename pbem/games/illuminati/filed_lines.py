"""Lines on file as they were typed, read again: what is announced, and what stands (R12.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from engine.illuminati.gametable import OpenScript
from engine.illuminati.orders import Policy
from engine.illuminati.state import State
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    policies_in,
    reread,
    script_of,
    vocabulary_for,
)

NamesOf = Callable[[str], Vocabulary]
"""What a seat may name."""


def names_in(state: State) -> NamesOf:
    """What each seat may name in a state, made anew whenever it is asked for."""
    return partial(vocabulary_for, state)


def lines_of(names: NamesOf, seat: str, texts: Sequence[str]) -> tuple[ParsedLine, ...]:
    """The lines of a sheet, as its seat names things."""
    return reread("\n".join(texts), names(seat)) if texts else ()


def policies_of(
    names: NamesOf, standing: Mapping[str, Sequence[str]], at: datetime | None
) -> dict[str, tuple[Policy, ...]]:
    """The standing orders of every seat, oldest first, without those that are over by then."""
    return {seat: policies_in(texts, names(seat), at) for seat, texts in standing.items()}


def announced_lines(state: State, names: NamesOf) -> tuple[ParsedLine, ...]:
    """The script that is being answered, as its writer may name things."""
    announced = state.announced
    return lines_of(names, announced.seat, announced.script) if announced else ()


def open_script(state: State, names: NamesOf) -> OpenScript | None:
    """What has been announced and not run, from which no deed may take anything (R12.2)."""
    if state.announced is None:
        return None
    return OpenScript(script_of(announced_lines(state, names)), state.announced.lines)
