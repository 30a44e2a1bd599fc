"""What a player looks up on his page: reports, boards of old, charts, the log, the talk, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, g, render_template, request, url_for

from pbem.service.context import ServiceContext
from pbem.service.pages import history
from pbem.web.boards import linked

_ID = "/<int(max=2147483647):seat_id>"
_MISSING = "There is no such page of your seat."
MOST_WORDS = 80


def add_history(pages: Blueprint, service: ServiceContext) -> None:
    """The pages below a seat's own that only tell."""

    @pages.get(f"{_ID}/history")
    def reports(seat_id: int) -> str:
        charted = history.charts(service, g.visitor)
        drawn = [
            chart_of(name, charted.turns, rows) for name, rows in (charted.figures or {}).items()
        ]
        mails = history.reports(service, g.visitor)
        return render_template("seat/history.html", mails=mails, charts=drawn, visitor=g.visitor)

    @pages.get(f"{_ID}/report/<int(max=2147483647):number>")
    def report(seat_id: int, number: int) -> str:
        mail = history.report(service, g.visitor, number) or abort(404, _MISSING)
        return render_template("seat/report.html", mail=mail, visitor=g.visitor)

    @pages.get(f"{_ID}/board")
    def board(seat_id: int) -> str:
        number = request.args.get("turn", type=int)
        old = history.old_board(service, g.visitor, number)
        if old is None and number is not None:
            abort(404, _MISSING)
        drawn = linked(old.board, url_for("seat.card", seat_id=seat_id, card="")) if old else ""
        template = "seat/board_part.html" if request.args.get("part") else "seat/board.html"
        return render_template(template, old=old, board=drawn, visitor=g.visitor)

    @pages.get(f"{_ID}/log")
    def log(seat_id: int) -> str:
        words = request.args.get("q", "")[:MOST_WORDS]
        hits = history.search(service, g.visitor, words)
        return render_template("seat/log.html", words=words, hits=hits, visitor=g.visitor)

    @pages.get(f"{_ID}/talk")
    def talk(seat_id: int) -> str:
        texts = history.talk(service, g.visitor)
        return render_template("seat/talk.html", texts=texts, visitor=g.visitor)

    @pages.get(f"{_ID}/card/", defaults={"card": ""})
    @pages.get(f"{_ID}/card/<card>")
    def card(seat_id: int, card: str) -> str:
        shown = history.card_page(service, g.visitor, card) or abort(404, _MISSING)
        template = "seat/card_part.html" if request.args.get("part") else "seat/card.html"
        return render_template(template, card=shown, visitor=g.visitor)


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
