"""`pytest --accept` and the `golden` fixture."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.golden import assert_golden

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="write golden files instead of comparing them"
    )


@pytest.fixture
def golden(pytestconfig: pytest.Config) -> Golden:
    """Compare text with a golden file, or write it under --accept."""
    accept = bool(pytestconfig.getoption("--accept"))
    return lambda path, text: assert_golden(path, text, accept)
