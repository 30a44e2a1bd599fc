"""Fixtures every test may use: settings, a database of either kind, and real servers."""

import gc
import importlib
import itertools
import logging
import os
import pkgutil
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import psycopg
import pytest
import structlog
from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool

import engine
import pbem
import worker
from pbem.database import Database, drop_hint, open_database
from pbem.documents.layout.plain import plain_text
from pbem.migrations import migrate
from pbem.models import Outbox
from pbem.settings import Settings
from tests.support.compiled import keep_compiled
from tests.support.row_order import order_is_not_promised
from tests.support.servers import (
    RedisServer,
    empty_tables,
    missing,
    postgresql_program,
    running_postgresql,
)

hypothesis.settings.register_profile(
    "same",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "search", hypothesis.settings.get_profile("same"), derandomize=False, print_blob=True
)
hypothesis.settings.register_profile(
    "soak", hypothesis.settings.get_profile("search"), max_examples=2000
)
hypothesis.settings.load_profile("same")

keep_compiled()

# Where a game turned takes half a minute of CPU to find; who tests it asks for it.
os.environ["PBEM_FINALE__CPU_SECONDS"] = "0"

# Rows that a statement leaves in any order come in another one than they were written in, as they
# may on PostgreSQL after a change: who needs an order has to ask for it.
event.listen(Pool, "connect", order_is_not_promised)

# What a mail says is kept once, as marked text; tests read it as its reader does.
Outbox.text = property(lambda row: plain_text(row.body))  # type: ignore[attr-defined]

_numbers = itertools.count(1)
_ROOT_LEVEL = logging.getLogger().level


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Nothing of what is made for ten thousand tests can go: nobody looks for it meanwhile."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark what needs a server, and begin with what takes its time: no process is left alone with
    it at the end."""
    for item in items:
        if _needs_server(item):
            item.add_marker("server")
    _leave_to_check(items)
    yield
    items.sort(key=_haste)
    if any(hypothesis.is_hypothesis_test(getattr(item, "obj", None)) for item in items):
        _import_everything()


def pytest_collection_finish() -> None:
    """Ten thousand tests are there to stay: nobody need look through them for garbage, nor
    through what a test makes as often as in a program that runs for years."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _haste(item: pytest.Item) -> int:
    """The less, the sooner it begins."""
    return -sum(item.get_closest_marker(mark) is not None for mark in ("slow", "long"))


def _leave_to_check(items: list[pytest.Item]) -> None:
    """Of a test marked `sampled(4)` every fourth case is for `make test`, the others are long."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None:
            name = item.nodeid.partition("[")[0]
            if seen[name] % mark.args[0]:
                item.add_marker("long")
            seen[name] += 1


def _needs_server(item: pytest.Item) -> bool:
    """Whether one of its fixtures starts a real server, or it is that case of a test for both
    kinds of database."""
    call = getattr(item, "callspec", None)
    params = call.params.values() if call is not None else ()
    return "real_server" in getattr(item, "fixturenames", ()) or "postgresql" in params


def _import_everything() -> None:
    """Hypothesis takes examples from the constants of all modules loaded: have it always see all.

    Else the examples of a test depend on which tests its process happened to run before it.
    """
    for package in (engine, pbem, worker):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith("pbem.migrations."):
                importlib.import_module(found.name)


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have configured a service of their own."""
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def logging_as_at_the_start() -> Iterator[None]:
    """A command run in this process configures logging for all of it, the tests after it too."""
    _undo_logging()
    yield
    _undo_logging()


@pytest.fixture(autouse=True)
def no_connection_left_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python 3.13 warns of every connection that nobody closes, when it is collected."""
    opened: list[Database] = []
    begin = Database.__init__

    def begin_and_tell(self: Database, *given: Any) -> None:
        begin(self, *given)
        opened.append(self)

    monkeypatch.setattr(Database, "__init__", begin_and_tell)
    yield
    for database in opened:
        database.engine.dispose()
        database.read_engine.dispose()


@pytest.fixture(scope="session")
def real_server() -> None:
    """What every fixture asks for that starts a program of the machine's: a database server, a mail
    server, a browser. Tests that use one, by whatever way, are marked `server`."""


@pytest.fixture(scope="session")
def postgresql_server(real_server: None) -> Iterator[str]:
    """The URL of a real server, without a database name."""
    if postgresql_program("initdb") is None:
        missing("PostgreSQL", "postgresql")
    with running_postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def _migrated_postgresql(postgresql_server: str) -> str:
    """One for all tests of a process: to empty it takes a tenth of the time that a copy takes."""
    url = f"{postgresql_server}/migrated"
    _sql(f"{postgresql_server}/postgres", "CREATE DATABASE migrated TEMPLATE template0")
    database = open_database(_settings_for(url))
    migrate(database)
    database.close()
    return url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "pbem.db"
    database = open_database(_settings_for(f"sqlite:///{path}"))
    migrate(database)
    database.close()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path) -> str:
    """A migrated SQLite file of this test's own, which the threads of a former test never find."""
    for former in sqlite_template.parent.glob("test_*.db*"):
        former.unlink()
    path = sqlite_template.parent / f"test_{next(_numbers)}.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def empty_postgresql_url(postgresql_server: str) -> Iterator[str]:
    """A database without tables on the real server."""
    name = f"test_{next(_numbers)}"
    _sql(f"{postgresql_server}/postgres", f"CREATE DATABASE {name} TEMPLATE template0")
    yield f"{postgresql_server}/{name}"
    _sql(f"{postgresql_server}/postgres", f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for a database without tables."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/new/folder/pbem.db"
    else:
        url = request.getfixturevalue("empty_postgresql_url")
    return Settings.model_validate({"database": {"url": url}})


@pytest.fixture
def postgresql_url(_migrated_postgresql: str) -> str:
    """A migrated database without rows on the real server."""
    empty_tables(_migrated_postgresql)
    return _migrated_postgresql


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
    yield from _opened(settings)


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    """The embedded database alone, for what does not depend on the kind."""
    yield from _opened(_settings_for(sqlite_url))


@pytest.fixture
def postgresql_database(postgresql_url: str) -> Iterator[Database]:
    """The real server alone, for what SQLite does not have."""
    yield from _opened(_settings_for(postgresql_url))


@pytest.fixture(scope="module")
def browser(real_server: None) -> Iterator[Any]:
    """The machine's own Chromium; what drives it is loaded where it is used."""
    from tests.support.console_browser import browser_path, opened

    path = browser_path()
    if path is None:
        missing("Chromium", "chromium")
    with opened(path) as browser:
        yield browser


@pytest.fixture
def redis_server(real_server: None) -> Iterator[RedisServer]:
    """A real server, started and empty."""
    if shutil.which("redis-server") is None:
        missing("redis-server")
    server = RedisServer()
    server.start()
    yield server
    server.remove()


def _undo_logging() -> None:
    root = logging.getLogger()
    ours = structlog.stdlib.ProcessorFormatter
    root.handlers[:] = [h for h in root.handlers if not isinstance(h.formatter, ours)]
    root.setLevel(_ROOT_LEVEL)
    structlog.reset_defaults()


def _settings_for(url: str) -> Settings:
    return Settings.model_validate(
        {"database": {"url": url}, "mail": {"address": "game@example.org", "answer_gap_seconds": 0}}
    )


@cache
def _engines(url: str) -> tuple[Engine, Engine]:
    """Kept with the statements they have compiled: that takes longer than to run them."""
    database = open_database(_settings_for(url))
    return database.engine, database.read_engine


def _opened(settings: Settings) -> Iterator[Database]:
    url = settings.database.url
    file = Path(url.removeprefix("sqlite:///")) if settings.database.is_sqlite else None
    database = Database(*_engines(url), drop_hint, file)
    yield database
    database.close()


def _sql(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)
