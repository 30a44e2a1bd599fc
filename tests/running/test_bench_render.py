"""`pbem bench render` as a user runs it: its keys, and the sizes that no machine changes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from pbem.benchmarks.render import BARS
from pbem.cli import main

pytestmark = pytest.mark.long


@pytest.mark.long
def test_the_bench_has_its_keys_and_keeps_its_bars_of_size() -> None:
    result = CliRunner().invoke(main, ["bench", "render", "--json", "--runs", "1"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert {*BARS, "report_text_ms", "report_html_ms", "python", "cpu", "runs"} <= set(found)
    assert found["html_bytes"] < BARS["html_bytes"][1]
    assert found["text_bytes"] > 5_000 and found["png_bytes"] < 150_000
