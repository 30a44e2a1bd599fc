"""Addresses and names that commands are given: what is none is refused in one line, exit code 2."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from sqlmodel import select

from pbem.cli import main
from pbem.database import Database
from pbem.models import Game, Moderator, Outbox, Person
from pbem.service.arriving.intake import accept
from pbem.settings import Settings
from tests.support.newcomers import let_commands_use, prove
from tests.support.service_rows import Table, letter_text, new_table, one_line

ANN = "ann@example.org"
BAD = (
    "eve@example.org\r\nPAUSE",
    "eve@example.org\nBcc: all@example.org",
    "eve@example.org PAUSE",
    "\r\n",
    "eve",
    "eve@",
    "Eve <eve@example.org>",
    "eve\0@example.org",
    "eve@exämple.org",
    "e" * 400 + "@example.org",
)
COMMANDS = (
    ("moderators", "add", "Fnord-7", "{}"),
    ("moderators", "remove", "Fnord-7", "{}"),
    ("moderators", "renew", "Fnord-7", "{}"),
    ("addresses", "list", "{}"),
    ("addresses", "add", ANN, "{}"),
    ("addresses", "add", "{}", ANN),
    ("addresses", "first", "{}"),
    ("addresses", "remove", "{}"),
    ("standby", "add", "{}"),
    ("standby", "remove", "{}"),
    ("console-link", "{}"),
    ("console-link", "{}", "--operator"),
    ("new", "Fnord-8", "--player", "ann={}", "--player", "bob=bob@example.org"),
    ("new", "Fnord-8", "--player", f"ann={ANN}", "--player", "bob=b@x.org", "--moderator", "{}"),
)
NAMED = (
    ("moderators", "add", "Fnord-7", "eve@example.org", "--name", "{}"),
    ("standby", "add", "eve@example.org", "--name", "{}"),
    *((*COMMANDS[-1][:-1], "eve@example.org,{}"),),
)


@pytest.fixture
def table(sqlite_database: Database, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Table:
    values = {"database": {"url": sqlite_url}, "mail": {"address": "game@example.org"}}
    table = new_table(sqlite_database, Settings.model_validate(values))
    let_commands_use(table, monkeypatch)
    return table


def refusal(table: Table, command: tuple[str, ...], given: str) -> str:
    with table.database.read() as session:
        before = [len(session.exec(select(model)).all()) for model in (Person, Moderator)]
    done = CliRunner().invoke(main, [word.replace("{}", given) for word in command])
    assert (done.exit_code, isinstance(done.exception, SystemExit)) == (2, True), done.output
    with table.database.read() as session:
        after = [len(session.exec(select(model)).all()) for model in (Person, Moderator)]
    assert after == before
    return done.output


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_is_no_address_is_refused(table: Table, command: tuple[str, ...]) -> None:
    for given in BAD:
        told = refusal(table, command, given)
        assert told.startswith("Error: ") and len(told.splitlines()) == 1, told


@pytest.mark.parametrize("command", NAMED, ids=" ".join)
def test_what_is_no_name_is_refused(table: Table, command: tuple[str, ...]) -> None:
    for given in ("Eve\r\nBcc: all@example.org", "Eve\nPAUSE", "E\0ve", "\u202eeve", "e" * 61):
        told = refusal(table, command, given)
        assert told.startswith("Error: ") and len(told.splitlines()) == 1, told


# --- one person, several seats ----------------------------------------------------------


def founded(table: Table, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["new", "Fnord-8", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.exit_code, done.output


@pytest.mark.parametrize("other", [ANN, "Ann@Example.ORG", "ann@work.example"])
def test_one_person_has_one_seat_under_whichever_address(table: Table, other: str) -> None:
    prove(table, ANN, "ann@work.example")
    players = ("--player", f"first={ANN}", "--player", f"second={other}")
    code, told = founded(table, *players)
    assert code == 2 and "first and second are one person" in told
    code, told = founded(table, *players, "--player", "bob=bob@example.org", "--allow-same-person")
    assert code == 0, told
    with table.database.read() as session:
        game = session.exec(select(Game).where(Game.name == "Fnord-8")).one()
        mails = session.exec(select(Outbox).where(Outbox.game_id == game.id)).all()
    reports = [mail for mail in mails if mail.key.startswith("report:")]
    assert len(reports) == 3
    for mail in reports:
        told = one_line(mail.text)
        assert re.search(r"One person plays (first|second|you) and (first|second|you)\.", told)
    for_bob = next(mail for mail in reports if mail.rcpt == "bob@example.org")
    headers = table.reply_to(for_bob)
    raw = letter_text("bob@example.org", "game@example.org", "WHO", headers=headers)
    told_bob = table.read(accept(table.service, raw, "game@example.org", "bob@example.org"))
    seats = r"One person plays (first and second|second and first)\."
    assert any(re.search(seats, one_line(mail.text)) for mail in told_bob)


def test_robots_of_one_kind_are_no_persons(table: Table) -> None:
    players = ("--player", f"ann={ANN}", "--robot", "bot=greedy", "--robot", "toy=greedy")
    assert founded(table, *players)[0] == 0
