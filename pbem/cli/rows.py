"""What `pbem letters` and `pbem outbox` have in common: which rows they list and act on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import click

from pbem.cli.output import JSON, InputError

limit = click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)


def list_options(states: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Of which state the rows are, how many are listed, and whether as JSON."""
    state = click.option("--state", type=click.Choice(states), help="Only these.")
    return lambda command: state(limit(JSON(command)))


def one_or_all(what: str, which: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A command gets the `number` of one row, or None for all `which` there are."""
    one = click.argument("number", metavar=f"[{what.upper()}]", type=int, required=False)
    every_one = click.option("--all", "every", is_flag=True, help=f"Every {what} that {which}.")

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def checked(number: int | None, every: bool, **options: Any) -> None:
            if (number is None) != every:
                raise InputError(f"name one {what}, or say --all")
            command(number=number, **options)

        return one(every_one(checked))

    return decorated
