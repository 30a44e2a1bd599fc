"""`pbem simulate`: whole games of robots, for balance and for broken rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import click

from pbem.games.illuminati.simulation import (
    LINE_UPS,
    SimulatedGame,
    robots_named,
    simulate,
    summary,
)


def _named(ctx: click.Context, param: click.Parameter, value: str) -> str:
    try:
        robots_named(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    return value


_HELP = """\
Let robots play whole games, audit every turn and sum up; exit code 1 if a rule broke.

Robots know what their seat may know and write orders as people do.

\b
random   any legal order, for finding what breaks: attacks, gifts, Specials,
         offers, accusations and cheats as the dice have it
greedy   the attack that gains most for its exact chance and cost, then the
         next; keeps money back for defence and opposes who is about to win
planner  thinks both actions through, with what others could take after
         them; times its Specials and trades where both gain
mixed    one of each in turn

To see which of two is stronger, seat them both:

\b
    pbem simulate --games 400 --robots greedy,planner

What the figures mean:

\b
finished           games with a winner; others broke a rule or took more
                   than 150 rounds
failed invariants  what the audit found wrong, 0 if the rules hold
rounds             of finished games: a tenth took at most p10, half at most
                   the median, nine tenths at most p90
wins, goals        by Illuminati and by kind of goal; a shared victory
                   counts for each
robots             share: per cent of the victories, with the ends low and
                   high of its 95 % interval; fair: the kind's per cent of
                   the seats. Stronger is who has low above fair
captures from players, eliminations, passes, trades: sums over all games
spent on interference  MB of those who neither attack nor own the target
intervals          wins of an Illuminati in per cent of the games it was
                   dealt in, goals in per cent of the finished games, and
                   means a game, each with low and high
"""


@click.command("simulate", help=_HELP)
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
    help="The standard game, or in every game others of the advanced rules, paces and so on.",
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
    jobs = min(jobs or os.cpu_count() or 1, games)
    played: list[SimulatedGame] = []
    with click.progressbar(
        simulate(games, players, robots, seed, jobs, variant),
        length=games,
        label=f"{games} games of {players}",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        played.extend(bar)
    found = summary(played)
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(_format(found)))
    for number, game in enumerate(played):
        for broken in game.failed:
            click.echo(f"game {number}: {broken}", err=True)
    if found["failed_invariants"]:
        raise SystemExit(1)


def _format(found: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, value in found.items():
        name = key.replace("_", " ")
        if not isinstance(value, dict):
            yield f"{indent}{name:26} {value}"
        elif value and not any(isinstance(inner, dict) for inner in value.values()):
            rows = ", ".join(f"{k} {v}" for k, v in value.items())
            yield f"{indent}{name:26} {rows}"
        else:
            yield f"{indent}{name}"
            yield from _format(value, indent + "    ")
