"""Reports from which the service's benchmarks measure rendering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from engine.illuminati.view import View, view
from pbem.documents.layout.attachments import attachments_for
from pbem.documents.layout.mail_context import AttachedFile, Mail, MailContext
from pbem.games.contract.reports import Issue
from pbem.games.contract.tools import SampleReport, SampleReports
from pbem.games.illuminati.codec import encode_view
from pbem.games.illuminati.language import Vocabulary, vocabulary_for
from pbem.games.illuminati.report.mails.turn import turn_report
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn, seen_turn
from pbem.games.illuminati.report.parts.story import forget_told
from pbem.games.illuminati.report.parts.world import forget_structures
from pbem.games.illuminati.report.picture import forget_drawn, forget_pages, picture
from pbem.games.illuminati.sample_games import FULL_TABLE, fullest
from pbem.games.illuminati.simulation.play import PlayedStep

TOLD = FULL_TABLE
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def sample_reports(seed: str) -> SampleReports:
    """Of some games of six robots the turn after which most cards are in play."""
    steps, at = fullest(seed)
    state = steps[at].state
    seats = sorted((seat.name for seat in state.seats), key=lambda name: name != state.turn.seat)

    def make() -> Sequence[SampleReport]:
        return [_sample(_report_input(steps, at, seat)) for seat in seats]

    cards = len(state.holdings) + len(state.uncontrolled)
    return SampleReports(make, _forget, forget_pages, cards)


def _forget() -> None:
    forget_told()
    forget_structures()
    forget_drawn()


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
