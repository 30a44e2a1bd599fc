"""`pbem migrate`, which is run before every start of a service."""

from __future__ import annotations

import click

from pbem.cli.settling import with_settings
from pbem.database import open_database
from pbem.migrations import migrate
from pbem.settings import Settings


@click.command("migrate")
@with_settings
def migrate_command(settings: Settings) -> None:
    """Bring the database to this version's tables; safe to run again."""
    migrate(open_database(settings))
    click.echo("The database is up to date.")
