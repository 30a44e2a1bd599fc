"""The tables' history: `migrate` brings any database to the newest revision."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from pbem.database import Database

# Any number, as long as nobody else uses it in this database.
LOCK = 1_886_414_189


def migrate(database: Database) -> None:
    """Apply what is missing, in one transaction; call once, before any thread starts.

    Alembic keeps its state in the process, so this is not thread-safe. Processes that start at the
    same time wait for one another.
    """
    with database.exclusive(), database.engine.begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for an open connection, without a file."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "pbem:migrations")
    config.set_main_option("path_separator", "os")
    return config
