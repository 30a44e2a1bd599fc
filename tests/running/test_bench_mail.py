"""`pbem bench mail` says what it promises; how fast this machine is says nothing here."""

import json

import pytest
from click.testing import CliRunner

from pbem.benchmarks import mail
from pbem.cli import main

pytestmark = pytest.mark.long

KEYS = {"accept", "read", "send"}


@pytest.mark.slow
def test_every_rate_stands_beside_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "LETTERS", 24)
    result = CliRunner().invoke(main, ["bench", "mail", "--runs", "1", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    for key in KEYS:
        assert found[f"{key}_per_s"] > 0
        assert found[f"{key}_limit_per_s"] > 0
        # Each is rounded by itself, so they only nearly divide to it.
        share = found[f"{key}_per_s"] / found[f"{key}_limit_per_s"]
        assert found[f"{key}_share"] == pytest.approx(share, rel=0.05)
    assert found["letters_in_run"] == 24
    assert 4_000 < found["letter_bytes"] < 6_000
    assert found["runs"] == 1
    assert {"python", "cpu"} <= found.keys()
