"""One game of robots after another, each from a key; robots write, the language reads (R12.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from engine.core.dice import Dice, SecretDice
from engine.illuminati import events as ev
from engine.illuminati.audit import audit
from engine.illuminati.game import resolve
from engine.illuminati.gametable import Instructions, Policies
from engine.illuminati.orders import Line, Order, Policy, Script
from engine.illuminati.robots import Chooser, chooser
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.setup import new_game
from engine.illuminati.turn.upkeep import scripts_wanted
from engine.illuminati.view import view
from pbem.games.contract.simulations import (
    MOST_ROUNDS,
    SEATS,
    LineUps,
    SimulatedGame,
)
from pbem.games.illuminati.robots import (
    ROBOTS,
    RobotLetter,
    deals_letter,
    goal_letter,
    policy_letter,
    turn_letter,
)

LINE_UPS = LineUps(tuple(ROBOTS), ("random", "greedy", "planner"))
STANDARD = GameOptions()


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """One call of the rules: the set-up, an act outside a turn, or a turn, with what came of it."""

    what: Literal["new", "act", "turn"]
    seat: str
    script: Script
    state: State
    events: tuple[ev.Event, ...]
    policies: Policies = field(default_factory=dict)


OnStep = Callable[[PlayedStep], None]


def _nothing(step: PlayedStep) -> None:
    return


def play_game(
    key: bytes,
    players: int,
    robots: str,
    watch: OnStep = _nothing,
    options: GameOptions = STANDARD,
) -> SimulatedGame:
    """One game of robots from its key; `watch` sees every step, `robots` take the seats in turn."""
    table = _Table(key, LINE_UPS.seated(robots, players), options, watch)
    table.choose_goals()
    while not table.is_over:
        table.trade()
        table.play_turn()
    return table.game()


class _Table:
    """A game under way with its robots."""

    def __init__(
        self, key: bytes, kinds: tuple[str, ...], options: GameOptions, watch: OnStep
    ) -> None:
        self.dice: Dice = SecretDice(key)
        self.own_dice: Dice = SecretDice(key + b":robots")
        self.options, self.watch = options, watch
        self.robots = dict(zip(SEATS, kinds, strict=False))
        self.counts: Counter[str] = Counter()
        self.failed: list[str] = []
        self.goals: tuple[str, ...] = ()
        self.turns = self.orders = 0
        self.filed: dict[str, Script] = {}
        outcome = new_game(SEATS[: len(kinds)], options, self.dice)
        self.state = outcome.state
        self._took(PlayedStep("new", "", (), outcome.state, outcome.events))

    @property
    def is_over(self) -> bool:
        is_late = self.turns >= MOST_ROUNDS * len(self.robots)
        return bool(self.state.winners or self.failed or is_late)

    def choose_goals(self) -> None:
        """Secret goals of those who may choose one (R1.5)."""
        for seat in self.state.seats:
            self._act(seat.name, self._ask(goal_letter, seat.name, "goal"))

    def trade(self) -> None:
        """Everyone's offers and answers, the seat to move first (R9.1)."""
        mover = self.state.turn.seat
        if mover in self.filed:
            return  # A round runs its scripts in one go (R12.2).
        for seat in [mover, *(other.name for other in self.state.seats_after(mover))]:
            self._act(seat, self._ask(deals_letter, seat, "deals"))

    def play_turn(self) -> None:
        """The turn of the seat to move, with what the others want done in it."""
        mover = self.state.turn.seat
        policies: dict[str, tuple[Policy, ...]] = {}
        for other in self.state.seats_after(mover):
            orders = self._ask(policy_letter, other.name, "policies").orders
            policies[other.name] = tuple(o for o in orders if isinstance(o, Policy))
        if mover not in self.filed:
            wanted = scripts_wanted(self.state)
            self.filed = {seat: self._ask(turn_letter, seat, "turn").script for seat in wanted}
        script = self.filed.pop(mover, ())
        outcome = resolve(self.state, script, self.dice, Instructions(policies))
        self.turns += any(isinstance(event, ev.TurnEnded) for event in outcome.events)
        self.orders += len(script)
        self._took(PlayedStep("turn", mover, script, outcome.state, outcome.events, policies))

    def _ask(
        self,
        write: Callable[[str, object, GameOptions, Chooser], RobotLetter]
        | Callable[..., RobotLetter],
        seat: str,
        purpose: str,
    ) -> RobotLetter:
        """A robot's letter; what of it is not read as it was meant is a fault."""
        turn = self.state.turn
        part = f":{turn.parts}" if turn.parts else ""
        choose = chooser(self.own_dice, f"{purpose}:{turn.number}:{seat}{part}")
        letter = write(self.robots[seat], view(self.state, seat), self.options, choose)
        self.failed += [f"{seat}: {line!r} is read otherwise" for line in letter.misread]
        return letter

    def _act(self, seat: str, letter: RobotLetter) -> None:
        orders: tuple[Order, ...] = letter.orders
        if not orders or self.state.winners:
            return
        script = tuple(Line(number, order) for number, order in enumerate(orders, 1))
        outcome = act(self.state, seat, script, self.dice)
        self._took(PlayedStep("act", seat, script, outcome.state, outcome.events))

    def _took(self, step: PlayedStep) -> None:
        self.state = step.state
        self.watch(step)
        self.failed += audit(step.state)
        self.counts.update(_kinds(step.events))
        _count_money(step.events, step.seat, self.counts)
        for event in step.events:
            if isinstance(event, ev.Won):
                self.goals = tuple(kind for _, kind in event.winners)

    def game(self) -> SimulatedGame:
        """What came of it."""
        return SimulatedGame(
            rounds=-(-self.turns // len(self.robots)),
            turns=self.turns,
            orders=self.orders,
            winners=self.state.winners,
            goals=self.goals,
            illuminati={seat.name: seat.illuminati for seat in self.state.seats},
            robots=self.robots,
            failed=self.failed,
            counts=self.counts,
        )


def _kinds(events: Iterable[ev.Event]) -> Iterator[str]:
    for event in events:
        yield type(event).__name__
        if isinstance(event, ev.Attacked) and event.success:
            yield event.form
        if isinstance(event, ev.Captured) and event.owner is not None:
            yield "from-player"


def _count_money(events: Iterable[ev.Event], mover: str, counts: Counter[str]) -> None:
    """MB spent in attacks by who spent them: the attacker, the owner, anybody else (R5.7)."""
    owner: str | None = None
    for event in events:
        if isinstance(event, ev.Announced):
            owner = event.owner
        elif isinstance(event, ev.Spent):
            spender = {mover: "attacker", owner: "owner"}.get(event.seat, "outsider")
            counts[f"spent:{spender}"] += sum(amount for _, amount in event.payments)
