"""A mail of the outbox as a message: its text, its HTML and its files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.html import Picture, to_html
from pbem.games.registry import ruleset
from pbem.mail.compose import File, Message
from pbem.mails.kinds import is_reply
from pbem.models import BOTH, Attachment, Game, Outbox
from pbem.service.console.login import text_of
from pbem.service.context import ServiceContext
from pbem.service.mailing.page_links import page_link, with_page_link
from pbem.service.mailing.stopping import stop_link
from pbem.service.players.tokens import with_tokens


def attachments_of(session: Session, row: Outbox) -> list[Attachment]:
    """What goes with a mail, in its order, some of it perhaps still to be drawn."""
    ours = select(Attachment).where(Attachment.outbox_id == row.id)
    return list(session.exec(ours.order_by(col(Attachment.place))))


def files_of(row: Outbox, attachments: Iterable[Attachment]) -> tuple[File, ...]:
    """The files that go with a mail; what its HTML shows has an id that no other mail has."""
    # A digest: the Message-ID has the seat's token in it, and HTML is passed on by replies.
    digest = hashlib.sha256(row.message_id.encode()).hexdigest()[:24]
    return tuple(
        File(file.name, file.type, file.content, f"{file.cid}.{digest}" if file.cid else None)
        for file in attachments
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
