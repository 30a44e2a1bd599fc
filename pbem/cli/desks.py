"""What commands begin with: a desk over a database that can be used, and chance for new things."""

from __future__ import annotations

import secrets

from pbem.migrations import check, migrate
from pbem.service.desk import Desk, bare_desk
from pbem.settings import Settings


def reading_desk(settings: Settings) -> Desk:
    """The surroundings of a command that looks at something: it makes no database and no table.

    Raises UnfitDatabase where there is nothing to look at.
    """
    desk = bare_desk(settings)
    check(desk.database)
    return desk


def open_desk(settings: Settings) -> Desk:
    """The surroundings of a command that changes something; no worker is told.

    The embedded database has its tables from the first one on; a server's come with
    `pbem migrate`. Raises UnfitDatabase.
    """
    desk = bare_desk(settings)
    if settings.database.is_sqlite:
        migrate(desk.database)
    else:
        check(desk.database)
    return desk


def random_bytes_for(seats: int) -> list[bytes]:
    """The chance a new game needs: its dice's secret, and an address for each seat."""
    return [secrets.token_bytes(32), *(secrets.token_bytes(16) for _ in range(seats))]
