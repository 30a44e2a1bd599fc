"""`pbem bench`: figures beside the bars they must keep to."""

from __future__ import annotations

import json

import click

from pbem.benchmark import BARS, GAMES_A_RUN, PLAYERS, bench_engine


@click.group()
def bench() -> None:
    """Measure speed and memory on this machine."""


@bench.command("engine")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 100))
@click.option("--seed", default="bench", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def engine_command(runs: int, seed: str, as_json: bool) -> None:
    """Random legal play with the event log on, best of RUNS, CPU seconds of one core.

    An order is a line of a script that was carried out. orders_per_cpu_s counts the rules
    alone, with set-up, events, income and draw; robot_orders_per_cpu_s also the robots'
    thinking and an audit after every turn.
    """
    found = bench_engine(runs, seed)
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    click.echo(f"{GAMES_A_RUN} games of {PLAYERS} random robots a run, best of {runs} runs")
    for key, value in found.items():
        word, bar = BARS.get(key, ("", 0.0))
        click.echo(f"{key:20} {value!s:>24}" + (f"   {word} {bar:g}" if word else ""))
