"""Writing to players: every mail is a row of the outbox, written with the change it tells of."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import select

from pbem.codec import encode_view
from pbem.database import Session
from pbem.mail.address import new_token, reply_address
from pbem.mail.compose import message_id_for
from pbem.models import BOTH, NEW, NOBODY, TEXT, Attachment, Game, Outbox, Player, Seat, key_of
from pbem.reports import Mail
from pbem.reports.senders import address_quiet
from pbem.service.addresses import used_address
from pbem.service.intake import HINT_GRACE
from pbem.service.quiet import send_at
from pbem.service.silence import is_silenced
from pbem.service.stopping import is_stopped
from pbem.service.tokens import hidden, keep_token
from pbem.settings import MailSettings

THREAD_IDS = 8
"""Message-IDs of a thread that are kept beside its root."""
ANSWER = "acknowledgement"
"""The kind of mail that answers a letter, and may wait for others to be answered with it."""
TELLING = ("turn", "bulletin", "news", "held_lines")
"""Kinds of mail that an answer which waits must not come after."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom a mail goes to; a stranger has no game and no seat, and gets text alone."""

    rcpt: str
    name: str = ""
    game: Game | None = None
    seat: Seat | None = None
    format: str = TEXT
    player: Player | None = None


def addressee(game: Game, seat: Seat, player: Player) -> Addressee:
    """A player at his registered address, whatever address he wrote from."""
    return Addressee(player.email, player.name, game, seat, player.format, player)


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
    not_before: datetime | None = None,
) -> None:
    """Put a mail into the outbox with its files, in the thread of its game and seat.

    Nothing goes to a robot; what may wait waits for the end of quiet hours. `key` exists once,
    `turn` was open when it was written. What HTML would show is not kept for who gets text alone.
    """
    seat, game = to.seat, to.game
    if seat is not None and (seat.robot != NOBODY or is_stopped(seat, mail.kind)):
        return
    rcpt = used_address(session, to.player) if to.player else to.rcpt
    is_silent = is_silenced(session, rcpt, key, settings.answers_an_hour, now)
    if is_silent is None:
        key, mail = f"quiet:{key}", address_quiet(settings.answers_an_hour)
    elif is_silent:
        return
    may_go_at = max(not_before or now, send_at(key, to.player, game, now))
    if seat is not None and mail.kind in TELLING:
        _send_answers(session, seat, now)
    if seat is not None:
        keep_token(session, settings, seat, now)
    token = hidden(seat) if seat else new_token(hashlib.sha256(key.encode()).digest()[:16])
    message_id = message_id_for(key, settings.domain, token)
    thread: list[str] = json.loads(seat.thread_ids) if seat else []
    row = Outbox(
        key=key,
        game_id=game.id if game else None,
        seat_id=seat.id if seat else None,
        turn=turn,
        kind=mail.kind,
        rcpt=rcpt,
        to_name=to.name,
        subject=mail.subject,
        text=mail.text,
        format=to.format,
        message_id=message_id,
        in_reply_to=thread[-1] if thread else None,
        references=json.dumps(thread),
        reply_to=reply_address(settings.address, token) if seat else settings.address,
        created_at=now,
        next_try_at=max(may_go_at, now + HINT_GRACE),
        useless_after_at=now + useful if useful else None,
    )
    session.add(row)
    session.flush()
    _attach(session, row, mail)
    if may_go_at <= now:
        session.hint("deliver", row.id)
    if seat is not None:
        _lengthen(session, seat, [*thread, message_id])


def _lengthen(session: Session, seat: Seat, ids: list[str]) -> None:
    """Keep the thread with its newest mail: the root and those sent last."""
    seat.thread_ids = json.dumps([ids[0], *ids[1:][-THREAD_IDS:]])
    seat.last_message_id = ids[-1]
    session.add(seat)


def _send_answers(session: Session, seat: Seat, now: datetime) -> None:
    """Let the answers that wait for more letters go out at once: something else has happened."""
    wanted = select(Outbox).where(
        Outbox.seat_id == seat.id,
        Outbox.kind == ANSWER,
        Outbox.state == NEW,
        Outbox.attempts == 0,
        Outbox.next_try_at > now + HINT_GRACE,
    )
    for row in session.exec(wanted.with_for_update()).all():
        row.next_try_at = now + HINT_GRACE
        session.add(row)
        session.hint("deliver", row.id)


def _attach(session: Session, row: Outbox, mail: Mail) -> None:
    wanted = [file for file in mail.attachments if row.format == BOTH or file.cid is None]
    for place, file in enumerate(wanted):
        session.add(
            Attachment(
                outbox_id=key_of(row),
                place=place,
                name=file.name,
                type=file.type,
                cid=file.cid,
                content=file.content,
                view=encode_view(file.view) if file.view else None,
            )
        )
