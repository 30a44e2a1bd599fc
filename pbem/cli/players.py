"""`pbem players`: who may not write, whose data is deleted, who may be one person."""

from __future__ import annotations

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.deleting import player_command
from pbem.cli.output import JSON, accepted, print_json
from pbem.cli.people import ADDRESS
from pbem.cli.settling import with_settings
from pbem.service.players.refusals import (
    accept_address,
    list_refused,
    refuse_address,
    restore_person,
    suspend,
)
from pbem.service.players.twins import signs_of_twins
from pbem.settings import Settings

WHY = click.option("--because", "why", default="", help="Why, for your own list.")


@click.group("players")
def players_group() -> None:
    """Players: suspend one, refuse an address or a domain, find two who may be one, delete one."""


@players_group.command("suspend")
@click.argument("email", type=ADDRESS)
@WHY
@with_settings
def suspend_command(settings: Settings, email: str, why: str) -> None:
    """Let no letter of the player who has EMAIL count, from any of his addresses.

    His seats stay his: `pbem mod GAME REPLACE` gives one to somebody else.
    """
    accepted(suspend(open_context(settings), email, why))
    click.echo(f"Letters of the player who has {email} have no effect and get no answer.")


@players_group.command("restore")
@click.argument("email", type=ADDRESS)
@with_settings
def restore_command(settings: Settings, email: str) -> None:
    """Let the letters of a suspended player count again."""
    accepted(restore_person(open_context(settings), email))
    click.echo(f"Letters of the player who has {email} count again.")


@players_group.command("refuse")
@click.argument("address")
@WHY
@with_settings
def refuse_command(settings: Settings, address: str, why: str) -> None:
    """Answer no letters from ADDRESS, or from all of a domain, written @example.org.

    Nobody can invite it either. A player who has a seat still plays it: suspend him.
    """
    accepted(refuse_address(open_context(settings), address, why))
    click.echo(f"Letters from {address} get no answer from now on.")


@players_group.command("accept")
@click.argument("address")
@with_settings
def accept_command(settings: Settings, address: str) -> None:
    """Take back what `refuse` did, or what the owner of ADDRESS asked for with STOP."""
    accepted(accept_address(open_context(settings), address))
    click.echo(f"{address} is treated like any other again.")


@players_group.command("refused")
@with_settings
def refused_command(settings: Settings) -> None:
    """List the addresses and domains that are refused, by whom and why."""
    for row in list_refused(reading_context(settings)):
        click.echo(f"{row.address:40} {row.by:8} {row.at:%Y-%m-%d}  {row.why}".rstrip())


@players_group.command("twins")
@click.argument("game", required=False, default="")
@JSON
@with_settings
def twins_command(settings: Settings, game: str, as_json: bool) -> None:
    """List signs that two seats of GAME, or of any game, are played by one person.

    A mailbox in common, a mail program on one machine in common, or letters that come together.
    They prove nothing by themselves, and no moderator or player is shown them.
    """
    signs = signs_of_twins(reading_context(settings), game)
    if as_json:
        print_json(
            [{"game": s.game, "seats": s.seats, "kind": s.kind, "told": s.text} for s in signs]
        )
        return
    for sign in signs:
        click.echo(f"{sign.game}: {' and '.join(sign.seats)}: {sign.text}.")
    if not signs:
        click.echo("There is no sign that two seats are played by one person.")


players_group.add_command(player_command, "delete")
