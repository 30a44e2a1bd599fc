"""Letters set aside because they are no orders, and letting one through after all."""

from __future__ import annotations

from pbem.database import lock_letter
from pbem.models import DONE, key_of
from pbem.service.context import ServiceContext
from pbem.service.moderating.held_commands import release_commands
from pbem.service.moderating.letter_list import SET_ASIDE
from pbem.service.seats.confirming import release

RELEASED = {
    "read": "It will be read within a second.",
    "superseded": "It will not be read, because a later letter from that seat was. Its player may "
    "send it again.",
    "missed": "It will not be read: a turn has been run since it came. Its player may send it "
    "again.",
}
"""What is said of a letter that was let through, by what became of it."""


class NotReleased(ValueError):
    """The letter cannot be let through; the text says why."""


def release_letter(service: ServiceContext, letter_id: int) -> str:
    """Let a letter that was held or set aside be read as its seat's, or its moderator's.

    Returns "read", or where it came too late for that "superseded" by a later letter or "missed",
    as a turn has been run since. Raises NotReleased for any other letter.
    """
    with service.database.write() as session:
        row = lock_letter(session, letter_id)
        if row is None:
            raise NotReleased(f"there is no letter {letter_id}; `pbem letters list` shows them")
        if row.state != DONE or row.outcome not in SET_ASIDE:
            raise NotReleased(f"letter {letter_id} is not held: it is {row.state}")
        if row.moderator_id is not None:
            return release_commands(session, row, "operator", service.clock())
        if row.seat_id is None:
            raise NotReleased(f"letter {key_of(row)} names no seat, so nobody's orders are in it")
        return release(session, row, "operator", service.clock())
