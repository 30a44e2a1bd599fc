"""Letters that nothing vouches for: their senders are told what to do, and once a day at most."""

from __future__ import annotations

from datetime import datetime

from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mails.notices import Unknown, not_recognised
from pbem.models import Letter
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.letters.sorting import is_for_operator
from pbem.service.mailing.outbox import Addressee, is_posted, post
from pbem.service.mailing.unread import close_unread
from pbem.service.players.senders import Finding


def answer_stranger(
    service: ServiceContext, letter: Letter, mailed: Mailed, finding: Finding, now: datetime
) -> bool:
    """Close a letter that nothing vouches for; its sender, a person, is told what to do."""
    with begin(service, now) as tx:
        row = close_unread(tx.session, letter, "stranger", now)
        if row is None:
            return False
        row.note = _note(tx, row, mailed.from_addr, finding)
    log.info("letter of nobody", letter=letter.id, note=row.note)
    return True


def _note(tx: Transaction, letter: Letter, sender: str, finding: Finding) -> str:
    if not sender or is_for_operator(letter):
        return "not answered: for the operator"
    key = f"stranger:{sender.casefold()[:200]}:{tx.now:%Y-%m-%d}"
    if is_posted(tx.session, key):
        return "not answered: told once today"
    mail = not_recognised(_why(finding))
    name = finding.player.name if finding.player else ""
    post(tx, Addressee(sender, name), mail, key)
    return "answered: no seat's address"


def _why(finding: Finding) -> Unknown:
    if finding.evidence.token == "wrong":
        return "wrong-token"
    if finding.evidence.games == "several":
        return "several"
    return "no-token" if finding.player else "nobody"
