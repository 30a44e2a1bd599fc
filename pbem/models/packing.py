"""Texts in less room: compressed beside a dictionary of what mails and states often say.

A dictionary is a file of `dictionaries/`, and a packed text names the one that it needs. So a
dictionary never changes; a better one is a new file. `tests/tools/packing.py` makes one.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from functools import cache
from pathlib import Path
from typing import Any

_PACKED = "\x01z"
"""How a packed text begins; no text of ours has this character."""
_END = ":"
"""What ends the number of the dictionary; there is no number where a text was packed without."""
_DICTIONARIES = (1, 2)
"""Mails of both games; their states, views and events as JSON."""
_WINDOW = 15


def packed(text: str) -> str:
    """A text in the form that takes the least room; `unpacked` gives it back."""
    return min((_packed_with(number, text) for number in _DICTIONARIES), key=len)


def unpacked(stored: str) -> str:
    """The text, whether it is stored packed or as it is."""
    if not stored.startswith(_PACKED):
        return stored
    number, _, body = stored.removeprefix(_PACKED).partition(_END)
    with_it = (_WINDOW, _dictionary(int(number))) if number else ()
    unpack = zlib.decompressobj(*with_it)
    return (unpack.decompress(b85decode(body)) + unpack.flush()).decode()


def is_packed(column: Any) -> Any:
    """Whether a column's text is packed, as a condition."""
    return column.startswith(_PACKED)


def _packed_with(number: int, text: str) -> str:
    pack = zlib.compressobj(9, zlib.DEFLATED, _WINDOW, zdict=_dictionary(number))
    body = pack.compress(text.encode()) + pack.flush()
    return f"{_PACKED}{number}{_END}{b85encode(body).decode('ascii')}"


@cache
def _dictionary(number: int) -> bytes:
    return (Path(__file__).parent / "dictionaries" / f"{number}.bin").read_bytes()
