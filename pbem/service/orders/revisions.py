"""The revisions of a sheet by their numbers, and which of them an UNDO brings back."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Sheet
from pbem.reports.paper.cast import listed

MOST_LISTED = 8
LONGEST = 40
"""Letters of a line by which a revision is told."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision: its lines as text, and which it brought back if an UNDO made it (0: none)."""

    number: int
    text: str
    back_to: int | None = None


@dataclass(frozen=True, slots=True)
class Revisions:
    """All that were filed for one turn, or for one announced script, oldest first."""

    every: tuple[Revision, ...] = ()

    def back(self) -> int | None:
        """The one before that had other lines; 0 for nothing on file, None if there is none."""
        if not self.every:
            return None
        last = self.every[-1]
        at = last.number if last.back_to is None else last.back_to
        for one in reversed(self.every):
            if one.number < at and one.text != last.text:
                return one.number
        return 0 if last.text else None

    def text(self, number: int) -> str | None:
        """The lines of a revision; number 0 is what there was before any, None if none is."""
        if not number:
            return ""
        return next((one.text for one in self.every if one.number == number), None)

    @property
    def told(self) -> str:
        """What there is to go back to: `1 (PASS), 2 (nothing) and 3 (2 lines, the first ...)`."""
        shown = self.every[-MOST_LISTED:]
        left = len(self.every) - len(shown)
        rows = [f"{one.number} ({_gist(one.text)})" for one in shown]
        return (f"{left} older ones, " if left else "") + listed(rows)


def _gist(text: str) -> str:
    lines = text.split("\n") if text else []
    if not lines:
        return "nothing"
    first = lines[0].partition(": ")[2] or lines[0]
    first = first if len(first) <= LONGEST else first[: LONGEST - 3] + "..."
    return first if len(lines) == 1 else f"{len(lines)} lines, the first {first}"


def number_of(sheet: Sheet | None) -> int:
    """The number of what is on file, 0 for nothing."""
    return sheet.revision if sheet else 0


def revisions_of(session: Session, sheet: Sheet | None) -> Revisions:
    """Those of the sheet's turn, or of the script it answers; none without a sheet."""
    if sheet is None:
        return Revisions()
    rows = session.exec(
        select(Sheet.revision, Sheet.text, Sheet.back_to)
        .where(
            Sheet.seat_id == sheet.seat_id,
            Sheet.turn == sheet.turn,
            Sheet.part == sheet.part,
            Sheet.kind == sheet.kind,
        )
        .order_by(col(Sheet.revision))
    ).all()
    return Revisions(tuple(Revision(*row) for row in rows))
