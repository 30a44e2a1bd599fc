"""Hop 4: one mail of the outbox is claimed, sent and marked; its bytes never change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.games.registry import ruleset
from pbem.mail.compose import render
from pbem.models import NEW, Attachment, Game, Outbox
from pbem.prepared import Prepared
from pbem.service.context import ServiceContext, begin, log
from pbem.service.players.tokens import with_tokens
from pbem.service.relay import SendResult, wake_waiting
from pbem.service.sending.accepted import Accepted, mark_sent
from pbem.service.sending.claims import Claim, afterwards
from pbem.service.sending.messages import attachments_of, files_of, message_of
from pbem.service.sending.retrying import put_off, refuse
from pbem.service.sending.signing import signed

SendMail = Callable[[str, str, bytes], SendResult | tuple[bool | None, str]]
"""(envelope sender, recipient, bytes) -> what came of it, at least whether it went out and why."""


_MAIL = select(Outbox).where(Outbox.id == sa.bindparam("mail"))
_STATE = Prepared(sa.select(col(Outbox.state)).where(col(Outbox.id) == sa.bindparam("mail")))
_DRAWN = Prepared(
    sa.update(Attachment)
    .where(
        col(Attachment.outbox_id) == sa.bindparam("mail"),
        col(Attachment.place) == sa.bindparam("at"),
    )
    .values(content=sa.bindparam("drawn"))
)
_FORGOTTEN = Prepared(
    sa.update(Attachment)
    .where(col(Attachment.outbox_id) == sa.bindparam("mail"), col(Attachment.view).is_not(None))
    .values(content=b"")
)


def deliver(
    service: ServiceContext, outbox_id: int, send: SendMail, accepted: Accepted | None = None
) -> bool:
    """Send one mail if it is still unsent and nobody else is sending it; True when it went out.

    May send twice after a crash between the server's 250 and the note of it in `accepted`, or the
    commit where there are no notes; then with the same Message-ID and the same bytes.
    """
    claim, accepted = Claim(service, outbox_id), accepted or Accepted()
    if not claim.take():
        return False
    with claim.renewed():
        if accepted.has(outbox_id):
            result = SendResult(True)
        else:
            accepted.begin(outbox_id, claim.word)
            result = _attempt(service, outbox_id, send, claim)
        # Before anything is waited for: who dies until then has sent what is sent again.
        if result.sent:
            accepted.note(outbox_id, claim.word)
        _finish(service, outbox_id, result, claim.word)
    accepted.forget(outbox_id)
    return result.sent is True


def _attempt(service: ServiceContext, outbox_id: int, send: SendMail, claim: Claim) -> SendResult:
    """Make the mail and send it, unless it is of no use any more or another sender has it."""
    found = _found(service, outbox_id)
    if _draw(service, found):
        found = found._replace(state=_state_of(service, outbox_id))
    row = found.row
    if found.state != NEW:
        return SendResult(None, "another has sent it")
    if row.useless_after_at is not None and row.useless_after_at <= service.clock():
        return SendResult(False, "useless by now", "useless")
    message = message_of(service, row, found.game, files_of(row, found.attachments))
    raw = signed(service.settings.mail, render(message), row.created_at)
    if not claim.is_mine:
        return SendResult(None, "making it took too long")
    return SendResult(*send(row.reply_to or service.settings.mail.address, row.rcpt, raw))


class _FoundMail(NamedTuple):
    """A mail with all that its bytes are made of, and its state after that was read: who has sent
    it meanwhile has forgotten its pictures with the same commit."""

    row: Outbox
    game: Game | None
    attachments: list[Attachment]
    state: str


def _found(service: ServiceContext, outbox_id: int) -> _FoundMail:
    with service.database.read() as session:
        row = session.exec(_MAIL, params={"mail": outbox_id}).one()
        row = with_tokens(service, row, session)
        game = session.get(Game, row.game_id) if row.game_id else None
        attachments = attachments_of(session, row)
        state = _STATE.scalar(session.connection(), {"mail": outbox_id})
    return _FoundMail(row, game, attachments, state)


def _state_of(service: ServiceContext, outbox_id: int) -> str:
    with service.database.read() as session:
        return str(_STATE.scalar(session.connection(), {"mail": outbox_id}))


def _draw(service: ServiceContext, found: _FoundMail) -> bool:
    """Draw what of a mail is not drawn yet, once; it is kept until the mail is sent.

    True where there was anything to draw.
    """
    if found.game is None:
        return False
    undrawn = [one for one in found.attachments if one.view is not None and not one.content]
    for one in undrawn:
        one.content = ruleset(found.game.ruleset).reporter.picture(one.view or "")
    if undrawn:
        with service.database.write() as session:
            for one in undrawn:
                drawn = {"mail": one.outbox_id, "at": one.place, "drawn": one.content}
                _DRAWN.count(session.connection(), drawn)
    return bool(undrawn)


def _forget_pictures(session: Session, outbox_id: int) -> None:
    """What was drawn can be drawn again: the view it is of is kept, a tenth of its size."""
    _FORGOTTEN.count(session.connection(), {"mail": outbox_id})


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
        is_written = mark_sent(session, outbox_id, now)
        _forget_pictures(session, outbox_id)
        return is_written


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
        after = afterwards(session, outbox_id, now)
    if result.sent and after.others_wait:
        with service.database.write() as session:
            wake_waiting(session, now)
    if after.following is not None:
        service.database.publish("deliver", after.following)
    log.info("mail", outbox=outbox_id, kind=after.kind, state=after.state, why=result.why)


def delivery_failed(service: ServiceContext, outbox_id: int, trace: str) -> None:
    """A mail that could not even be made is tried again later, with its traceback kept."""
    _finish(service, outbox_id, SendResult(None, trace), None)
