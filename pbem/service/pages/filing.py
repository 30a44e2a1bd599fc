"""Orders from a seat's page: stored as a letter, read at once, and answered on the page."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from email import policy
from email.message import EmailMessage
from typing import Literal

from sqlmodel import select

from pbem.documents.html.blocks import Block
from pbem.documents.html.reading import blocks_of
from pbem.models import DEAD, DONE, WEB, Letter, key_of
from pbem.service.arriving.intake import HINT_GRACE
from pbem.service.codes import hide_secrets
from pbem.service.context import ConcurrentChange, ServiceContext, WantsOwnProcess, begin
from pbem.service.letters.page_answers import answers_in
from pbem.service.letters.reading import read_letter
from pbem.service.locks import hold_for_letter
from pbem.service.orders.fencing import OUTDATED
from pbem.service.pages.sign_in import SeatVisitor

MOST_TEXT = 20_000
"""Characters of orders that a page takes; a sheet has at most a few hundred lines."""
FilingOutcome = Literal["read", "outdated", "waits", "failed"]


@dataclass(frozen=True, slots=True)
class WrittenOrders:
    """What somebody typed on a page: `mark` says what he had before him, `key` is the form's own.

    `by_mail`: he would have the answer by mail as well.
    """

    text: str
    mark: str
    key: str
    by_mail: bool = False


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """What became of orders from a page, in the blocks of the mails that a letter would bring."""

    outcome: FilingOutcome
    blocks: Sequence[Block] = ()
    letter_id: int = 0


def file_from_page(
    service: ServiceContext, visitor: SeatVisitor, orders: WrittenOrders
) -> PageAnswer:
    """Store the orders as a letter of the seat, and read it; a form sent twice is one letter."""
    letter_id = _store(service, visitor, orders)
    try:
        read_letter(service, letter_id)
    except (ConcurrentChange, WantsOwnProcess):
        return PageAnswer("waits", letter_id=letter_id)
    return answer_to(service, visitor, letter_id) or PageAnswer("failed")


def answer_to(service: ServiceContext, visitor: SeatVisitor, letter_id: int) -> PageAnswer | None:
    """What is to be shown of a letter from a seat's page now; None where it is none of those."""
    own = select(Letter).where(
        Letter.id == letter_id, Letter.seat_id == visitor.seat_id, Letter.transport == WEB
    )
    with service.database.read() as session:
        letter = session.exec(own).first()
    if letter is None:
        return None
    if letter.state == DEAD:
        return PageAnswer("failed", letter_id=letter_id)
    if letter.outcome == OUTDATED:
        return PageAnswer("outdated", letter_id=letter_id)
    if letter.state != DONE or letter.outcome != "orders":
        return PageAnswer("waits", letter_id=letter_id)
    blocks = [block for body in answers_in(letter) for block in blocks_of(hide_secrets(body))]
    return PageAnswer("read", blocks, letter_id)


def _store(service: ServiceContext, visitor: SeatVisitor, orders: WrittenOrders) -> int:
    raw = as_mail(service, visitor, orders)
    digest = hashlib.sha256(b"web:" + raw).hexdigest()
    with begin(service) as tx:
        hold_for_letter(service.database, tx.session, visitor.game_id)
        known = tx.session.exec(select(Letter.id).where(Letter.digest == digest)).first()
        if known is not None:
            return known
        letter = Letter(
            received_at=service.clock(),
            mail_from=visitor.email,
            rcpt=service.settings.mail.address,
            raw=raw,
            digest=digest,
            game_id=visitor.game_id,
            seat_id=visitor.seat_id,
            next_try_at=tx.now + HINT_GRACE + timedelta(seconds=5),
            accepted_by=WEB,
            transport=WEB,
            wants_mail=orders.by_mail,
            labels={"mark": orders.mark},
        )
        tx.session.add(letter)
        tx.session.flush()
        return key_of(letter)


def as_mail(service: ServiceContext, visitor: SeatVisitor, orders: WrittenOrders) -> bytes:
    """The orders as a letter, so that whatever reads letters can read them."""
    own = f"web:{visitor.seat_id}:{visitor.secret}:{orders.key}"
    identity = hashlib.sha256(own.encode()).hexdigest()[:32]
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"] = visitor.email, service.settings.mail.address
    mail["Subject"] = f"[{visitor.game}] orders from the page"
    mail["Message-ID"] = f"<web.{identity}@{service.settings.mail.domain}>"
    mail.set_content(orders.text.replace("\r\n", "\n").replace("\r", "\n") + "\n")
    return mail.as_bytes()
