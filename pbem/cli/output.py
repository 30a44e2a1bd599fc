"""What every command says alike: its refusals, and values as JSON."""

from __future__ import annotations

import json
from typing import TypeVar

import click

from pbem.service.context import ServiceRefusal

T = TypeVar("T")


class InputError(click.ClickException):
    """Something given to a command that cannot be used; told on stderr."""

    exit_code = 2


def accepted(result: T | ServiceRefusal) -> T:
    """What came of a use case; InputError where it was refused."""
    if isinstance(result, ServiceRefusal):
        raise InputError(result.text)
    return result


def print_json(value: object) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1, default=str))
