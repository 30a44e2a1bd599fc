"""Walks by lot through moderated games: whatever comes, in any order, the promises hold.

`WALKS=50 WALK_STEPS=120` in the environment makes it as long as one likes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from engine.illuminati.state import Pace
from pbem.database import Database
from pbem.models import FINISHED
from pbem.settings import Settings
from tests.support.moderated_walk import walk
from tests.support.service_rows import new_table

pytestmark = [pytest.mark.long, pytest.mark.slow]
WALKS, STEPS = int(os.environ.get("WALKS", "1")), int(os.environ.get("WALK_STEPS", "40"))
SETTINGS = Settings.model_validate(
    {
        "mail": {
            "address": "game@example.org",
            "answer_gap_seconds": 0,
            "answers_an_hour": 0,
            "letters_an_hour": 0,
        }
    }
)
PACES: Mapping[Pace, str] = {
    "policies": "sqlite",
    "announce": "postgresql",
    "table": "sqlite",
    "conclave": "postgresql",
}
"""Each on one kind of database: races and sweeps are tried on both elsewhere."""


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("pace", PACES)
def test_whatever_comes_the_promises_hold(
    request: pytest.FixtureRequest, pace: Pace, seed: int
) -> None:
    database: Database = request.getfixturevalue(f"{PACES[pace]}_database")
    table = new_table(database, SETTINGS, position=None, pace=pace, seed=1 + seed % 250)
    gone = walk(table, 1000 * seed + [*PACES].index(pace), STEPS)
    assert len(gone.done) == STEPS and gone.acts
    assert table.game().phase == FINISHED
