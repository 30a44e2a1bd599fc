"""`pbem export`: a finished game as a file that anybody can compute again."""

from __future__ import annotations

import click

from pbem.cli.contexts import reading_context
from pbem.cli.output import InputError
from pbem.cli.settling import with_settings
from pbem.service.history.exporting import NotExportable, export_game
from pbem.settings import Settings


@click.command("export")
@click.argument("name")
@with_settings
def export_command(settings: Settings, name: str) -> None:
    """Print a finished game as one file, its secret opened, for `pbem verify`."""
    try:
        click.echo(export_game(reading_context(settings), name), nl=False)
    except NotExportable as error:
        raise InputError(str(error)) from error
