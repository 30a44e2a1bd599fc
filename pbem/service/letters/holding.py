"""Why a READY is not taken at its word beside the other lines of its letter."""

from __future__ import annotations

from engine.illuminati.orders import Pass
from pbem.language.reading.sheets import may_be_script
from pbem.service.orders.answers import Work
from pbem.service.orders.desktop import Desktop


def why_held(desktop: Desktop, work: Work) -> str:
    """Why a READY beside these lines is held back; "" where it counts.

    Its writer cannot have known that a line was not understood, or that none was legal; but who
    passes where he has acted already wants nothing but the end of his turn.
    """
    if any(line.fate == "ASK" for line in work.lines):
        return "a line of your letter was not understood. Answer it"
    if _holds_order(desktop, work):
        return "a line of your letter that was not read may be an order. Send it as told below"
    orders = [line for line in work.lines if not isinstance(line.order, Pass | None)]
    script = [line for line in orders if may_be_script(line.order)]
    for some in (orders, script):
        if some and all(line.fate == "REFUSED" for line in some):
            return "what you ordered was refused. Send what would do instead"
    return ""


def _holds_order(desktop: Desktop, work: Work) -> bool:
    """Whether a line not read holds an order, or the word for one where nothing is on file."""
    overlooked = work.overlooked
    if overlooked.order:
        return True
    filed = desktop.filed if work.script is None else work.script
    return desktop.is_mover and not filed and bool(overlooked.commented or overlooked.word)
