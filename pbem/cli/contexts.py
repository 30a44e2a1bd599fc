"""What commands begin with: a service over a usable database, and chance for new things."""

from __future__ import annotations

import secrets

from pbem.migrations import check, migrate
from pbem.service.context import ServiceContext, minimal_context
from pbem.settings import Settings


def reading_context(settings: Settings) -> ServiceContext:
    """The surroundings of a command that looks at something: it makes no database and no table.

    Raises UnfitDatabase where there is nothing to look at.
    """
    service = minimal_context(settings)
    check(service.database)
    return service


def open_context(settings: Settings) -> ServiceContext:
    """The surroundings of a command that changes something; no worker is told.

    The embedded database has its tables from the first one on; a server's come with
    `pbem migrate`. Raises UnfitDatabase.
    """
    service = minimal_context(settings)
    if settings.database.is_sqlite:
        migrate(service.database)
    else:
        check(service.database)
    return service


def random_bytes_for(seats: int) -> list[bytes]:
    """The chance a new game needs: its dice's secret, and an address for each seat."""
    return [secrets.token_bytes(32), *(secrets.token_bytes(16) for _ in range(seats))]
