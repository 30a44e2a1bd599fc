"""Writing to players: every mail is a row of the outbox, written with the change it tells of."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import select

from pbem.database import Session
from pbem.mail.address import new_token, reply_address
from pbem.mail.compose import message_id_for
from pbem.models import Game, Outbox, Player, Seat
from pbem.reports import Mail
from pbem.service.intake import HINT_GRACE
from pbem.settings import MailSettings

THREAD_IDS = 8
"""Message-IDs of a thread that are kept beside its root."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom a mail goes to; a stranger has no game and no seat."""

    rcpt: str
    name: str = ""
    game: Game | None = None
    seat: Seat | None = None


def addressee(game: Game, seat: Seat, player: Player) -> Addressee:
    """A player at his registered address, whatever address he wrote from."""
    return Addressee(player.email, player.name, game, seat)


def fresh_seat(session: Session, seat: Seat) -> Seat:
    """A seat's row as it is now, locked until the transaction ends.

    Never merge a row that was read before: it would undo what others have changed since.
    """
    wanted = select(Seat).where(Seat.id == seat.id).with_for_update(key_share=True)
    return session.exec(wanted.execution_options(populate_existing=True)).one()


def post(
    session: Session,
    settings: MailSettings,
    to: Addressee,
    mail: Mail,
    *,
    key: str,
    now: datetime,
    turn: int | None = None,
    useful: timedelta | None = None,
) -> None:
    """Put a mail into the outbox, in the thread of its game and seat.

    `key` exists once; `turn` is the turn that was open when it was written.
    """
    seat, game = to.seat, to.game
    token = seat.token if seat else new_token(hashlib.sha256(key.encode()).digest()[:16])
    message_id = message_id_for(key, settings.domain, token)
    thread: list[str] = json.loads(seat.thread_ids) if seat else []
    row = Outbox(
        key=key,
        game_id=game.id if game else None,
        seat_id=seat.id if seat else None,
        turn=turn,
        kind=mail.kind,
        rcpt=to.rcpt,
        to_name=to.name,
        subject=mail.subject,
        text=mail.text,
        message_id=message_id,
        in_reply_to=thread[-1] if thread else None,
        references=json.dumps(thread),
        reply_to=reply_address(settings.address, seat.token) if seat else settings.address,
        created_at=now,
        next_try_at=now + HINT_GRACE,
        useless_after_at=now + useful if useful else None,
    )
    session.add(row)
    session.flush()
    session.hint("deliver", row.id)
    if seat is not None:
        ids = [*thread, message_id]
        seat.thread_ids = json.dumps([ids[0], *ids[1:][-THREAD_IDS:]])
        seat.last_message_id = message_id
        session.add(seat)
