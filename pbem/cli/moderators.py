"""`pbem moderators`: who moderates a game.

What changes something is loaded when it is asked for: to list takes a third of that time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import click

from pbem.cli.contexts import open_context, reading_context
from pbem.cli.output import InputError, accepted, print_json
from pbem.cli.people import ADDRESS, NAME, name_of
from pbem.cli.settling import with_settings
from pbem.mail.address import is_address
from pbem.service.context import ServiceContext
from pbem.service.named_games import number_of_game
from pbem.service.seats.moderator_rows import list_moderators
from pbem.settings import Settings


@click.group("moderators")
def moderators_group() -> None:
    """Who moderates a game: each has an address of his own for commands by mail."""


@moderators_group.command("add")
@click.argument("game")
@click.argument("address", type=ADDRESS)
@click.option("--name", type=NAME, default="", help="The moderator's name, if he is new here.")
@with_settings
def add_command(settings: Settings, game: str, address: str, name: str) -> None:
    """Let whoever has ADDRESS moderate GAME, and mail him what he can do."""
    _one(settings, game, f"PROMOTE {address}" + (f" NAMED {name}" if name else ""))


@moderators_group.command("remove")
@click.argument("game")
@click.argument("address", type=ADDRESS)
@with_settings
def remove_command(settings: Settings, game: str, address: str) -> None:
    """Take GAME from the moderator who has ADDRESS; he is told."""
    _one(settings, game, f"DEMOTE {address}")


@moderators_group.command("renew")
@click.argument("game")
@click.argument("address", type=ADDRESS)
@with_settings
def renew_command(settings: Settings, game: str, address: str) -> None:
    """Give the moderator of GAME who has ADDRESS another one for his commands, and mail it to him.

    Commands to the one he had come back from now on.
    """
    from pbem.service.seats.renewing import renew_moderators_address

    accepted(renew_moderators_address(open_context(settings), game, address))
    click.echo(f"{address} has a new address for his commands in {game}; it is in the mail to him.")


def _one(settings: Settings, game: str, line: str) -> None:
    from pbem.service.moderating.actors import OPERATOR
    from pbem.service.moderating.running import run_commands

    service = open_context(settings)
    (done,) = run_commands(service, number_of_game(service, game), line, OPERATOR)
    if not done.is_done:
        raise InputError(done.answer)
    click.echo(done.answer)


@moderators_group.command("list")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with their addresses.")
@with_settings
def list_command(settings: Settings, game: str, as_json: bool) -> None:
    """List the moderators of GAME."""
    rows = list_moderators(reading_context(settings), game)
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    for row in rows:
        click.echo(f"{row.email:40} {row.name}{' (all games)' if row.all_games else ''}")
    if not rows:
        click.echo(f"Nobody moderates {game}; `pbem moderators add {game} ADDRESS` makes one.")


@dataclass(frozen=True, slots=True)
class Appointed:
    """Somebody who is to moderate a new game."""

    email: str
    name: str


def appointed_of(texts: Sequence[str]) -> tuple[Appointed, ...]:
    """Moderators given as ADDRESS[,NAME]; InputError for what is no address."""
    found = []
    for text in texts:
        email, _, name = text.partition(",")
        if not is_address(email.strip()):
            raise InputError(f"--moderator {text!r}: write ADDRESS or ADDRESS,NAME")
        found.append(Appointed(email.strip(), name_of(name)))
    return tuple(found)


def appoint_all(service: ServiceContext, game: str, appointed: Sequence[Appointed]) -> None:
    """Make them moderators of a game that has just been set up."""
    from pbem.service.seats.moderators import appoint

    for one in appointed:
        accepted(appoint(service, game, one.email, one.name))
