"""The command line as a whole: every command is found, and none loads what it does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from engine.illuminati.robots import ROBOTS
from pbem.cli import COMMANDS, command_of, main
from pbem.database import Database
from pbem.games.registry import ruleset
from pbem.settings import Settings
from tests.support.each import each
from tests.support.service_rows import Table, new_table


@pytest.fixture
def table(sqlite_database: Database, sqlite_url: str) -> Table:
    """A game in the database that the commands are told of, and a letter."""
    mail = {"address": "game@example.org"}
    settings = Settings.model_validate({"database": {"url": sqlite_url}, "mail": mail})
    table = new_table(sqlite_database, settings)
    table.send("ann", "STATUS")
    return table


@each("name", COMMANDS)
def test_every_command_teaches(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"])
    assert told.exit_code == 0, told.output
    assert told.output.startswith(f"Usage: main {name}")


def test_the_list_of_commands_says_what_each_does() -> None:
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    lines = told.output.partition("Commands:")[2].split("\n")
    rows = [line.split(maxsplit=1) for line in lines if line.strip()]
    assert [row[0] for row in rows] == sorted(COMMANDS)
    assert all(len(row) == 2 for row in rows), "a command without a word"


@each("name", COMMANDS)
def test_the_list_says_what_the_command_says(name: str) -> None:
    _, line = COMMANDS[name]
    assert line == command_of(name).get_short_help_str(limit=len(line) + 100)


def test_the_list_of_commands_loads_none() -> None:
    code = "from pbem.cli import main; main(['--help'], standalone_mode=False)"
    run = [sys.executable, "-X", "importtime", "-c", code]
    told = subprocess.run(run, capture_output=True, text=True, check=True)
    assert "Commands:" in told.stdout
    loaded = [line.rpartition("|")[2].strip() for line in told.stderr.splitlines()]
    ours = [name for name in loaded if name.partition(".")[0] in ("engine", "pbem", "worker")]
    assert ours == ["pbem", "pbem.cli"]


def test_a_shell_is_offered_commands_and_their_options() -> None:
    def offered(words: list[str], begun: str) -> dict[str, str | None]:
        found = BashComplete(main, {}, "pbem", "_PBEM_COMPLETE").get_completions(words, begun)
        return {one.value: one.help for one in found}

    assert list(offered([], "")) == sorted(COMMANDS)
    assert offered([], "le") == {"letters": COMMANDS["letters"][1]}
    assert list(offered(["letters"], "re")) == ["release", "retry"]
    assert list(offered(["init"], "--do")) == ["--domain"]
    assert "--version" in offered([], "--")


def test_a_command_that_there_is_not() -> None:
    told = CliRunner().invoke(main, ["adjudicat"])
    assert told.exit_code == 2
    assert "No such command" in told.output


STARTED_FOR_EVERY_LETTER = {
    "extract --help": {"sqlalchemy", "flask", "celery", "alembic"},
    "parse --help": {"sqlalchemy", "flask", "celery", "alembic"},
    "pipe --help": {"flask", "celery", "alembic", "engine"},
}
BEFORE_EVERY_START = {"migrate": {"flask", "celery", "jinja2", "engine"}}
_RULES = {"engine", "pbem.games.illuminati.language", "pbem.grammar.commands"}
_PAGES = {"pbem.documents", "jinja2", "css_inline", "PIL", "flask", "alembic", "celery"}
READING = {
    "games": _RULES | _PAGES,
    "letters list": _RULES | _PAGES - {"pbem.documents"},
    "letters show 1": _RULES | _PAGES - {"pbem.documents"},
    "outbox list": _RULES | _PAGES - {"pbem.documents"},
    "standby list": _RULES | _PAGES,
    "addresses list": _RULES | _PAGES,
    "moderators list Fnord-7": _RULES | _PAGES,
    "export Fnord-7": _RULES | _PAGES,
    "letters notices": _RULES | _PAGES - {"pbem.documents"},
}
_NOT_TO_WRITE = {
    "PIL",
    "flask",
    "alembic",
    "celery",
    "engine.illuminati.robots",
    "pbem.games.illuminati.simulation",
}
WRITING = {
    "new Fnord-8 --player ann=ann@example.org --player bob=bob@example.org": _NOT_TO_WRITE,
    "mod Fnord-7 STATUS": _NOT_TO_WRITE,
    "standby add cat@example.org": _NOT_TO_WRITE,
    "console-link ann@example.org --operator": _NOT_TO_WRITE,
}
LOADED = """
import sys
from pbem.cli import main
try:
    main(sys.argv[1:], standalone_mode=False)
finally:
    print("\\nLOADED", *sys.modules)
"""


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("command", "unwanted"),
    (STARTED_FOR_EVERY_LETTER | BEFORE_EVERY_START | READING | WRITING).items(),
)
def test_a_command_loads_what_it_needs_alone(
    command: str, unwanted: set[str], table: Table, sqlite_url: str
) -> None:
    """A command that reads starts within half a second so, one that writes within a second."""
    assert table.game().name == "Fnord-7"
    run = [sys.executable, "-c", LOADED, *command.split()]
    variables = os.environ | {"PBEM_DATABASE__URL": sqlite_url}
    told = subprocess.run(run, capture_output=True, text=True, env=variables, check=False)
    assert told.returncode == 0 or command.startswith("export"), told.stderr
    loaded = told.stdout.rpartition("\nLOADED")[2].split()
    assert "click" in loaded, told.stderr
    assert sorted(unwanted.intersection(loaded)) == []


def test_the_robots_named_are_those_there_are() -> None:
    robots = ruleset("illuminati").robots
    assert robots is not None and set(robots.kinds) == set(ROBOTS)
