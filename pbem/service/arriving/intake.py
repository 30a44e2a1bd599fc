"""Hop 1: a letter's bytes are stored before anyone is told that we have them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import reply_address, token_of
from pbem.models import NEW, Game, Letter, Seat
from pbem.prepared import Prepared
from pbem.service.arriving.batch_insert import store_together
from pbem.service.context import ServiceContext
from pbem.service.locks import hold_for_letter
from pbem.service.players.tokens import digest_of_token, moderator_at, seat_of_token

_HEADER_LIMIT = 64 * 1024
_END = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_IDENTITY = (rb"message-id",)
_ELSE = (rb"from", rb"date")
_DATE = (rb"date",)


def digest_of(raw: bytes, rcpt: str, occasion: str | Callable[[], str] = "") -> str:
    """A hex SHA-256 that two deliveries of one letter to one recipient share.

    Trace headers differ from delivery to delivery and do not count; a Message-ID alone does not
    decide, because it can be forged to suppress another letter. A letter with neither Message-ID
    nor Date is the same only on the same `occasion`, which is asked for then alone.
    """
    end = _END.search(raw, 0, _HEADER_LIMIT)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw[:_HEADER_LIMIT], raw)
    named = _values(head, _IDENTITY)
    identity = named or _values(head, _ELSE)
    if not (named or _values(head, _DATE)):
        text = occasion if isinstance(occasion, str) else occasion()
        identity = [*identity, text.encode()] if text else identity
    digest = hashlib.sha256()
    for part in (rcpt.strip().casefold().encode(), *identity, hashlib.sha256(body).digest()):
        digest.update(len(part).to_bytes(4, "big"))
        digest.update(part)
    return digest.hexdigest()


def _values(head: bytes, names: tuple[bytes, ...]) -> list[bytes]:
    found = []
    is_folded = b"\n " in head or b"\n\t" in head
    for line in (_FOLD.sub(b" ", head) if is_folded else head).splitlines():
        name, colon, value = line.partition(b":")
        if colon and name.strip().lower() in names:
            found.append(value.strip())
    return found


HINT_GRACE = timedelta(seconds=1)
"""How long a hint may take before the sweeper looks for the letter itself."""
MOST_ADDRESS = 320
"""Letters of an address that are kept (RFC 5321, 4.5.3.1)."""


def canonical(service: ServiceContext, rcpt: str) -> str:
    """A recipient in the one way in which it is kept and counted, however a sender spelt it.

    What is sent to a former address of ours is for the present one.
    """
    own, *former = (address.casefold() for address in service.settings.mail.addresses)
    own_domain = own.rpartition("@")[2]
    text = storable(rcpt).strip().strip("<>").casefold()
    # RFC 5321, 4.5.1: postmaster needs no domain.
    text = f"{text}@{own_domain}" if text == "postmaster" else text
    local, _, domain = text.rpartition("@")
    domain = domain.rstrip(".")
    if f"{local}@{domain}" in former:
        return own
    if domain in (address.rpartition("@")[2] for address in former):
        domain = own_domain
    token = token_of(f"{local}@{domain}") if domain == own_domain else None
    return reply_address(own, token) if token else f"{local}@{domain}"


def is_postmaster(service: ServiceContext, rcpt: str) -> bool:
    """Whether a letter is for whoever runs the mail server, here and nowhere else."""
    return canonical(service, rcpt) == f"postmaster@{service.settings.mail.domain.casefold()}"


def knows(service: ServiceContext, rcpt: str) -> bool:
    """Whether a recipient is ours: the service's own address, a seat's or a moderator's."""
    rcpt = canonical(service, rcpt)
    if rcpt == service.settings.mail.address.casefold():
        return True
    token = token_of(rcpt)
    if token is None or rcpt.rpartition("@")[2] != service.settings.mail.domain.casefold():
        return False
    with service.database.read() as session:
        is_seats = seat_of(session, token, service.clock()) is not None
        return is_seats or moderator_at(session, token) is not None


def seat_of(session: Session, token: str, now: datetime) -> Seat | None:
    """The seat a token opens, its present one or one that still counts."""
    return seat_of_token(session, token, now)


def accept(
    service: ServiceContext,
    raw: bytes,
    rcpt: str,
    mail_from: str,
    verdicts: Mapping[str, str] | None = None,
) -> int:
    """Store a letter durably and return its id; the same letter again gives the same id.

    `verdicts` is what the transport's own provider found about the sender. The time of arrival is
    taken inside the transaction, so that it stands on one side of any deadline. Raises
    StorageError or TimeoutError when it could not be stored.
    """
    rcpt, mail_from = canonical(service, rcpt), storable(mail_from)
    digest = digest_of(raw, rcpt, lambda: _occasion(service, rcpt))
    found = dict(verdicts or {})

    def store(session: Session) -> int:
        return _store(
            service, session, raw, rcpt, mail_from=mail_from, digest=digest, verdicts=found
        )

    if service.database.is_sqlite:
        return store_together(service.database, store)
    try:
        with service.database.write() as session:
            return store(session)
    except IntegrityError:
        # Stored by another process between our look and our insert.
        with service.database.read() as session:
            known = _known(session, digest)
        if known is None:
            raise
        return known


_KNOWN = select(Letter.id).where(Letter.digest == sa.bindparam("digest"))
_SAME = (
    select(Letter.id)
    .where(Letter.raw_digest == sa.bindparam("raw_digest"), col(Letter.copy_of).is_(None))
    .limit(1)
)
_NOW = sa.select(sa.literal(1).label("at")).subquery("now")
_ARRIVED = Prepared(
    sa.select(
        _KNOWN.scalar_subquery(), _SAME.scalar_subquery(), col(Seat.id), col(Seat.game_id)
    ).select_from(_NOW.outerjoin(Seat, col(Seat.token_hash) == sa.bindparam("token_digest")))
)
"""Of a letter: it is known already, by whom its bytes are kept, and whose seat it is for by its
present address; in one statement, as every letter asks."""
# Past the ORM, which takes longer than the database.
_STORED = Prepared(sa.insert(Letter).returning(sa.type_coerce(col(Letter.id), sa.Integer)))
_GIVEN = ("received_at", "next_try_at", "mail_from", "rcpt", "digest", "raw_digest", "verdicts")
_letter = sa.inspect(Letter).columns
_STORED_AT_ONCE = Prepared(
    sa.insert(Letter)
    .from_select(
        [*_GIVEN, "state", "attempts", "raw", "copy_of", "seat_id", "game_id"],
        sa.select(
            *(sa.bindparam(name, type_=_letter[name].type) for name in _GIVEN),
            sa.literal(NEW),
            sa.literal(0),
            sa.case(
                (_SAME.scalar_subquery().is_(None), sa.bindparam("raw", type_=_letter["raw"].type)),
                else_=b"",
            ),
            _SAME.scalar_subquery(),
            col(Seat.id),
            col(Seat.game_id),
        )
        .select_from(_NOW.outerjoin(Seat, col(Seat.token_hash) == sa.bindparam("token_digest")))
        .where(
            ~_KNOWN.exists(), sa.or_(col(Seat.id).is_not(None), sa.bindparam("token_digest") == "")
        ),
    )
    .returning(sa.type_coerce(col(Letter.id), sa.Integer))
)
"""The letter, unless it is known or its token is no seat's present one, in one statement."""
_BYTES = select(Letter.raw).where(Letter.id == sa.bindparam("id"))


def whole(session: Session, letter: Letter) -> Letter:
    """A letter that was read from the tables, with its bytes where another one keeps them."""
    if letter.copy_of is not None and not letter.raw:
        raw = session.connection().execute(_BYTES, {"id": letter.copy_of}).scalar_one()
        set_committed_value(letter, "raw", raw)
    return letter


def _known(session: Session, digest: str) -> int | None:
    return session.connection().execute(_KNOWN, {"digest": digest}).scalars().first()


def storable(address: str) -> str:
    """An address of an envelope as every database can keep it."""
    return address.encode("utf-8", "replace").decode().replace("\0", "?")[:MOST_ADDRESS]


def _occasion(service: ServiceContext, rcpt: str) -> str:
    """What tells a letter from the same words sent in another turn, where it has no identity."""
    token = token_of(rcpt)
    with service.database.read() as session:
        seat = seat_of(session, token, service.clock()) if token else None
        game = session.get(Game, seat.game_id) if seat else None
        return f"turn {game.turn}" if game else ""


def _store(
    service: ServiceContext, session: Session, raw: bytes, rcpt: str, digest: str, **values: Any
) -> int:
    """Store a letter, unless it is known already, and return its id."""
    token, raw_digest = token_of(rcpt), hashlib.sha256(raw).hexdigest()
    of_token = digest_of_token(token) if token else ""
    wanted = {"digest": digest, "raw_digest": raw_digest, "token_digest": of_token}
    if service.database.is_sqlite:
        now = service.clock()
        row = wanted | values | {"received_at": now, "next_try_at": now + HINT_GRACE}
        row |= {"rcpt": rcpt, "raw": raw}
        stored: int | None = _STORED_AT_ONCE.scalar(session.connection(), row)
        if stored is not None:
            session.hint("read_letter", stored)
            return stored
    known, copy_of, seat_id, game_id = _ARRIVED.rows(session.connection(), wanted)[0]
    if known is not None:
        return int(known)
    moderator_id = None
    if token and seat_id is None:
        seat_id, moderator_id, game_id = _less_usual(session, token, service.clock())
    if game_id is not None:
        hold_for_letter(service.database, session, game_id)
    now = service.clock()
    row = {
        "received_at": now,
        "next_try_at": now + HINT_GRACE,
        "game_id": game_id,
        "seat_id": seat_id,
        "moderator_id": moderator_id,
        "state": NEW,
        "attempts": 0,
        "rcpt": rcpt,
        "raw": raw if copy_of is None else b"",
        "digest": digest,
        "raw_digest": raw_digest,
        "copy_of": copy_of,
        **values,
    }
    letter_id: int = _STORED.scalar(session.connection(), row)
    session.hint("read_letter", letter_id)
    return letter_id


def _less_usual(
    session: Session, token: str, now: datetime
) -> tuple[int | None, int | None, int | None]:
    """Seat, moderator and game of a token that is no seat's present one."""
    seat = seat_of(session, token, now)
    if seat is not None:
        return seat.id, None, seat.game_id
    moderator = moderator_at(session, token)
    return (None, moderator.id, moderator.game_id) if moderator is not None else (None, None, None)
