"""`pbem games`: the list of games."""

from __future__ import annotations

import click

from pbem.cli.contexts import reading_context
from pbem.cli.output import JSON, print_json
from pbem.cli.settling import with_settings
from pbem.service.listing import games_page
from pbem.settings import Settings


@click.command("games")
@JSON
@click.option("--all", "is_all", is_flag=True, help="Also those put away by ARCHIVE.")
@with_settings
def games_command(settings: Settings, is_all: bool, as_json: bool) -> None:
    """List the games: whose turn, until when."""
    service = reading_context(settings)
    lines = games_page(service.database, is_all=is_all)
    if as_json:
        keys = ("name", "phase", "turn", "to_move", "deadline_at", "seats")
        print_json(
            [{key: getattr(line, key) for key in keys} | {"clock": line.clock} for line in lines]
        )
        return
    for line in lines:
        until = f"until {line.deadline_at:%F %H:%M} UTC" if line.deadline_at else "no deadline"
        click.echo(f"{line.name}  {line.phase}  turn {line.turn}  {line.to_move}  {until}")
