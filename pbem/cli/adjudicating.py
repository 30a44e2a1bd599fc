"""`pbem adjudicate` and `pbem parse`: the rules of a game without a service."""

from __future__ import annotations

import json
from typing import TypedDict, Unpack

import click

from pbem.cli.inputs import read_text
from pbem.cli.output import ONE_JSON
from pbem.cli.rulesets import position_file, refusals, tool
from pbem.games.contract.tools import LinesToParse, ToolResult, TurnToAdjudicate


class TurnOptions(TypedDict):
    """What may be said of a turn beside its orders."""

    dice: str
    meanwhile: str | None
    upkeep: bool


@click.command("adjudicate")
@click.argument("position")
@click.argument("orders")
@click.option("--dice", default="", help="Rolls in their order, such as 3+1,6+5.")
@ONE_JSON
@click.option("--meanwhile", help="A file of lines that come once the script is announced.")
@click.option("--upkeep", is_flag=True, help="Income, tax, upkeep and draw happen first.")
def adjudicate_command(
    position: str, orders: str, as_json: bool, **given: Unpack[TurnOptions]
) -> None:
    """Resolve one turn of a written POSITION with ORDERS (lines `ann: ORDER`; - is stdin).

    The lines of the seat to move are its script; other seats' lines are gifts and plays, done
    first, and their answers and policies. Without --upkeep the position stands after income
    and draw.

    With `game = "inwo"` in the position the game is INWO: `ann@3: ORDER` is tried in the window
    of line 3 alone, and `step` says where in the turn the position stands.
    """
    tools, file = position_file(position)
    later = read_text(given["meanwhile"]) if given["meanwhile"] else ""
    turn = TurnToAdjudicate(file, read_text(orders), given["dice"], later, given["upkeep"])
    with refusals():
        _print(tool("this game", tools.adjudicate)(turn), as_json)


@click.command("parse")
@click.option("--position", required=True, help="The POSITION.toml the orders are read in.")
@click.option("--seat", required=True, help="Whose orders they are.")
@ONE_JSON
def parse_command(position: str, seat: str, as_json: bool) -> None:
    """Say what each line of the orders on standard input was understood as.

    Each line is told back in canonical words, with what it costs in MB (now, and at the most with
    all raising), its need and its chance before anybody interferes, and again at its ceiling.
    """
    tools, file = position_file(position)
    asked = LinesToParse(file, seat, read_text("-"))
    with refusals():
        _print(tool("this game", tools.parse)(asked), as_json)


def _print(found: ToolResult, as_json: bool) -> None:
    click.echo(json.dumps(found.plain, indent=2) if as_json else "\n".join(found.lines))
