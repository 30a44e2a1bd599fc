"""The reports of a full table of six, for the benchmark that renders them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from engine.illuminati.game import view
from engine.illuminati.view import View
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue
from pbem.games.contract.tools import SampleReport, SampleReports
from pbem.games.illuminati.codec import encode_view
from pbem.games.illuminati.language import Vocabulary, vocabulary_for
from pbem.games.illuminati.report.mails.turn import ToldTurn, told_turn, turn_report
from pbem.games.illuminati.report.picture import picture
from pbem.games.illuminati.report.picture.ink import card_image
from pbem.games.illuminati.simulation import PlayedStep, play_game

PLAYERS = 6
GAMES = 4
TOLD = PLAYERS
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
        play_game(f"{seed}:{number}".encode(), PLAYERS, "greedy", steps.append)
        for at, step in enumerate(steps):
            is_on = not step.state.winners and len(list(step.state.seats_in())) == PLAYERS
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
