"""What every command says alike: its refusals, and values as JSON."""

from __future__ import annotations

import json

import click


class InputError(click.ClickException):
    """Something given to a command that cannot be used; told on stderr."""

    exit_code = 2


def print_json(value: object) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1, default=str))
