"""`pbem rename`: a name that nobody should have to read is taken back."""

from __future__ import annotations

import click

from pbem.cli.contexts import open_context
from pbem.cli.output import accepted
from pbem.cli.people import ADDRESS, NAME
from pbem.cli.settling import with_settings
from pbem.service.system.names import rename_game, rename_person, rename_place
from pbem.settings import Settings


@click.group("rename")
def rename_group() -> None:
    """Take a name back: a person's, that of a place in the lobby, or a game's.

    Without a new name it becomes one that says nothing, such as "Player 12". What has been sent
    cannot be called back, and a seat of a game that has begun keeps its name.
    """


@rename_group.command("person")
@click.argument("email", type=ADDRESS)
@click.argument("name", type=NAME, default="")
@with_settings
def person_command(settings: Settings, email: str, name: str) -> None:
    """Call the person who has EMAIL by another name."""
    called = accepted(rename_person(open_context(settings), email, name))
    click.echo(f"The person who has {email} is called {called} from now on.")


@rename_group.command("place")
@click.argument("game")
@click.argument("alias")
@click.argument("name", default="")
@with_settings
def place_command(settings: Settings, game: str, alias: str, name: str) -> None:
    """Call whoever joined GAME as ALIAS by another name, before it begins."""
    called = accepted(rename_place(open_context(settings), game, alias, name))
    click.echo(f"{alias} is called {called} in {game} from now on.")


@rename_group.command("game")
@click.argument("game")
@click.argument("name", default="")
@with_settings
def game_command(settings: Settings, game: str, name: str) -> None:
    """Call GAME by another name; all who play it are told."""
    called = accepted(rename_game(open_context(settings), game, name))
    click.echo(f"{game} is called {called} from now on.")
