"""The console's first page of a game: time left, one click for a day more, acts taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from pbem.database import Database
from pbem.settings import Settings
from tests.support.console_visits import MO, Visitor, moderated_table, visitor
from tests.support.service_rows import Table


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    return moderated_table(sqlite_database, settings)


@pytest.fixture
def who(table: Table) -> Visitor:
    found = visitor(table)
    found.enter(MO)
    return found


def test_a_day_more_is_one_click_and_one_click_takes_it_back(table: Table, who: Visitor) -> None:
    before = table.game().deadline_at
    assert before is not None
    page = who.get("/console/")
    assert "data-until=" in page and "Extend 24h" in page
    who.post(f"/console/game/{table.game_id}/do", form="extend", when="24h")
    assert table.game().deadline_at == before + timedelta(hours=24)
    page = who.get(f"/console/game/{table.game_id}")
    undo = re.search(r'name="line" value="(SHORTEN 24h)"', page)
    assert undo is not None
    who.post(f"/console/game/{table.game_id}/do", form="line", line=undo[1])
    assert "cannot easily be taken back" in who.page, "less time is asked about first"
    who.sure(table.game_id)
    assert table.game().deadline_at == before


def test_only_the_newest_of_a_kind_is_taken_back(table: Table, who: Visitor) -> None:
    for line in ("EXTEND 24h", "EXTEND 12h", "PAUSE", "HOLD SEAT bob", "NOTICE All is well."):
        who.do(table.game_id, form="line", line=line)
    page = who.get(f"/console/game/{table.game_id}")
    lines = re.findall(r'name="line" value="([^"]+)"', page)
    assert lines == ["RELEASE SEAT bob", "RESUME", "SHORTEN 12h"]


def test_commands_stand_behind_one_line(table: Table, who: Visitor) -> None:
    page = who.get(f"/console/game/{table.game_id}")
    assert re.search(r'<details class="card" id="commands">\s*<summary>All commands', page)
    assert 'id="form-extend"' in page.partition('id="commands"')[2]
