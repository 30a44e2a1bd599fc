"""Letters with commands that wait until their moderator has said that they are his."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.mails.moderation import ConfirmReason, Release, confirm_mail, confirmed_mail
from pbem.mails.senders import Asking, DoubtfulLetter
from pbem.models import HELD, NEW, Game, Letter, Moderator, Person
from pbem.service.codes import is_one_of
from pbem.service.context import ServiceContext, begin, log
from pbem.service.mailing.asking import MOST_ASKED, questions_left
from pbem.service.mailing.unread import close_unread, hint_next
from pbem.service.players.addresses import first_is_proved
from pbem.service.seats.confirming import (
    LIFE,
    MOST_CODES,
    UNUSED,
    Confirmation,
    claim_sender,
    code_for,
    requeue,
    run_since,
)
from pbem.service.seats.moderators import header_for, notify_moderator
from pbem.service.transaction import on


@dataclass(frozen=True, slots=True)
class UnsureCommands:
    """A letter with commands of which it is not sure that its moderator wrote it."""

    letter: Letter
    moderator: Moderator
    game_id: int | None
    why: ConfirmReason
    sender: str


def hold(service: ServiceContext, unsure: UnsureCommands, now: datetime) -> bool:
    """Keep a letter undone and ask its moderator, at his registered address."""
    letter, moderator, why = unsure.letter, unsure.moderator, unsure.why
    with begin(service, now) as tx:
        session = tx.session
        row = close_unread(session, letter, HELD, now)
        if row is None:
            return False
        row.note = f"held: {why}"
        row.moderator_id, row.game_id = moderator.id, unsure.game_id
        hint_next(session, row)
        game = session.get(Game, unsure.game_id) if unsure.game_id is not None else None
        left = questions_left(session, row, now)
        if game is None or not left:
            row.note += "; nobody was asked"
            return True
        player = session.get_one(Person, moderator.person_id)
        header = header_for(game, player, now)
        asking = Asking(code_for(service, session, row), MOST_ASKED, left == 1)
        mail = confirm_mail(header, why, DoubtfulLetter(unsure.sender, "", row.received_at), asking)
        known = session.get_one(Moderator, moderator.id)
        notify_moderator(on(tx, game), known, player, mail, f"confirm:{row.id}")
    log.warning("commands held", letter=letter.id, why=why)
    return True


def take_confirmations(
    service: ServiceContext,
    letter: Letter,
    moderator: Moderator,
    asked: Sequence[Confirmation],
    now: datetime,
) -> bool:
    """Do what the CONFIRM lines of a moderator's letter say, and tell him."""
    with begin(service, now) as tx:
        session = tx.session
        row = close_unread(session, letter, "confirmation", now)
        if row is None:
            return False
        row.note = None
        row.moderator_id, row.game_id = moderator.id, moderator.game_id
        hint_next(session, row)
        player = session.get_one(Person, moderator.person_id)
        for at, one in enumerate(asked[:MOST_CODES]):
            held, outcome = _redeem(service, session, moderator, one.code, row.received_at)
            asked_there = ""
            if held is not None:
                first_is_proved(session, player, now)
            if one.always and held is not None and outcome in ("read", "missed"):
                asked_there = claim_sender(service, session, held, player, now)
            game_id = held.game_id if held else moderator.game_id
            game = session.get(Game, game_id) if game_id is not None else None
            if game is not None:
                header = header_for(game, player, now)
                at_ = held.received_at if held else None
                mail = confirmed_mail(header, outcome, at_, asked_there)
                known = session.get_one(Moderator, moderator.id)
                notify_moderator(on(tx, game), known, player, mail, f"ack:{row.id}:{at}")
    log.info("letter confirms", letter=letter.id)
    return True


def _redeem(
    service: ServiceContext, session: Session, moderator: Moderator, code: str, at: datetime
) -> tuple[Letter | None, Release]:
    waiting = select(Letter).where(Letter.moderator_id == moderator.id, Letter.outcome == HELD)
    rows = session.exec(waiting.order_by(col(Letter.id))).all()
    held = next((row for row in rows if is_one_of(code, [code_for(service, session, row)])), None)
    if held is None:
        return None, "unknown" if code else "no-code"
    if at > held.received_at + LIFE:
        return held, "expired"
    return held, release_commands(session, held, "code", at)


def release_commands(session: Session, held: Letter, by: str, now: datetime) -> Release:
    """Let a held letter be read, unless a turn has been run since: it was written for the game as
    it stood before that."""
    held.accepted_by = by
    session.add(held)
    if run_since(session, held):
        held.outcome, held.note = UNUSED, "not used: a turn has been run since it came"
        return "missed"
    requeue(session, held, now)
    return "read"


def earlier_letter(session: Session, letter: Letter, moderator: Moderator) -> int | None:
    """A letter that the same moderator sent before and that must be read first."""
    before = sa.or_(
        col(Letter.received_at) < letter.received_at,
        sa.and_(col(Letter.received_at) == letter.received_at, col(Letter.id) < letter.id),
    )
    wanted = (
        sa.select(col(Letter.id))
        .where(col(Letter.moderator_id) == moderator.id, col(Letter.state) == NEW, before)
        # Those that failed hold up no other.
        .where(col(Letter.error).is_(None))
        .order_by(col(Letter.received_at), col(Letter.id))
        .limit(1)
    )
    found: int | None = session.scalar(wanted)
    return found
