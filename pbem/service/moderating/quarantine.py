"""Letters set aside because they are no orders, and letting one through after all."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlmodel import select

from pbem.database import Session, lock_letter
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.models import DONE, Letter, Seat, key_of
from pbem.service.context import ServiceContext
from pbem.service.moderating.held_commands import release_commands
from pbem.service.moderating.letter_list import SET_ASIDE
from pbem.service.seats.confirming import ORDERS, release

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


def identity_of(mailed: Mailed) -> str | None:
    """A letter's Message-ID as it is kept: a digest, for it may be anything; None without one."""
    if not mailed.message_id:
        return None
    return hashlib.sha256(mailed.message_id.encode("utf-8", "replace")).hexdigest()[:32]


_TWIN = (
    select(Letter.id)
    .where(
        Letter.seat_id == sa.bindparam("seat"),
        Letter.message_id == sa.bindparam("identity"),
        Letter.outcome == ORDERS,
        Letter.id != sa.bindparam("letter"),
    )
    .limit(1)
)


def twin_of(session: Session, letter: Letter, seat: Seat, mailed: Mailed) -> int | None:
    """A letter of the same seat with the same Message-ID that has been read.

    One answer a Message-ID: the same letter by another way, or a machine that goes on and on.
    """
    identity = identity_of(mailed)
    if identity is None:
        return None
    same = {"seat": seat.id, "identity": identity, "letter": letter.id}
    return session.connection().execute(_TWIN, same).scalars().first()


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
