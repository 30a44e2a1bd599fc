"""Hop 1: a letter's bytes are stored before anyone is told that we have them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from pbem.database import Session
from pbem.mail.address import same_token, token_of
from pbem.mail.digest import digest_of
from pbem.models import Game, Letter, Seat, key_of
from pbem.service.desk import Desk
from pbem.service.fence import hold_for_letter

HINT_GRACE = timedelta(seconds=1)
"""How long a hint may take before the sweeper looks for the letter itself."""
MOST_ADDRESS = 320
"""Letters of an address that are kept (RFC 5321, 4.5.3.1)."""


def knows(desk: Desk, rcpt: str) -> bool:
    """Whether a recipient is ours: the service's own address, or a seat's."""
    local, _, domain = rcpt.strip().strip("<>").rpartition("@")
    own_local, _, own_domain = desk.settings.mail.address.rpartition("@")
    if domain.casefold() != own_domain.casefold():
        return False
    token = token_of(rcpt)
    if token is None:
        return local.casefold() == own_local.casefold()
    with desk.database.read() as session:
        return seat_of(session, token) is not None


def seat_of(session: Session, token: str) -> Seat | None:
    """The seat a token opens."""
    seat = session.exec(select(Seat).where(Seat.token == token.casefold())).first()
    return seat if seat is not None and same_token(seat.token, token) else None


def accept(
    desk: Desk, raw: bytes, rcpt: str, mail_from: str, verdicts: Mapping[str, str] | None = None
) -> int:
    """Store a letter durably and return its id; the same letter again gives the same id.

    Its time of arrival is taken inside the transaction, so that it stands on one side of any
    deadline. Raises StorageError or TimeoutError when it could not be stored.
    """
    rcpt, mail_from = _storable(rcpt), _storable(mail_from)
    digest = digest_of(raw, rcpt, _occasion(desk, rcpt))
    try:
        return _store(desk, raw, rcpt, mail_from, digest)
    except IntegrityError:
        with desk.database.read() as session:
            known = session.exec(select(Letter).where(Letter.digest == digest)).first()
            if known is None:
                raise
            return key_of(known)


def _storable(address: str) -> str:
    """An address of an envelope as every database can keep it."""
    return address.encode("utf-8", "replace").decode().replace("\0", "?")[:MOST_ADDRESS]


def _occasion(desk: Desk, rcpt: str) -> str:
    """What tells a letter from the same words sent in another turn, where it has no identity."""
    token = token_of(rcpt)
    with desk.database.read() as session:
        seat = seat_of(session, token) if token else None
        game = session.get(Game, seat.game_id) if seat else None
        return f"turn {game.turn}" if game else ""


def _store(desk: Desk, raw: bytes, rcpt: str, mail_from: str, digest: str) -> int:
    token = token_of(rcpt)
    with desk.database.write() as session:
        seat = seat_of(session, token) if token else None
        if seat is not None:
            hold_for_letter(desk.database, session, seat.game_id)
        now = desk.clock()
        letter = Letter(
            received_at=now,
            mail_from=mail_from,
            rcpt=rcpt,
            raw=raw,
            digest=digest,
            game_id=seat.game_id if seat else None,
            seat_id=seat.id if seat else None,
            next_try_at=now + HINT_GRACE,
        )
        session.add(letter)
        session.flush()
        session.hint("read_letter", letter.id)
        return key_of(letter)
