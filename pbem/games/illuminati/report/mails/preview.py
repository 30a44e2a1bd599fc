"""What would come of the open turn, told to a moderator who may see everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.illuminati.event_counts import counts_before
from engine.illuminati.events import Event
from engine.illuminati.state import State
from pbem.documents.layout.cast import listed
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import one_line, proper_name
from pbem.documents.layout.render import render
from pbem.games.contract.reports import Preview
from pbem.games.contract.values import Step
from pbem.games.illuminati.judging.acting import judge_late
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import explain, format_order
from pbem.games.illuminati.report.parts.script_runs import ScriptRun, scripts_run
from pbem.games.illuminati.report.parts.seat_holdings import seat_holdings
from pbem.games.illuminati.report.parts.story import StoryReader, chapters

NOBODY = ""
"""The reader of a story who is none of the seats."""


def preview(given: Given, preview: Preview[State, Event]) -> Mail:
    """Everything of a turn worked out: lines, their statuses, story, rolls, what all hold."""
    state, events = preview.after, [event for _, step in preview.turns for event in step.events]
    plays = {seat.name: seat.illuminati for seat in state.seats}
    before = counts_before(state.happened, events)
    nobody = StoryReader(preview.game, NOBODY, plays, zone=preview.zone)
    story = chapters(preview.turn, events, nobody, before)
    context = {
        "preview": preview,
        "turns": [
            (number, step, _script_runs(given, number, step)) for number, step in preview.turns
        ],
        "story": [chapter for chapter in story if chapter.public],
        "secrets": _secrets(given, preview, events, plays),
        "gifts": [
            (proper_name(step.seat), one_line(line.text, 200), line.status, line.note)
            for step in preview.held
            for line in [judge_late(given, step)]
        ],
        "winners": listed([proper_name(name) for name in state.winners]),
        "holds": [seat_holdings(state, seat.name) for seat in state.seats if not seat.is_out],
    }
    return render("illuminati/preview", context)


def _script_runs(given: Given, number: int, step: Step[State, Event]) -> list[ScriptRun]:
    names = given.names(step.seat)
    runs = scripts_run(
        step.events, number, step.seat, lambda code, facts: explain(code, facts, names)
    )
    return [run for run in runs if run.turn == number]


def _secrets(
    given: Given, preview: Preview[State, Event], events: Sequence[Event], plays: Mapping[str, str]
) -> list[tuple[str, list[object]]]:
    """What each seat alone would be told."""
    found: list[tuple[str, list[object]]] = []
    for seat in plays:
        tell = partial(format_order, names=given.names(seat))
        story = chapters(
            preview.turn, events, StoryReader(preview.game, seat, plays, tell, preview.zone)
        )
        private: list[object] = [telling for chapter in story for telling in chapter.private]
        if private:
            found.append((proper_name(seat), private))
    return found
