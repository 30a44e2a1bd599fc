"""How fast the engine is: random legal play with the event log on, in CPU seconds of one core."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve import replay
from engine.illuminati.game import GameOptions, Instructions, act, new_game, options, resolve, view
from engine.illuminati.state import State
from engine.illuminati.view import View
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue
from pbem.games.contract.tools import Bars, BenchFigures, SampleGame, SampleReport, SampleReports
from pbem.games.illuminati.codec import decode_events, encode_events, encode_state, encode_view
from pbem.games.illuminati.language import Vocabulary, format_order, vocabulary_for
from pbem.games.illuminati.report.mails.turn import ToldTurn, told_turn, turn_report
from pbem.games.illuminati.report.picture import picture
from pbem.games.illuminati.report.picture.ink import card_image
from pbem.games.illuminati.simulation.play import SEATS, PlayedStep, play_game

PLAYERS = 4
GAMES_A_RUN = 6
OPTIONS_A_RUN = 300

BARS: Bars = {
    "orders_per_cpu_s": ("at least", 7_500),
    "replay_game_s": ("under", 0.1),
    "options_median_ms": ("under", 2.0),
    "state_bytes": ("under", 100_000),
}
"""What each figure must keep to."""


@dataclass(slots=True)
class _Tape:
    """One game as it was played, step by step."""

    key: bytes
    steps: list[PlayedStep] = field(default_factory=list)

    @property
    def events(self) -> list[ev.Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def orders(self) -> int:
        """Orders that were carried out, in scripts and outside; those refused do not count."""
        acts = sum(len(step.script) for step in self.steps if step.what == "act" and step.events)
        return acts + sum(isinstance(e, ev.LineRuled) and not e.reason for e in self.events)


def bench_engine(runs: int, seed: str) -> BenchFigures:
    """Best of several runs of each figure; an order is a line of a script that was carried out.

    `orders_per_cpu_s` is the time of the rules alone: set-up, every turn with its events, income
    and draw, for scripts that random robots made beforehand. `robot_orders_per_cpu_s` counts the
    robots' thinking, their letters written and read, and an audit after every turn too. Replay is
    from the stored text of the longest game's events. A run has games of four random robots.
    """
    tapes = [_Tape(f"{seed}:{number}".encode()) for number in range(GAMES_A_RUN)]
    thinking = _play_s(tapes)
    orders = sum(tape.orders for tape in tapes)
    longest = max(tapes, key=lambda tape: len(tape.events))
    states = [step.state for tape in tapes for step in tape.steps if not step.state.winners]
    states = states[:: max(len(states) // OPTIONS_A_RUN, 1)]
    return {
        "orders_per_cpu_s": round(orders / min(_rules_s(tapes) for _ in range(runs)), 1),
        "robot_orders_per_cpu_s": round(orders / thinking, 1),
        "replay_game_s": round(min(_replay_s(longest) for _ in range(runs)), 5),
        "options_median_ms": round(min(_options_ms(states) for _ in range(runs)), 4),
        "state_bytes": max(len(encode_state(state)) for state in states),
        "orders_in_run": orders,
        "events_in_replay": len(longest.events),
    }, BARS


def _play_s(tapes: list[_Tape]) -> float:
    """CPU seconds of whole games with robots and audits; the tapes are filled."""
    began = time.process_time()
    for tape in tapes:
        play_game(tape.key, PLAYERS, "random", tape.steps.append)
    return time.process_time() - began


def _rules_s(tapes: list[_Tape]) -> float:
    """CPU seconds of the same games played again from their scripts."""
    began = time.process_time()
    logs = [_played_again(tape) for tape in tapes]
    spent = time.process_time() - began
    assert logs == [tape.events for tape in tapes], "the same scripts made another game"
    return spent


def _played_again(tape: _Tape) -> list[ev.Event]:
    dice = SecretDice(tape.key)
    outcome = new_game(SEATS[:PLAYERS], GameOptions(), dice)
    log = list(outcome.events)
    for step in tape.steps[1:]:
        said = Instructions(step.policies)
        if step.what == "act":
            outcome = act(outcome.state, step.seat, step.script, dice, said)
        else:
            outcome = resolve(outcome.state, step.script, dice, said)
        log += outcome.events
    return log


def _replay_s(tape: _Tape) -> float:
    text = encode_events(tape.events)
    began = time.process_time()
    state = replay(decode_events(text))
    spent = time.process_time() - began
    assert state == tape.steps[-1].state, "a replayed game ended elsewhere"
    return spent


def _options_ms(states: list[State]) -> float:
    times = []
    for state in states:
        began = time.perf_counter()
        options(state, state.turn.seat)
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def sample(seed: str, letters: int) -> SampleGame:
    """A table of four when most cards are in play, and letters to it from each seat in turn."""
    steps: list[PlayedStep] = []
    play_game(seed.encode(), PLAYERS, "greedy", steps.append)
    turns = [step.state for step in steps if step.what == "turn" and not step.state.winners]
    full = [state for state in turns if len(list(state.seats_in())) == PLAYERS]
    state = max(full, key=lambda state: len(state.holdings))
    seats = SEATS[:PLAYERS]
    written = tuple(_written(state, number) for number in range(letters))
    return SampleGame(seats, state.turn.number, state.turn.seat, encode_state(state), written)


def _written(state: State, number: int) -> tuple[str, tuple[str, ...]]:
    seat, other = SEATS[number % PLAYERS], SEATS[(number + 1) % PLAYERS]
    names = vocabulary_for(state, seat)
    own = changed(state, turn=changed(state.turn, seat=seat))
    orders = [format_order(option.order, names) for option in options(own, seat)[:4]]
    return seat, (*orders, f"OPPOSE {other} UNTIL 5 MAX {number % 7}")


FULL_TABLE = 6
GAMES = 4
TOLD = FULL_TABLE
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def sample_reports(seed: str) -> SampleReports:
    """Of some games of six robots the turn after which most cards are in play."""
    steps, at = _fullest(seed)
    state = steps[at].state
    seats = sorted((seat.name for seat in state.seats), key=lambda name: name != state.turn.seat)

    def make() -> Sequence[SampleReport]:
        return [_sample(_told(steps, at, seat)) for seat in seats]

    cards = len(state.holdings) + len(state.uncontrolled)
    return SampleReports(make, card_image.cache_clear, cards)


def sample_full(seed: str, letters: int) -> SampleGame:
    """A table of six when most cards are in play, and letters to it from its mover."""
    steps, at = _fullest(seed)
    state = steps[at].state
    names, mover = vocabulary_for(state, state.turn.seat), state.turn.seat
    lines = [format_order(option.order, names) for option in options(state, mover)]
    written = tuple((mover, tuple(lines[number : number + 5])) for number in range(letters))
    seats = tuple(seat.name for seat in state.seats)
    return SampleGame(seats, state.turn.number, mover, encode_state(state), written)


def _sample(told: _ReportInput) -> SampleReport:
    return SampleReport(told.mail, lambda: picture(told.view), told.files)


@dataclass(frozen=True, slots=True)
class _ReportInput:
    """All that one seat's report is made from."""

    about: MailContext
    view: View
    names: Vocabulary
    told: ToldTurn

    def mail(self) -> Mail:
        return turn_report(self.about, self.view, self.names, self.told)

    def files(self) -> Sequence[AttachedFile]:
        files = attachments_for(self.about, view=encode_view(self.view))
        return [replace(f, content=picture(self.view)) if f.view else f for f in files]


def _fullest(seed: str) -> tuple[list[PlayedStep], int]:
    """The steps of a game and the one after which most cards are in play, all six in it."""
    best: tuple[list[PlayedStep], int] = ([], 0)
    most = -1
    for number in range(GAMES):
        steps: list[PlayedStep] = []
        play_game(f"{seed}:{number}".encode(), FULL_TABLE, "greedy", steps.append)
        for at, step in enumerate(steps):
            is_on = not step.state.winners and len(list(step.state.seats_in())) == FULL_TABLE
            if is_on and step.what == "turn" and len(step.state.holdings) > most:
                best, most = (steps, at), len(step.state.holdings)
    return best


def _told(steps: Sequence[PlayedStep], at: int, seat: str) -> _ReportInput:
    state = steps[at].state
    events = [event for step in steps[max(0, at - TOLD) : at + 1] for event in step.events]
    about = MailContext(
        game="Fnord-7",
        seat=seat,
        player=seat.capitalize(),
        zone="Europe/Berlin",
        turn=state.turn.number,
        to_move=state.turn.seat,
        deadline_at=NOW + timedelta(days=3),
        now=NOW,
        secret_hash="ab" * 32,
        rules_version="1",
        last_turn=state.turn.number - 1,
    )
    names = vocabulary_for(state, seat)
    return _ReportInput(
        about, view(state, seat), names, told_turn(state, seat, Issue(events=events))
    )
