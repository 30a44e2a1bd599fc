"""The proof of a game that a moderator has rolled back and edited, and what would not pass."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.database import open_database
from pbem.games.illuminati.verification import remarks, verify
from pbem.migrations import migrate
from pbem.models import FINISHED, Game
from pbem.service.history.exporting import NotExportable, export_game
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.settings import Settings
from tests.support.service_games import robots_table, run_to
from tests.support.service_rows import Table


def finish(table: Table) -> None:
    with table.database.write() as session:
        game = session.get(Game, table.game_id)
        assert game is not None
        game.phase = FINISHED
        session.add(game)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Turns 1 to 4, back to 3, on with fresh dice, an edit, back once more, and forward."""
    url = f"sqlite:///{tmp_path_factory.mktemp('exported')}/pbem.db"
    settings = Settings.model_validate({"database": {"url": url}})
    database = open_database(settings)
    migrate(database)
    text = _exported(robots_table(database, settings, "policies"))
    database.close()
    return text


def _exported(table: Table) -> str:
    run_to(table, 5)
    mover = table.state().seats[0]
    for line in (
        "ROLLBACK TO TURN 3 FRESH DICE",
        f"EDIT MONEY OF {mover.illuminati} 11 BECAUSE his income was forgotten",
        "ROLLBACK TO TURN 2 SAME DICE",
        "ROLLFORWARD",
    ):
        [obeyed] = run_commands(table.service, table.game_id, line, OPERATOR)
        assert obeyed.is_done, obeyed.answer
        run_to(table, table.game().turn + 1)
    with pytest.raises(NotExportable):
        export_game(table.service, table.game().name)
    finish(table)
    return export_game(table.service, table.game().name)


@pytest.mark.long
def test_it_is_proved_and_says_what_was_done(exported: str) -> None:
    assert verify(exported) == []
    told = remarks(exported)
    whats = ("turns were undone", "edited", "turns were undone", "a rollback was taken back")
    assert len(told) == len(whats)
    assert all(what in line for what, line in zip(whats, told, strict=True))
    assert "with fresh dice" in told[0] and "with the same dice" in told[2]
    assert told[1].endswith("edited by the moderator at turn 4: his income was forgotten")
    assert '"told"' not in exported and '"misses"' not in exported


def rows(export: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [row for row in export["records"] if row["kind"] == kind]


def other_target(export: dict[str, Any]) -> None:
    rows(export, "rollback")[0]["orders"]["to"] -= 1


def no_target(export: dict[str, Any]) -> None:
    rows(export, "rollback")[0]["orders"]["to"] = 999


def later_target(export: dict[str, Any]) -> None:
    row = rows(export, "rollback")[0]
    row["orders"]["to"] = row["seq"]


def chosen_draws(export: dict[str, Any]) -> None:
    rows(export, "rollback")[0]["orders"]["draws"] += 7


def skipped_era(export: dict[str, Any]) -> None:
    rows(export, "rollback")[1]["orders"]["era"] += 1


def hidden_edit(export: dict[str, Any]) -> None:
    row = rows(export, "edit")[0]
    row["kind"], row["orders"] = "act", []


def unsound_edit(export: dict[str, Any]) -> None:
    rows(export, "edit")[0]["orders"]["state"]["uncontrolled"] = []


def edited_dice(export: dict[str, Any]) -> None:
    rows(export, "edit")[0]["orders"]["state"]["draws"] += 1


def hidden_rollback(export: dict[str, Any]) -> None:
    row = rows(export, "rollback")[0]
    row["kind"], row["orders"] = "act", []


def left_out(export: dict[str, Any]) -> None:
    export["records"].remove(rows(export, "rollback")[0])


def nonsense(export: dict[str, Any]) -> None:
    rows(export, "rollback")[0]["orders"] = []
    rows(export, "edit")[0]["orders"] = None


FORGERIES = (
    other_target,
    no_target,
    later_target,
    chosen_draws,
    skipped_era,
    hidden_edit,
    unsound_edit,
    edited_dice,
    hidden_rollback,
    left_out,
    nonsense,
)


@pytest.mark.long
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_what_was_forged_is_found(exported: str, forge: Callable[[dict[str, Any]], None]) -> None:
    export = json.loads(exported)
    forge(export)
    forged = json.dumps(export)
    assert verify(forged) != []
    assert isinstance(remarks(forged), list)


@pytest.mark.long
def test_the_command_line_tells_it(exported: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(exported, encoding="utf-8")
    told = CliRunner().invoke(main, ["verify", str(path)])
    assert told.exit_code == 0, told.output
    assert "played fairly" in told.output and "What the moderator did" in told.output
    assert "his income was forgotten" in told.output
    told = CliRunner().invoke(main, ["verify", str(path), "--json"])
    found = json.loads(told.stdout)
    assert found["fair"] and found["problems"] == [] and len(found["moderated"]) == 4
