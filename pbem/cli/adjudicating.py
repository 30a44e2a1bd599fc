"""`pbem adjudicate` and `pbem parse`: the rules and the language without a service."""

from __future__ import annotations

import json
from typing import Any

import click

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.illuminati.game import check
from engine.illuminati.odds import ways
from engine.illuminati.orders import Line
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from pbem.adjudication import adjudicate, as_plain
from pbem.cli.inputs import InputError, Rolls, read_state, read_text
from pbem.cli.telling import told
from pbem.language import Names, ReadLine, explain, format_line, names_for, read, script_of, split

FIXED_DICE = b"adjudicate"
"""Rolls beyond those given are the same every time."""


@click.command("adjudicate")
@click.argument("position")
@click.argument("orders")
@click.option("--dice", type=Rolls(), default=(), help="Rolls in their order, such as 3+1,6+5.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--upkeep", is_flag=True, help="Income, tax, upkeep and draw happen first.")
def adjudicate_command(
    position: str, orders: str, dice: tuple[Roll, ...], as_json: bool, upkeep: bool
) -> None:
    """Resolve one turn of a written POSITION with ORDERS (lines `ann: ORDER`; - is stdin).

    The lines of the seat to move are its script; other seats' lines are gifts and plays, done
    first, and their answers and policies. Without --upkeep the position stands after income
    and draw.
    """
    state = read_state(position)
    loaded = LoadedDice(dice, SecretDice(FIXED_DICE))
    result = adjudicate(state, read_text(orders), loaded, with_upkeep=upkeep)
    if as_json:
        click.echo(json.dumps(as_plain(result), indent=2))
    else:
        click.echo("\n".join(told(result)))


@click.command("parse")
@click.option("--position", required=True, help="The POSITION.toml the orders are read in.")
@click.option("--seat", required=True, help="Whose orders they are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def parse_command(position: str, seat: str, as_json: bool) -> None:
    """Say what each line of the orders on standard input was understood as."""
    state = read_state(position)
    if all(seat != other.name for other in state.seats):
        known = ", ".join(other.name for other in state.seats)
        raise InputError(f"no seat is called {seat!r}; seats are {known}")
    names = names_for(state, seat)
    lines = read(read_text("-"), names)
    rulings = _rulings(state, seat, lines)
    rows = [_plain(line, rulings[at], names) for at, line in enumerate(lines)]
    if as_json:
        click.echo(json.dumps({"seat": seat, "lines": rows}, indent=2))
        return
    for row in rows:
        click.echo("\n".join(_told(row)))


def _rulings(state: State, seat: str, lines: tuple[ReadLine, ...]) -> list[Ruling | None]:
    """The engine's word on every line that is an order, lines of the script together."""
    script = {ruling.line: ruling for ruling in check(state, seat, script_of(lines))}
    scripted = split(lines).script
    found: list[Ruling | None] = []
    for line in lines:
        if line in scripted:
            found.append(script.get(line.number))
        elif line.order is not None:
            found.append(check(state, seat, (Line(line.number, line.order),))[0])
        else:
            found.append(None)
    return found


def _plain(line: ReadLine, ruling: Ruling | None, names: Names) -> dict[str, Any]:
    need = ruling.need if ruling else None
    illegal = ruling is not None and bool(ruling.reason)
    return {
        "number": line.number,
        "text": line.text,
        "fate": line.fate,
        "understood": format_line(line, names) if line.order or line.control else None,
        "assumed": list(line.assumed),
        "problem": line.problem,
        "suggestions": list(line.suggestions),
        "status": ruling.status if ruling else None,
        "reason": ruling.reason if ruling else "",
        "rule": ruling.rule if ruling else "",
        "explained": explain(ruling.reason, ruling.facts, names) if ruling and illegal else "",
        "may_fail": ruling.may_fail if ruling else False,
        "need": need,
        "chance_percent": round(100 * ways(need) / 36) if need is not None else None,
    }


def _told(row: dict[str, Any]) -> list[str]:
    verdict = row["status"].upper() if row["status"] else row["fate"].upper()
    lines = [f"{verdict}: {row['understood'] or row['text']}"]
    lines += [f"    assumed: {note}" for note in row["assumed"]]
    lines += [f"    {row[key]}" for key in ("problem", "explained") if row[key]]
    lines += [f"    try: {suggestion}" for suggestion in row["suggestions"]]
    if row["need"] is not None:
        lines.append(f"    need {row['need']} before interference, {row['chance_percent']} %")
    if row["may_fail"]:
        lines.append("    legal only if earlier lines go the right way")
    return lines
