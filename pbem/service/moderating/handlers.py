"""Every verb's handler, gathered from the modules that each have their own."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.service.moderating.clock_acts import CLOCK
from pbem.service.moderating.command_context import Handler
from pbem.service.moderating.hold_acts import HOLDS
from pbem.service.moderating.letter_acts import LETTERS
from pbem.service.moderating.own_mails import OWN
from pbem.service.moderating.people_acts import PEOPLE
from pbem.service.moderating.state_acts import STATE
from pbem.service.moderating.turn_acts import TURNS
from pbem.service.moderating.word_acts import WORDS

HANDLERS: Mapping[str, Handler] = {
    **WORDS,
    **OWN,
    **CLOCK,
    **TURNS,
    **LETTERS,
    **HOLDS,
    **PEOPLE,
    **STATE,
}
"""Each of the commands' verbs with what does it."""
