"""Figures of turns as lines to be drawn: each seat's points, and gaps where nothing is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 180
LEFT, RIGHT, TOP, BOTTOM = 28, 8, 10, 22
MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A seat's line in pieces of `x,y x,y`, and its last number, None where it is hidden."""

    seat: str
    pieces: tuple[str, ...]
    last: int | None


@dataclass(frozen=True, slots=True)
class LineChart:
    """One chart: its lines, and where the numbers stand beside it."""

    name: str
    lines: tuple[ChartLine, ...]
    steps: tuple[tuple[int, float], ...]
    first: int
    last: int


def chart_of(
    name: str, turns: Sequence[int], figures: Mapping[str, Sequence[int | None]]
) -> LineChart:
    """The chart of what is counted, from the first turn to the last."""
    known = [number for row in figures.values() for number in row if number is not None]
    most = max([*known, 1])
    step = max(1, -(-most // MOST_STEPS))
    top = step * -(-most // step)
    steps = tuple((value, _y(value, top)) for value in range(0, top + 1, step))
    lines = tuple(
        ChartLine(seat, tuple(_pieces(turns, row, top)), row[-1] if row else None)
        for seat, row in figures.items()
    )
    return LineChart(name, lines, steps, turns[0], turns[-1])


def _pieces(turns: Sequence[int], row: Sequence[int | None], top: int) -> list[str]:
    pieces: list[list[str]] = [[]]
    for turn, number in zip(turns, row, strict=True):
        if number is None:
            pieces.append([])
        else:
            pieces[-1].append(f"{_x(turn, turns):.1f},{_y(number, top):.1f}")
    return [" ".join(piece) for piece in pieces if piece]


def _x(turn: int, turns: Sequence[int]) -> float:
    span = max(1, turns[-1] - turns[0])
    return LEFT + (WIDTH - LEFT - RIGHT) * (turn - turns[0]) / span


def _y(number: int, top: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - number / top)
