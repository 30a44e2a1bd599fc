"""Turns in one line each: who did what, what was needed, what was rolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.illuminati import events as ev
from pbem.documents.layout.cast import NamedPlayer, listed, person
from pbem.games.illuminati.report.parts.names import short_name
from pbem.games.illuminati.report.parts.story import OPENS, opening

_DID = {"control": "took", "neutralize": "freed", "destroy": "destroyed"}
_TRIED = {"control": "take", "neutralize": "free", "destroy": "destroy"}
_ENDS = (ev.TurnEnded, ev.TurnPaused)
QUIET = "nothing that anyone will admit to"


@dataclass(frozen=True, slots=True)
class TurnEvents:
    """The events of one turn; number 0 is the set-up."""

    number: int
    seat: str | None
    events: tuple[ev.Event, ...]

    @property
    def has_ended(self) -> bool:
        """Whether the turn, or a part of it, was run to its end."""
        return any(isinstance(event, _ENDS) for event in reversed(self.events))


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """A turn in short; every deed is a sentence without its full stop."""

    number: int
    seat: NamedPlayer | None
    deeds: tuple[str, ...]

    @property
    def line(self) -> str:
        who = self.seat or "all"
        return f"Turn {self.number}, {who}: {'; '.join(self.deeds) or QUIET}."


def turn_events(events: Sequence[ev.Event], turn: int) -> tuple[TurnEvents, ...]:
    """The events by turns, of which `turn` is the one now open."""
    number, seat = opening(events, turn)
    found: list[TurnEvents] = []
    page: list[ev.Event] = []
    for event in events:
        if isinstance(event, OPENS):
            found.append(TurnEvents(number, seat, tuple(page)))
            number, seat, page = event.number, event.seat, []
        elif isinstance(event, ev.TurnEnded):
            number, seat = event.number, event.seat
        page.append(event)
    found.append(TurnEvents(number, seat, tuple(page)))
    return tuple(page for page in found if page.events)


def summaries(events: Sequence[ev.Event], turn: int, reader: str) -> tuple[TurnSummary, ...]:
    """Every turn among the events in short, as one reader is told it; each turn once.

    In a round a turn opens with all others, perhaps with nothing to tell, and is run later.
    """
    found: dict[int, TurnSummary] = {}
    for page in turn_events(events, turn):
        summary = summary_of(page, reader)
        if page.number in found:
            opened = found[page.number]
            found[page.number] = replace(summary, deeds=(*opened.deeds, *summary.deeds))
        elif summary.deeds or page.has_ended:
            found[page.number] = summary
    return tuple(found[number] for number in sorted(found))


def summary_of(page: TurnEvents, reader: str) -> TurnSummary:
    """One page in short."""
    seat = None if page.seat is None else person(page.seat, reader)
    return TurnSummary(page.number, seat, tuple(deeds(page, reader)))


def deeds(page: TurnEvents, reader: str) -> Iterator[str]:
    """What was done in a turn, attacks with the money of both sides."""
    spent = {True: 0, False: 0}
    for event in page.events:
        if isinstance(event, ev.Announced):
            spent = {True: 0, False: 0}
        elif isinstance(event, ev.Spent):
            spent[event.is_for] += sum(amount for _, amount in event.payments)
        elif isinstance(event, ev.Attacked):
            yield _attack(event, spent[True], spent[False], reader)
        elif text := _deed(event, page.seat, reader):
            yield text


def _attack(event: ev.Attacked, paid_for: int, paid_against: int, reader: str) -> str:
    did = _DID[event.form] if event.success else f"failed to {_TRIED[event.form]}"
    whose = _whose(event, reader)
    money = [f"{paid_for} MB for it"] if paid_for else []
    money += [f"{paid_against} MB against"] if paid_against else []
    figures = ", ".join([f"need {event.need}, rolled {event.total}", *money])
    return f"{short_name(event.attacker)} {did} {short_name(event.target)}{whose} ({figures})"


def _whose(event: ev.Attacked, reader: str) -> str:
    if event.owner is None or event.owner == event.seat:
        return ""
    owner = person(event.owner, reader)
    if event.form == "destroy":
        return ", one of yours" if owner.is_you else f", one of {owner.of}"
    return f" from {owner}"


def _deed(event: ev.Event, mover: str | None, reader: str) -> str:  # noqa: C901, PLR0911, PLR0912
    """One row an event; what is not in it is too small for a line."""
    match event:
        case ev.CalledOff():
            return f"called off {short_name(event.attacker)} against {short_name(event.target)}"
        case ev.NotMade():
            attacker, target = short_name(event.attacker), short_name(event.target)
            return f"did not make the announced attack on {target} with {attacker}"
        case ev.Passed():
            return "no deed, which is a pass" if event.is_silent else "passed"
        case ev.Drew() if event.card is not None and not event.is_special:
            return f"turned up {short_name(event.card)}"
        case ev.Bribed():
            return f"bribed {short_name(event.target)}"
        case ev.Played():
            return f"{_by(event.seat, mover, reader)}played {short_name(event.card)}"
        case ev.Cancelled():
            return f"{_by(event.seat, mover, reader)}cancelled {short_name(event.special)}"
        case ev.Freed() if event.why == "dropped":
            return f"dropped {short_name(event.cards[0])}"
        case ev.Revived():
            return f"brought back {short_name(event.card)}"
        case ev.GaveGroup():
            by = _by(event.seat, mover, reader)
            return f"{by}gave {short_name(event.card)} to {person(event.to, reader)}"
        case ev.GaveMoney():
            sum_ = "some money" if event.amount is None else f"{event.amount} MB"
            return f"{_by(event.seat, mover, reader)}gave {sum_} to {person(event.to, reader)}"
        case ev.GaveSpecial():
            return f"{_by(event.seat, mover, reader)}gave a Special to {person(event.to, reader)}"
        case ev.Traded():
            return f"{person(event.seat, reader)} and {person(event.to, reader)} traded"
        case ev.TurnSkipped():
            return "lost the turn"
        case ev.Eliminated():
            who = person(event.seat, reader)
            return f"{who} {'were' if who.is_you else 'was'} eliminated"
        case ev.Resigned():
            return f"{person(event.seat, reader)} left the game"
        case ev.Won():
            winners = [str(person(seat, reader)) for seat, _ in event.winners]
            return f"{listed(winners)} won the game"
    return ""


def _by(seat: str, mover: str | None, reader: str) -> str:
    """Who did it, where it was not the one whose turn it was."""
    return "" if seat == mover else f"{person(seat, reader)} "
