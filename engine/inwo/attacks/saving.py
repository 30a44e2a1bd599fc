"""An Illuminati that attacks once without a token, and spends none in that turn (I38.80)."""

from __future__ import annotations

from engine.inwo.facts import Facts

FREE_ATTACK = "free-attack"
"""What a seat has used whose Illuminati has attacked so."""


def is_saving(known: Facts, copy: str) -> bool:
    """Whether a Plot keeps an Illuminati from spending tokens in this turn."""
    notes = (note for note in known.changes if note.stat == "free-attack")
    return any(known.state.seat(note.on).illuminati == copy for note in notes)


def is_free(known: Facts, attacker: str) -> bool:
    """Whether an Illuminati may attack without a token, as a Plot lets it once."""
    seat = known.state.controller(attacker)
    is_used = seat is not None and FREE_ATTACK in known.state.seat(seat).used
    return not is_used and is_saving(known, attacker)
