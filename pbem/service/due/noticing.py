"""Notices of a game go to its moderators too, gathered, in at most one mail an hour."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from sqlmodel import col, select

from pbem.database import Session
from pbem.mails.moderation import noticed_mail
from pbem.models import (
    DEAD,
    FINISHED,
    HELD,
    PAUSED,
    Absence,
    Game,
    Letter,
    Moderator,
    OperatorNotice,
    Outbox,
    key_of,
)
from pbem.service.absence import ASKED
from pbem.service.clocks import ring_at
from pbem.service.game_settings import is_anonymous, waits_for_release
from pbem.service.moderating.holds import HELD_BACK
from pbem.service.moderating.letter_list import rivals_number
from pbem.service.players.tokens import service_key
from pbem.service.seats.moderators import header_for, is_rival, moderators_of, notify_moderator
from pbem.service.transaction import GameTx
from pbem.service.turns.holding_results import closed_key

HOUR = timedelta(hours=1)
OF_RIVALS = ("silence", HELD_BACK)
"""Notices that would tell a moderator who plays how much his rivals write."""
OF_PERSONS = ("address", "seat", "away")
"""Notices that would tell him who they are."""
MOST_TOLD = 40
"""Notices in one mail."""


def notify_notices(tx: GameTx) -> None:
    """Mail each moderator what is new to him, or ring the alarm for when his hour is over."""
    session, game, now = tx.session, tx.game, tx.now
    for moderator, player in moderators_of(session, key_of(game)):
        last_at, last_id = _last_notice(session, game, moderator)
        rows = session.exec(
            select(OperatorNotice)
            .where(OperatorNotice.game_id == game.id, col(OperatorNotice.id) > last_id)
            .where(OperatorNotice.created_at >= moderator.added_at)
            .order_by(col(OperatorNotice.id))
        ).all()
        new = [row for row in rows if not is_settled(session, game, row)][:MOST_TOLD]
        is_kept = game.phase != FINISHED and is_rival(session, game, player, now)
        if is_kept:
            kept = (*OF_RIVALS, *OF_PERSONS) if is_anonymous(game) else OF_RIVALS
            new = [row for row in new if row.kind not in kept]
        if not new:
            continue
        if last_at is not None and now < last_at + HOUR:
            ring_at(game, last_at + HOUR)
            continue
        texts = [
            _of_letter(tx, row) if is_kept and row.kind == "letter" else row.text for row in new
        ]
        dated = [(notice.created_at, text) for notice, text in zip(new, texts, strict=True)]
        mail = noticed_mail(header_for(game, player, now), dated)
        key = f"notices:{game.id}:m{moderator.id}:{key_of(new[-1])}"
        notify_moderator(tx, moderator, player, mail, key)


def _of_letter(tx: GameTx, notice: OperatorNotice) -> str:
    """A notice of a letter as a moderator who plays is told it: its number would count others."""
    own = notice.key.split(":")[1]
    letter = tx.session.get_one(Letter, int(own))
    number = rivals_number(service_key(tx.session, tx.mail), letter)
    return re.sub(rf"\b{own}\b", str(number), notice.text)


def is_settled(session: Session, game: Game, notice: OperatorNotice) -> bool:
    """Whether what a notice asks of the moderators has been done, or is asked no more."""
    match notice.kind:
        case "away":
            row = session.get(Absence, int(notice.key.removeprefix("away:")))
            return row is None or row.state != ASKED
        case "closed":
            waits = game.closed_at is not None and waits_for_release(game)
            return not waits or notice.key != closed_key(game)
        case "letter":
            letter = session.get(Letter, int(notice.key.split(":")[1]))
            return letter is None or letter.state != DEAD
        case "held":
            letter = session.get(Letter, int(notice.key.split(":")[1]))
            return letter is None or letter.outcome != HELD
        case "paused":
            return game.phase != PAUSED or game.paused_at is not None
    return False


def _last_notice(session: Session, game: Game, moderator: Moderator) -> tuple[datetime | None, int]:
    """When a moderator was told last, and of which notice."""
    prefix = f"notices:{game.id}:m{moderator.id}:"
    wanted = select(Outbox.created_at, Outbox.key).where(
        Outbox.moderator_id == moderator.id, col(Outbox.key).startswith(prefix)
    )
    found = session.exec(wanted.order_by(col(Outbox.id).desc()).limit(1)).first()
    return (None, 0) if found is None else (found[0], int(found[1].removeprefix(prefix)))
