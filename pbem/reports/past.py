"""The game so far: a line a turn, or what happened in one turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.illuminati import events as ev
from engine.illuminati.view import View
from pbem.reports.about import About, Mail
from pbem.reports.cast import listed, person, short_name
from pbem.reports.gist import DID, QUIET, TRIED
from pbem.reports.letterhead import letterhead
from pbem.reports.render import render
from pbem.reports.story import chapters


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A turn that was run, with its events as `seen` by the reader."""

    number: int
    seat: str
    events: tuple[ev.Event, ...]


@dataclass(frozen=True, slots=True)
class PastRow:
    """A turn on one line; `who` moved."""

    number: int
    who: str
    did: str


def history_mail(about: About, view: View, turns: Sequence[PastTurn]) -> Mail:
    """Every turn on a line of its own, oldest first."""
    rows = [
        PastRow(turn.number, person(turn.seat, view.seat).cap, told_short(turn, view.seat))
        for turn in turns
    ]
    return render("history", {"head": letterhead(about), "rows": rows, "asked": 0, "story": []})


def one_turn_mail(about: About, view: View, number: int, turns: Sequence[PastTurn]) -> Mail:
    """What happened in one turn, told as in the report; no turns if there was none."""
    plays = {seat.name: seat.illuminati for seat in view.seats}
    events = [event for turn in turns for event in turn.events]
    story = chapters(about.game, number, events, about.seat, plays, zone=about.zone)
    shown = [chapter for chapter in story if chapter.number == number]
    context = {"head": letterhead(about), "rows": [], "asked": number, "story": shown}
    return render("history", context)


def told_short(turn: PastTurn, reader: str) -> str:
    """The deeds of a turn in a few words: `took Yuppies (need 9, rolled 7)`."""
    deeds = [deed for event in turn.events for deed in _deeds(event, reader)]
    return "; ".join(deeds) or QUIET


def _deeds(event: ev.Event, reader: str) -> Iterator[str]:
    match event:
        case ev.Attacked():
            target = short_name(event.target)
            words = DID if event.success else TRIED
            did = words[event.form] if event.success else f"failed to {words[event.form]}"
            owner = event.owner and event.owner != event.seat
            whose = f" of {person(event.owner, reader)}" if owner else ""
            yield f"{did} {target}{whose} (need {event.need}, rolled {event.total})"
        case ev.CalledOff():
            yield f"called off {short_name(event.target)}"
        case ev.Passed():
            yield "passed"
        case ev.TurnSkipped():
            yield "lost the turn"
        case ev.Eliminated() | ev.Resigned():
            who = person(event.seat, reader)
            yield f"{who} {'were' if who.is_you else 'was'} out"
        case ev.Bribed():
            yield f"bribed {short_name(event.laid[0].card)}"
        case ev.Won():
            winners = [str(person(seat, reader)) for seat, _ in event.winners]
            yield f"the game was won by {listed(winners)}"
