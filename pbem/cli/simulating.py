"""`pbem simulate`: whole games of robots, for balance and for broken rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import click

from pbem.simulation import LINE_UPS, Game, robots_named, simulate, summary


def _named(ctx: click.Context, param: click.Parameter, value: str) -> str:
    try:
        robots_named(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    return value


@click.command("simulate")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 8))
@click.option(
    "--robots",
    default="random",
    show_default=True,
    callback=_named,
    metavar="KIND[,KIND…]",
    help=f"Of {', '.join(LINE_UPS)}; several take the seats in turn, and every game moves on.",
)
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
@click.option(
    "--options",
    "variant",
    default="standard",
    show_default=True,
    type=click.Choice(["standard", "random"]),
    help="The standard game, or other options in every game.",
)
@click.option(
    "--jobs",
    default=None,
    type=click.IntRange(1, 256),
    help="Processes; as many as there are cores if not given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate_command(
    games: int,
    players: int,
    robots: str,
    seed: str,
    variant: Literal["standard", "random"],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let robots play whole games, audit every turn and sum up; exit code 1 if a rule broke."""
    jobs = min(jobs or os.cpu_count() or 1, games)
    played: list[Game] = []
    with click.progressbar(
        simulate(games, players, robots, seed, jobs, variant),
        length=games,
        label=f"{games} games of {players}",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        played.extend(bar)
    found = summary(played)
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(_told(found)))
    for number, game in enumerate(played):
        for broken in game.failed:
            click.echo(f"game {number}: {broken}", err=True)
    if found["failed_invariants"]:
        raise SystemExit(1)


def _told(found: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, value in found.items():
        name = key.replace("_", " ")
        if not isinstance(value, dict):
            yield f"{indent}{name:26} {value}"
        elif value and not any(isinstance(inner, dict) for inner in value.values()):
            rows = ", ".join(f"{k} {v}" for k, v in value.items())
            yield f"{indent}{name:26} {rows}"
        else:
            yield f"{indent}{name}"
            yield from _told(value, indent + "    ")
