"""The game a command is for: `--ruleset`, the `game` of a position, and what it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.cli.inputs import read_text
from pbem.cli.output import InputError
from pbem.games.contract.ruleset import OptionRow, Ruleset
from pbem.games.contract.tools import PositionFile, Tools, game_of
from pbem.games.contract.values import RulesetError
from pbem.games.registry import DEFAULT, ruleset, ruleset_names

T = TypeVar("T")
_PLAYED = "pbem.cli.rulesets.played"
_GIVEN = "option_"
"""What the parameters of a command that are options of its game begin with."""


class _RulesetType(click.ParamType):  # type: ignore[type-arg]
    name = "ruleset"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Ruleset[Any, Any]:
        try:
            return value if isinstance(value, Ruleset) else ruleset(str(value))
        except RulesetError as error:
            self.fail(str(error), param, ctx)


def ruleset_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `rules_of`, the game that `--ruleset` names."""
    return click.option(
        "--ruleset",
        "played",
        type=_RulesetType(),
        default=DEFAULT,
        show_default=True,
        is_eager=True,
        metavar="GAME",
        help=f"The game: {', '.join(ruleset_names())}.",
    )(command)


class RulesetCommand(click.Command):
    """A command whose options and help are those of the game that `--ruleset` names."""

    def options_for(self, played: Ruleset[Any, Any]) -> list[click.Parameter]:
        """What the game adds to the command."""
        return []

    def help_for(self, played: Ruleset[Any, Any]) -> str:
        """What the command says of itself for the game."""
        return self.help or ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read `--ruleset` first, then everything with the game's own options."""
        named = [word.partition("=")[2] for word in args if word.startswith("--ruleset=")]
        named += [value for word, value in pairwise(args) if word == "--ruleset"]
        ctx.meta[_PLAYED] = (named or [DEFAULT])[-1]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        *params, help_option = super().get_params(ctx)
        return [*params, *self.options_for(_played(ctx)), help_option]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        command = click.Command(self.name, help=self.help_for(_played(ctx)))
        command.format_help_text(ctx, formatter)


def _played(ctx: click.Context) -> Ruleset[Any, Any]:
    with refusals():
        return ruleset(ctx.meta.get(_PLAYED, DEFAULT))


class GameOptionsCommand(RulesetCommand):
    """A command that takes every option of the game; `options_given` makes them of its words."""

    def options_for(self, played: Ruleset[Any, Any]) -> list[click.Parameter]:
        return [_flag(row) for row in played.options]


def _flag(row: OptionRow) -> click.Option:
    default = f"  [default: {row.default}]" if row.default else ""
    return click.Option(
        [f"--{row.name.replace('_', '-')}", f"{_GIVEN}{row.name}"],
        type=click.Choice(row.values) if row.values else str,
        metavar="FILE" if row.is_file else None,
        help=row.about + default,
    )


def options_given(
    played: Ruleset[Any, Any], words: Mapping[str, Any], more: Sequence[str] = (), pace: str = ""
) -> Any:
    """The options of a game from the words of its command and from `--option KEY=VALUE`.

    `pace` is what the clock is made for, where the game has such an option.
    """
    rows = {row.name: row for row in played.options}
    texts = {"pace": pace} if pace and "pace" in rows else {}
    for name, row in rows.items():
        if (value := words.get(_GIVEN + name)) is not None:
            texts[name] = read_text(value) if row.is_file else value
    for text in more:
        key, _, value = text.partition("=")
        known = [name for name, row in rows.items() if not row.is_file]
        if key not in known:
            raise InputError(f"--option {text!r}: there are {', '.join(known)}")
        texts[key] = value
    with refusals():
        return played.options_from(texts)


def tool(game: str, found: T | None) -> T:
    """A tool of a game; InputError where the game has no such."""
    if found is None:
        raise InputError(f"{game} has nothing for this command")
    return found


@contextmanager
def refusals() -> Iterator[None]:
    """What a game cannot use is told on stderr, with exit code 2."""
    try:
        yield
    except RulesetError as error:
        raise InputError(str(error)) from error


def position_file(path: str) -> tuple[Tools, PositionFile]:
    """A POSITION.toml and the tools of the game it is of, by its key `game`.

    A file it names is looked for beside it, beside the caller where it is on stdin.
    """
    folder = Path() if path == "-" else Path(path).parent
    text = read_text(path)
    with refusals():
        tools = ruleset(game_of(text) or DEFAULT).tools
    return tools, PositionFile(path, text, lambda name: read_text(str(folder / name)))
