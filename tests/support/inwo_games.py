"""Whole games of INWO between robots, for properties and sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import INWO_CARDS, PRESETS
from engine.inwo.deeds.questions import choices_of
from engine.inwo.game import advance, new
from engine.inwo.orders import Choose, InwoLine, InwoPolicy
from engine.inwo.robots import INWO_ROBOTS
from engine.inwo.state import DECK_SIZE, InwoOptions, InwoState, OpenAsk
from engine.inwo.view import inwo_view

CAST = ("ann", "bob", "cat", "dee", "eve", "fay")
DECKS = tuple(PRESETS.values())
CARDS = tuple(INWO_CARDS.values())
ALL_SETS = ("unlimited", "assassins", "subgenius")
GROUPS = 18
MOST_TURNS = 400


class InwoGame:
    """A game of robots on preset decks; `play` yields after each thing it waited for."""

    def __init__(
        self, seed: int, robots: Sequence[str], options: InwoOptions | None = None
    ) -> None:
        self.dice = SecretDice(f"game {seed}".encode())
        self.own = SecretDice(f"robots {seed}".encode())
        self.picks = 0
        self.robots = dict(zip(CAST, robots, strict=False))
        options = options or InwoOptions()
        decks = {seat: self.deck(at, seed + at, options) for at, seat in enumerate(self.robots)}
        begun = new(decks, options, self.dice)
        self.state: InwoState = begun.state
        self.events: list[ev.InwoEvent] = list(begun.events)

    def deck(self, at: int, number: int, options: InwoOptions) -> tuple[str, ...]:
        """A preset; with all sets, any cards that are finished, never the same in two games."""
        if len(options.sets) == 1:
            return DECKS[number % len(DECKS)]
        roots = [card.id for card in CARDS if card.family == "illuminati"]
        groups = [card.id for card in CARDS if card.family == "group"]
        cards = [card.id for card in CARDS if card.family != "illuminati"]
        chosen = [groups[self.pick(len(groups))] for _ in range(GROUPS)]
        rest = [cards[self.pick(len(cards))] for _ in range(DECK_SIZE - 1 - GROUPS)]
        return (roots[self.pick(len(roots))], *chosen, *rest)

    def pick(self, sides: int) -> int:
        self.picks += 1
        return self.own.pick(self.picks, "robot", sides)

    def policies(self) -> dict[str, tuple[InwoPolicy, ...]]:
        return {
            seat: INWO_ROBOTS[kind].policies(inwo_view(self.state, seat), seat, self.pick)
            for seat, kind in self.robots.items()
        }

    def answers(self, ask: OpenAsk) -> dict[str, tuple[InwoLine, ...]]:
        found: dict[str, tuple[InwoLine, ...]] = {}
        for seat in ask.seats:
            view, robot = inwo_view(self.state, seat), INWO_ROBOTS[self.robots[seat]]
            if ask.kind == "script":
                found[seat] = robot.lines(view, seat, self.pick)
            elif ask.kind == "question" and not self.pick(2):
                question = next(one for one in view.questions if one.key == ask.key)
                choices = choices_of(view, question)
                chosen = choices[: min(question.number, len(choices))]
                found[seat] = (InwoLine(1, Choose(chosen)),)
            elif ask.kind in ("answers", "victory"):
                found[seat] = robot.answers(view, seat, self.pick)
        return found

    def play(self) -> Iterator[InwoState]:
        while self.state.asks and self.state.turn.number < MOST_TURNS:
            ask = self.state.asks[0]
            policies = self.policies()
            stepped = advance(self.state, ask.key, self.answers(ask), policies, self.dice)
            self.state = stepped.state
            self.events += stepped.events
            yield self.state


def policies_pace(**fields: object) -> InwoOptions:
    return changed(InwoOptions(pace="policies"), **fields)
