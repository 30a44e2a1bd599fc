"""PNG of strips, each of which is compressed by itself, so that pages can have one in common."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

_BASE = 65521
"""The prime of adler32."""
_AT_ONCE = 50
"""Rows that the processor's own memory holds."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a page, compressed: how many bytes they were, and their adler32."""

    rows: int
    packed: bytes
    size: int
    adler: int


def strip_of(image: Image.Image) -> Strip:
    """An image in numbers of colours as rows of a page."""
    # A quarter faster than with more memory, and hardly a byte more.
    packing = zlib.compressobj(2, zlib.DEFLATED, -zlib.MAX_WBITS, 6)
    packed, size, adler = b"", 0, 1
    for top in range(0, image.height, _AT_ONCE):
        # Every row begins with nought: it is not told by the one above.
        box = (-1, top, image.width, min(top + _AT_ONCE, image.height))
        raw = image.crop(box).tobytes()
        packed += packing.compress(raw)
        size += len(raw)
        adler = zlib.adler32(raw, adler)
    return Strip(image.height, packed + packing.flush(zlib.Z_FULL_FLUSH), size, adler)


def png(width: int, strips: Sequence[Strip], palette: bytes) -> bytes:
    """Strips below each other as one file."""
    height = sum(strip.rows for strip in strips)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    # A header of zlib's, the strips, and an empty last block.
    packed = b"".join([b"\x78\x01", *(strip.packed for strip in strips), b"\x03\x00"])
    data = packed + struct.pack(">I", _adler_of(strips))
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, held) for kind, held in chunks)


def _chunk(kind: bytes, held: bytes) -> bytes:
    check = zlib.crc32(held, zlib.crc32(kind))
    return struct.pack(">I", len(held)) + kind + held + struct.pack(">I", check)


def _adler_of(strips: Sequence[Strip]) -> int:
    """The adler32 of all strips from that of each."""
    low, high = 1, 0
    for strip in strips:
        high += (strip.adler >> 16) + strip.size * (low - 1)
        low += (strip.adler & 0xFFFF) - 1
    return high % _BASE << 16 | low % _BASE
