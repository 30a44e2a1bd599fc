"""Hop 4: one mail of the outbox is claimed, sent and marked; its bytes never change."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import claim_mail
from pbem.mail.compose import Message, render
from pbem.models import DEAD, NEW, SENT, Game, Outbox
from pbem.service.desk import Desk, log

LEASE = timedelta(seconds=120)
"""Longer than any sending may take; a mail whose sender died is free again after it."""
WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(minutes=60),
)
LATER = timedelta(hours=4)
GIVE_UP = timedelta(days=4)

Sending = Callable[[str, str, bytes], tuple[bool | None, str]]
"""(envelope sender, recipient, bytes) -> (True sent, None try again, False refused), why."""


def deliver(desk: Desk, outbox_id: int, send: Sending) -> bool:
    """Send one mail if it is still unsent and nobody else is sending it; True when it went out.

    May send twice after a crash between the server's 250 and the commit, then with the same
    Message-ID and the same bytes.
    """
    now = desk.clock()
    with desk.database.write() as session:
        if not claim_mail(session, outbox_id, now, now + LEASE):
            return False
    with desk.database.read() as session:
        row = session.exec(select(Outbox).where(Outbox.id == outbox_id)).one()
        game = session.get(Game, row.game_id) if row.game_id else None
    if row.useless_after_at is not None and row.useless_after_at <= now:
        _finish(desk, outbox_id, False, "useless by now", now)
        return False
    raw = render(message_of(desk, row, game))
    sent, why = send(row.reply_to or desk.settings.mail.address, row.rcpt, raw)
    _finish(desk, outbox_id, sent, why, desk.clock())
    return sent is True


def message_of(desk: Desk, row: Outbox, game: Game | None) -> Message:
    """The mail as a value; nothing in it depends on when it is sent."""
    mail = desk.settings.mail
    return Message(
        to=row.rcpt,
        to_name=row.to_name,
        subject=row.subject,
        text=row.text,
        message_id=row.message_id,
        from_addr=mail.address,
        from_name=mail.name,
        date_at=row.created_at,
        kind="ack" if row.key.startswith(("ack:", "stranger:")) else row.kind,
        in_reply_to=row.in_reply_to or "",
        references=tuple(json.loads(row.references)),
        reply_to=row.reply_to or mail.address,
        list_id=f"{game.name} <{game.name}.{mail.domain}>" if game else "",
    )


def release_claims(desk: Desk) -> None:
    """Free the mails and games a dead process held; only for the one process that does all."""
    with desk.database.write() as session:
        session.execute(
            sa.update(Outbox)
            .where(col(Outbox.state) == NEW, col(Outbox.claimed_until).is_not(None))
            .values(claimed_until=None)
        )
        session.execute(
            sa.update(Game).where(col(Game.claimed_until).is_not(None)).values(claimed_until=None)
        )


def _finish(desk: Desk, outbox_id: int, sent: bool | None, why: str, now: datetime) -> None:
    with desk.database.write() as session:
        row = session.exec(select(Outbox).where(Outbox.id == outbox_id).with_for_update()).one()
        if row.state != NEW:
            return
        row.claimed_until = None
        if sent:
            row.state, row.sent_at, row.error = SENT, now, None
        else:
            row.error = why
            if sent is False or now - row.created_at > GIVE_UP:
                row.state = DEAD
            else:
                tried = max(row.attempts, 1) - 1
                row.next_try_at = now + (WAITS[tried] if tried < len(WAITS) else LATER)
        session.add(row)
    log.info("mail", outbox=outbox_id, kind=row.kind, state=row.state, why=why)


def delivery_failed(desk: Desk, outbox_id: int, trace: str) -> None:
    """A mail that could not even be made is tried again later, with its traceback kept."""
    _finish(desk, outbox_id, None, trace, desk.clock())
