"""Tokens of seats: computed from the service's key, known to the tables as digests, renewable.

The key is `[mail] key`, else one that the first migration put into the tables. A seat's token is
HMAC-SHA256(key, seed and number of the seat), of which 128 bits are spelt. Letters are kept as they
came, and so hold the address they were sent to; nothing else of the tables does.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import TOKEN_BYTES, new_token, same_token
from pbem.models import FormerToken, Outbox, Seat, Setting, key_of
from pbem.service.desk import Desk
from pbem.settings import MailSettings

GRACE = timedelta(days=14)
"""How long letters to the address before are still taken, where it was not renewed at once."""
_HIDDEN = re.compile(r"(?<=[.+])~(\d{1,6})(?=@)")
_IN_ID = re.compile(r"\.[a-z2-7]{26}(?=@)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Keyhole:
    """The seat a token opens, and whether that token is its present one."""

    seat: Seat
    is_former: bool = False


def service_key(session: Session, mail: MailSettings) -> bytes:
    """The secret that addresses and links are computed from, the same in every process."""
    configured = mail.key.get_secret_value()
    if configured:
        return hashlib.sha256(configured.encode()).digest()
    row = session.get(Setting, "key")
    assert row is not None, "the migration makes a key"
    return bytes.fromhex(row.value)


def token_at(key: bytes, seed: str, number: int) -> str:
    """The token of that number of a seat with that seed."""
    code = hmac.new(key, f"{seed}:{number}".encode(), hashlib.sha256).digest()
    return new_token(code[:TOKEN_BYTES])


def digest_of_token(token: str) -> str:
    """What the tables keep of a token, whatever its case."""
    return hashlib.sha256(token.casefold().encode()).hexdigest()


def token_of_seat(session: Session, mail: MailSettings, seat: Seat) -> str:
    """A seat's present token."""
    return token_at(service_key(session, mail), seat.token_seed, seat.token_number)


def first_digest(session: Session, mail: MailSettings, seed: str) -> str:
    """What a new seat with that seed keeps of its first token."""
    return digest_of_token(token_at(service_key(session, mail), seed, 1))


def opened(session: Session, token: str, now: datetime) -> Keyhole | None:
    """The seat that a token opens at `now`, by its present address or one that still counts."""
    digest = digest_of_token(token)
    seat = session.exec(select(Seat).where(Seat.token_hash == digest)).first()
    if seat is not None:
        return Keyhole(seat) if same_token(seat.token_hash, digest) else None
    former = session.get(FormerToken, digest)
    if former is None or former.ends_at <= now or not same_token(former.token_hash, digest):
        return None
    return Keyhole(session.exec(select(Seat).where(Seat.id == former.seat_id)).one(), True)


def keep_token(session: Session, mail: MailSettings, seat: Seat, now: datetime) -> None:
    """See that a seat's address is the one computed for it; another key means a new address."""
    if digest_of_token(token_of_seat(session, mail, seat)) != seat.token_hash:
        renew(session, mail, seat, now, GRACE)


def renew(
    session: Session, mail: MailSettings, seat: Seat, now: datetime, grace: timedelta
) -> None:
    """Give a locked seat a new token; letters to those before are taken for `grace` more."""
    ends_at = now + grace
    session.execute(
        sa.update(FormerToken)
        .where(col(FormerToken.seat_id) == seat.id, col(FormerToken.ends_at) > ends_at)
        .values(ends_at=ends_at)
    )
    session.merge(FormerToken(token_hash=seat.token_hash, seat_id=key_of(seat), ends_at=ends_at))
    seat.token_number += 1
    seat.token_hash = digest_of_token(token_of_seat(session, mail, seat))
    session.add(seat)
    session.flush()


def hidden(seat: Seat) -> str:
    """What stands in the tables where the seat's present token belongs."""
    return f"~{seat.token_number}"


def hidden_ids(seat: Seat, message_id: str) -> list[str]:
    """A Message-ID as the tables may have it, with any of the seat's tokens hidden."""
    forms = [_IN_ID.sub(f".~{number}", message_id) for number in range(seat.token_number, 0, -1)]
    return list(dict.fromkeys([message_id, *forms]))


def written_out(desk: Desk, row: Outbox, session: Session | None = None) -> Outbox:
    """A copy of a mail's row with the seat's tokens where the table hides them."""
    if row.seat_id is None or not _HIDDEN.search(row.message_id):
        return row
    if session is None:
        with desk.database.read() as session:
            return written_out(desk, row, session)
    seat = session.exec(select(Seat).where(Seat.id == row.seat_id)).one()
    key = service_key(session, desk.settings.mail)

    def show(text: str | None) -> str | None:
        return text and _HIDDEN.sub(lambda m: token_at(key, seat.token_seed, int(m[1])), text)

    fields = {name: getattr(row, name) for name in Outbox.model_fields}
    for name in ("message_id", "in_reply_to", "references", "reply_to"):
        fields[name] = show(fields[name])
    return Outbox(**fields)
