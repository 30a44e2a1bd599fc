"""TOML that somebody wrote; what would take hours or overflow is refused as no TOML at all."""

from __future__ import annotations

import tomllib
from typing import Any

MOST_DOTS = 500
"""In a line. Each part of a dotted key costs the time of all before it."""


def toml_table(text: str) -> dict[str, Any]:
    """The tables of a text; TOMLDecodeError if it is not TOML or its values lie too deep."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise tomllib.TOMLDecodeError(f"line {number} has more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("its values lie too deep in each other") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:
        # Python reads no whole number of thousands of digits.
        raise tomllib.TOMLDecodeError("a number in it is too long") from error
