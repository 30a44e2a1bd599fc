"""What has happened: a line a turn, all of one turn, or news between turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.illuminati import events as ev
from engine.illuminati.view import View
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render, render_part
from pbem.games.illuminati.report.parts.story import chapters, story_reader
from pbem.games.illuminati.report.parts.summary import summaries


def history_mail(context: MailContext, view: View, events: Sequence[ev.Event]) -> Mail:
    """Every turn that is over in a line, oldest first, in the words of his reports.

    `events` are those of the whole game, as `seen` by him.
    """
    every = summaries(events, context.turn, view.seat)
    shown = [summary for summary in every if 0 < summary.number <= context.last_turn]
    values = {
        "head": letterhead(context),
        "rows": [summary.line for summary in shown],
        "last_run": shown[-1].number if shown else 0,
        "asked": 0,
        "story": [],
    }
    return render("illuminati/history", values)


def one_turn_mail(
    context: MailContext,
    view: View,
    number: int,
    events: Sequence[ev.Event],
    before: Mapping[str, int] | None = None,
) -> Mail:
    """What happened in one turn, told as in the report; no events if there was none.

    `before` counts what had happened before them.
    """
    story = chapters(number, events, story_reader(context, view), before)
    shown = [chapter for chapter in story if chapter.number == number]
    values = {
        "head": letterhead(context),
        "rows": [],
        "last_run": 0,
        "asked": number,
        "story": shown,
    }
    return render("illuminati/history", values)


def public_story(
    context: MailContext,
    view: View,
    events: Sequence[ev.Event],
    before: Mapping[str, int],
) -> str:
    """What happened, for who has no seat; `events` as `seen` by nobody's, "" where that is none."""
    story = chapters(context.turn, events, story_reader(context, view), before)
    shown = [chapter for chapter in story if chapter.public]
    return render_part("illuminati/public_story", {"story": shown})


def news(
    context: MailContext,
    view: View,
    events: Sequence[ev.Event],
    before: Mapping[str, int] | None = None,
) -> Mail:
    """What has just happened to the reader between turns; `events` as `seen` by him.

    `before` counts what had happened before them.
    """
    story = chapters(context.turn, events, story_reader(context, view), before)
    offers = [e.number for e in events if isinstance(e, ev.Offered) and e.to == context.seat]
    return render(
        "illuminati/news", {"head": letterhead(context), "chapter": story[-1], "offers": offers}
    )
