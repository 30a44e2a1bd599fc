"""Make a dictionary for `pbem/models/packing.py` of what databases of played games hold.

    python -m tests.tools.packing text DATABASE... > pbem/models/dictionaries/3.bin
    python -m tests.tools.packing json DATABASE... > pbem/models/dictionaries/4.bin

It needs `pip install zstandard`, which finds the pieces that most texts share. Name the new number
in `packing.py`, and its digest in `tests/running/test_pruning.py`; it never changes after that.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import zlib
from collections.abc import Iterator

from pbem.models.packing import unpacked

MOST = 32_400
"""Bytes of a dictionary: how far zlib looks back, less a margin."""
LEARNT, TRIED = 1_500, 200
PIECES = (64, 200, 500, 1_000, 2_000)
"""Lengths of the pieces that are tried."""
QUERIES = {
    "text": ("SELECT body FROM outbox",),
    "json": ("SELECT view FROM attachment", "SELECT state FROM turn", "SELECT events FROM record"),
}


def texts_of(kind: str, path: str) -> Iterator[bytes]:
    """What a SQLite file holds of a kind."""
    with sqlite3.connect(path) as database:
        for query in QUERIES[kind]:
            texts = (row[0] for row in database.execute(query))
            yield from (unpacked(text).encode() for text in texts if text)


def size_with(dictionary: bytes, texts: list[bytes]) -> int:
    """Bytes of texts that are packed with a dictionary."""
    packs = [zlib.compressobj(9, zdict=dictionary) for _ in texts]
    return sum(
        len(pack.compress(text) + pack.flush()) for pack, text in zip(packs, texts, strict=True)
    )


def main() -> None:
    """Print the dictionary that makes the texts smallest."""
    import zstandard

    kind, *paths = sys.argv[1:]
    texts = [text for path in paths for text in texts_of(kind, path) if len(text) > 200]
    random.Random(1).shuffle(texts)
    tried = [
        zstandard.train_dictionary(MOST, texts[:LEARNT], k=length, d=8).as_bytes()
        for length in PIECES
    ]
    best = min(tried, key=lambda dictionary: size_with(dictionary, texts[-TRIED:]))
    sys.stdout.buffer.write(best)


if __name__ == "__main__":
    main()
