"""Standing orders of INWO: what a letter leaves of them (I31.14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.inwo import orders as od
from pbem.games.contract.orders import JudgedLine
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.reading import EndStanding
from pbem.values import changed

MOST_TRIGGERS = 60


def within_limit(lines: Sequence[JudgedLine], before: Sequence[str]) -> Iterator[JudgedLine]:
    """The lines, with WHEN orders refused that are more than a seat may have on file."""
    number = sum(text.startswith("WHEN ") for text in before)
    for line in lines:
        is_trigger = isinstance(line.order, TypedOrder) and isinstance(line.order.order, od.Trigger)
        number += is_trigger
        if is_trigger and number > MOST_TRIGGERS:
            note = f"You have {MOST_TRIGGERS} WHEN orders on file; CANCEL ORDER n takes one back."
            yield changed(line, status="REFUSED", order=None, note=note, rule="I31.14")
        else:
            yield line


def standing_after(before: Sequence[str], lines: Sequence[JudgedLine]) -> tuple[str, ...]:
    """The standing orders after a letter: a new one takes the place of the one it is like."""
    found = dict(enumerate(before, 1))
    for line in lines:
        if isinstance(line.order, EndStanding) and line.order.number:
            found.pop(line.order.number, None)
        elif isinstance(line.order, EndStanding):
            found.clear()
    kept = {_place(text): text for text in found.values()}
    for line in lines:
        if isinstance(line.order, TypedOrder) and isinstance(line.order.order, od.InwoPolicy):
            place = _place(line.understood)
            for old in (place, *_ended_by(place)):
                kept.pop(old, None)
            kept[place] = line.understood
    return tuple(kept.values())


def as_standing(line: JudgedLine, standing: Sequence[str]) -> JudgedLine:
    """The line; a standing order says that it is one, and by which number it is taken back."""
    if line.note or line.understood not in standing:
        return line
    number = standing.index(line.understood) + 1
    note = f"A standing order: it stays on file until you send CANCEL ORDER {number}."
    return changed(line, note=note)


def _place(text: str) -> str:
    """What only one standing order can be about."""
    words = text.split()
    if words[0] in ("DRAW", "SKIP"):
        return f"{words[0]} {words[1]} {text.partition(' IN MY TURN ')[2]}"
    if words[0] in _MANY or text.startswith("ACCEPT GROUPS"):
        return text
    end = _ONE_EACH.get(words[0])
    if end is not None:
        return text.partition(end)[0]
    return " ".join(words[:2]) if words[1:2] == ["NEPHEWS"] else words[0]


def _ended_by(place: str) -> tuple[str, ...]:
    """The places of what a new order ends: one may skip the draw of either deck, or both."""
    kind = " ".join(place.split()[:2])
    return tuple(place.replace(kind, one) for one in _ENDS.get(kind, ()))


_ENDS = {
    "DRAW BOTH": ("SKIP PLOT", "SKIP GROUP"),
    **dict.fromkeys(("SKIP PLOT", "SKIP GROUP"), ("DRAW BOTH",)),
}
_MANY = ("WHEN", "STAND", "ALLOW", "KEEP")
"""Standing orders that stand beside each other."""
_ONE_EACH = {"GUARD": " UNTIL ", "OPPOSE": " UNTIL ", "SUPPORT": " WITH "}
"""Of those there is one for what stands before these words."""
