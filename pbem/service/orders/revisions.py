"""The revisions of a sheet by their numbers, and which of them an UNDO brings back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.cast import listed
from pbem.models import DONE, Letter, Sheet

MOST_LISTED = 8
LONGEST = 40
"""Letters of a line by which a revision is told."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision: its lines as text, and which it brought back if an UNDO made it (0: none).

    `at` is when the letter came that made it.
    """

    number: int
    text: str
    back_to: int | None = None
    is_ready: bool = False
    letter_id: int = 0
    at: datetime | None = None

    @property
    def summary(self) -> str:
        """`2 lines, the first ATTACK Yuppies WITH Mafia`, `PASS, READY`, `nothing`."""
        return _gist(self.text) + (", READY" if self.is_ready else "")


@dataclass(frozen=True, slots=True)
class Revisions:
    """All that were filed for one turn, or for one announced script, oldest first.

    `last_letter` is the seat's newest letter that was read, 0 where it has none; `first` is what
    stood before any of them.
    """

    every: tuple[Revision, ...] = ()
    last_letter: int = 0
    first: str = ""

    @property
    def is_of_last(self) -> bool:
        """Whether the seat's newest letter made the newest of them."""
        return bool(self.every) and self.every[-1].letter_id == self.last_letter

    def undone(self) -> Revision | None:
        """The last revision that changed something, which an UNDO takes back; None for none.

        What an UNDO has brought back counts where it was first filed. No UNDO says READY again.
        """
        if not self.every:
            return None
        last = self.every[-1]
        at = last.number if last.back_to is None else last.back_to
        for one in reversed(self.every):
            before = self.before(one)
            if one.number > at:
                continue
            has_prepared = last.is_ready and one.is_ready and not before.is_ready
            if one.text != before.text or has_prepared:
                return one
        return None

    def before(self, revision: Revision) -> Revision:
        """The one before that; the first follows nothing on file, number 0."""
        older = [one for one in self.every if one.number < revision.number]
        return older[-1] if older else Revision(0, self.first)

    def is_of_last_letter(self, undone: Revision) -> bool:
        """Whether the writer means just that one: no letter came after it but UNDOs."""
        last = self.every[-1]
        if last.letter_id != self.last_letter:
            return False
        return last.back_to is not None or undone is last

    def text(self, number: int) -> str | None:
        """The lines of a revision; number 0 is what there was before any, None if none is."""
        if not number:
            return self.first
        return next((one.text for one in self.every if one.number == number), None)

    @property
    def listing(self) -> str:
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


def revisions_of(
    session: Session, sheet: Sheet | None, but: int | None = None, first: str = ""
) -> Revisions:
    """Those of the sheet's turn, or of the script it answers; none without a sheet.

    The letter `but` is the one that asks, `first` what stood before any.
    """
    if sheet is None:
        return Revisions()
    rows = session.exec(
        select(Sheet, Letter.received_at)
        .where(
            Sheet.seat_id == sheet.seat_id,
            Sheet.turn == sheet.turn,
            Sheet.part == sheet.part,
            Sheet.kind == sheet.kind,
            Sheet.letter_id == Letter.id,
        )
        .order_by(col(Sheet.revision))
    ).all()
    newest = session.exec(
        select(Letter.id)
        .where(Letter.seat_id == sheet.seat_id, Letter.state == DONE, Letter.id != but)
        .order_by(col(Letter.id).desc())
        .limit(1)
    ).first()
    every = (
        Revision(row.revision, row.text, row.back_to, row.is_ready, row.letter_id, at)
        for row, at in rows
    )
    return Revisions(tuple(every), newest or 0, first)
