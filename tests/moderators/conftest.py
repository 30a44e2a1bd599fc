"""A game with a moderator, as the console shows it."""

import pytest

from pbem.database import Database
from pbem.settings import Settings
from tests.support.console_visits import moderated_table
from tests.support.service_rows import Table


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return moderated_table(database, settings)


@pytest.fixture
def quick(sqlite_database: Database) -> Table:
    """The same on the embedded database alone."""
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    return moderated_table(sqlite_database, settings)
