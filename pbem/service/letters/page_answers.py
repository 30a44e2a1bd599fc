"""Answers go out by mail; to what was written on a seat's page they are kept for the page."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.models import TUTORIAL, WEB, Letter
from pbem.service.codes import hide_secrets
from pbem.service.letters.seat_commands import SeatTx
from pbem.service.mailing.merging import (
    AnswerMails,
    AnswerSlot,
    LastAnswer,
    post_answers,
    slot_for,
)
from pbem.service.mailing.outbox import Addressee
from pbem.service.moderating.becoming import copy_answers

_KEPT = "page"


def slot_of(tx: SeatTx, letter: Letter, last: LastAnswer | None) -> AnswerSlot:
    """When an answer goes out: at once on a page and in a tutorial, else with others."""
    is_at_once = letter.transport == WEB or tx.game.kind == TUTORIAL
    return AnswerSlot(tx.now) if is_at_once else slot_for(tx, tx.row, last)


def send_answers(
    tx: SeatTx, to: Addressee, answers: AnswerMails, slot: AnswerSlot, letter: Letter
) -> None:
    """Answer a letter where it came from, and the moderator who wrote it for the seat."""
    if letter.transport == WEB:
        _keep_answers(tx, to, answers, letter)
    else:
        post_answers(tx, to, answers, slot, letter)
    copy_answers(tx, tx.row.name, letter, answers.mails)


def _keep_answers(tx: SeatTx, to: Addressee, answers: AnswerMails, letter: Letter) -> None:
    """Keep what the page shows; what has a code in it goes by mail, as that proves the address."""
    bodies = [mail.body for mail in answers.mails]
    has_code = any(hide_secrets(body) != body for body in bodies)
    if letter.wants_mail or has_code:
        post_answers(tx, to, answers, AnswerSlot(tx.now), letter)
    letter.labels = {**dict(letter.labels or {}), _KEPT: [*map(hide_secrets, bodies)]}
    tx.session.add(letter)


def answers_in(letter: Letter) -> Sequence[str]:
    """The bodies of the answers that a letter's page shows, without codes."""
    return [str(body) for body in dict(letter.labels or {}).get(_KEPT, ())]
