"""The command line as a whole: every command is found, and none loads what it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from pbem.cli import COMMANDS, command_of, main


@pytest.mark.parametrize("name", COMMANDS)
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


@pytest.mark.parametrize("name", COMMANDS)
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


def test_a_command_that_there_is_not() -> None:
    told = CliRunner().invoke(main, ["adjudicat"])
    assert told.exit_code == 2
    assert "No such command" in told.output


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        ("extract", {"sqlalchemy", "flask", "celery", "alembic"}),
        ("parse", {"sqlalchemy", "flask", "celery", "alembic"}),
        ("pipe", {"flask", "celery", "alembic", "engine"}),
    ],
)
def test_what_is_started_for_every_letter_loads_little(command: str, unwanted: set[str]) -> None:
    code = (
        f"from pbem.cli import command_of; command_of({command!r}); import sys; print(*sys.modules)"
    )
    run = [sys.executable, "-c", code]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    assert "click" in loaded
    assert unwanted.isdisjoint(loaded)
