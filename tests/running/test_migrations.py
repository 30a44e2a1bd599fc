"""Migrations make exactly the tables of the models, from nothing, on both databases."""

import threading

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from pbem.database import Database, open_database
from pbem.migrations import LOCK, alembic_config, migrate
from pbem.models import Seat, key_of, metadata
from pbem.service.players.addresses import new_player
from pbem.settings import Settings
from tests.support.rows import NOON, add_game


def tables(database: Database) -> set[str]:
    with database.engine.connect() as connection:
        return set(inspect(connection).get_table_names())


def test_migrating_from_nothing_leaves_no_difference(empty: Settings) -> None:
    database = open_database(empty)
    migrate(database)
    with database.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
    assert tables(database) == {*metadata.tables, "alembic_version"}
    database.close()


def test_a_difference_would_be_seen(empty: Settings) -> None:
    database = open_database(empty)
    migrate(database)
    with database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE game ADD COLUMN colour TEXT"))
        context = MigrationContext.configure(connection)
        assert [change[0] for change in compare_metadata(context, metadata)] == ["remove_column"]
    database.close()


def test_migrating_twice_changes_nothing(empty: Settings) -> None:
    database = open_database(empty)
    migrate(database)
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO setting (name, value) VALUES ('colour', 'red')"))
    migrate(database)
    with database.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM setting")).scalar() == 2
    database.close()


def test_the_way_back_leaves_nothing(empty: Settings) -> None:
    database = open_database(empty)
    migrate(database)
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "base")
    assert tables(database) == {"alembic_version"}
    database.close()


def test_there_is_one_newest_revision(sqlite_database: Database) -> None:
    with sqlite_database.engine.connect() as connection:
        script = ScriptDirectory.from_config(alembic_config(connection))
    assert len(script.get_heads()) == 1


def test_a_second_process_waits_for_the_first(empty_postgresql_url: str) -> None:
    """As far as one process can show: the lock is taken before anything is looked at."""
    settings = Settings.model_validate({"database": {"url": empty_postgresql_url}})
    database, done = open_database(settings), threading.Event()

    def migrate_second() -> None:
        migrate(database)
        done.set()

    second = threading.Thread(target=migrate_second)
    with database.engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        second.start()
        assert not done.wait(0.3)
    assert done.wait(20)
    second.join(5)
    assert "game" in tables(database)
    database.close()


def test_what_letters_change_is_rewritten_within_its_page(postgresql_database: Database) -> None:
    """So that a claim of a thousand games, or a letter, writes no index anew."""
    with postgresql_database.write() as session:
        person_id = key_of(new_player(session, "Ann", "ann@example.org", NOON))
        for number in range(50):
            game_id = add_game(session, f"Fnord-{number}")
            seat = {"game_id": game_id, "person_id": person_id, "name": "ann", "place": 0}
            session.add(Seat(**seat, token_hash=f"{number:064}"))
    with postgresql_database.write() as session:
        session.execute(text("UPDATE game SET version = version + 1"))
        session.execute(text("UPDATE seat SET mails = mails + 1"))
        counted = "SELECT relname, n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables"
        wanted = text(f"{counted} WHERE relname IN ('game', 'seat') ORDER BY relname")
        found = [tuple(row) for row in session.execute(wanted)]
    assert [(table, every) for table, every, _within in found] == [("game", 50), ("seat", 50)]
    assert all(within >= 45 for _table, _every, within in found), found
