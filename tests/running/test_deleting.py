"""Personal data is deleted at the command line: people go, and the record of their games stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.games.contract.proof import verify_states
from pbem.games.registry import ruleset
from pbem.service.history.exporting import export_game
from tests.support.newcomers import let_commands_use
from tests.support.registered import (
    database_in,
    play_to_the_finale,
    registered_toy,
    table_of,
    toy_is_registered,
    write,
)
from tests.support.service_rows import Table

__all__ = ["toy_is_registered"]
pytestmark = pytest.mark.long
ANN = "ann@example.org"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with registered_toy(), database_in(tmp_path) as database:
        table = table_of(database, "toy", ("ann", "bob"))
        let_commands_use(table, monkeypatch)
        write(table, "ann", "BID 4\nSAY: the red one is mine")
        yield table


def delete(*words: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["delete", *words], input=answer)


def rows(table: Table) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the database."""
    engine = table.database.read_engine
    tables = sa.inspect(engine).get_table_names()
    with engine.connect() as connection:
        return {
            name: [tuple(row) for row in connection.execute(sa.text(f'SELECT * FROM "{name}"'))]
            for name in sorted(tables)
        }


def record(table: Table) -> dict[str, object]:
    """What a game is made of."""
    kept = rows(table)
    return {name: kept[name] for name in ("record", "turn", "talk", "vote", "ending", "rating")}


def test_a_game_loses_its_people_and_keeps_its_record(table: Table) -> None:
    play_to_the_finale(table)
    before, exported = record(table), export_game(table.service, "Fnord-7")
    result = delete("game", "Fnord-7", "--yes")
    assert result.exit_code == 0 and "The record of the games stays as played." in result.output
    assert record(table) == before
    assert export_game(table.service, "Fnord-7") == exported
    assert verify_states(ruleset("toy"), exported) == []
    kept = rows(table)
    for name in ("letter", "outbox", "attachment", "seat", "seat_link", "moderator", "notice"):
        assert ANN not in str(kept[name]), name
    assert b"the red one" not in b"".join(
        row for rows in kept["letter"] for row in rows if isinstance(row, bytes)
    )


def test_a_letter_to_a_seat_of_a_deleted_game_reaches_nobody(table: Table) -> None:
    play_to_the_finale(table)
    old = {row for row in rows(table)["seat"]}
    delete("game", "Fnord-7", "--yes")
    assert not old & set(rows(table)["seat"])


@pytest.mark.parametrize("words", [("game", "Fnord-7"), ("player", ANN)])
def test_a_dry_run_and_a_no_change_nothing(table: Table, words: tuple[str, str]) -> None:
    play_to_the_finale(table)
    before = rows(table)
    dry, refused = delete(*words, "--dry-run"), delete(*words, answer="n\n")
    assert dry.exit_code == 0 and " letters\n" in dry.output and " mails\n" in dry.output
    assert refused.exit_code == 1 and refused.stdout.startswith(dry.stdout)
    assert rows(table) == before
    told = json.loads(delete(*words, "--dry-run", "--json").stdout)
    done = json.loads(delete(*words, "--yes", "--json").stdout)
    assert not told["deleted"] and done["deleted"] and told["rows"] == done["rows"]
    assert rows(table) != before


def test_json_asks_nothing(table: Table) -> None:
    result = delete("player", ANN, "--json")
    assert result.exit_code == 2 and "say --yes to delete, or --dry-run to look" in result.output


def test_a_game_that_runs_is_refused(table: Table) -> None:
    before = rows(table)
    result = delete("game", "Fnord-7", "--yes")
    assert result.exit_code == 2 and "Fnord-7 is not over: end it first" in result.output
    player = delete("player", ANN, "--yes")
    assert player.exit_code == 2 and "Fnord-7 is still played by ann" in player.output
    assert rows(table) == before


def test_the_second_time_nothing_is_left_to_go(table: Table) -> None:
    play_to_the_finale(table)
    assert delete("game", "Fnord-7", "--yes").exit_code == 0
    again = delete("game", "Fnord-7", "--yes")
    assert again.exit_code == 0 and "no rows besides the name" in again.output


def test_both_names_of_the_command_are_one(table: Table) -> None:
    play_to_the_finale(table)
    result = CliRunner().invoke(main, ["players", "delete", ANN, "--dry-run"])
    assert result.stdout == delete("player", ANN, "--dry-run").stdout
