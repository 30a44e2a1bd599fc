"""The settings of a command: its --config file, the environment, the defaults."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pbem.cli.output import InputError
from pbem.database import Unavailable
from pbem.log import configure_logging
from pbem.migrations import UnfitDatabase, reason_of
from pbem.service.named_games import NoSuchGame
from pbem.settings import Settings, SettingsError, load_settings


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `settings`, read before it runs; InputError says what is wrong with them.

    InputError too where it names no game that there is, or the database cannot be used.
    """

    @click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        help="A TOML file of settings; default: the file PBEM_CONFIG names, else the defaults.",
    )
    @functools.wraps(command)
    def run(*args: Any, config: Path | None, **options: Any) -> Any:
        try:
            return command(*args, settings=settings_of(config), **options)
        except (NoSuchGame, UnfitDatabase) as error:
            raise InputError(str(error)) from None
        except Unavailable as error:
            raise InputError(f"the database failed: {reason_of(error)}") from None

    return run


def settings_of(config: Path | None) -> Settings:
    """The settings, with logging set up as they say."""
    try:
        settings = load_settings(config)
    except SettingsError as error:
        raise InputError(str(error)) from None
    configure_logging(settings.log.level)
    return settings
