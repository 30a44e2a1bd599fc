"""Mail addresses and names as commands are given them: refused in words where they are none."""

from __future__ import annotations

import click

from pbem.cli.output import InputError
from pbem.mail.address import is_address

MOST_NAME = 60


class _Address(click.ParamType):  # type: ignore[type-arg]
    """A mail address, alone in its line."""

    name = "address"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value).strip(" ")
        if not is_address(text):
            raise InputError(
                f"{_shown(text)} is not a mail address. Write it alone, such as eve@example.org."
            )
        return text


class _Name(click.ParamType):  # type: ignore[type-arg]
    """What somebody is called, in one line."""

    name = "name"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        return name_of(str(value))


def name_of(text: str) -> str:
    """A person's name as it was typed. Raises InputError."""
    text = text.strip(" ")
    if not text.isprintable() or len(text) > MOST_NAME:
        raise InputError(
            f"{_shown(text)} is not a name: write at most {MOST_NAME} characters in one line."
        )
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= MOST_NAME else text[:MOST_NAME] + "...")


ADDRESS, NAME = _Address(), _Name()
