"""Fixtures every test may use: settings, a database of either kind, and real servers."""

import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from servers import RedisServer, postgresql_program, running_postgresql

from pbem.database import Database, open_database
from pbem.migrations import migrate
from pbem.settings import Settings

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have configured a service of their own."""
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a real server, without a database name."""
    if postgresql_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with running_postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def _postgresql_template(postgresql_server: str) -> str:
    """A migrated database that others are copied from."""
    _sql(postgresql_server, "CREATE DATABASE template_pbem")
    database = open_database(_settings_for(f"{postgresql_server}/template_pbem"))
    migrate(database)
    database.close()
    return "template_pbem"


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "pbem.db"
    database = open_database(_settings_for(f"sqlite:///{path}"))
    migrate(database)
    database.close()
    return path


@pytest.fixture
def sqlite_url(tmp_path: Path, _sqlite_template: Path) -> str:
    """A migrated SQLite file of this test's own."""
    path = tmp_path / "pbem.db"
    shutil.copyfile(_sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def empty_postgresql_url(postgresql_server: str) -> Iterator[str]:
    """A database without tables on the real server."""
    yield from _created(postgresql_server, "template0")


@pytest.fixture
def postgresql_url(postgresql_server: str, _postgresql_template: str) -> Iterator[str]:
    """A migrated database of this test's own on the real server."""
    yield from _created(postgresql_server, _postgresql_template)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a migrated database, once for each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Settings for this test's database; the broker is the embedded one."""
    return _settings_for(database_url)


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """A migrated, empty database of either kind; hints go nowhere."""
    database = open_database(settings)
    yield database
    database.close()


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    """The embedded database alone, for what does not depend on the kind."""
    database = open_database(_settings_for(sqlite_url))
    yield database
    database.close()


@pytest.fixture
def postgresql_database(postgresql_url: str) -> Iterator[Database]:
    """The real server alone, for what SQLite does not have."""
    database = open_database(_settings_for(postgresql_url))
    yield database
    database.close()


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A real server, started and empty."""
    if shutil.which("redis-server") is None:
        pytest.skip("Redis is not installed (apt-get install redis-server)")
    server = RedisServer()
    server.start()
    yield server
    server.remove()


def _settings_for(url: str) -> Settings:
    return Settings.model_validate(
        {"database": {"url": url}, "mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )


def _created(server: str, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    _sql(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield f"{server}/{name}"
    _sql(server, f"DROP DATABASE {name} WITH (FORCE)")


def _sql(server: str, statement: str) -> None:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(statement)
