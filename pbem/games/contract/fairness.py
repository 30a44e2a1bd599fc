"""What makes a game's chance its secret's and its players', and lets anybody check it (R12.10)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

FORMAT = "pbem-game-1"
"""What an exported game's file says it is."""
WORDS = "words"
"""The kind of the record by which players' words are mixed into the dice (R12.10)."""
DRAWS_OF_A_TIMELINE = 1_000_000
"""Fresh dice begin at the timeline's number times this."""


def dice_key(secret: bytes, words: Sequence[str]) -> bytes:
    """The key of a game's dice: the secret mixed with what each player added."""
    shares = b"".join(hashlib.sha256(word.encode()).digest() for word in words)
    return hmac.digest(secret, shares, "sha256")


def commitment(secret: bytes) -> str:
    """What is published before the first card: the secret's SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def draws_to_come(draw: int) -> range:
    """The numbers of all draws from this one to the end of its timeline."""
    return range(draw, (draw // DRAWS_OF_A_TIMELINE + 1) * DRAWS_OF_A_TIMELINE)
