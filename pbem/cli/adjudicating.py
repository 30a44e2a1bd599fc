"""`pbem adjudicate`: the rules without a service."""

from __future__ import annotations

import json

import click

from engine.core.dice import LoadedDice, Roll, SecretDice
from pbem.cli.event_lines import format_event
from pbem.cli.inputs import Rolls, read_state, read_text
from pbem.games.illuminati.adjudication import adjudicate, as_plain

FIXED_DICE = b"adjudicate"
"""Rolls beyond those given are the same every time."""


@click.command("adjudicate")
@click.argument("position")
@click.argument("orders")
@click.option("--dice", type=Rolls(), default=(), help="Rolls in their order, such as 3+1,6+5.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--meanwhile", help="A file of lines that come once the script is announced.")
@click.option("--upkeep", is_flag=True, help="Income, tax, upkeep and draw happen first.")
def adjudicate_command(
    position: str,
    orders: str,
    dice: tuple[Roll, ...],
    as_json: bool,
    meanwhile: str | None,
    upkeep: bool,
) -> None:
    """Resolve one turn of a written POSITION with ORDERS (lines `ann: ORDER`; - is stdin).

    The lines of the seat to move are its script; other seats' lines are gifts and plays, done
    first, and their answers and policies. Without --upkeep the position stands after income
    and draw.
    """
    state = read_state(position)
    loaded = LoadedDice(dice, SecretDice(FIXED_DICE))
    later = read_text(meanwhile) if meanwhile else ""
    result = adjudicate(state, read_text(orders), loaded, with_upkeep=upkeep, meanwhile=later)
    if as_json:
        click.echo(json.dumps(as_plain(result), indent=2))
    else:
        click.echo("\n".join(format_event(result)))
