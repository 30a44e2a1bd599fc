"""What every command says alike: its refusals, and values as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from pbem.service.context import ServiceRefusal

T = TypeVar("T")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
ONE_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class InputError(click.ClickException):
    """Something given to a command that cannot be used; told on stderr."""

    exit_code = 2


def accepted(result: T | ServiceRefusal) -> T:
    """What came of a use case; InputError where it was refused."""
    # Commands that need no database do not wait until what it is read with has been loaded.
    from pbem.service.context import ServiceRefusal

    if isinstance(result, ServiceRefusal):
        raise InputError(result.text)
    return result


def print_json(value: object) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1, default=str))
