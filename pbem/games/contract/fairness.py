"""What makes a game's chance its secret's and its players', and the file by which anybody checks it
(R12.10)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

from pbem.games.contract.values import RulesetError

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


class ExportError(RulesetError):
    """The text is no exported game; the message says what is missing."""


def read_export(text: str) -> dict[str, Any]:
    """A finished game as it was exported. Raises ExportError."""
    try:
        export = json.loads(text)
    except json.JSONDecodeError as error:
        raise ExportError(f"not JSON: {error}") from error
    if not isinstance(export, dict) or export.get("format") != FORMAT:
        raise ExportError(f'not an exported game: "format" must be "{FORMAT}"')
    for key in ("secret", "secret_hash", "seats", "records", "winners"):
        if key not in export or (key == "records" and not export[key]):
            raise ExportError(f'"{key}" is missing')
    try:
        bytes.fromhex(export["secret"])
    except (TypeError, ValueError):
        raise ExportError('"secret" must be hex') from None
    return export
