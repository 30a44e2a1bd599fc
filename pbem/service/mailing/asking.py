"""How often a player is asked whether a held letter is his: a forger must not use up his questions.

What a forger has to know is counted apart: who writes to a secret address, and each sender by whom
a letter says on its envelope that it comes. So neither letters to the plain address nor those of
another sender keep a player from confirming his own.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.lately import of_late
from pbem.models import DONE, HELD, Letter

DAY = timedelta(days=1)
MOST_ASKED = 5
"""Questions within a day about the letters of one envelope sender; more are held without one."""
MOST_IN_ALL = 30
"""Questions within a day about all that comes to one address, whoever sends it."""


def is_asked_often(session: Session, held: Letter, now: datetime) -> bool:
    """Whether whoever a held letter belongs to has been asked often enough about such ones today.

    `held` is in the session as HELD and counts itself.
    """
    session.flush()
    alike = (
        col(Letter.seat_id).is_not_distinct_from(held.seat_id),
        col(Letter.moderator_id).is_not_distinct_from(held.moderator_id),
        col(Letter.state) == DONE,
        # By this the index finds the few of late; no letter waits longer to be read.
        col(Letter.received_at) > now - 7 * DAY,
        col(Letter.fate) == HELD,
        of_late(col(Letter.read_at), now - DAY, now),
        col(Letter.rcpt) == held.rcpt,
    )
    of_sender = sa.func.count().filter(col(Letter.mail_from) == held.mail_from)
    counts = sa.select(of_sender, sa.func.count()).select_from(Letter).where(*alike)
    senders, all_ = session.connection().execute(counts).one()
    return bool(senders > MOST_ASKED or all_ > MOST_IN_ALL)
