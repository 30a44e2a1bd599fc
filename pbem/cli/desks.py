"""What commands that somebody types begin with: a desk, and chance for new things."""

from __future__ import annotations

import secrets

from pbem.migrations import migrate
from pbem.service.desk import Desk, bare_desk
from pbem.settings import Settings


def open_desk(settings: Settings) -> Desk:
    """The surroundings of a command that somebody types; no worker is told.

    The embedded database has its tables from the first one on; a server's come with
    `pbem migrate`.
    """
    desk = bare_desk(settings)
    if settings.database.is_sqlite:
        migrate(desk.database)
    return desk


def random_bytes_for(seats: int) -> list[bytes]:
    """The chance a new game needs: its dice's secret, and an address for each seat."""
    return [secrets.token_bytes(32), *(secrets.token_bytes(16) for _ in range(seats))]
