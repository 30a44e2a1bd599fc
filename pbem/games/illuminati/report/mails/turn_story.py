"""What has happened since the reader's last report: the part of a turn report that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engine.illuminati.events import TurnCalled
from engine.illuminati.view import View
from pbem.documents.layout.mail_context import MailContext
from pbem.documents.layout.newspaper import own_diary
from pbem.games.contract.reports import Issue
from pbem.games.illuminati.language import Vocabulary, explain, format_order
from pbem.games.illuminati.report.parts.lengths import concerns, is_farewell
from pbem.games.illuminati.report.parts.newspaper import newspaper
from pbem.games.illuminati.report.parts.script_runs import scripts_run
from pbem.games.illuminati.report.parts.seen_turn import SeenTurn
from pbem.games.illuminati.report.parts.standing import chart
from pbem.games.illuminati.report.parts.story import Chapter, chapters, macro_name, story_reader
from pbem.games.illuminati.report.parts.summary import (
    TurnEvents,
    TurnSummary,
    summaries,
    summary_of,
    turn_events,
)
from pbem.games.illuminati.report.parts.verdict import changes, last_turns, must_gain, who_comes
from pbem.games.illuminati.report.parts.world import is_over

CALLED = macro_name(TurnCalled)


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A chapter of the story, told at length, or as `summary` in a line a deed."""

    chapter: Chapter
    summary: TurnSummary | None


def story_context(
    context: MailContext, view: View, names: Vocabulary, seen: SeenTurn
) -> dict[str, object]:
    """The story, what it means for the reader, what only he is told, and the newspaper."""
    issue, events, seat = seen.issue, seen.events, context.seat
    reader = story_reader(context, view, partial(format_order, names=names))
    its_chapters = chapters(context.turn, events, reader, seen.before)
    its = turn_events(events, context.turn)
    story = _story(context, its_chapters, its, issue)
    first = min((part.chapter.number for part in story), default=context.turn)
    is_brief = issue.length == "brief" and not context.is_first
    return {
        "changes": changes(events, seat).sentences,
        "is_farewell": is_farewell(events, seat),
        "last_turns": last_turns(story, its, seat),
        "must_gain": must_gain(view),
        "who_comes": who_comes(view, is_round=context.is_round),
        "thread": [
            summary
            for summary in summaries(seen.since, context.turn, seat)
            if 0 < summary.number < first
        ],
        "story": story,
        "intelligence": [telling for chapter in its_chapters for telling in chapter.private],
        "scripts": scripts_run(events, context.turn, seat, partial(explain, names=names)),
        "is_brief": is_brief,
        "chart": None if is_brief else chart(view, issue.counts),
        "diary": own_diary(issue.talk, seat),
        "paper": newspaper(context, its, issue, seen.before, is_over=is_over(context, view)),
    }


def _story(
    context: MailContext, story: Sequence[Chapter], its: Sequence[TurnEvents], issue: Issue
) -> list[StoryPart]:
    """The chapters that tell something; of a digest those are short that others had to themselves.

    A turn that has but opened is left out where there is nothing of it to tell.
    """
    parts = []
    for chapter, page in zip(story, its, strict=True):
        if all(telling.kind == CALLED for telling in chapter.public):
            continue
        is_long = issue.length == "full" or context.is_first or not page.number
        if not is_long and issue.length == "digest":
            is_long = any(concerns(event, context.seat) for event in page.events)
        summary = None if is_long else summary_of(page, context.seat)
        if summary is None or summary.deeds or page.has_ended:
            parts.append(StoryPart(chapter, summary))
    return parts
