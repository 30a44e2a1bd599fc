"""`pbem delete`: personal data goes, and the record of games stays whole."""

from __future__ import annotations

from collections.abc import Callable

import click

from pbem.cli.contexts import open_context
from pbem.cli.output import JSON, InputError, accepted, print_json
from pbem.cli.people import ADDRESS
from pbem.cli.settling import with_settings
from pbem.service.context import ServiceRefusal
from pbem.service.endings.deleting_games import delete_game
from pbem.service.players.deleting import Deleted, delete_person
from pbem.settings import Settings

Deletion = Callable[[bool], Deleted | ServiceRefusal]
"""Deletes, or where it is given True only says what would go."""

YES = click.option("--yes", is_flag=True, help="Do not ask.")
DRY = click.option("--dry-run", "is_dry", is_flag=True, help="Only list what would go.")


@click.group("delete")
def delete_group() -> None:
    """Delete personal data: a player's, or that of a game; the record of games stays whole."""


@delete_group.command("player")
@click.argument("email", type=ADDRESS, metavar="ADDRESS")
@YES
@DRY
@JSON
@with_settings
def player_command(settings: Settings, email: str, yes: bool, is_dry: bool, as_json: bool) -> None:
    """Delete what is kept of the player who has ADDRESS, who plays and moderates no more.

    His names in games, his orders and what he said there are part of their record, which stays.
    """
    service = open_context(settings)
    whose = f"the player who has {email}"
    carry_out(lambda dry: delete_person(service, email, is_dry=dry), whose, yes, is_dry, as_json)


@delete_group.command("game")
@click.argument("name")
@YES
@DRY
@JSON
@with_settings
def game_command(settings: Settings, name: str, yes: bool, is_dry: bool, as_json: bool) -> None:
    """Delete what is kept of the people of the game NAME, which must be over.

    Letters, mails and addresses go, and the seats' addresses are closed. Turns, orders, talk and
    dice stay under the names of the seats: `pbem export` and `pbem verify` go on working.
    """
    service = open_context(settings)
    whose = f"the people of {name}"
    carry_out(lambda dry: delete_game(service, name, is_dry=dry), whose, yes, is_dry, as_json)


def carry_out(delete: Deletion, whose: str, yes: bool, is_dry: bool, as_json: bool) -> None:
    """Say what would go, ask, delete, and say what went. Raises InputError."""
    if as_json and not (yes or is_dry):
        raise InputError("--json asks nothing: say --yes to delete, or --dry-run to look")
    if not yes or is_dry:
        would_go = accepted(delete(True))
        if not as_json:
            click.echo(_listed(f"Would go of {whose}", would_go))
        if is_dry:
            return print_json({"deleted": False, "rows": would_go}) if as_json else None
        click.confirm(f"Delete all that is kept of {whose}?", abort=True)
    gone = accepted(delete(False))
    if as_json:
        return print_json({"deleted": True, "rows": gone})
    click.echo(_listed(f"Deleted of {whose}", gone))
    click.echo("The record of the games stays as played.")


def _listed(head: str, rows: Deleted) -> str:
    if not rows:
        return f"{head}: no rows besides the name."
    width = max(len(f"{count:,}") for count in rows.values())
    return "\n".join([f"{head}:", *(f"  {count:>{width},} {name}" for name, count in rows.items())])
