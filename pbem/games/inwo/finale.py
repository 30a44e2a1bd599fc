"""The end of INWO: what each seat was after, what it still held, and who did what most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from engine.inwo import events as ev
from engine.inwo.state import InwoSeat, InwoState
from pbem.documents.layout.cast import person
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import capitalized
from pbem.games.contract.endings import Award, Finale, OpenedSeat, award
from pbem.games.contract.orders import GameInput
from pbem.games.contract.plain_mails import PlainReporter
from pbem.games.contract.reports import Preview
from pbem.games.inwo import attack_story, story
from pbem.games.inwo.board import board
from pbem.games.inwo.card_names import name_of, names_of
from pbem.games.inwo.preview import preview_mail
from pbem.games.inwo.world import goals

_NO_NEWS = (ev.LineSettled, ev.TriggerTested, ev.QuestionAsked, ev.PlotsHidden, ev.DiceRolled)
"""What is told to its reader alone, as his own, or by what came of it."""
_DONE = {
    "control": ("took", "failed to take"),
    "destroy": ("destroyed", "failed to destroy"),
    "disaster": ("struck", "failed to strike"),
}


class Scene(NamedTuple):
    """A part of the story: a sentence, with the sum of an attack that it tells the end of.

    A chapter is the head of what follows.
    """

    text: str
    terms: tuple[tuple[str, str], ...] = ()
    need: int = 0
    is_chapter: bool = False


def _told(events: Sequence[ev.InwoEvent], seat: str) -> Iterator[tuple[ev.InwoEvent, str]]:
    """The events that are news, each with its sentence, and nothing told twice."""
    rolls = {one.number: one.roll for one in events if isinstance(one, ev.AttackResolved)}
    for who, run in groupby(events, lambda e: e.seat if isinstance(e, ev.PlotExposed) else ""):
        some = tuple(run)
        cards = [one.card for one in some if isinstance(one, ev.PlotExposed)]
        if who:
            by = person(who, seat)
            yield some[0], f"{by.cap} expose{by.s} {names_of(cards)}."
            continue
        for event in some:
            is_told = isinstance(event, ev.DiceRolled) and rolls.get(event.number) == event.roll
            text = "" if is_told else story.format_event(event, seat)
            if text:
                yield event, text


def _scene(event: ev.InwoEvent, text: str, state: InwoState, reader: str) -> Scene:
    match event:
        case ev.InwoTurnBegan(seat, number):
            side, who = name_of(state.seat(seat).illuminati), person(seat, reader).cap
            return Scene(f"TURN {number}: {who}, for {side}", is_chapter=True)
        case ev.AttackResolved():
            outcome = attack_story.format_outcome(event, reader)
            return Scene(outcome, attack_story.sum_rows(event.terms), event.need)
    return Scene(text)


def headline(mover: str, events: Iterable[ev.InwoEvent], reader: str = "") -> str:
    """A turn in a line: what was taken, attacked and played, and by whom where not by its mover.

    Who did two things on end is named once.
    """
    texts: list[str] = []
    last = mover
    for event in events:
        if (deed := _deed(event, reader)) is not None:
            seat, text = deed
            texts.append(text if seat == last else f"{person(seat, reader)} {text}")
            last = seat
    return f"{'; '.join(texts)}." if texts else ""


def _deed(event: ev.InwoEvent, reader: str) -> tuple[str, str] | None:
    """Who did what, of that which a short account tells."""
    match event:
        case ev.CameIntoPlay(card, _, "lead"):
            return card.seat, f"led with {name_of(card.copy)}"
        case ev.CameIntoPlay(card, _, "takeover"):
            return card.seat, f"took over {name_of(card.copy)}"
        case ev.AttackResolved(seat=seat) if seat:
            done = _DONE[event.form][not event.success]
            target = attack_story.target_of(event.target, event.owner, reader)
            rolled = "" if event.total is None else f", rolled {event.total}"
            return seat, f"{done} {target} (need {event.need}{rolled})"
        case ev.PlayMade(play) if play.what == "plot":
            return play.seat, f"played {name_of(play.card)}"
        case ev.VictoryDeclared(seat):
            return seat, "declared victory"
        case ev.PlayerOut(seat):
            return seat, "were eliminated" if seat == reader else "was eliminated"
    return None


def chapters(events: Sequence[ev.InwoEvent]) -> Iterator[tuple[int, str, list[ev.InwoEvent]]]:
    """The number of each turn, whose it was, and what happened in it; the set-up is turn 0."""
    number, seat = 0, ""
    found: list[ev.InwoEvent] = []
    for event in events:
        if isinstance(event, ev.InwoTurnBegan):
            yield number, seat, found
            number, seat, found = event.number, event.seat, []
        found.append(event)
    yield number, seat, found


def _opened_seat(state: InwoState, seat: InwoSeat) -> OpenedSeat:
    """Its goals, with those in its hand, and its cards."""
    name = name_of(seat.illuminati)
    if seat.is_out:
        return OpenedSeat(seat.name, f"{name}, out of the game. Goals: {goals(state, seat.name)}.")
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

    def scenes(
        self, state: InwoState, seat: str, events: Sequence[ev.InwoEvent]
    ) -> tuple[Scene, ...]:
        """What happened, as the story of a report tells it to a seat."""
        return tuple(
            _scene(event, text, state, seat)
            for event, text in _told(self._shown(state, seat, events), seat)
        )

    def preview(
        self, game: GameInput[InwoState], preview: Preview[InwoState, ev.InwoEvent], /
    ) -> Mail:
        """With all that is hidden, for who plays no seat; lines are told apart."""
        events = [event for _, step in preview.turns for event in step.events]
        news = [one for one in events if not isinstance(one, ev.LineSettled | ev.TriggerTested)]
        story = [_scene(event, text, preview.after, "") for event, text in _told(news, "")]
        return preview_mail(game.state, preview, story)

    def _tales(self, state: InwoState, seat: str, events: Sequence[ev.InwoEvent]) -> list[str]:
        return [text for _, text in _told(self._shown(state, seat, events), seat)]

    def _shown(
        self, state: InwoState, seat: str, events: Sequence[ev.InwoEvent]
    ) -> list[ev.InwoEvent]:
        shown = (self.seen(event, seat, state) for event in events)
        return [event for event in shown if event is not None]

    def board(self, view: str, /) -> str:
        return board(view)

    def opened_seats(self, state: InwoState, /) -> tuple[OpenedSeat, ...]:
        return tuple(_opened_seat(state, seat) for seat in state.seats)

    def account(self, state: InwoState, seat: str, events: Sequence[ev.InwoEvent]) -> Iterator[str]:
        """The game so far as a seat knows it, a line a turn."""
        for number, mover, some in chapters(self._shown(state, seat, events)):
            if line := headline(mover, some, seat):
                who = person(mover, seat)
                yield f"Turn {number}, {who}: {line}" if number else f"Before turn 1: {line}"

    def finale(
        self,
        state: InwoState,
        context: MailContext,
        turns: Mapping[int, Sequence[ev.InwoEvent]],
        /,
    ) -> Finale:
        plain = super().finale(state, context, turns)
        movers = {
            event.number: event.seat
            for events in turns.values()
            for event in events
            if isinstance(event, ev.InwoTurnBegan)
        }
        known = {turn: self._shown(state, "", events) for turn, events in turns.items()}
        lines = {turn: headline(movers.get(turn, ""), events) for turn, events in known.items()}
        names = tuple(f"{one.name} " for one in state.seats)
        capital = {
            turn: line if line.startswith(names) else capitalized(line)
            for turn, line in lines.items()
        }
        return replace(plain, headlines=capital)

    def opens(self, event: ev.InwoEvent, /) -> bool:
        return not isinstance(event, _NO_NEWS)

    def awards(self, state: InwoState, events: Sequence[ev.InwoEvent], /) -> tuple[Award, ...]:
        return tuple(_awards(state, events))
