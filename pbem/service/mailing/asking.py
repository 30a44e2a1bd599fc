"""How often a player is asked whether a held letter is his: a forger must not use up his questions.

What a forger has to know is counted apart: letters to a secret address, and those to the plain one.
Among letters to a secret address each envelope sender is counted apart as well, so that one who has
got hold of it does not keep the player from confirming his own.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.mail.address import token_of
from pbem.models import DONE, HELD, Letter
from pbem.recent import recently

DAY = timedelta(days=1)
MOST_ASKED = 3
"""Questions within a day about the letters of one envelope sender to a secret address, and about
all those to the plain address, whoever sends them; more are held without one."""
MOST_IN_ALL = 30
"""Questions within a day about all that comes to one secret address."""


def questions_left(session: Session, held: Letter, now: datetime) -> int:
    """How often whoever a held letter belongs to may be asked about such ones today, this time too.

    0 where he is not asked. `held` is in the session as HELD and counts itself.
    """
    session.flush()
    alike = (
        col(Letter.seat_id).is_not_distinct_from(held.seat_id),
        col(Letter.moderator_id).is_not_distinct_from(held.moderator_id),
        col(Letter.state) == DONE,
        # By this the index finds the few of late; no letter waits longer to be read.
        col(Letter.received_at) > now - 7 * DAY,
        col(Letter.outcome) == HELD,
        recently(col(Letter.read_at), now - DAY, now),
        col(Letter.rcpt) == held.rcpt,
    )
    is_senders = sa.func.lower(col(Letter.mail_from)) == held.mail_from.lower()
    of_sender = sa.func.count().filter(is_senders)
    counts = sa.select(of_sender, sa.func.count()).select_from(Letter).where(*alike)
    senders, all_ = session.connection().execute(counts).one()
    left = MOST_ASKED - (all_ if token_of(held.rcpt) is None else senders) + 1
    return max(0, min(left, MOST_IN_ALL - all_ + 1))
