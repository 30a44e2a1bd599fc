"""Tokens of seats: computed from the service's key, known to the tables as digests, renewable.

The key is `[mail] key`, else one that the migration put into the tables. A seat's token is
HMAC-SHA256(key, seed and number of the seat), of which 128 bits are spelt. Letters are kept as they
came, and so hold the address they were sent to; nothing else of the tables does.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import TOKEN_BYTES, new_token, reply_address, same_token, token_of
from pbem.models import FormerToken, Moderator, Outbox, Seat, Setting, key_of
from pbem.service.codes import code_of
from pbem.service.context import ServiceContext
from pbem.settings import MailSettings

GRACE = timedelta(days=14)
"""How long letters to the address before are still taken, where it was not renewed at once."""
# The migration has made one.
_KEY = sa.select(col(Setting.value)).where(col(Setting.name) == "key")
STORED_KEY = _KEY.scalar_subquery()
_HIDDEN = re.compile(r"(?<=[.+])~(\d{1,6})(?=@)")
_IN_ID = re.compile(r"\.[a-z2-7]{26}(?=@)", re.IGNORECASE)


Holder = Seat | Moderator
"""Who has an address with a token of its own."""


def service_key(session: Session, mail: MailSettings) -> bytes:
    """The secret that addresses and links are computed from, the same in every process."""
    configured = mail.key.get_secret_value()
    if configured:
        return hashlib.sha256(configured.encode()).digest()
    key: str | None = session.info.get(_KEY)
    if key is None:
        key = session.info[_KEY] = session.connection().execute(_KEY).scalar_one()
    return bytes.fromhex(key)


def keep_key(session: Session, stored: str | None) -> None:
    """Note the `STORED_KEY` that this transaction has read, so that it need not ask again."""
    session.info[_KEY] = stored


def token_at(key: bytes, seed: str, number: int) -> str:
    """The token of that number of a seat with that seed."""
    code = hmac.new(key, f"{seed}:{number}".encode(), hashlib.sha256).digest()
    return new_token(code[:TOKEN_BYTES])


def token_of_login(key: bytes, mail_key: str) -> str:
    """The token of the link that the mail with this key in the outbox brings."""
    return token_at(key, mail_key, 0)


def digest_of_token(token: str) -> str:
    """What the tables keep of a token, whatever its case."""
    return hashlib.sha256(token.casefold().encode()).hexdigest()


def token_of_seat(session: Session, mail: MailSettings, seat: Holder) -> str:
    """A seat's or a moderator's present token."""
    return token_at(service_key(session, mail), seat.token_seed, seat.token_number)


def address_of_holder(session: Session, mail: MailSettings, holder: Holder) -> str:
    """Where letters to a seat go, or a moderator's commands."""
    return reply_address(mail.address, token_of_seat(session, mail, holder))


def service_code(session: Session, mail: MailSettings, purpose: str, *subject: object) -> str:
    """The code that allows `purpose`, of the service's own key; see `code_of`."""
    return code_of(service_key(session, mail), purpose, *subject)


def first_digest(session: Session, mail: MailSettings, seed: str) -> str:
    """What a new seat with that seed keeps of its first token."""
    return digest_of_token(token_at(service_key(session, mail), seed, 1))


_OPENED = select(Seat).where(Seat.token_hash == sa.bindparam("digest"))


def seat_of_token(session: Session, token: str, now: datetime) -> Seat | None:
    """The seat that a token opens at `now`, by its present address or one that still counts."""
    digest = digest_of_token(token)
    seat = session.exec(_OPENED, params={"digest": digest}).first()
    if seat is not None:
        return seat if same_token(seat.token_hash, digest) else None
    former = session.get(FormerToken, digest)
    if former is None or former.ends_at <= now or not same_token(former.token_hash, digest):
        return None
    return session.exec(select(Seat).where(Seat.id == former.seat_id)).one()


def moderator_at(session: Session, token: str) -> Moderator | None:
    """The moderator whose token it is; one that was renewed opens nothing any more."""
    digest = digest_of_token(token)
    found = session.exec(select(Moderator).where(Moderator.token_hash == digest)).first()
    return found if found is not None and same_token(found.token_hash, digest) else None


def keep_token(session: Session, mail: MailSettings, seat: Holder, now: datetime) -> None:
    """See that an address is the one computed for it; another key means a new address."""
    digest = digest_of_token(token_of_seat(session, mail, seat))
    if digest == seat.token_hash:
        return
    if isinstance(seat, Seat):
        renew(session, mail, seat, now, GRACE)
    else:
        seat.token_hash = digest
        session.add(seat)


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


def renew_at_once(session: Session, mail: MailSettings, moderator: Moderator) -> None:
    """Give a locked moderator a new token; the one before opens nothing any more."""
    moderator.token_number += 1
    moderator.token_hash = digest_of_token(token_of_seat(session, mail, moderator))
    session.add(moderator)
    session.flush()


def own_tokens(seat: Holder, rcpt: str, tokens: Iterable[str]) -> tuple[str, ...]:
    """Which tokens of a letter are this seat's: that of the address it came to, and its present."""
    came_to = token_of(rcpt)
    own = (token for token in tokens if digest_of_token(token) == seat.token_hash)
    return (*([came_to] if came_to else []), *own)


def hidden(seat: Holder) -> str:
    """What stands in the tables where the present token belongs."""
    return f"~{seat.token_number}"


def hidden_ids(seat: Holder, message_id: str) -> list[str]:
    """A Message-ID as the tables may have it, with any of the seat's tokens hidden."""
    forms = [_IN_ID.sub(f".~{number}", message_id) for number in range(seat.token_number, 0, -1)]
    return list(dict.fromkeys([message_id, *forms]))


def with_tokens(service: ServiceContext, row: Outbox, session: Session | None = None) -> Outbox:
    """A copy of a mail's row with the seat's tokens where the table hides them."""
    if not (row.seat_id or row.moderator_id) or not _HIDDEN.search(row.message_id):
        return row
    if session is None:
        with service.database.read() as session:
            return with_tokens(service, row, session)
    holder = _holder_of(session, row)
    if holder is None:
        return row
    key, seed = service_key(session, service.settings.mail), holder.token_seed

    def show(text: str) -> str:
        return _HIDDEN.sub(lambda m: token_at(key, seed, int(m[1])), text)

    fields = {name: getattr(row, name) for name in Outbox.model_fields}
    for name in ("message_id", "in_reply_to", "reply_to"):
        fields[name] = fields[name] and show(fields[name])
    fields["references"] = [show(one) for one in row.references]
    return Outbox(**fields)


def _holder_of(session: Session, row: Outbox) -> Holder | None:
    """Whose address a mail has; None once he moderates no longer."""
    if row.moderator_id is not None:
        return session.get(Moderator, row.moderator_id)
    return session.exec(select(Seat).where(Seat.id == row.seat_id)).one()
