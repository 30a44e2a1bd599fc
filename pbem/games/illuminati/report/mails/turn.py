"""The turn report of one seat: everything it may know, told once, in one mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.illuminati.advice.advising import advised
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.event_counts import counts_before
from engine.illuminati.events import Drew, Event, TurnCalled, TurnedUp
from engine.illuminati.options import Option
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from engine.illuminati.view import View
from pbem.documents.layout.cast import listed, person
from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.newspaper import own_diary
from pbem.documents.layout.plain import one_line
from pbem.documents.layout.render import render
from pbem.games.contract.reports import Issue, Length
from pbem.games.illuminati.language import Vocabulary, explain, format_order
from pbem.games.illuminati.report.parts.lengths import concerns, is_farewell
from pbem.games.illuminati.report.parts.names import LETTERS, short_name
from pbem.games.illuminati.report.parts.newspaper import newspaper
from pbem.games.illuminati.report.parts.script_runs import scripts_run
from pbem.games.illuminati.report.parts.standing import chart, is_scored, own_goal, standings
from pbem.games.illuminati.report.parts.story import Chapter, chapters, macro_name, story_reader
from pbem.games.illuminati.report.parts.suggested_orders import suggested_orders
from pbem.games.illuminati.report.parts.summary import (
    TurnEvents,
    TurnSummary,
    summaries,
    summary_of,
    turn_events,
)
from pbem.games.illuminati.report.parts.table_rules import table_rules
from pbem.games.illuminati.report.parts.verdict import changes, last_turns, who_comes
from pbem.games.illuminati.report.parts.world import card_texts, own_cards, structures, uncontrolled
from pbem.games.illuminati.secrecy import seen_by

Context = dict[str, object]
CALLED = macro_name(TurnCalled)


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """What a report tells, as far as its reader may know it.

    `events` and `since` are those of the issue; `before` counts by kinds what had happened before
    the events (`event_counts`). `options` are the reader's legal orders, best first.
    """

    issue: Issue
    events: Sequence[Event] = ()
    since: Sequence[Event] = ()
    before: Mapping[str, int] = field(default_factory=dict)
    options: Sequence[Option] = ()


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A chapter of the story, told at length, or as `summary` in a line a deed."""

    chapter: Chapter
    summary: TurnSummary | None


_LENGTHS: Mapping[Length, str] = {
    "full": "the FULL report",
    "brief": "the BRIEF report",
    "digest": "a DIGEST, sent when something is asked of you or has happened to you",
}
LEGEND = ", ".join(f"{letter} {name.capitalize()}" for name, letter in LETTERS.items())


def seen_turn(state: State, seat: str, issue: Issue) -> SeenTurn:
    """An issue as a seat may know it."""
    return SeenTurn(
        issue,
        seen_by(seat, issue.events, state),
        seen_by(seat, issue.since, state),
        counts_before(state.happened, issue.events),
        () if issue.open_turn else advised(state, seat),
    )


def turn_report(context: MailContext, view: View, names: Vocabulary, seen: SeenTurn) -> Mail:
    """What the seat is told when a turn has been resolved, in words that he may use himself.

    The same arguments make the same bytes.
    """
    issue, events = seen.issue, seen.events

    def tell(order: Order) -> str:
        return format_order(order, names)

    def why(code: str, facts: Mapping[str, str | int]) -> str:
        return explain(code, facts, names)

    its_chapters = chapters(context.turn, events, story_reader(context, view, tell), seen.before)
    its = turn_events(events, context.turn)
    story = _story(context, its_chapters, its, issue)
    is_brief = issue.length == "brief" and not context.is_first
    values: Context = world_context(context, view) | {
        "changes": changes(events, context.seat).sentences,
        "is_anew": issue.is_anew,
        "teaching": issue.teaching,
        "is_farewell": is_farewell(events, context.seat),
        "last_turns": last_turns(story, its, context.seat),
        "who_comes": who_comes(view, is_round=context.is_round),
        "thread": _thread(context, story, seen.since),
        "story": story,
        "intelligence": [telling for chapter in its_chapters for telling in chapter.private],
        "scripts": scripts_run(events, context.turn, context.seat, why),
        "diary": own_diary(issue.talk, context.seat),
        "chart": None if is_brief else chart(view, issue.counts),
        "paper": newspaper(context, its, issue, seen.before, is_over=is_over(context, view)),
        "on_file": [one_line(line) for line in issue.on_file],
        "choices": suggested_orders(seen.options, tell, view.options.own_cards, _own_cards(view)),
        "players": listed([str(person(seat.name, context.seat)) for seat in view.seats]),
        "same_person": [
            listed([str(person(name, context.seat)) for name in names])
            for names in context.same_person
        ],
        "is_by_actions": view.options.pace == "table",
        "attacks_asked": _attacks_asked(view),
        "is_brief": is_brief,
        "length_text": _LENGTHS[issue.length],
        "length": issue.length,
        "open_turn": issue.open_turn,
    }
    if not (context.is_first or issue.is_anew or issue.legend):
        values |= {"legend": "", "card_texts": card_texts(view, _new_cards(events))}
    return render("illuminati/turn", values)


def _new_cards(events: Sequence[Event]) -> frozenset[str]:
    """The cards that came onto the table in these events, which nobody has read yet."""
    return frozenset(e.card for e in events if isinstance(e, TurnedUp | Drew) and e.card)


def _attacks_asked(view: View) -> int:
    """How many attacks the form has lines for: no more than a script may have (R12.2)."""
    left = view.actions_left if view.seat == view.to_move else ACTIONS
    return min(left, 1) if view.options.pace == "table" else left


def is_over(context: MailContext, view: View) -> bool:
    """Whether somebody has won, or the game is ended and its secret opened without that."""
    return bool(view.winners) or context.opened_secret is not None


def _thread(
    context: MailContext, story: Sequence[StoryPart], since: Sequence[Event]
) -> list[TurnSummary]:
    """The turns since the reader's own that earlier reports told at length."""
    first = min((part.chapter.number for part in story), default=context.turn)
    found = summaries(since, context.turn, context.seat)
    return [summary for summary in found if 0 < summary.number < first]


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
        is_own = any(concerns(event, context.seat) for event in page.events)
        is_long = issue.length == "full" or context.is_first or not page.number
        summary = None
        if not is_long and (issue.length == "brief" or not is_own):
            summary = summary_of(page, context.seat)
        if summary is None or summary.deeds or page.has_ended:
            parts.append(StoryPart(chapter, summary))
    return parts


def _own_cards(view: View) -> frozenset[str]:
    """The ids of the reader's structure."""
    own = next((seat for seat in view.seats if seat.name == view.seat), None)
    return frozenset(card.card for card in own.cards) if own is not None else frozenset()


def world_context(context: MailContext, view: View) -> Context:
    """The part of a report that tells how things stand, not what happened."""
    table = standings(view)
    mine = next((row for row in table if row.person.is_you), None)
    others = [row for row in table if not row.person.is_you and not row.is_out]
    return {
        "head": letterhead(context),
        "is_over": is_over(context, view),
        "winners": [row for row in table if row.is_winner],
        "mine": mine,
        "leader": max(others, key=lambda row: row.groups, default=None),
        "goal": own_goal(view),
        "basic_goal": view.basic_goal,
        "is_scored": is_scored(view),
        "is_open": view.options.treasuries == "open",
        "is_choosing": view.options.hidden_goals,
        "is_hidden": _is_hidden(view),
        "table_rules": (*table_rules(view.options), *context.press),
        "hand": [SPECIALS[card] for card in view.hand if card in SPECIALS],
        "actions_left": view.actions_left,
        "standings": table,
        "structures": structures(view),
        "uncontrolled": uncontrolled(view),
        "card_texts": card_texts(view),
        "own_cards": own_cards(view.options.own_cards),
        "dead": listed([short_name(card) for card in view.dead]),
        "discards": listed([SPECIALS[c].name for c in view.discards if c in SPECIALS]),
        "deck_size": view.deck_size,
        "legend": LEGEND,
        "illuminati": _illuminati(view),
    }


def _is_hidden(view: View) -> bool:
    """Whether the reader's own Illuminati is told to nobody else (R11.3)."""
    return any(seat.is_hidden for seat in view.seats if seat.name == view.seat)


def _illuminati(view: View) -> str:
    return next((CARDS[s.illuminati].name for s in view.seats if s.name == view.seat), "")
