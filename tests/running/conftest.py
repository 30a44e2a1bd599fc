"""Servers and processes that tests of the running service kill."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.cluster import PostgresqlServer
from tests.support.forking import ForkServer
from tests.support.servers import missing, postgresql_program


@pytest.fixture
def crashing_postgresql(real_server: None) -> Iterator[PostgresqlServer]:
    """A real server of the test's own, started and empty."""
    if postgresql_program("initdb") is None:
        missing("PostgreSQL", "postgresql")
    server = PostgresqlServer()
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def forks() -> Iterator[ForkServer]:
    """A process that has loaded everything, and is forked for all tests."""
    forks = ForkServer()
    yield forks
    forks.close()
