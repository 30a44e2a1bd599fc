"""`pbem simulate`: whole games of robots, for balance and for broken rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from pbem.simulation import ROBOTS, Game, simulate, summary


@click.command("simulate")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 8))
@click.option("--robots", default="random", show_default=True, type=click.Choice([*ROBOTS]))
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate_command(
    games: int, players: int, robots: str, seed: str, jobs: int, as_json: bool
) -> None:
    """Let robots play whole games, audit every turn and sum up; exit code 1 if a rule broke."""
    played: list[Game] = []
    with click.progressbar(
        simulate(games, players, robots, seed, jobs),
        length=games,
        label=f"{games} games of {players}",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        played.extend(bar)
    found = summary(played)
    click.echo(json.dumps(found, indent=2) if as_json else _told(found))
    for number, game in enumerate(played):
        for broken in game.failed:
            click.echo(f"game {number}: {broken}", err=True)
    if found["failed_invariants"]:
        raise SystemExit(1)


def _told(found: Mapping[str, Any]) -> str:
    rows = []
    for key, value in found.items():
        name = key.replace("_", " ")
        if not isinstance(value, dict):
            rows.append(f"{name:18} {value}")
            continue
        rows.append(name)
        for inner, amount in value.items():
            plain = ", ".join(f"{k} {v}" for k, v in amount.items()) if isinstance(
                amount, dict) else amount  # fmt: skip
            rows.append(f"    {inner:24} {plain}")
    return "\n".join(rows)
