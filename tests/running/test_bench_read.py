"""`pbem bench read` as a user runs it: its keys, and that its letters are what they claim."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from pbem.benchmarks.read import BARS, LETTERS_A_RUN
from pbem.benchmarks.sample_letters import LETTER_BYTES
from pbem.cli import main

pytestmark = pytest.mark.long


@pytest.mark.long
def test_the_bench_has_its_keys_and_reads_letters_of_five_kilobytes() -> None:
    result = CliRunner().invoke(main, ["bench", "read", "--json", "--runs", "1"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    limits = {"parse_limit_per_cpu_s", "insert_limit_per_cpu_s"}
    rates = {"letters_per_s", "status_letters_per_cpu_s", "database_percent"}
    assert {*BARS, *limits, *rates, "python", "cpu", "runs"} <= set(found)
    assert 0.9 * LETTER_BYTES < found["letter_bytes"] < 1.1 * LETTER_BYTES
    assert found["letters_in_run"] == LETTERS_A_RUN
    assert 0 < found["database_percent"] < 100
    # Each look asks for all that it needs at once; whatever begins to ask by itself shows here.
    assert 8 < found["statements_per_letter"] < 10.5
    assert all(found["letters_per_cpu_s"] < found[limit] for limit in limits)
