"""Games from the command line: games, resume, export, verify."""

from __future__ import annotations

import json
import sys

import click

from pbem.cli.desks import open_desk, reading_desk
from pbem.cli.inputs import read_text
from pbem.cli.saying import InputError, say_json
from pbem.cli.settling import with_settings
from pbem.service.history.exporting import NotExportable, export_game
from pbem.service.listing import games_page
from pbem.service.moderating.resuming import NotPaused, resume_game
from pbem.settings import Settings
from pbem.verification import ExportError, remarks, verify


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON.")
@click.option("--all", "is_all", is_flag=True, help="Those put away by ARCHIVE, too.")
@with_settings
def games_command(settings: Settings, is_all: bool, as_json: bool) -> None:
    """List the games: whose turn, until when."""
    desk = reading_desk(settings)
    lines = games_page(desk.database, is_all=is_all)
    if as_json:
        keys = ("name", "phase", "turn", "to_move", "deadline_at", "seats")
        say_json(
            [
                {key: getattr(line, key) for key in keys} | {"clock": json.loads(line.clock)}
                for line in lines
            ]
        )
        return
    for line in lines:
        until = f"until {line.deadline_at:%F %H:%M} UTC" if line.deadline_at else "no deadline"
        click.echo(f"{line.name}  {line.phase}  turn {line.turn}  {line.to_move}  {until}")


@click.command("resume")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON.")
@with_settings
def resume_command(settings: Settings, name: str, as_json: bool) -> None:
    """Let a paused game go on, as `pbem mod NAME RESUME` does."""
    try:
        why = resume_game(open_desk(settings), name)
    except NotPaused as error:
        raise InputError(str(error)) from error
    last = (why or "").strip().rpartition("\n")[2]
    if as_json:
        say_json({"game": name, "resumed": True, "was_paused_for": last})
    else:
        why = f" Its turn is tried now; it was paused for: {last}" if last else ""
        click.echo(f"{name} runs again.{why}")


@click.command("export")
@click.argument("name")
@with_settings
def export_command(settings: Settings, name: str) -> None:
    """Print a finished game as one file, its secret opened, for `pbem verify`."""
    try:
        click.echo(export_game(reading_desk(settings), name), nl=False)
    except NotExportable as error:
        raise InputError(str(error)) from error


@click.command("verify")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON.")
def verify_command(file: str, as_json: bool) -> None:
    """Compute every draw, roll and state of an exported game again (- reads standard input).

    Exit code 0: it was played fairly. 1: something does not add up, and what.
    """
    text = read_text(file)
    try:
        with click.progressbar(length=1, label="Verifying", file=sys.stderr) as bar:

            def advance(done: int, of: int) -> None:
                bar.length = of
                bar.update(done - bar.pos)

            found = verify(text, advance)
        acts = remarks(text)
    except ExportError as error:
        raise InputError(f"{file}: {error}") from error
    if as_json:
        say_json({"fair": not found, "problems": found, "moderated": acts})
    elif found:
        click.echo("\n".join(found))
    else:
        click.echo("Every draw, roll and state adds up: the game was played fairly.")
        if acts:
            click.echo("\nWhat the moderator did to it:")
            click.echo("\n".join(acts))
    if found:
        sys.exit(1)
