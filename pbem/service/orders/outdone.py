"""Answers that stand in each other's way: on each attack one of a seat's stances counts (R12.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.illuminati import orders as od
from engine.illuminati.attacks.stances import weight_of
from pbem.reports.layout.cast import listed
from pbem.reports.layout.mail_context import AnswerLine


def with_outdone(told: Sequence[AnswerLine], numbers: Sequence[int]) -> tuple[AnswerLine, ...]:
    """Lines of one sheet, in its order; one that does not count everywhere says what counts."""
    counts = [line for line in told if line.fate != "REFUSED"]
    by_number = [(number, _that_counts(counts, number)) for number in numbers]
    return tuple(_warned(line, by_number) if line in counts else line for line in told)


def _that_counts(told: Sequence[AnswerLine], number: int) -> AnswerLine | None:
    """The closest description of the attack, of equal ones the newest."""
    found: AnswerLine | None = None
    for line in told:
        if _is_on(line, number) and (found is None or _weight(line) >= _weight(found)):
            found = line
    return found


def _warned(line: AnswerLine, counting: Sequence[tuple[int, AnswerLine | None]]) -> AnswerLine:
    notes: dict[str, list[int]] = {}
    for number, other in counting:
        if other is not None and _is_on(line, number) and other.order != line.order:
            notes.setdefault(other.told, []).append(number)
    if not notes:
        return line
    said = " ".join(_sentence(told, numbers) for told, numbers in notes.items())
    return replace(line, fate="WARNING", note=f"{line.note} {said}".lstrip())


def _sentence(told: str, numbers: Sequence[int]) -> str:
    attacks = f"attack{'' if len(numbers) == 1 else 's'} {listed([str(n) for n in numbers])}"
    return f"On {attacks} {told} counts, not this line (R12.4)."


def _is_on(line: AnswerLine, number: int) -> bool:
    return isinstance(line.order, od.Stance) and line.order.pattern.line in (None, number)


def _weight(line: AnswerLine) -> int:
    assert isinstance(line.order, od.Stance)
    return weight_of(line.order.pattern)
