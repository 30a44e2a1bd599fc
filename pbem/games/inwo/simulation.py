"""Whole games of INWO between robots, one after another, each from a key, and summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from engine.core.dice import Dice, SecretDice
from engine.inwo import events as ev
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.game import advance
from engine.inwo.orders import InwoLine, InwoPolicy
from engine.inwo.robots import INWO_ROBOTS, InwoRobot
from engine.inwo.robots.dice import answers_to_dice
from engine.inwo.state import InwoOptions, InwoState, OpenAsk
from engine.inwo.view import inwo_view
from pbem.games.contract.simulations import (
    MOST_ROUNDS,
    SEATS,
    LineUps,
    NumberedGame,
    SimulatedGame,
    counted,
    intervals,
    simulated,
    summed_up,
)
from pbem.games.contract.tools import SimulationPlan
from pbem.games.inwo import rules
from pbem.games.inwo.options import SETS, players_for

LINE_UPS = LineUps(tuple(INWO_ROBOTS), tuple(INWO_ROBOTS))
POLICIES = InwoOptions(pace="policies")
FORMS = (
    POLICIES,
    InwoOptions(),
    InwoOptions(pace="policies", cards="portrait"),
    InwoOptions(pace="policies", cards="free"),
    InwoOptions(pace="policies", house="pittsburgh"),
    InwoOptions(pace="policies", basic_goal=8, copies=3, table_cards=False),
    InwoOptions(pace="policies", game_form="one-big-deck"),
    InwoOptions(pace="policies", decks="common-groups"),
    InwoOptions(windows=("M2", "M5", "M6", "M7", "M9")),
    InwoOptions(pace="policies", game_form="subgenius", sets=("subgenius",)),
    InwoOptions(pace="table", roll_window="open", hand_in_play=True, devastated_half="last"),
    InwoOptions(game_form="one-big-deck", sets=SETS),
    InwoOptions(pace="policies", decks="common-groups", sets=SETS, deck_size=15),
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
unfinished         their numbers, and what of their form is not standard;
                   --only NUMBER plays one again
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
        if ask.kind == "rolls":
            return tuple(InwoLine(1, order) for order in answers_to_dice(view, seat))
        return ()


def play_inwo(
    key: bytes, kinds: Sequence[str], options: InwoOptions = POLICIES
) -> tuple[SimulatedGame, InwoPlay]:
    """One game of robots from its key, audited after every step."""
    play = InwoPlay(key, kinds, options)
    failed: list[str] = []
    most = MOST_ROUNDS * len(kinds)
    while play.state.asks and play.state.turn.number < most and not failed:
        play.step()
        failed = list(audit_inwo(play.state))
    turns = sum(isinstance(event, ev.InwoTurnEnded) for event in play.events)
    return (
        SimulatedGame(
            rounds=-(-turns // len(kinds)),
            turns=turns,
            orders=play.orders,
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


def _numbered(game: NumberedGame) -> SimulatedGame:
    plan = game.plan
    forms = [form for form in FORMS if plan.players in players_for(form)]
    options = forms[game.number % len(forms)] if plan.variant == "random" else POLICIES
    line_up = LINE_UPS.seated(plan.robots, plan.players, game.number)
    played = play_inwo(game.key, line_up, options)[0]
    played.number, played.form = game.number, _unusual(options)
    return played


def _unusual(options: InwoOptions) -> dict[str, Any]:
    """Those that differ from the standard game."""
    usual = asdict(POLICIES)
    return {name: value for name, value in asdict(options).items() if value != usual[name]}


def simulate(plan: SimulationPlan) -> Iterator[SimulatedGame]:
    """The games of a plan; RulesetError for robots that there are not."""
    LINE_UPS.named(plan.robots)
    return simulated(plan, _numbered)


def summary(games: Sequence[SimulatedGame]) -> dict[str, Any]:
    """What `pbem simulate --json` prints."""
    counts = counted(games)
    return {
        **summed_up(games),
        "attacks": counts["AttackAnnounced"],
        "captures": counts["captured"],
        "destroyed": counts["destroyed"],
        "eliminations": counts["PlayerOut"],
        "plots_played": counts["PlayMade"],
        "intervals": intervals(games),
    }
