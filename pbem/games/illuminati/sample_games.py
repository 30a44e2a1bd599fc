"""Games and reports from which the service's benchmarks measure reading and rendering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from engine.core.values import changed
from engine.illuminati.options import options
from engine.illuminati.state import State
from engine.illuminati.view import View, view
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue
from pbem.games.contract.simulations import SEATS
from pbem.games.contract.tools import SampleGame, SampleReport, SampleReports
from pbem.games.illuminati.codec import encode_state, encode_view
from pbem.games.illuminati.language import Vocabulary, format_order, vocabulary_for
from pbem.games.illuminati.report.mails.turn import turn_report
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn, seen_turn
from pbem.games.illuminati.report.picture import forget_drawn, picture
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

PLAYERS = 4
FULL_TABLE = 6
GAMES = 4
TOLD = FULL_TABLE
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


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


def sample_reports(seed: str) -> SampleReports:
    """Of some games of six robots the turn after which most cards are in play."""
    steps, at = _fullest(seed)
    state = steps[at].state
    seats = sorted((seat.name for seat in state.seats), key=lambda name: name != state.turn.seat)

    def make() -> Sequence[SampleReport]:
        return [_sample(_report_input(steps, at, seat)) for seat in seats]

    cards = len(state.holdings) + len(state.uncontrolled)
    return SampleReports(make, forget_drawn, cards)


def sample_full(seed: str, letters: int) -> SampleGame:
    """A table of six when most cards are in play, and letters to it from its mover."""
    steps, at = _fullest(seed)
    state = steps[at].state
    names, mover = vocabulary_for(state, state.turn.seat), state.turn.seat
    lines = [format_order(option.order, names) for option in options(state, mover)]
    written = tuple((mover, tuple(lines[number : number + 5])) for number in range(letters))
    seats = tuple(seat.name for seat in state.seats)
    return SampleGame(seats, state.turn.number, mover, encode_state(state), written)


def _sample(given: _ReportInput) -> SampleReport:
    return SampleReport(given.mail, lambda: picture(given.view), given.files)


@dataclass(frozen=True, slots=True)
class _ReportInput:
    """All that one seat's report is made from."""

    context: MailContext
    view: View
    names: Vocabulary
    turn: SeenTurn

    def mail(self) -> Mail:
        return turn_report(self.context, self.view, self.names, self.turn)

    def files(self) -> Sequence[AttachedFile]:
        files = attachments_for(self.context, view=encode_view(self.view))
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


def _report_input(steps: Sequence[PlayedStep], at: int, seat: str) -> _ReportInput:
    state = steps[at].state
    events = [event for step in steps[max(0, at - TOLD) : at + 1] for event in step.events]
    context = MailContext(
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
        context, view(state, seat), names, seen_turn(state, seat, Issue(events=events))
    )
