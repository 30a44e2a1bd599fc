"""The options of `pbem new` that make a game's clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import click

from pbem.cli.inputs import read_text
from pbem.cli.output import InputError
from pbem.clock import ANSWERS, SCRIPT, Clock, WaitRule
from pbem.clock.setting import with_line
from pbem.grammar.times.spans import Span, span_of
from pbem.grammar.times.zones import nearest_zone
from pbem.service.clocks import answer_time
from pbem.service.presets import NoPreset, Preset, preset, preset_from, preset_names
from pbem.settings import Settings

_OPTIONS = (
    click.option(
        "--clock",
        "clock_name",
        metavar="NAME|FILE.toml",
        help=f"The clock: {', '.join(preset_names())}, or a file like config/clocks/daily.toml.",
    ),
    click.option(
        "--zone", help="The zone of the game's clock, such as Europe/Berlin; default: UTC."
    ),
    click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="'[WAIT] KEY VALUE'",
        help="A rule of the clock: 'NEXT 2d', 'MIN 12h', 'CLOCK 18:00', 'DAYS mon-fri', "
        "'GRACE 1d', 'DELAY 30m', 'ANSWERS NEXT 1d', 'OFFERS NEXT 7d', "
        "'BANK 5d', 'BANK MOST 10d', 'HOLIDAY 2026-12-24..2027-01-01'.",
    ),
    click.option(
        "--bank",
        metavar="TIME",
        help="A time bank: so much for everybody at first; each turn adds NEXT, thinking takes.",
    ),
    click.option("--turn", "length", help="Time for a turn: 72h, 3d, 90m, 30s."),
    click.option(
        "--answers",
        "answer_length",
        help="Time to answer an announced script; a quarter of a turn unless given.",
    ),
)


def clock_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that make a clock."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def preset_of(name: str | None) -> Preset | None:
    """The clock of `--clock`: one that comes with the program, or a TOML file. InputError."""
    if name is None:
        return None
    try:
        if name.endswith(".toml") or name == "-":
            return preset_from(read_text(name), name)
        return preset(name)
    except NoPreset as error:
        raise InputError(f"--clock: {error}") from error


def clock_of_options(settings: Settings, chosen: Preset | None, words: Mapping[str, Any]) -> Clock:
    """The clock that the options make together; InputError names the one that cannot be."""
    turn, answers, zone = words["length"], words["answer_length"], words["zone"]
    if chosen is not None and (turn or answers):
        raise InputError(
            "--turn and --answers are a clock of their own; with --clock write --rule 'NEXT 2d'"
        )
    clock = chosen.clock if chosen else _of_lengths(settings, turn, answers)
    try:
        if zone is not None:
            clock = replace(clock, zone=nearest_zone(zone))
    except ValueError as error:
        raise InputError(f"--zone: {error}") from error
    bank = (f"BANK {words['bank']}",) if words["bank"] else ()
    for rule in (*words["rules"], *bank):
        try:
            clock = with_line(clock, rule, datetime.now(UTC))
        except ValueError as error:
            option = f"--bank {words['bank']}" if rule in bank else f"--rule {rule!r}"
            raise InputError(f"{option}: {error}") from error
    return clock


def _of_lengths(settings: Settings, turn: str | None, answers: str | None) -> Clock:
    """Two lengths alone; answers have a quarter of a turn's time unless that is given."""
    script = Span(0, max(1, int(settings.clock.turn_hours * 3600)))
    if turn is not None:
        script = _length("--turn", turn)
    quarter = answer_time(script.length)
    window = Span(0, max(1, int(quarter.total_seconds())))
    if answers is not None:
        window = _length("--answers", answers)
    return Clock({SCRIPT: WaitRule(script), ANSWERS: WaitRule(window)})


def _length(option: str, text: str) -> Span:
    try:
        span = span_of(text)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from error
    if not span:
        raise InputError(f"{option}: {text!r} is no time at all; write 72h, 3d, 90m or 30s")
    return span
