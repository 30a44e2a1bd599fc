"""Lines on file as orders: of a sheet with their numbers, and those that stand (I31.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from engine.inwo import orders as od
from engine.inwo.state import InwoState
from engine.inwo.turn.conditions import all_hold
from pbem.games.contract.plain_sheets import numbered
from pbem.games.inwo.adjudication.lines import ReadOrder, read_line
from pbem.games.inwo.adjudication.names import NoSuchLine
from pbem.grammar.commands.player_readers import READY_UNLESS_ATTACKED


def lines_of(state: InwoState, seat: str, texts: Iterable[str]) -> tuple[od.InwoLine, ...]:
    """Lines of a sheet as orders, each with its number."""
    return tuple(
        od.InwoLine(number, read.order, read.window, read.conditions)
        for number, read in _read(state, seat, texts)
        if not isinstance(read.order, od.InwoPolicy)
    )


def policies_of(state: InwoState, seat: str, texts: Iterable[str]) -> tuple[od.InwoPolicy, ...]:
    """The standing orders of a seat; one behind an IF while that is so."""
    return tuple(
        read.order
        for _, read in _read(state, seat, texts)
        if isinstance(read.order, od.InwoPolicy) and all_hold(state, seat, read.conditions)
    )


def _read(state: InwoState, seat: str, texts: Iterable[str]) -> Iterator[tuple[int, ReadOrder]]:
    """The number of each line on file and its order; one without takes the next that is free.

    What is no order has a number too.
    """
    lines = [numbered(text) for text in texts]
    taken = {line.number for line in lines}
    free = (number for number in count(1) if number not in taken)
    for line in lines:
        number = line.number or next(free)
        try:
            yield number, read_line(line.text, state, seat)
        except NoSuchLine:
            continue


def passes(state: InwoState, seat: str, texts: Iterable[str]) -> bool:
    """Whether a PASS ALWAYS of his is about what is open, or he is READY UNLESS ATTACKED."""
    attack = state.attack
    if READY_UNLESS_ATTACKED in texts and not _is_his_own(state, seat):
        return True
    passing = [text for text in texts if text.startswith("PASS ALWAYS")]
    is_so = {
        "all": True,
        "privileged": attack is not None and attack.privileged,
        "others": attack is not None and state.controller(attack.target) != seat,
    }
    return any(
        isinstance(one, od.PassPolicy) and is_so[one.scope]
        for one in policies_of(state, seat, passing)
    )


def _is_his_own(state: InwoState, seat: str) -> bool:
    """Whether the turn is his, or a Group of his is attacked."""
    attack = state.attack
    is_attacked = attack is not None and state.controller(attack.target) == seat
    return is_attacked or state.turn.seat == seat
