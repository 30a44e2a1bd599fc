"""All that moderators' commands do: each module of them enters its handlers as it is loaded."""

from __future__ import annotations

from pbem.service.moderating import (  # noqa: F401 (their handlers)
    clock_acts,
    hold_acts,
    letter_acts,
    people_acts,
    preference_acts,
    retracting,
    set_acts,
    standby_acts,
    status_acts,
    turn_acts,
    word_acts,
)
from pbem.service.moderating.command_context import HANDLERS, Handler


def handler_of(verb: str) -> Handler | None:
    """What does the command of that name."""
    return HANDLERS.get(verb)
