"""The end of INWO: what each seat was after, what it still held, and who did what most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.inwo import events as ev
from engine.inwo.state import InwoSeat, InwoState
from pbem.games.contract.endings import Award, OpenedSeat, award
from pbem.games.contract.plain_mails import PlainReporter
from pbem.games.inwo import story
from pbem.games.inwo.board import board
from pbem.games.inwo.story import name_of, names_of
from pbem.games.inwo.world import goals

_NO_NEWS = (ev.LineSettled, ev.TriggerTested, ev.QuestionAsked, ev.PlotsHidden)
"""What is told to its reader alone, as his own, or by what came of it."""


def _opened_seat(state: InwoState, seat: InwoSeat) -> OpenedSeat:
    """Its goals, with those in its hand, and its cards."""
    name = name_of(seat.illuminati)
    if seat.is_out:
        return OpenedSeat(seat.name, f"{name}, out of the game.")
    plots, groups = names_of(seat.plots), names_of(seat.groups)
    held = (f"Plots in hand: {plots or 'none'}.", f"Group cards in hand: {groups or 'none'}.")
    return OpenedSeat(seat.name, f"{name}. Goals: {goals(state, seat.name)}.", held)


def _awards(state: InwoState, events: Sequence[ev.InwoEvent]) -> Iterator[Award]:
    """Titles for what was done most."""
    seats = [seat.name for seat in state.seats]
    announced = [one.attack.seat for one in events if isinstance(one, ev.AttackAnnounced)]
    ended = [one for one in events if isinstance(one, ev.AttackEnded)]
    vain = [one.seat for one in ended if one.result == "none" and not one.is_called_off]
    played = [one.play for one in events if isinstance(one, ev.PlayMade | ev.AttackJoined)]
    ruined = [one.loser for one in events if isinstance(one, ev.GroupDestroyed)]
    for title, counts, why, least in (
        ("The Itchy Trigger Finger", Counter(announced), "{} attacks", 3),
        ("The Wrong Side of the Dice", Counter(vain), "{} attacks that came to nothing", 2),
        ("The Meddler", Counter(one.seat for one in played), "{} plays, wanted or not", 3),
        ("The Smoking Crater", Counter(ruined), "{} cards destroyed by others", 2),
    ):
        known = {seat: counts[seat] for seat in seats if counts[seat]}
        yield from award(title, known, f"{why}.", least=least)


class InwoFinale(PlainReporter[InwoState, ev.InwoEvent]):
    """What is told of events, and of the end."""

    def format_event(self, event: ev.InwoEvent, seat: str, /) -> str:
        return story.format_event(event, seat)

    def board(self, view: str, /) -> str:
        return board(view)

    def opened_seats(self, state: InwoState, /) -> tuple[OpenedSeat, ...]:
        return tuple(_opened_seat(state, seat) for seat in state.seats)

    def opens(self, event: ev.InwoEvent, /) -> bool:
        return not isinstance(event, _NO_NEWS)

    def awards(self, state: InwoState, events: Sequence[ev.InwoEvent], /) -> tuple[Award, ...]:
        return tuple(_awards(state, events))
