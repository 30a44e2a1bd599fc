"""Hop 4: one mail of the outbox is claimed, sent and marked; its bytes never change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.html import Picture, to_html
from pbem.games.registry import ruleset
from pbem.mail.compose import File, Message, render
from pbem.mails.kinds import is_reply
from pbem.models import BOTH, NEW, SENT, Attachment, Game, Outbox
from pbem.service.console.login import text_of
from pbem.service.context import ServiceContext, begin, log
from pbem.service.mailing.page_links import page_link, with_page_link
from pbem.service.mailing.stopping import stop_link
from pbem.service.players.tokens import with_tokens
from pbem.service.relay import SendResult, has_waiting, wake_waiting
from pbem.service.sending.claims import Claim, next_to_seat
from pbem.service.sending.retrying import put_off, refuse
from pbem.service.sending.signing import signed

SendMail = Callable[[str, str, bytes], SendResult | tuple[bool | None, str]]
"""(envelope sender, recipient, bytes) -> what came of it, at least whether it went out and why."""


def deliver(service: ServiceContext, outbox_id: int, send: SendMail) -> bool:
    """Send one mail if it is still unsent and nobody else is sending it; True when it went out.

    May send twice after a crash between the server's 250 and the commit, then with the same
    Message-ID and the same bytes.
    """
    claim = Claim(service, outbox_id)
    if not claim.take():
        return False
    with claim.renewed():
        result = _attempt(service, outbox_id, send, claim)
        # Before anything is waited for: who dies until then has sent what is sent again.
        _finish(service, outbox_id, result, claim.word)
    return result.sent is True


def _attempt(service: ServiceContext, outbox_id: int, send: SendMail, claim: Claim) -> SendResult:
    """Make the mail and send it, unless it is of no use any more or another sender has it."""
    _draw(service, outbox_id)
    with service.database.read() as session:
        row = session.exec(select(Outbox).where(Outbox.id == outbox_id)).one()
        row = with_tokens(service, row, session)
        game = session.get(Game, row.game_id) if row.game_id else None
        files = files_of(session, row)
        # Last: who has sent it meanwhile has forgotten its pictures with the same commit.
        state = session.exec(select(Outbox.state).where(Outbox.id == outbox_id)).one()
    if state != NEW:
        return SendResult(None, "another has sent it")
    if row.useless_after_at is not None and row.useless_after_at <= service.clock():
        return SendResult(False, "useless by now", "useless")
    raw = signed(
        service.settings.mail, render(message_of(service, row, game, files)), row.created_at
    )
    if not claim.is_mine:
        return SendResult(None, "making it took too long")
    return SendResult(*send(row.reply_to or service.settings.mail.address, row.rcpt, raw))


def _draw(service: ServiceContext, outbox_id: int) -> None:
    """Draw what of a mail is not drawn yet, once; it is kept until the mail is sent."""
    with service.database.read() as session:
        wanted = select(Attachment, Game.ruleset).where(
            Outbox.id == outbox_id,
            Attachment.outbox_id == Outbox.id,
            Outbox.game_id == Game.id,
            col(Attachment.view).is_not(None),
            sa.func.length(Attachment.content) == 0,
        )
        views = [(row.place, row.view or "", name) for row, name in session.exec(wanted)]
    if not views:
        return
    drawn = {place: ruleset(name).reporter.picture(view) for place, view, name in views}
    with service.database.write() as session:
        for place, content in drawn.items():
            session.execute(
                sa.update(Attachment)
                .where(col(Attachment.outbox_id) == outbox_id, col(Attachment.place) == place)
                .values(content=content)
            )


def _forget_pictures(session: Session, outbox_id: int) -> None:
    """What was drawn can be drawn again: the view it is of is kept, a tenth of its size."""
    session.execute(
        sa.update(Attachment)
        .where(col(Attachment.outbox_id) == outbox_id, col(Attachment.view).is_not(None))
        .values(content=b"")
    )


def files_of(session: Session, row: Outbox) -> tuple[File, ...]:
    """The files that go with a mail; what its HTML shows has an id that no other mail has."""
    rows = session.exec(
        select(Attachment).where(Attachment.outbox_id == row.id).order_by(col(Attachment.place))
    ).all()
    # A digest: the Message-ID has the seat's token in it, and HTML is passed on by replies.
    digest = hashlib.sha256(row.message_id.encode()).hexdigest()[:24]
    return tuple(
        File(file.name, file.type, file.content, f"{file.cid}.{digest}" if file.cid else None)
        for file in rows
    )


def message_of(
    service: ServiceContext, row: Outbox, game: Game | None, files: Sequence[File] = ()
) -> Message:
    """The mail as a value; nothing in it depends on when it is sent."""
    page = page_link(service, row)
    mail, row = service.settings.mail, with_tokens(service, row)
    return Message(
        to=row.rcpt,
        to_name=row.to_name,
        subject=row.subject,
        text=with_page_link(text_of(service, row), page),
        html=_html(row, game, files, page) if row.format == BOTH else None,
        files=tuple(files),
        message_id=row.message_id,
        from_addr=mail.address,
        from_name=mail.name,
        date_at=row.created_at,
        is_reply=is_reply(row.kind, row.purpose),
        in_reply_to=row.in_reply_to or "",
        references=tuple(row.references),
        reply_to=row.reply_to or mail.address,
        list_id=f"{game.name} <{game.name}.{mail.domain}>" if game else "",
        unsubscribe=stop_link(service, row),
    )


def _html(row: Outbox, game: Game | None, files: Sequence[File], page: str) -> str:
    """The HTML of the stored text; the first picture that goes with it is shown."""
    # Only the mails of a seat have a form to be answered.
    address = row.reply_to if row.seat_id is not None and row.reply_to else ""
    shown = next((file for file in files if file.cid and file.type == "image/png"), None)
    if shown is None or shown.cid is None or game is None:
        return to_html(row.body, subject=row.subject, reply_to=address, page=page)
    image = Picture(shown.cid, ruleset(game.ruleset).reporter.picture_alt, shown.content)
    return to_html(row.body, subject=row.subject, picture=image, reply_to=address, page=page)


_SENT = (
    sa.update(Outbox)
    .where(col(Outbox.id) == sa.bindparam("mail"), col(Outbox.state) == NEW)
    .values(
        state=SENT,
        sent_at=sa.bindparam("now"),
        claimed_until=None,
        claimed_by=None,
        waits_for_relay=False,
        error=None,
        problem="",
    )
)


def _finish(service: ServiceContext, outbox_id: int, result: SendResult, claim: str | None) -> None:
    """Write down what became of a mail, and see to the next one of its seat."""
    now = service.clock()
    if result.sent:
        is_written = _keep_sent(service, outbox_id, now)
    else:
        is_written = _keep_unsent(service, outbox_id, result, claim, now)
    if is_written:
        _go_on(service, outbox_id, result, now)


def _keep_sent(service: ServiceContext, outbox_id: int, now: datetime) -> bool:
    """At once and in as little time as can be: who dies before it is written sends again."""
    with service.database.write(urgent=True) as session:
        written = session.connection().execute(_SENT, {"mail": outbox_id, "now": now})
        _forget_pictures(session, outbox_id)
        return bool(written.rowcount)


def _keep_unsent(
    service: ServiceContext, outbox_id: int, result: SendResult, claim: str | None, now: datetime
) -> bool:
    """A mail that another has claimed since is his."""
    with begin(service, now) as tx:
        session = tx.session
        row = session.exec(select(Outbox).where(Outbox.id == outbox_id).with_for_update()).one()
        if row.state != NEW or (claim is not None and row.claimed_by != claim):
            return False
        row.claimed_until = row.claimed_by = None
        if result.sent is False:
            refuse(tx, row, result)
        else:
            put_off(tx, row, result)
        session.add(row)
        if row.state != NEW:
            _forget_pictures(session, outbox_id)
    return True


def _go_on(service: ServiceContext, outbox_id: int, result: SendResult, now: datetime) -> None:
    """Tell a worker of the next mail to a seat; where our mail server is back, wake the others."""
    with service.database.read() as session:
        row = session.exec(select(Outbox).where(Outbox.id == outbox_id)).one()
        following = next_to_seat(session, row, now)
        is_waking = bool(result.sent) and has_waiting(session, now)
    if is_waking:
        with service.database.write() as session:
            wake_waiting(session, now)
    if following is not None:
        service.database.publish("deliver", following)
    log.info("mail", outbox=outbox_id, kind=row.kind, state=row.state, why=result.why)


def delivery_failed(service: ServiceContext, outbox_id: int, trace: str) -> None:
    """A mail that could not even be made is tried again later, with its traceback kept."""
    _finish(service, outbox_id, SendResult(None, trace), None)
