"""`pbem bench`: figures beside the bars they must keep to."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import click

from pbem.benchmarks import cluster, deadlines, mail, read, render, web
from pbem.benchmarks.harness import machine
from pbem.benchmarks.peers import peer_figures
from pbem.cli.output import ONE_JSON
from pbem.cli.rulesets import ruleset_option, tool
from pbem.games.contract.ruleset import Ruleset
from pbem.games.contract.tools import Bars, Progress
from pbem.games.registry import DEFAULT, ruleset, rulesets
from pbem.log import configure_logging

MeasuredFigures = tuple[Mapping[str, Any], Bars]
Func = TypeVar("Func", bound=Callable[..., Any])
_SEED = click.option("--seed", default="bench", show_default=True)
_DEADLINE_BARS: Bars = {
    **deadlines.BARS,
    **{f"sqlite_{key}": bar for key, bar in deadlines.BARS.items()},
}
"""The bars of figures that are given for both databases."""
_POSTGRESQL = click.option(
    "--postgresql", default="", help="URL of an empty database; default: a scratch one."
)


def _runs(default: int) -> Callable[[Func], Func]:
    """How often it is measured."""
    return click.option("--runs", default=default, show_default=True, type=click.IntRange(1, 100))


@click.group()
def bench() -> None:
    """Measure speed and memory on this machine."""


@bench.command("engine")
@ruleset_option
@_runs(3)
@_SEED
@ONE_JSON
def engine_command(played: Ruleset[Any, Any], runs: int, seed: str, as_json: bool) -> None:
    """Random legal play with the event log on, best of RUNS, CPU seconds of one core.

    An order is a line of a script that was carried out. orders_per_cpu_s counts the rules
    alone, with set-up, events, income and draw; robot_orders_per_cpu_s also the robots'
    thinking and an audit after every turn. Where python-chess is installed, its moves stand
    beside them.
    """
    found, bars = _engine(played, runs, seed)
    _print_figures(found, bars, as_json, width=24)


def _engine(played: Ruleset[Any, Any], runs: int, seed: str) -> MeasuredFigures:
    found, bars = tool(played.title, played.tools.bench_engine)(runs, seed)
    return found | peer_figures(runs, seed) | machine(runs), bars


@bench.command("render")
@ruleset_option
@_runs(10)
@_SEED
@ONE_JSON
def render_command(played: Ruleset[Any, Any], runs: int, seed: str, as_json: bool) -> None:
    """A report of a full table of six as text, HTML and picture, best of RUNS, CPU time.

    report_png_ms is the first picture of a process; turn_mails_s all six mails of a turn with
    options, pictures and their bytes.
    """
    found = render.bench_render(played, runs, seed)
    _print_figures(found, render.BARS, as_json, width=20)


@bench.command("read")
@ruleset_option
@_runs(5)
@_SEED
@ONE_JSON
def read_command(played: Ruleset[Any, Any], runs: int, seed: str, as_json: bool) -> None:
    """Letters of 5 kB from raw bytes to stored answers on SQLite, best of RUNS, CPU time.

    database_percent of the time passes inside the driver; the limits are those of the standard
    library's mail parser and of bare inserts of the same rows, in the same run.
    """
    configure_logging("error")
    found = read.bench_read(played, runs, seed)
    _print_figures(found, read.BARS, as_json)


@bench.command("web")
@ruleset_option
@_runs(5)
@_SEED
@ONE_JSON
def web_command(played: Ruleset[Any, Any], runs: int, seed: str, as_json: bool) -> None:
    """A player's page in a running game of six, and the live answer to ten lines, CPU time.

    Medians of many loads, best of RUNS, on SQLite, beside an empty page of Flask in the same run.
    """
    configure_logging("error")
    tool(played.title, played.tools.sample_full)
    found = web.bench_web(played, runs, seed)
    _print_figures(found, web.BARS, as_json)


@bench.command("mail")
@_runs(3)
@_POSTGRESQL
@ONE_JSON
def mail_command(runs: int, postgresql: str, as_json: bool) -> None:
    """Letters of 5 kB accepted, read and sent a second, each beside its bare limit, best of RUNS.

    Accepted by SMTP and stored durably before 250, against a listener that stores nothing; read
    against the standard library's parser; sent over one connection against smtplib alone. On
    PostgreSQL too where its programs are installed. store_per_s is storing without SMTP, one letter
    a commit. What reading takes beyond parsing goes into labelling every line of a letter, so its
    share has no bar of its own: `pbem bench read` has one for all that is done with a letter.
    """
    found = mail.bench_mail(runs, postgresql)
    _print_figures(found, mail.BARS, as_json)


@bench.command("deadlines")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Games waiting; by default 10,000 on SQLite and 100,000 on PostgreSQL.",
)
@click.option("--due", default=deadlines.DUE, show_default=True, type=click.IntRange(min=2))
@_POSTGRESQL
@ONE_JSON
def deadlines_command(games: int | None, due: int, postgresql: str, as_json: bool) -> None:
    """Deadlines due in the same second with two workers, while a moderator moves some away.

    late is from the deadline to the claim, from when on no letter counts; resolved to the end of
    the turn. doubled, early, missed and moved_fired must be 0. sweep_idle_ms is a look that finds
    nothing due, and its ratio that to the same with 1,000 games waiting.
    """
    with _progress("Deadlines") as advance:
        found = deadlines.bench_deadlines(games or 0, due, postgresql, advance)
    _print_figures(found, _DEADLINE_BARS, as_json)


@bench.command("cluster")
@ruleset_option
@click.option("--letters", default=cluster.LETTERS, show_default=True, type=click.IntRange(min=1))
@_SEED
@_POSTGRESQL
@ONE_JSON
def cluster_command(
    played: Ruleset[Any, Any], letters: int, seed: str, postgresql: str, as_json: bool
) -> None:
    """Letters of 5 kB that a cluster on this machine answers a second, from SMTP to SMTP.

    A listener, a worker of two processes and a sweeper, with PostgreSQL and Redis; needs
    redis-server, and initdb and postgres unless --postgresql names a database. A letter is answered
    once its answer has come to the mail server. taken_per_s is how fast letters were taken.
    """
    configure_logging("error")
    with _progress("Games") as advance:
        found = cluster.bench_cluster(played, letters, seed, postgresql, advance)
    if not found:
        raise click.ClickException("redis-server or PostgreSQL is not installed here")
    _print_figures(found, cluster.BARS, as_json)


@contextmanager
def _progress(label: str) -> Iterator[Progress]:
    """A progress bar, which learns how long it is as it is told."""
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def advance(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield advance


@bench.command("all")
@_runs(3)
@_SEED
@click.option("--only", multiple=True, metavar="NAME", help="Only this one, such as engine.")
@ONE_JSON
def all_command(runs: int, seed: str, only: tuple[str, ...], as_json: bool) -> None:
    """All of these one after the other, for every game: some minutes.

    With --json, `figures` holds what each prints, and `bars` what its figures must keep to.
    """
    configure_logging("error")
    benches = _benches(runs, seed)
    if only:
        benches = {name: row for name, row in benches.items() if name.split()[0] in only}
    with click.progressbar(benches.items(), label="Benchmarks", file=sys.stderr) as rest:
        done = {name: measure() for name, measure in rest}
    if as_json:
        shown = {
            "figures": {name: found for name, (found, _bars) in done.items()},
            "bars": {name: bars for name, (_found, bars) in done.items()},
        }
        click.echo(json.dumps(shown, indent=2))
        return
    for name, (found, bars) in done.items():
        click.echo(f"\n{name}")
        _print_figures(found, bars, as_json)


def _benches(runs: int, seed: str) -> dict[str, Callable[[], MeasuredFigures]]:
    """Every benchmark by its name; those of a game stand once for each that can be measured."""
    found: dict[str, Callable[[], MeasuredFigures]] = {}
    for played in rulesets():
        tools = played.tools
        if tools.bench_engine is not None:
            found[f"engine {played.name}"] = partial(_engine, played, runs, seed)
        if tools.sample_reports is not None:
            found[f"render {played.name}"] = partial(_render, played, runs, seed)
        if tools.sample is not None:
            found[f"read {played.name}"] = partial(_read, played, runs, seed)
        if tools.sample_full is not None:
            found[f"web {played.name}"] = partial(_web, played, runs, seed)
    found["mail"] = lambda: (mail.bench_mail(runs, ""), mail.BARS)
    found["deadlines"] = lambda: (
        deadlines.bench_deadlines(0, deadlines.DUE, "", _nobody),
        _DEADLINE_BARS,
    )
    default = ruleset(DEFAULT)
    found["cluster"] = lambda: (
        cluster.bench_cluster(default, cluster.LETTERS, seed, "", _nobody),
        cluster.BARS,
    )
    return found


def _nobody(_done: int, _of: int) -> None:
    """Who is told how far a part of many has come."""


def _web(played: Ruleset[Any, Any], runs: int, seed: str) -> MeasuredFigures:
    return web.bench_web(played, runs, seed), web.BARS


def _render(played: Ruleset[Any, Any], runs: int, seed: str) -> MeasuredFigures:
    return render.bench_render(played, runs, seed), render.BARS


def _read(played: Ruleset[Any, Any], runs: int, seed: str) -> MeasuredFigures:
    return read.bench_read(played, runs, seed), read.BARS


def _print_figures(found: Mapping[str, Any], bars: Bars, as_json: bool, *, width: int = 24) -> None:
    """Figures as one JSON object, or a line each beside its bar."""
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    for key, value in found.items():
        word, bar = bars.get(key, ("", 0.0))
        click.echo(f"{key:{width}} {value!s:>24}" + (f"   {word} {bar:g}" if word else ""))
