"""What begins and ends by the clock of a game: offers, free days and evenings (I21.4, I33.7)."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.reach import is_off_hours
from engine.inwo.state import OFF_HOURS, InwoState
from pbem.games.contract.values import Filed

_EVENING = 17
"""The hour at which it begins (I33.7)."""


def free_time(state: InwoState, filed: Filed) -> tuple[ev.InwoEvent, ...]:
    """What begins or ends with a free day or an evening, if a card asks for it (I33.7).

    It is fixed for an attack that is under way.
    """
    if filed.here is None or state.attack is not None:
        return ()
    here = filed.here
    is_free = here.at.weekday() > 4 or here.is_holiday or here.at.hour >= _EVENING
    if is_free is is_off_hours(state.changes):
        return ()
    if not is_free:
        return (ev.ChangesEnded(OFF_HOURS.until),)
    is_asked = any(_asks_the_clock(copy) for copy in state.table)
    return (ev.ChangeBegan(OFF_HOURS),) if is_asked else ()


def _asks_the_clock(copy: str) -> bool:
    return any(isinstance(one, ab.StatChange) and one.off_hours for one in card_of(copy).abilities)


def over_by_clock(state: InwoState, filed: Filed, at: datetime) -> tuple[ev.InwoEvent, ...]:
    """Offers whose day has passed are closed (I21.4), and free time begins or ends (I33.7)."""
    now = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")
    over = (deal for deal in state.deals if deal.expires[:1].isdecimal() and deal.expires < now)
    return (*free_time(state, filed), *(ev.DealEnded(deal, "expired") for deal in over))
