"""A moderator's command is one row and one handler; everything else follows from them."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import moderating
from pbem.cli.moderating import mod_command
from pbem.grammar.commands import MODERATORS, CommandSpec, help_text
from pbem.grammar.commands.readers import a_seat
from pbem.grammar.commands.spec import CommandTable, Field, Form
from pbem.service.moderating.command_context import (
    HANDLERS,
    Applied,
    CommandContext,
    CommandRefused,
)
from tests.support.console_visits import MO, visitor
from tests.support.moderating_letters import make, write
from tests.support.service_rows import Table

ROW = CommandSpec(
    "GREET",
    "people",
    "Wish a player well.",
    ("GREET seat",),
    ("GREET bob",),
    read=a_seat,
    web=Form("Wish well", (Field("seat", "Seat", "seat"),)),
    news="a player is wished well",
)


def greet(context: CommandContext) -> Applied | CommandRefused:
    """`GREET bob`: everybody reads it."""
    seat = context.command.seat
    return Applied(f"{seat} is wished well.", f"The moderator wishes {seat} well.")


@pytest.fixture(autouse=True)
def wider(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table with one row more."""
    monkeypatch.setitem(HANDLERS, ROW.name, greet)
    table = CommandTable.of(*MODERATORS.rows, ROW)
    for name in ("rows", "by_name", "by_words"):
        monkeypatch.setattr(MODERATORS, name, getattr(table, name))


def test_a_letter_does_it_and_the_log_and_the_players_are_told(quick: Table) -> None:
    eve = make(quick, "eve@example.org", "Eve")
    told = write(quick, eve, "greet bob because he is new")
    assert "DONE" in told and "GREET bob BECAUSE he is new" in told
    news = quick.mails("cat")[-1]
    assert "a player is wished well" in news.subject and "wishes bob well" in news.text
    assert "wishes bob well" in quick.write("cat", "LOG")


def test_a_slip_a_lack_and_a_stranger_are_answered(quick: Table) -> None:
    eve = make(quick, "eve@example.org", "Eve")
    told = " ".join(write(quick, eve, "GREETT bob\nGREET\nGREET nobody").split())
    assert "GREETT read as GREET" in told
    assert "GREET needs the name of one seat, such as GREET bob" in told
    assert 'Nobody is called "nobody" in this game' in told


def test_the_console_has_its_form_and_does_it(quick: Table) -> None:
    mo = visitor(quick)
    mo.enter(MO)
    assert "Wish well" in mo.get(f"/console/game/{quick.game_id}")
    assert "bob is wished well." in mo.do(quick.game_id, form="greet", seat="bob")


def test_the_command_line_and_help_know_it(quick: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderating, "open_context", lambda _: quick.service)
    done = CliRunner().invoke(mod_command, ["Fnord-7", "GREET bob", "HELP GREET"])
    assert done.exit_code == 0, done.stderr
    assert "bob is wished well." in done.stdout and "Example: GREET bob" in done.stdout
    assert "GREET seat" in help_text()
