"""The letters of all seats in one text, and what became of each of their lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.illuminati import rulings as rl
from engine.illuminati.game import check
from engine.illuminati.orders import Line, Policy, Script
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.legality import waits
from pbem.games.illuminati.language import ParsedLine, read, script_of, vocabulary_for

NO_ORDER = "does not begin like an order"
NO_SEAT = "does not begin with a seat and a colon"

LetterLines = tuple[ParsedLine, ...]
PlacedLine = tuple[str, int, ParsedLine]
"""A line with its seat and its place among all that the seat has written, from 1."""
RulingsByPlace = dict[tuple[str, int], Ruling]
"""What became of lines that were carried out, by seat and place."""


@dataclass(frozen=True, slots=True)
class JudgedLine:
    """What became of a line; `reason` is a code, or plain English where it could not be read."""

    seat: str
    line: int
    text: str
    status: str
    reason: str = ""
    rule: str = ""


def letters_of(text: str, state: State) -> tuple[dict[str, LetterLines], list[JudgedLine]]:
    """Every seat's letter read, the seat to move last, and the lines that are nobody's."""
    texts, strays = _by_seat(text, state)
    seats = sorted(texts, key=lambda name: name == state.turn.seat)
    return {name: read(texts[name], vocabulary_for(state, name)) for name in seats}, strays


def _by_seat(text: str, state: State) -> tuple[dict[str, str], list[JudgedLine]]:
    names = {seat.name.casefold(): seat.name for seat in state.seats}
    texts: dict[str, str] = {}
    strays = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.lstrip().startswith(("#", "//")):
            continue
        head, colon, order = row.partition(":")
        seat = names.get(head.strip().casefold())
        if not colon or seat is None:
            strays.append(JudgedLine("", number, row.strip(), "unreadable", NO_SEAT))
            continue
        texts[seat] = texts.get(seat, "") + order.strip() + "\n"
    return {seat.name: texts[seat.name] for seat in state.seats if seat.name in texts}, strays


def waiting(letter: LetterLines, script: Script) -> Script:
    """What waits for an attack, a card or a moment of this turn.

    Of the seat to move that is what stands in its script; the rest of its letter is policies.
    """
    if script:
        return tuple(line for line in script if waits(line.order))
    return tuple(
        Line(line.number, line.order, line.conditions, line.text)
        for line in letter
        if line.order is not None and waits(line.order)
    )


def standing(letter: LetterLines, script: Script | None = None) -> tuple[Policy, ...]:
    """What stands from turn to turn: for the seat to move all that its script has not."""
    taken = {line.order for line in script or ()}
    return tuple(
        line.order
        for line in letter
        if isinstance(line.order, Policy)
        and line.order not in taken
        and (script is not None or not waits(line.order))
    )


def judge(
    state: State,
    seat: str,
    letter: LetterLines,
    fates: RulingsByPlace,
    first: int = 1,
) -> list[JudgedLine]:
    """The fate of each line of a letter, in the order written; they count from `first`.

    `state` is the one before the turn. A line of the
    script is told by its number there, any other by its own or by its place in the letter.
    """
    judged = []
    is_mover = seat == state.turn.seat
    for at, line in enumerate(letter, first):
        is_own = line.number and first == 1 and (is_mover or line.numbered)
        number = line.number if is_own else at
        if line.fate == "order" and line.order is not None:
            ruling = fates.get((seat, at)) or _not_run(state, seat, line)
            judged.append(_judged(seat, number, line.text, ruling))
        elif line.fate in ("unreadable", "ambiguous"):
            judged.append(JudgedLine(seat, number, line.text, line.fate, line.problem))
        elif line.fate == "ignored":
            judged.append(JudgedLine(seat, number, line.text, "unreadable", NO_ORDER))
        else:
            judged.append(JudgedLine(seat, number, line.text, "ok"))
    return judged


def _not_run(state: State, seat: str, line: ParsedLine) -> Ruling | None:
    """Of an answer or a policy what it is worth; else its number was lost."""
    if line.order is None:
        return None
    if isinstance(line.order, Policy) or waits(line.order):
        return check(state, seat, (Line(line.number, line.order),))[0]
    return None


def _judged(seat: str, number: int, text: str, ruling: Ruling | None) -> JudgedLine:
    if ruling is None:
        return JudgedLine(seat, number, text, "skipped", "a later line took its number away")
    return JudgedLine(seat, number, text, ruling.status, ruling.reason, ruling.rule)


def placed(seat: str, letter: LetterLines, first: int = 1) -> tuple[PlacedLine, ...]:
    """The lines of a seat's letter, which count from `first`."""
    return tuple((seat, at, line) for at, line in enumerate(letter, first))


def by_place(
    lines: Sequence[PlacedLine], script: Script, ruled: Mapping[int, Ruling]
) -> RulingsByPlace:
    """The rulings of a script as the fates of the lines of its letter."""
    numbers = {line.number for line in script}
    return {
        (seat, at): ruled[line.number]
        for seat, at, line in lines
        if line.number in numbers and line.number in ruled
    }


def lost(lines: Sequence[PlacedLine]) -> RulingsByPlace:
    """The lines of a script whose turn was lost (R9.7)."""
    return {
        (seat, at): Ruling(line.number, "skipped", rl.TURN_LOST.code, rl.TURN_LOST.rule)
        for seat, at, line in lines
        if line.order and not isinstance(line.order, Policy) and not waits(line.order)
    }


def script_in(letters: Mapping[str, LetterLines], mover: str) -> Script:
    """The script of the seat to move."""
    return script_of(letters.get(mover, ()))
