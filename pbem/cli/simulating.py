"""`pbem simulate`: whole games of robots, for balance and for broken rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click

from pbem.cli.output import ONE_JSON
from pbem.cli.rulesets import RulesetCommand, refusals, ruleset_option, tool
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Simulated, SimulationPlan

SUMMARY = "Let robots play whole games, audit every turn and sum up; exit code 1 if a rule broke."


class _SimulateCommand(RulesetCommand):
    """Its help says what the robots of the game do."""

    def help_for(self, played: Ruleset[Any, Any]) -> str:
        explained = played.tools.simulation_help
        return f"{SUMMARY}\n\n{explained()}" if explained else SUMMARY


@click.command("simulate", cls=_SimulateCommand, help=SUMMARY)
@ruleset_option
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--players", default=4, show_default=True, type=click.IntRange(2, 8))
@click.option(
    "--robots",
    default="random",
    show_default=True,
    metavar="KIND[,KIND…]",
    help="Kinds of robot; several take the seats in turn, and every game moves on.",
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
    "--only",
    default=None,
    type=click.IntRange(0),
    metavar="NUMBER",
    help="Play one of these games again, such as one that is told as unfinished.",
)
@click.option(
    "--jobs",
    default=None,
    type=click.IntRange(1, 256),
    help="Processes; as many as there are cores if not given.",
)
@ONE_JSON
def simulate_command(
    played: Ruleset[Any, Any], games: int, jobs: int | None, as_json: bool, **words: Any
) -> None:
    jobs = min(jobs or os.cpu_count() or 1, games)
    plan = SimulationPlan(games=games, jobs=jobs, **words)
    with refusals():
        simulated = _played(played, plan)
    found = tool(played.title, played.tools.summary)(simulated)
    click.echo(json.dumps(found, indent=2) if as_json else "\n".join(_format(found)))
    for game in simulated:
        for broken in game.failed:
            click.echo(f"game {game.number}: {broken}", err=True)
    if found["failed_invariants"]:
        raise SystemExit(1)


def _played(played: Ruleset[Any, Any], plan: SimulationPlan) -> list[Simulated]:
    """Every game of the plan, with a bar on a terminal."""
    with click.progressbar(
        tool(played.title, played.tools.simulate)(plan),
        length=len(plan.numbers),
        label=f"{len(plan.numbers)} games of {plan.players}",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        return [*bar]


def _format(found: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for key, value in found.items():
        name = key.replace("_", " ")
        if isinstance(value, list):
            for game in value:
                told = "; ".join(f"{_words(k)} {_words(v)}" for k, v in game.items())
                yield f"{indent}{name:26} {told}"
        elif not isinstance(value, dict):
            yield f"{indent}{name:26} {value}"
        elif value and not any(isinstance(inner, dict) for inner in value.values()):
            rows = ", ".join(f"{k} {v}" for k, v in value.items())
            yield f"{indent}{name:26} {rows}"
        else:
            yield f"{indent}{name}"
            yield from _format(value, indent + "    ")


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, (list, tuple)) else str(value).replace("_", " ")
