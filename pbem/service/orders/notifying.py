"""News at once: whoever was given, shown or looked at something need not wait for the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.service.transaction import GameTx


def notify_touched(tx: GameTx, doer: str, events: Sequence[Any], key: str) -> None:
    """Tell every other seat that the events concern; the game stands as they have left it."""
    snapshot = tx.snapshot
    for name in snapshot.seats:
        context = tx.context_for(name, deadline_at=tx.shown_deadline)
        mail = snapshot.ruleset.reporter.news(snapshot.state, context, events)
        if name != doer and mail is not None:
            tx.post_to(name, mail, f"{key}:{name}")
