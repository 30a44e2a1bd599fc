"""A judged line as an answer prints it: its status, need and chance, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati import orders as od
from engine.illuminati.odds import ways
from pbem.documents.layout.plain import one_line
from pbem.games.contract.orders import STANDING, JudgedLine, LineCost
from pbem.games.contract.reports import PrintableLine
from pbem.games.illuminati.report.parts.sums import percent


def printable_line(line: JudgedLine) -> PrintableLine:
    """A line with its status, told back, with need, chance and cost now and at the ceiling."""
    text, understood = one_line(line.text, 200), one_line(line.understood)
    return PrintableLine(
        "" if line.number is None else str(line.number),
        line.status,
        text,
        understood if line.status in STANDING else "",
        one_line(line.note, 600),
        tuple(_odds(line)),
        _cost(line.cost) if line.cost and not isinstance(line.order, od.Stance) else "",
    )


def _odds(line: JudgedLine) -> Iterator[str]:
    """`need 6, 42 %`, `with your 4 MB: 10, 92 %`, `at the ceiling of 6 MB: 12, 92 %`."""
    need, cost = line.need, line.cost
    if need is None:
        return
    if cost is None or cost.before is None or cost.top is None:
        yield f"need {need}" + (f", {percent(line.ways)} %" if line.ways is not None else "")
        return
    yield f"need {_chance(cost.before)}"
    if cost.before != need:
        yield f"with your {need - cost.before} MB: {_chance(need)}"
    if cost.most == cost.now:
        return
    if cost.top == need:
        yield "raised no further unless others raise against you"
    elif cost.most is None or cost.reach < cost.most:
        yield f"with all the {cost.reach} MB you have for it: {_chance(cost.top)}"
    else:
        yield f"at the ceiling of {cost.most} MB: {_chance(cost.top)}"


def _chance(need: int) -> str:
    return f"{need}, {percent(ways(need))} %"


def _cost(cost: LineCost) -> str:
    """`costs 4 MB at once, 9 MB at most`."""
    fee = f" ({cost.fee} of them for the privilege)" if cost.fee else ""
    if cost.most is None:
        return f"costs {cost.now} MB at once{fee}, at most all it can use: {cost.reach} MB"
    if cost.most == cost.now:
        return f"costs {cost.now} MB{fee}" if cost.now else ""
    if not cost.now:
        return f"costs at most {cost.most} MB"
    return f"costs {cost.now} MB at once{fee}, {cost.most} MB at most"
