"""What a page of orders was made from: whoever files from it must know what is on file now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from pbem.models import Sheet
from pbem.service.orders.revisions import number_of
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import GameSnapshot

OUTDATED = "outdated"
"""The outcome of a letter from a page behind which something else was put on file."""


def mark_of(
    snapshot: GameSnapshot, seat: str, sheet: Sheet | None, answers: Mapping[str, Sheet]
) -> str:
    """What stands for all that a seat has on file and is asked; another as soon as that changes."""
    status = snapshot.status
    parts = [snapshot.game.timeline, *status.sheets[seat], number_of(sheet)]
    parts += [(ask.key, number_of(answers.get(ask.key))) for ask in status.windows_of(seat)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def is_outdated(submission: Submission) -> bool:
    """Whether a letter comes from a page that knew other orders than are on file now."""
    kept = dict(submission.letter.labels or {}).get("mark")
    own = mark_of(submission.snapshot, submission.seat.name, submission.sheet, submission.answers)
    return kept is not None and kept != own
