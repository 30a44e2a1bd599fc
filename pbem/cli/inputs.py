"""What commands read: files, refused in words and with exit code 2."""

from __future__ import annotations

import gzip
import sys
import zlib
from pathlib import Path

from pbem.cli.output import InputError

_PACKED = b"\x1f\x8b"
"""How a file begins that gzip has packed."""


def read_text(path: str) -> str:
    """The text of a file, of standard input for `-`; InputError if it cannot be read.

    A packed file is unpacked.
    """
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    if raw.startswith(_PACKED):
        raw = _unpacked(path, raw)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text: {error}") from error


def _unpacked(path: str, raw: bytes) -> bytes:
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be unpacked: {error}") from error
