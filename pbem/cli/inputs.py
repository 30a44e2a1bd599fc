"""What commands read: files, refused in words and with exit code 2."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.cli.output import InputError


def read_text(path: str) -> str:
    """The text of a file, of standard input for `-`; InputError if it cannot be read."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text: {error}") from error
