"""Work that the database broke off: nobody's fault, so that it is not counted as a failure."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import HintName
from pbem.models import NEW, RUNNING, Game, Letter
from pbem.service.context import RETRY, ServiceContext


def undo_attempt(service: ServiceContext, name: HintName, row_id: int) -> None:
    """Take back the try that was noted, and try again in some seconds, as often as it takes.

    A mail that was broken off may have gone out: its claim runs out, and it is sent again with the
    same bytes. Raises StorageError while the database is still away; the sweeper finds the row.
    """
    if name not in ("read_letter", "adjudicate"):
        return
    again = {"next_try_at": service.clock() + RETRY[0]}
    with service.database.write() as session:
        if name == "read_letter":
            session.execute(
                sa.update(Letter)
                .where(col(Letter.id) == row_id, col(Letter.state) == NEW, col(Letter.unended) > 0)
                .values(unended=col(Letter.unended) - 1, **again)
            )
        else:
            session.execute(
                sa.update(Game)
                .where(col(Game.id) == row_id, col(Game.phase) == RUNNING, col(Game.unended) > 0)
                .values(unended=col(Game.unended) - 1, claimed_until=None, **again)
            )
