"""What a letter and a turn ask of the database does not grow with the age of their game."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from pbem.database import Database
from pbem.service.letters.reading import read_letter
from pbem.settings import Settings
from tests.support.old_games import Work, age, rows_counted, steps_counted
from tests.support.service_rows import CAST, NOON, Hands, Table, new_table

YOUNG, OLD = 20, 100
"""Turns of a past: enough that all that is kept of the last few is there in both."""
LETTER = "TRANSFER 1 FROM Servants TO Mafia\nOPPOSE bob UNTIL 5\nSAY TO ALL: hello\n"
STEPS, ROWS = 60, 12
"""What may differ by chance: a branch less in a tree, a page more."""


def worked(database: Database, settings: Settings, past: int) -> tuple[Work, Work]:
    """What one letter and one turn cost, after a round in a game with such a past."""
    # Hours apart, so that what the same players got in one game is long ago in the other.
    clock = Hands(NOON + timedelta(hours=10 * past))
    table = new_table(database, settings, name=f"Fnord-{past}", seed=past, clock=clock)
    age(table, past)
    for name in CAST:
        table.write(name, "PASS")
        table.run_turn()
    counted = steps_counted if database.is_sqlite else rows_counted
    letter_id = table.send(
        CAST[0], LETTER, headers=table.reply_to(table.mails(CAST[0], "turn")[-1])
    )
    with counted(database) as for_letter:
        assert read_letter(table.service, letter_id)
    table.to_deadline()
    with counted(database) as for_turn:
        assert table.adjudicate()
    return for_letter, for_turn


def grown(young: Work, old: Work, by: int) -> dict[str, tuple[int, int]]:
    """Statements that cost more in the old game."""
    found = {text: (young.get(text, 0), many) for text, many in old.items()}
    return {text: (few, many) for text, (few, many) in found.items() if many > few + by}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_old_game_costs_what_a_young_one_does(kind: str, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue(f"{kind}_database")
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    young, old = (worked(database, settings, past) for past in (YOUNG, OLD))
    by = STEPS if database.is_sqlite else ROWS
    for few, many in zip(young, old, strict=True):
        assert sum(many.values()) > 0
        assert grown(few, many, by) == {}
        assert Counter(many).keys() == Counter(few).keys()


OTHERS = 79
"""Games with the same players, all of them with a report of the same hour."""


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_letter_costs_the_same_beside_many_games(
    kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue(f"{kind}_database")
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    table = new_table(database, settings)
    alone = asked_for_status(table)
    for number in range(OTHERS):
        new_table(database, settings, name=f"Other-{number}", seed=number + 2, clock=table.clock)
    many = asked_for_status(table)
    assert sum(alone.values()) > 0
    assert grown(alone, many, STEPS if database.is_sqlite else ROWS) == {}
    assert Counter(many).keys() == Counter(alone).keys()


def asked_for_status(table: Table) -> Work:
    """What one STATUS costs, from its storing to its answer, where one was answered before."""
    table.write("ann", "STATUS")
    table.clock.on(minutes=2)
    if not table.database.is_sqlite:
        # Else PostgreSQL plans by the sizes that its tables had whenever it last looked.
        with table.database.engine.connect() as connection:
            connection.exec_driver_sql("ANALYZE")
            connection.commit()
    counted = steps_counted if table.database.is_sqlite else rows_counted
    with counted(table.database) as work:
        letter_id = table.send("ann", "STATUS")
        assert read_letter(table.service, letter_id)
    return work
