"""A game's clock: its rules, and when a wait ends. No game, no database, no now."""

from pbem.clock.deadlines import (
    bank_end,
    deadline_after,
    early_end,
    fitting,
    grace_end,
    local_moment,
)
from pbem.clock.rules import (
    ANSWERS,
    OFFERS,
    SCRIPT,
    SETUP,
    WAITS,
    WINDOWS,
    Clock,
    WaitRule,
    clock_from,
    encode_clock,
)

__all__ = [
    "ANSWERS",
    "WINDOWS",
    "OFFERS",
    "SCRIPT",
    "SETUP",
    "WAITS",
    "Clock",
    "WaitRule",
    "bank_end",
    "clock_from",
    "deadline_after",
    "early_end",
    "encode_clock",
    "fitting",
    "grace_end",
    "local_moment",
]
