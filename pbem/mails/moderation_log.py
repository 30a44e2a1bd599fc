"""The log of a game's moderators as a mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.documents.layout import clock
from pbem.documents.layout.clock import in_zone
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render


@dataclass(frozen=True, slots=True)
class Entry:
    """One act; `command`, `before` and `after` are "" where the reader may not see them."""

    number: int
    at: datetime
    turn: int
    by: str
    verb: str
    said: str
    why: str = ""
    command: str = ""
    before: str = ""
    after: str = ""
    undone: int = 0


def log_mail(
    game: str, zone: str, entries: Sequence[Entry], *, is_whole: bool, is_over: bool = False
) -> Mail:
    """The acts in order; `is_whole` where nothing is kept from the reader."""
    context = {
        "game": proper_name(game, 40),
        "entries": [_shown(entry, zone) for entry in entries],
        "is_whole": is_whole,
        "is_over": is_over,
    }
    return render("log", context)


def _shown(entry: Entry, zone: str) -> dict[str, object]:
    def shown(text: str, most: int = 1000) -> str:
        return one_line(in_zone(text, zone), most)

    return {
        "number": entry.number,
        "at": clock.full(entry.at, zone),
        "turn": entry.turn,
        "by": proper_name(entry.by, 30),
        "said": shown(entry.said),
        "why": shown(entry.why) if not entry.command else "",
        "command": shown(entry.command),
        "before": shown(entry.before, 1600),
        "after": shown(entry.after, 1600),
        "undone": entry.undone,
    }
