"""`pbem bench cluster` answers every letter, and says what is missing where it cannot."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.benchmarks import cluster
from pbem.benchmarks.cluster import bench_cluster
from pbem.cli import main
from pbem.games.registry import ruleset
from tests.support.servers import RedisServer


@pytest.mark.long
def test_every_letter_is_answered(
    postgresql_url: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WARM_GAMES", 1)
    told: list[tuple[int, int]] = []
    tell = lambda done, of: told.append((done, of))  # noqa: E731
    found = bench_cluster(ruleset("illuminati"), 12, "seed", postgresql_url, tell)
    assert found["letters_in_run"] == 12
    assert 0 < found["answered_per_s"] <= found["taken_per_s"]
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster.shutil, "which", lambda _name: None)
    monkeypatch.setattr("pbem.benchmarks.harness._program", lambda _name: None)
    result = CliRunner().invoke(main, ["bench", "cluster", "--json"])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == (
        "Error: redis-server or PostgreSQL is not installed here"
    )
    assert result.stdout == ""
