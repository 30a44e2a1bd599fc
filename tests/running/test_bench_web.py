"""`pbem bench web` as a user runs it: its keys, and pages within their bars on an idle machine."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from pbem.benchmarks.web import BARS, LINES
from pbem.cli import main


@pytest.mark.long
@pytest.mark.parametrize("name", ["illuminati", "inwo"])
def test_the_bench_has_its_keys_and_a_page_with_ten_lines(name: str) -> None:
    words = ["bench", "web", "--ruleset", name, "--json", "--runs", "2"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert {*BARS, "empty_page_ms", "page_bytes", "python", "cpu", "runs"} <= set(found)
    assert found["lines"] == LINES and found["page_bytes"] > 20_000
    assert found["empty_page_ms"] < found["page_ms"]
    # Twice the bars: others may be at work on the machine.
    assert all(found[key] < 2 * most for key, (_word, most) in BARS.items())
