"""Two versions side by side, while the parts of a cluster are restarted one after the other.

What runs of the old version meets tables with more in them than it knows; what is new finds rows
that the old one wrote, without what is new. Both go on, and the game becomes what it would have.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command

from pbem.database import Database
from pbem.migrations import REVISIONS, UnfitDatabase, alembic_config, check, migrate
from pbem.settings import Settings
from tests.support.registered import database_in
from tests.support.service_games import robots_table, run_to, transcript
from tests.support.service_rows import Table, new_table

pytestmark = pytest.mark.long
OLDEST_BESIDE = "0012"
"""The guide has every part stopped for what is older."""
MARK = sa.text("UPDATE alembic_version SET version_num = :revision")


def add_what_comes(database: Database) -> None:
    """Migrate as a version of tomorrow might: a column more in every table, and a table more."""
    with database.engine.begin() as rows:
        for name in sa.inspect(rows).get_table_names():
            if name != "alembic_version":
                rows.execute(sa.text(f'ALTER TABLE "{name}" ADD COLUMN tomorrow TEXT'))
                rows.execute(
                    sa.text(f'ALTER TABLE "{name}" ADD COLUMN counted INTEGER NOT NULL DEFAULT 0')
                )
        rows.execute(sa.text("CREATE TABLE of_tomorrow (id INTEGER PRIMARY KEY)"))
        rows.execute(MARK, {"revision": "9999"})


def take_away_what_came(database: Database) -> None:
    """The same back, for the tests that use this database next."""
    with database.engine.begin() as rows:
        rows.execute(sa.text("DROP TABLE of_tomorrow"))
        for name in sa.inspect(rows).get_table_names():
            if name != "alembic_version":
                for column in ("tomorrow", "counted"):
                    rows.execute(sa.text(f'ALTER TABLE "{name}" DROP COLUMN {column}'))
        rows.execute(MARK, {"revision": REVISIONS[-1]})


def send_all(table: Table) -> None:
    table.clock.on(minutes=1)
    while table.sweep():
        pass


def test_what_runs_of_the_old_version_goes_on_beside_newer_tables(
    database: Database, settings: Settings
) -> None:
    table = new_table(database, settings)
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 3")
    add_what_comes(database)
    try:
        with pytest.raises(UnfitDatabase, match="belongs to another version"):
            check(database)
        assert "ATTACK" in table.write("bob", "ATTACK Yuppies WITH Swiss Bank")
        assert table.run_turn() and table.game().turn == 6
        send_all(table)
        assert {mail.state for mail in table.mails()} == {"sent"}
    finally:
        take_away_what_came(database)


def as_written_by(database: Database, revision: str) -> None:
    """Down and up again, each row is as the version of that revision would have written it."""
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), revision)
    migrate(database)


@pytest.mark.parametrize("revision", [REVISIONS[-2], OLDEST_BESIDE])
def test_a_new_version_goes_on_with_a_game_of_an_old_one(
    database: Database, settings: Settings, revision: str, tmp_path: Path
) -> None:
    with database_in(tmp_path) as undisturbed:
        control = robots_table(undisturbed, settings, "policies")
        run_to(control, 7)
        told = transcript(control)
    table = robots_table(database, settings, "policies")
    run_to(table, 4)
    as_written_by(database, revision)
    run_to(table, 7)
    assert transcript(table) == told


@pytest.mark.parametrize("revision", [REVISIONS[-2], OLDEST_BESIDE])
def test_a_new_version_reads_and_sends_what_an_old_one_has_stored(
    database: Database, settings: Settings, revision: str
) -> None:
    table = new_table(database, settings)
    table.write("bob", "ATTACK Yuppies WITH Swiss Bank")
    unread = table.send("ann", "ATTACK Yuppies WITH Mafia SPEND 3")
    unsent = [mail.key for mail in table.mails()]
    assert unsent
    as_written_by(database, revision)
    assert [mail.kind for mail in table.read(unread)] == ["acknowledgement"]
    assert table.filed("ann") == ["1: ATTACK Yuppies WITH Mafia SPEND 3"]
    assert table.run_turn() and table.game().turn == 6
    send_all(table)
    sent = {mail.key for mail in table.mails() if mail.state == "sent"}
    assert {*unsent} <= sent
