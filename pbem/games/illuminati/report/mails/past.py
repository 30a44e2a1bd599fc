"""What has happened: a line a turn, all of one turn, or news between turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.illuminati import events as ev
from engine.illuminati.event_counts import counts_before
from engine.illuminati.state import State
from engine.illuminati.view import View, public_view
from engine.illuminati.view import view as view_of
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.render import render, render_part
from pbem.games.contract.reports import PastTurn
from pbem.games.illuminati.report.parts.story import chapters, story_reader
from pbem.games.illuminati.report.parts.summary import summaries
from pbem.games.illuminati.secrecy import concerns, seen_by


def history(state: State, context: MailContext, events: Sequence[ev.Event]) -> Mail:
    """Every turn of the whole game that is over in a line, oldest first, as his reports told it."""
    every = summaries(seen_by(context.seat, events, state), context.turn, context.seat)
    shown = [summary for summary in every if 0 < summary.number <= context.last_turn]
    values = {
        "head": letterhead(context),
        "rows": [summary.line for summary in shown],
        "last_run": shown[-1].number if shown else 0,
        "asked": 0,
        "story": [],
    }
    return render("illuminati/history", values)


def past_turn(state: State, context: MailContext, turn: PastTurn[State, ev.Event]) -> Mail:
    """What happened in one turn, told as in the report; no events if there was none."""
    events = seen_by(context.seat, turn.events, state)
    before = counts_before(turn.after.happened, turn.events)
    reader = story_reader(context, view_of(state, context.seat))
    story = chapters(turn.number, events, reader, before)
    shown = [chapter for chapter in story if chapter.number == turn.number]
    values = {
        "head": letterhead(context),
        "rows": [],
        "last_run": 0,
        "asked": turn.number,
        "story": shown,
    }
    return render("illuminati/history", values)


def public_story(state: State, context: MailContext, events: Sequence[ev.Event]) -> str:
    """What has just happened as far as anybody may know; "" where that is nothing."""
    before = counts_before(state.happened, events)
    reader = story_reader(context, public_view(state))
    story = chapters(context.turn, seen_by("", events, state), reader, before)
    shown = [chapter for chapter in story if chapter.public]
    return render_part("illuminati/public_story", {"story": shown})


def news(state: State, context: MailContext, events: Sequence[ev.Event]) -> Mail | None:
    """What has just been done to the reader between turns; None where nothing was."""
    touching = [at for at, event in enumerate(events) if context.seat in concerns(event)]
    if not touching:
        return None
    shown = seen_by(context.seat, [events[at] for at in touching], state)
    before = counts_before(state.happened, events[touching[0] :])
    return news_mail(context, view_of(state, context.seat), shown, before)


def news_mail(
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
