"""What a game is played by, for pages: the sentences of its options."""

from __future__ import annotations

from pbem.games.illuminati.codec import decode_options
from pbem.games.illuminati.report.parts.table_rules import table_rules


def rules_of(options: str) -> tuple[str, ...]:
    """The sentences for a game's options as they are stored."""
    return table_rules(decode_options(options))
