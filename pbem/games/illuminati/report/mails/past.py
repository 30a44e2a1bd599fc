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


def history_mail(about: MailContext, view: View, events: Sequence[ev.Event]) -> Mail:
    """Every turn that is over in a line, oldest first, in the words of his reports.

    `events` are those of the whole game, as `seen` by him.
    """
    every = summaries(events, about.turn, view.seat)
    told = [summary for summary in every if 0 < summary.number <= about.last_turn]
    context = {
        "head": letterhead(about),
        "rows": [summary.line for summary in told],
        "last_run": told[-1].number if told else 0,
        "asked": 0,
        "story": [],
    }
    return render("illuminati/history", context)


def one_turn_mail(
    about: MailContext,
    view: View,
    number: int,
    events: Sequence[ev.Event],
    before: Mapping[str, int] | None = None,
) -> Mail:
    """What happened in one turn, told as in the report; no events if there was none.

    `before` counts what had happened before them.
    """
    story = chapters(number, events, story_reader(about, view), before)
    shown = [chapter for chapter in story if chapter.number == number]
    context = {
        "head": letterhead(about),
        "rows": [],
        "last_run": 0,
        "asked": number,
        "story": shown,
    }
    return render("illuminati/history", context)


def public_story(
    about: MailContext,
    view: View,
    events: Sequence[ev.Event],
    before: Mapping[str, int],
) -> str:
    """What happened, for who has no seat; `events` as `seen` by nobody's, "" where that is none."""
    story = chapters(about.turn, events, story_reader(about, view), before)
    told = [chapter for chapter in story if chapter.public]
    return render_part("illuminati/public_story", {"story": told})


def news(
    about: MailContext,
    view: View,
    events: Sequence[ev.Event],
    before: Mapping[str, int] | None = None,
) -> Mail:
    """What has just happened to the reader between turns; `events` as `seen` by him.

    `before` counts what had happened before them.
    """
    story = chapters(about.turn, events, story_reader(about, view), before)
    offers = [e.number for e in events if isinstance(e, ev.Offered) and e.to == about.seat]
    return render(
        "illuminati/news", {"head": letterhead(about), "chapter": story[-1], "offers": offers}
    )
