"""`pbem rules` and `pbem cards`: what a game's rules and a table's own cards say."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli.inputs import read_text
from pbem.cli.output import ONE_JSON, InputError, print_json
from pbem.cli.rulesets import ruleset_option, tool
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import ToolResult
from pbem.games.contract.values import RulesetError


@click.command("rules")
@click.argument("word", required=False)
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Number, title, text and marks, as JSON.")
def rules_command(word: str | None, played: Ruleset[Any, Any], as_json: bool) -> None:
    """Print the rules as adjudicated: all, a number's, a chapter's, or those with a word.

    (ours) marks a decision of this referee, (mail) an adaptation to play by mail.

    \b
    pbem rules R5.4
    pbem rules R5
    pbem rules privilege
    """
    try:
        _print(tool(played.title, played.tools.rules)(word), as_json)
    except RulesetError as error:
        raise click.UsageError(str(error)) from error


@click.command("cards")
@click.argument("file")
@ruleset_option
@ONE_JSON
def cards_command(file: str, played: Ruleset[Any, Any], as_json: bool) -> None:
    """Check a FILE of cards for `pbem new --own-cards` (- is stdin) and show what it makes.

    A file has tables [[group]] and [[special]] as config/cards.example.toml does, four cards at
    most. Everything that is wrong with it is told at once.
    """
    text = read_text(file)
    try:
        _print(tool(played.title, played.tools.cards)(text), as_json)
    except RulesetError as error:
        wrong = "".join(f"\n  {line}" for line in str(error).splitlines())
        raise InputError(f"{file}:{wrong}") from error


def _print(found: ToolResult, as_json: bool) -> None:
    if as_json:
        print_json(found.plain)
    else:
        click.echo("\n".join(found.lines))
