"""`pbem addresses` and `pbem tokens`: whom a letter may come from, and where it goes.

What changes something is loaded when it is asked for: to list takes a third of that time.
"""

from __future__ import annotations

from dataclasses import asdict

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.output import JSON, accepted, print_json
from pbem.cli.people import ADDRESS
from pbem.cli.settling import with_settings
from pbem.service.players.addresses import list_addresses, make_first, remove
from pbem.settings import Settings


@click.group("addresses", invoke_without_command=True)
@click.pass_context
def addresses_group(context: click.Context) -> None:
    """Players' addresses: list them, add another one, choose the one to write to.

    Orders are taken from any of a player's addresses; mail to him goes to his first one, or,
    while that is bad because mail to it comes back, to another that is good. Whoever adds one, it
    is the player's only once a code that was mailed to it has come back.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@addresses_group.command("list")
@click.argument("email", type=ADDRESS, required=False)
@JSON
@with_settings
def list_command(settings: Settings, email: str | None, as_json: bool) -> None:
    """List all addresses, or those of the player who has EMAIL; * is where his mail goes.

    "proved": a code or a secret address that was mailed there has come back. "stated": whoever set
    up his game wrote it, and nothing has come from there. "claimed": not his until he shows it.
    """
    lines = accepted(list_addresses(reading_context(settings), email))
    if as_json:
        print_json([asdict(line) for line in lines])
        return
    for line in lines:
        mark = "*" if line.is_used else " "
        proof = "proved" if line.is_proved else "stated" if line.is_first else "claimed"
        text = f"{mark} {line.email:40} {line.state:4} {proof:7} {line.player}  {line.why}"
        click.echo(text.rstrip())


@addresses_group.command("add")
@click.argument("email", type=ADDRESS)
@click.argument("other", type=ADDRESS)
@with_settings
def add_command(settings: Settings, email: str, other: str) -> None:
    """Let the player who has EMAIL write from OTHER too. A bad address is good again.

    OTHER is mailed a code, and is his once that has come back.
    """
    from pbem.service.mailing.proving import register

    if accepted(register(open_context(settings), email, other)):
        click.echo(
            f"A code is on its way to {other}. Once it has come back, letters from {other} count "
            f"as those from {email}."
        )
    else:
        click.echo(f"Letters from {other} count as those from {email}.")


@addresses_group.command("first")
@click.argument("email", type=ADDRESS)
@with_settings
def first_command(settings: Settings, email: str) -> None:
    """Send the mail of the player who has EMAIL there from now on."""
    accepted(make_first(open_context(settings), email))
    click.echo(f"Mail goes to {email} from now on.")


@addresses_group.command("remove")
@click.argument("email", type=ADDRESS)
@with_settings
def remove_command(settings: Settings, email: str) -> None:
    """Take EMAIL from its player; his first address stays."""
    accepted(remove(open_context(settings), email))
    click.echo(f"Letters from {email} are held from now on.")


@click.group("tokens")
def tokens_group() -> None:
    """The secret addresses of seats: renew one that has become known to others."""


@tokens_group.command("rotate")
@click.argument("game")
@click.argument("seat")
@with_settings
def rotate_command(settings: Settings, game: str, seat: str) -> None:
    """Give SEAT of GAME a new address and mail it to its player.

    Letters to the old one are taken for two more weeks.
    """
    _renew(settings, game, seat, is_at_once=False)


@tokens_group.command("revoke")
@click.argument("game")
@click.argument("seat")
@with_settings
def revoke_command(settings: Settings, game: str, seat: str) -> None:
    """Give SEAT of GAME a new address; letters to any old one are refused from now on."""
    _renew(settings, game, seat, is_at_once=True)


def _renew(settings: Settings, game: str, seat: str, *, is_at_once: bool) -> None:
    from pbem.service.seats.renewing import renew_address

    accepted(renew_address(open_context(settings), game, seat, is_at_once=is_at_once))
    click.echo(f"{seat} has a new address in {game}; it is in the mail to its player.")
