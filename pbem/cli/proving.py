"""`pbem export` and `pbem verify`: a game as a file that anybody can compute again.

The rules are loaded to verify alone: to export takes half of that time.
"""

from __future__ import annotations

import json
import sys

import click

from pbem.cli.contexts import reading_context
from pbem.cli.output import InputError, print_json
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


@click.command("verify")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON.")
def verify_command(file: str, as_json: bool) -> None:
    """Compute every draw, roll and state of an exported game again (- reads standard input).

    Exit code 0: it was played fairly. 1: something does not add up, and what.
    """
    from pbem.cli.inputs import read_text
    from pbem.cli.rulesets import tool
    from pbem.games.contract import RulesetError
    from pbem.games.registry import DEFAULT, ruleset

    text = read_text(file)
    try:
        played = ruleset(_ruleset_of(text) or DEFAULT)
        with click.progressbar(length=1, label="Verifying", file=sys.stderr) as bar:

            def advance(done: int, of: int) -> None:
                bar.length = of
                bar.update(done - bar.pos)

            found = tool(played, played.tools.verify)(text, advance)
        acts = tool(played, played.tools.remarks)(text)
    except RulesetError as error:
        raise InputError(f"{file}: {error}") from error
    if as_json:
        print_json({"fair": not found, "problems": found, "moderated": acts})
    elif found:
        click.echo("\n".join(found))
    else:
        click.echo("Every draw, roll and state adds up: the game was played fairly.")
        if acts:
            click.echo("\nWhat the moderator did to it:")
            click.echo("\n".join(acts))
    if found:
        sys.exit(1)


def _ruleset_of(exported: str) -> str:
    """The game an exported file is of; "" where it does not say."""
    try:
        return str(json.loads(exported).get("ruleset", ""))
    except (json.JSONDecodeError, AttributeError):
        return ""  # Whoever proves it says what is wrong with the text.
