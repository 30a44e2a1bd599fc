"""`pbem standby`: who would take over a seat that its player leaves.

What changes something is loaded when it is asked for: to list takes a third of that time.
"""

from __future__ import annotations

from dataclasses import asdict

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.output import JSON, accepted, print_json
from pbem.cli.people import ADDRESS, NAME
from pbem.cli.settling import with_settings
from pbem.service.seats.standby_rows import list_standby
from pbem.settings import Settings


@click.group("standby", invoke_without_command=True)
@click.pass_context
def standby_group(context: click.Context) -> None:
    """Standby players: who is asked when a seat is left or missed too often.

    Players put themselves on the list with a line of mail, STANDBY, and off it with STANDBY OFF.
    Those of a game are asked first, then those of any game; the first to answer has the seat.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@standby_group.command("list")
@click.option("--game", default="", help="Only who would be asked for a seat of this game.")
@JSON
@with_settings
def list_command(settings: Settings, game: str, as_json: bool) -> None:
    """List the standby players, in the order they are asked."""
    lines = list_standby(reading_context(settings), game)
    if as_json:
        print_json([asdict(line) | {"since_at": line.since_at.isoformat()} for line in lines])
        return
    if not lines:
        click.echo("Nobody is on the standby list; `pbem standby add ADDRESS` puts somebody there.")
    for line in lines:
        since = f"{line.since_at:%Y-%m-%d}"
        click.echo(f"{line.email:40} {line.game or 'any game':24} {since}  {line.player}")


@standby_group.command("add")
@click.argument("email", type=ADDRESS)
@click.option("--game", default="", help="For seats of this game alone.")
@click.option("--name", type=NAME, default="", help="The player's name, if he is new here.")
@with_settings
def add_command(settings: Settings, email: str, game: str, name: str) -> None:
    """Put the player at EMAIL on the list, and tell him. A new player is made if need be."""
    from pbem.service.seats.standby_list import add_standby

    is_new = accepted(add_standby(open_context(settings), email, game, name))
    where = f"of {game}" if game else "of all games"
    click.echo(f"{email} is on the standby list {where}{'' if is_new else ' already'}.")


@standby_group.command("remove")
@click.argument("email", type=ADDRESS)
@click.option("--game", default="", help="Off the list of this game alone.")
@with_settings
def remove_command(settings: Settings, email: str, game: str) -> None:
    """Take the player at EMAIL off the list."""
    from pbem.service.seats.standby_list import remove_standby

    was_there = accepted(remove_standby(open_context(settings), email, game))
    click.echo(f"{email} is {'no longer asked' if was_there else 'not on that list'}.")
