"""How much one sender may write in an hour; whoever is refused is told so once."""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from pbem.database import Session
from pbem.lately import of_late
from pbem.models import Letter, Outbox, Player
from pbem.reports.mails.notices import too_often
from pbem.service.arriving.intake import storable
from pbem.service.desk import Desk, log
from pbem.service.mailing.outbox import Addressee, post

HOUR = timedelta(hours=1)


def must_wait_an_hour(desk: Desk, mail_from: str) -> bool:
    """Whether a sender has had his letters of the hour; a registered player is told so once.

    Bounces have no sender and never wait. Nobody else is told but by the refusal itself: an
    envelope's sender may be forged.
    """
    most = desk.settings.mail.letters_an_hour
    if not most or not mail_from:
        return False
    with desk.database.read() as session:
        if _recent(session, desk, mail_from, most) < most:
            return False
        wanted = select(Player).where(Player.email == mail_from.casefold())
        player = session.exec(wanted).first()
        key = f"often:{mail_from.casefold()[:200]}:{desk.clock():%Y-%m-%dT%H}"
        is_told = session.exec(select(Outbox).where(Outbox.key == key)).first() is not None
    if player is not None and not is_told:
        _tell(desk, player, key, most)
    return True


def _recent(session: Session, desk: Desk, mail_from: str, most: int) -> int:
    now = desk.clock()
    rows = (
        sa.select(col(Letter.id))
        .where(
            col(Letter.mail_from) == storable(mail_from),
            of_late(col(Letter.received_at), now - HOUR, now),
        )
        .limit(most)
    )
    return session.scalar(sa.select(sa.func.count()).select_from(rows.subquery())) or 0


def _tell(desk: Desk, player: Player, key: str, most: int) -> None:
    try:
        with desk.database.write() as session:
            to = Addressee(player.email, player.name)
            post(session, desk.settings.mail, to, too_often(most), key=key, now=desk.clock())
    except IntegrityError:
        # Another letter of his was refused at the same moment.
        return
    log.warning("too many letters in an hour", player=player.id, most=most)
