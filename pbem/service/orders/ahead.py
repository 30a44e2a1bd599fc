"""Lines for a turn to come, TURN n:, and lines for every turn, REPEAT: (R12.1).

Each turn of a seat's own has a sheet of its own; what is repeated stands on one more, and is the
script of each turn that begins without any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from engine.illuminati.state import State
from pbem.documents.layout.cast import listed
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line, split
from pbem.games.illuminati.language.reading.sheets import may_be_script
from pbem.models import FINISHED
from pbem.service.orders.scripts import Amendment
from pbem.service.orders.verdicts import answer
from pbem.service.snapshots import GameSnapshot

EVERY = 0
"""The sheet of what is repeated; the others go by the number of the seat's own turn, from 1."""
MOST_TURNS = 12
"""Own turns, counted from the next, for which something can be filed."""

Sheets = Mapping[int, tuple[ParsedLine, ...]]


@dataclass(frozen=True, slots=True)
class OrdersAhead:
    """What is on file for turns to come; `is_repeated` says that the open one has nothing else."""

    sheets: Sheets = field(default_factory=dict)
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class AheadResult:
    """What a letter files for turns to come, and what is said of each of its lines by identity."""

    sheets: dict[int, tuple[ParsedLine, ...]]
    told: dict[int, JudgedLine]

    def script(self, before: OrdersAhead, filed: Sequence[ParsedLine]) -> Sequence[ParsedLine]:
        """The script of the open turn: what is repeated from now on, if it is no more than that."""
        return self.sheets.get(EVERY, filed) if before.is_repeated else filed


def own_turns(state: State, seat: str) -> list[int]:
    """The numbers of the seat's own turns as things stand, from the one that comes next.

    In rounds the next seat begins the next round (R12.2).
    """
    if state.seat(seat).is_out:
        return []
    return list(islice((n for n, name in _turns(state) if name == seat), MOST_TURNS))


def _turns(state: State) -> Iterator[tuple[int, str]]:
    number, mover = state.turn.number, state.turn.seat
    order = [mover, *(seat.name for seat in state.seats_after(mover))]
    if state.round:
        order = [mover, *(turn.seat for turn in state.waiting)]
    if state.seat(mover).is_out:
        order, number = order[1:], number + 1
    began = state.initiative[0] if state.round else mover
    while order:
        for name in order:
            yield number, name
            number += 1
        if state.round:
            began = next(seat.name for seat in state.seats_after(began))
        order = [began, *(seat.name for seat in state.seats_after(began))]
        order = [name for name in order if not state.seat(name).is_out]


def for_now(
    snapshot: GameSnapshot, seat: str, lines: Sequence[ParsedLine]
) -> tuple[ParsedLine, ...]:
    """The lines, those named for the seat's next turn without its number: they are for its script.

    Whoever says READY for it is too early.
    """
    turns = own_turns(snapshot.state, seat)
    nearest = turns[0] if turns else None
    return tuple(
        replace(line, turn=None) if line.turn == nearest and line.control is None else line
        for line in lines
    )


def filed_ahead(
    snapshot: GameSnapshot,
    seat: str,
    lines: Sequence[ParsedLine],
    filed: OrdersAhead,
    names: Vocabulary,
) -> AheadResult:
    """What becomes of the lines of a letter that are for another turn, or for every turn."""
    turns = own_turns(snapshot.state, seat)
    told: dict[int, JudgedLine] = {}
    groups: dict[int, list[ParsedLine]] = {}
    for line in (line for line in lines if line.is_ahead):
        problem = _problem(snapshot, line, turns)
        if problem:
            told[id(line)] = _prefixed(line, answer(line, "REFUSED", names, problem))
        elif line.order is not None or line.fate == "removed":
            own = EVERY if line.repeats else snapshot.own_turn(seat) + turns.index(line.turn or 0)
            groups.setdefault(own, []).append(line)
    sheets = {}
    for own, group in groups.items():
        script, said = _filed(snapshot, seat, group, filed.sheets.get(own, ()), names)
        told |= said
        if script is not None:
            sheets[own] = script
    return AheadResult(sheets, told)


def _problem(snapshot: GameSnapshot, line: ParsedLine, turns: Sequence[int]) -> str:
    """Why a line ahead is filed for no turn; "" where it is, or was not understood."""
    now = snapshot.state.turn.number
    if line.order is None and line.control is None and line.fate != "removed":
        return ""
    if snapshot.game.phase == FINISHED:
        return "The game is over; no turn comes any more."
    if not turns:
        return "You are eliminated, so no turn of yours comes any more."
    if line.control is not None and line.control.word == "READY":
        return _ready_of(line.turn or 0, now)
    if line.turn is not None and line.turn < now:
        return f"Turn {line.turn} is over; turn {now} is open now."
    if line.control is not None or (line.order is not None and not may_be_script(line.order)):
        return f"{line.ahead.strip()} stands before a line of your script only; send this without."
    if line.turn is not None and line.turn not in turns:
        yours = listed([str(n) for n in turns[:4]])
        return f"Turn {line.turn} will not be yours as things stand. Yours are {yours} and so on."
    return ""


def _ready_of(turn: int, now: int) -> str:
    """Why a READY for that turn does not count; it never counts for another."""
    if turn < now:
        return (
            f"Turn {turn} is over, and this READY was for it alone. If you are done with turn "
            f"{now}, send READY."
        )
    return f"Turn {turn} has not begun. Send READY when it is open."


def _filed(
    snapshot: GameSnapshot,
    seat: str,
    group: Sequence[ParsedLine],
    filed: tuple[ParsedLine, ...],
    names: Vocabulary,
) -> tuple[tuple[ParsedLine, ...] | None, dict[int, JudgedLine]]:
    """One sheet after a letter, and what is said of the lines for it."""
    bare = {id(line): replace(line, turn=None, repeats=False) for line in group}
    lines = [line for line in bare.values() if line.number]
    parts = split(lines, is_mover=True)
    clears = any(line.fate == "removed" and not line.number for line in group)
    sheet = Amendment(
        snapshot.state, seat, names, filed, lines, parts, is_own=True, clears=clears, is_ahead=True
    ).with_script(lines)
    told = {}
    for line in group:
        said = sheet.told.get(id(bare[id(line)]))
        if line.fate == "removed" and said is None:
            note = "" if filed else "Nothing was on file for it."
            said = JudgedLine(line.number or None, line.text, "REMOVED", note=note)
        told[id(line)] = _prefixed(line, said or answer(line, "OK", names, ""))
    return sheet.script, told


def _prefixed(line: ParsedLine, said: JudgedLine) -> JudgedLine:
    told = f"{line.ahead}{said.told}" if said.told else ""
    return replace(said, text=f"{line.ahead}{line.text}", told=told)


def format_ahead(snapshot: GameSnapshot, seat: str, sheets: Sheets, names: Vocabulary) -> list[str]:
    """The lines on file for turns to come, each as it is typed."""
    turns = own_turns(snapshot.state, seat)
    said = []
    for own, lines in sorted(sheets.items()):
        at = own - snapshot.own_turn(seat)
        turn = turns[at] if 0 <= at < len(turns) else 0
        for line in lines:
            named = replace(line, repeats=own == EVERY, turn=turn or None)
            said.append(format_line(named, names))
    return said
