"""Whole games of INWO between robots, one after another, each from a key, and summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from engine.core.dice import Dice, SecretDice
from engine.inwo import events as ev
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import advance
from engine.inwo.orders import InwoLine, InwoPolicy
from engine.inwo.robots import INWO_ROBOTS, InwoRobot
from engine.inwo.state import InwoOptions, InwoState, OpenAsk
from engine.inwo.view import inwo_view
from pbem.games.contract.figures import mean, percentile, rate, robots_summed
from pbem.games.contract.tools import SimulationPlan
from pbem.games.contract.values import RulesetError
from pbem.games.inwo import rules

SEATS = ("ann", "bob", "cat", "dee", "eve", "fay", "gus", "hal")
MIXED = "mixed"
MOST_ROUNDS = 150
"""Rounds after which a game is given up as unfinished."""
CHUNK = 4
"""Games a process takes at a time."""
POLICIES = InwoOptions(pace="policies")
FORMS = (
    POLICIES,
    InwoOptions(),
    InwoOptions(pace="policies", cards="portrait"),
    InwoOptions(pace="policies", cards="free"),
    InwoOptions(pace="policies", house="pittsburgh"),
    InwoOptions(pace="policies", basic_goal=8, copies=3, table_cards=False),
)
"""The forms of the game that random options go through, game by game (I30.6)."""
_EXPLAINED = """\
\\b
random   any legal order, for finding what breaks
greedy   the takeover and the attacks that gain most for their chance;
         guards what it has
planner  of a few scripts the one that brings it nearest to a Goal;
         opposes what others attack
easy     takes Groups over, attacks every third turn, defends nothing
mixed    one of each in turn

\\b
finished           games with a winner; others broke a rule or took more
                   than 150 rounds
failed invariants  what the audit found wrong, 0 if the rules hold
rounds             of finished games: a tenth took at most p10, half at most
                   the median, nine tenths at most p90
wins, goals        by Illuminati and by Goal; a shared victory counts for each
robots             share: per cent of the victories, with the ends low and
                   high of its 95 % interval; fair: the kind's per cent of
                   the seats
"""


def explained() -> str:
    """What the robots do, and what the figures mean."""
    return _EXPLAINED


@dataclass(slots=True)
class InwoGame:
    """One game played out; `goals` are what its winners declared."""

    rounds: int
    turns: int
    winners: tuple[str, ...]
    goals: tuple[str, ...]
    illuminati: dict[str, str]
    robots: dict[str, str]
    failed: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def is_finished(self) -> bool:
        return bool(self.winners)


class InwoPlay:
    """A game under way with its robots, who answer by standing orders or when they are asked."""

    def __init__(self, key: bytes, kinds: Sequence[str], options: InwoOptions = POLICIES) -> None:
        self.dice: Dice = SecretDice(key)
        self._own, self._picks = SecretDice(key + b":robots"), 0
        self.robots = dict(zip(SEATS, kinds, strict=False))
        begun = rules.new(tuple(self.robots), options, self.dice, {})
        self.state: InwoState = begun.state
        self.events: list[ev.InwoEvent] = list(begun.events)
        self.orders = 0

    def pick(self, sides: int) -> int:
        self._picks += 1
        return self._own.pick(self._picks, "robot", sides)

    def step(self) -> None:
        """What is asked first is answered, and the game goes on."""
        ask = self.state.asks[0]
        policies = {seat: self._policies(seat) for seat in self.robots}
        answers = {seat: self._answers(ask, seat) for seat in ask.seats}
        self.orders += sum(map(len, answers.values()))
        done = advance(self.state, ask.key, answers, policies, self.dice)
        self.state = done.state
        self.events += done.events

    def _mind(self, seat: str) -> InwoRobot:
        return INWO_ROBOTS[self.robots[seat]]

    def _policies(self, seat: str) -> tuple[InwoPolicy, ...]:
        return self._mind(seat).policies(inwo_view(self.state, seat), seat, self.pick)

    def _answers(self, ask: OpenAsk, seat: str) -> tuple[InwoLine, ...]:
        view = inwo_view(self.state, seat)
        if ask.kind == "script":
            return self._mind(seat).lines(view, seat, self.pick)
        if ask.kind in ("answers", "victory"):
            return self._mind(seat).answers(view, seat, self.pick)
        return ()


def play_inwo(
    key: bytes, kinds: Sequence[str], options: InwoOptions = POLICIES
) -> tuple[InwoGame, InwoPlay]:
    """One game of robots from its key, audited after every step."""
    play = InwoPlay(key, kinds, options)
    failed: list[str] = []
    most = MOST_ROUNDS * len(kinds)
    while play.state.asks and play.state.turn.number < most and not failed:
        play.step()
        failed = list(audit_inwo(play.state))
    turns = sum(isinstance(event, ev.InwoTurnEnded) for event in play.events)
    return (
        InwoGame(
            rounds=-(-turns // len(kinds)),
            turns=turns,
            winners=play.state.winners,
            goals=_goals(play),
            illuminati={seat.name: card_id(seat.illuminati) for seat in play.state.seats},
            robots=play.robots,
            failed=failed,
            counts=Counter(_kinds(play.events)),
        ),
        play,
    )


def _goals(play: InwoPlay) -> tuple[str, ...]:
    """By which cards the winners have won."""
    declared = play.state.turn.declared
    return tuple(card_id(card) for seat in play.state.winners for card in declared.get(seat, ()))


def _kinds(events: Sequence[ev.InwoEvent]) -> Iterator[str]:
    for event in events:
        yield type(event).__name__
        if isinstance(event, ev.AttackEnded) and event.result != "none":
            yield event.result


def _named(words: str) -> tuple[str, ...]:
    """The kinds meant by `greedy`, `greedy,random` or `mixed`; RulesetError for no such kind."""
    found: list[str] = []
    for kind in (word.strip() for word in words.split(",")):
        if kind != MIXED and kind not in INWO_ROBOTS:
            known = ", ".join((*INWO_ROBOTS, MIXED))
            raise RulesetError(f"{kind!r} is no robot; there are {known}")
        found += INWO_ROBOTS if kind == MIXED else [kind]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _NumberedGame:
    plan: SimulationPlan
    number: int


def _numbered(task: _NumberedGame) -> InwoGame:
    plan, kinds = task.plan, _named(task.plan.robots)
    line_up = [kinds[(seat + task.number) % len(kinds)] for seat in range(plan.players)]
    options = FORMS[task.number % len(FORMS)] if plan.variant == "random" else POLICIES
    return play_inwo(f"{plan.seed}:{task.number}".encode(), line_up, options)[0]


def simulate(plan: SimulationPlan) -> Iterator[InwoGame]:
    """Games in their order, the same for the same seed however many processes play them.

    RulesetError for robots that there are not.
    """
    _named(plan.robots)
    tasks = [_NumberedGame(plan, number) for number in range(plan.games)]
    return map(_numbered, tasks) if plan.jobs == 1 else _together(tasks, plan.jobs)


def _together(tasks: Sequence[_NumberedGame], jobs: int) -> Iterator[InwoGame]:
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_numbered, tasks, chunksize=CHUNK)


def summary(games: Sequence[InwoGame]) -> dict[str, Any]:
    """What `pbem simulate --json` prints; rounds are those of finished games."""
    finished = [game for game in games if game.is_finished]
    rounds = [game.rounds for game in finished]
    counts: Counter[str] = sum((game.counts for game in games), Counter())
    wins = Counter(game.illuminati[name] for game in games for name in game.winners)
    dealt = Counter(card for game in games for card in game.illuminati.values())
    goals = Counter(goal for game in games for goal in game.goals)
    return {
        "games": len(games),
        "finished": len(finished),
        "failed_invariants": sum(len(game.failed) for game in games),
        "rounds": {
            "p10": percentile(rounds, 10),
            "median": percentile(rounds, 50),
            "p90": percentile(rounds, 90),
        },
        "wins": dict(sorted(wins.items())),
        "goals": dict(sorted(goals.items())),
        "robots": robots_summed(games),
        "turns": sum(game.turns for game in games),
        "attacks": counts["AttackAnnounced"],
        "captures": counts["captured"],
        "destroyed": counts["destroyed"],
        "eliminations": counts["PlayerOut"],
        "plots_played": counts["PlayMade"],
        "intervals": {
            "wins": {card: rate(wins[card], dealt[card]) for card in sorted(dealt)},
            "goals": {goal: rate(goals[goal], len(finished)) for goal in sorted(goals)},
            "rounds": mean(rounds),
        },
    }
