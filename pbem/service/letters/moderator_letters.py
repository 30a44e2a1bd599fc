"""A moderator's letter: read once, its commands done in one transaction with their answer."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from pbem.database import Session, lock_unread
from pbem.mail.letter import read_envelope
from pbem.mails.moderation import ConfirmReason
from pbem.models import Letter, Moderator, key_of
from pbem.service.context import ServiceContext
from pbem.service.letters.moderator_results import COMMANDS, mark_done, run_submission
from pbem.service.letters.moderator_submission import ModeratorSubmission, open_submission
from pbem.service.letters.other_letters import close_other
from pbem.service.letters.sorting import sort_letter
from pbem.service.moderating.held_commands import UnsureCommands, hold, take_confirmations
from pbem.service.orders.looked_up import identity_of
from pbem.service.players.tokens import moderator_at
from pbem.service.seats.confirming import confirmations


def moderator_meant(session: Session, letter: Letter) -> Moderator | None:
    """Whose letter it is: to a moderator's address, or a reply to a mail from there."""
    if letter.seat_id is not None:
        return None
    if letter.moderator_id is not None:
        return session.get(Moderator, letter.moderator_id)
    tokens = read_envelope(letter.raw, mail_from=letter.mail_from).tokens
    found = (moderator_at(session, token) for token in tokens)
    return next((one for one in found if one is not None), None)


def read_commands_of(
    service: ServiceContext, letter: Letter, moderator: Moderator, now: datetime
) -> bool:
    """Do what a moderator's letter says, or ask him whether it is his; True if this call did."""
    with service.database.read() as session:
        sorted_as = (
            sort_letter(service, session, letter, now) if letter.accepted_by == "-" else None
        )
        brief = open_submission(service, session, letter, moderator)
        twin = _twin(session, brief)
    if sorted_as is not None and (sorted_as.mailed.is_machine or sorted_as.address is not None):
        return bool(close_other(service, letter, sorted_as, now))
    if twin is not None:
        return _close(service, brief, f"not answered: its Message-ID is that of letter {twin}", now)
    if letter.accepted_by == "-":
        asked, others = confirmations(brief.mailed.text)
        if asked and not others and brief.sender == "own":
            return take_confirmations(service, letter, moderator, asked, now)
        if brief.choice != "accept":
            why: ConfirmReason = "no-verdict" if brief.sender == "own" else "other-address"
            sender = brief.mailed.from_addr
            return hold(service, UnsureCommands(letter, moderator, brief.game_id, why, sender), now)
    return run_submission(service, brief, now)


def _twin(session: Session, brief: ModeratorSubmission) -> int | None:
    """A letter with the same Message-ID whose commands were done; they are not done twice."""
    identity = identity_of(brief.mailed)
    if identity is None:
        return None
    twins = select(Letter.id).where(
        Letter.moderator_id == brief.moderator.id,
        Letter.message_id == identity,
        Letter.outcome == COMMANDS,
        Letter.id != brief.letter.id,
    )
    return session.exec(twins.limit(1)).first()


def _close(service: ServiceContext, brief: ModeratorSubmission, note: str, now: datetime) -> bool:
    with service.database.write() as session:
        row = lock_unread(session, key_of(brief.letter))
        if row is None:
            return False
        row.outcome, row.note = "duplicate", note
        mark_done(session, row, brief, now)
    return True
