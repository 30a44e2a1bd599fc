"""Answers to what was written on a seat's page: kept with the letter, mailed where that is due."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.models import Letter
from pbem.service.codes import hide_secrets
from pbem.service.mailing.merging import AnswerMails, AnswerSlot, post_answers
from pbem.service.mailing.outbox import Addressee
from pbem.service.transaction import GameTx

_KEPT = "page"


def keep_answers(tx: GameTx, to: Addressee, answers: AnswerMails, letter: Letter) -> None:
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
