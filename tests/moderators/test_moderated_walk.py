"""Walks by lot through moderated games: whatever comes, in any order, the promises hold.

`WALKS=50 WALK_STEPS=120` in the environment makes it as long as one likes.
"""

from __future__ import annotations

import os

import pytest

from engine.illuminati.state import Pace
from pbem.database import Database
from pbem.models import FINISHED
from pbem.settings import Settings
from tests.support.moderated_walk import walk
from tests.support.service_rows import new_table

pytestmark = pytest.mark.long
WALKS, STEPS = int(os.environ.get("WALKS", "1")), int(os.environ.get("WALK_STEPS", "40"))
PACES: tuple[Pace, ...] = ("policies", "announce", "table", "conclave")


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("pace", PACES)
def test_whatever_comes_the_promises_hold(
    database: Database, settings: Settings, pace: Pace, seed: int
) -> None:
    mail = settings.mail.model_copy(update={"answers_an_hour": 0, "letters_an_hour": 0})
    settings = settings.model_copy(update={"mail": mail})
    table = new_table(database, settings, position=None, pace=pace, seed=1 + seed % 250)
    gone = walk(table, 1000 * seed + PACES.index(pace), STEPS)
    assert len(gone.done) == STEPS and gone.acts
    assert table.game().phase == FINISHED
