"""What commands read: files, positions and dice, each refused in words and with exit code 2."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.core.dice import Roll
from engine.illuminati.state import State
from pbem.cli.output import InputError
from pbem.games.illuminati.position import PositionError, read_position


def read_text(path: str) -> str:
    """The text of a file, of standard input for `-`; InputError if it cannot be read."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text: {error}") from error


def read_state(path: str) -> State:
    """The state of a POSITION.toml; InputError says what is wrong with it.

    A file of cards it names is looked for beside it, beside the caller where it is on stdin.
    """
    folder = Path() if path == "-" else Path(path).parent
    try:
        return read_position(read_text(path), lambda name: read_text(str(folder / name)))
    except PositionError as error:
        raise InputError(f"{path}: {error}") from error


class Rolls(click.ParamType):  # type: ignore[type-arg]
    """Rolls of two dice such as 3+1,6+5."""

    name = "rolls"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Roll, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(self._roll(part, param, ctx) for part in str(value).split(",") if part.strip())

    def _roll(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> Roll:
        words = text.strip().split("+")
        if len(words) != 2 or any(word not in "123456" or len(word) != 1 for word in words):
            self.fail(f"{text.strip()!r} is no roll; write two dice as 3+1", param, ctx)
        return int(words[0]), int(words[1])
