"""`pbem verify`: the proof that an exported game was played fairly."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from pbem.cli.inputs import read_text
from pbem.cli.output import JSON, InputError, print_json
from pbem.games.contract.proof import verify_states
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Progress
from pbem.games.contract.values import RulesetError
from pbem.games.registry import DEFAULT, ruleset


@click.command("verify")
@click.argument("file")
@JSON
def verify_command(file: str, as_json: bool) -> None:
    """Compute every draw, roll and state of an exported game again (- reads standard input).

    Exit code 0: it was played fairly. 1: something does not add up, and what.
    """
    text = read_text(file)
    try:
        played = ruleset(_ruleset_of(text) or DEFAULT)
        with click.progressbar(length=1, label="Verifying", file=sys.stderr) as bar:

            def advance(done: int, of: int) -> None:
                bar.length = of
                bar.update(done - bar.pos)

            found = _verified(played, text, advance)
        acts = played.tools.remarks(text) if played.tools.remarks else []
    except RulesetError as error:
        raise InputError(f"{file}: {error}") from error
    if as_json:
        print_json({"fair": not found, "problems": found, "moderated": acts})
    elif found:
        click.echo("\n".join(found))
    else:
        what = "draw, roll and state" if played.tools.verify else "state"
        click.echo(f"Every {what} adds up: the game was played fairly.")
        if acts:
            click.echo("\nWhat the moderator did to it:")
            click.echo("\n".join(acts))
    if found:
        sys.exit(1)


def _verified(played: Ruleset[Any, Any], text: str, progress: Progress) -> list[str]:
    """What does not add up; of a game that cannot compute its draws again, secret and states."""
    if played.tools.verify is None:
        return verify_states(played, text)
    return played.tools.verify(text, progress)


def _ruleset_of(exported: str) -> str:
    """The game an exported file is of; "" where it does not say."""
    try:
        return str(json.loads(exported).get("ruleset", ""))
    except (json.JSONDecodeError, AttributeError):
        return ""  # Whoever proves it says what is wrong with the text.
