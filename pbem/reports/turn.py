"""The turn report of one seat: everything it may know, told once, in one mail."""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.events import Event
from engine.illuminati.options import Option
from engine.illuminati.view import View
from pbem.reports.about import About, Explain, Mail, Tell
from pbem.reports.cast import LETTERS, listed, person, short_name
from pbem.reports.changes import changes
from pbem.reports.choices import choices
from pbem.reports.fates import plain_reason, scripts_run
from pbem.reports.letterhead import letterhead
from pbem.reports.plain import one_line
from pbem.reports.render import render
from pbem.reports.standing import own_goal, standings
from pbem.reports.story import chapters
from pbem.reports.world import card_texts, structures, uncontrolled

Context = dict[str, object]

LEGEND = ", ".join(f"{letter} {name.capitalize()}" for name, letter in LETTERS.items())


def turn_report(
    about: About,
    view: View,
    events: Sequence[Event],
    options: Sequence[Option],
    orders_told: Sequence[str],
    *,
    tell: Tell,
    explain: Explain | None = None,
) -> Mail:
    """What the seat is told when a turn has been resolved.

    `events` are those it has not been told yet, in order, as `seen` by it; `options` its legal
    orders, best first; `orders_told` the script it has on file, as lines. `explain` puts the
    refusal of a script line into words. The same arguments make the same bytes.
    """
    return render(
        "turn", turn_context(about, view, events, options, orders_told, tell=tell, explain=explain)
    )


def turn_context(
    about: About,
    view: View,
    events: Sequence[Event],
    options: Sequence[Option],
    orders_told: Sequence[str],
    *,
    tell: Tell,
    explain: Explain | None = None,
) -> Context:
    """All the report says, as values; every form of the report is made from these."""
    plays = {seat.name: seat.illuminati for seat in view.seats}
    story = chapters(about.game, about.turn, events, about.seat, plays)
    return world_context(about, view) | {
        "changes": changes(events, about.seat).sentences,
        "story": [chapter for chapter in story if chapter.public],
        "intelligence": [telling for chapter in story for telling in chapter.private],
        "scripts": scripts_run(events, about.turn, about.seat, explain or plain_reason),
        "on_file": [one_line(line) for line in orders_told],
        "choices": choices(options, tell),
        "players": listed([str(person(seat.name, about.seat)) for seat in view.seats]),
    }


def world_context(about: About, view: View) -> Context:
    """The part of a report that tells how things stand, not what happened."""
    table = standings(view)
    mine = next((row for row in table if row.person.is_you), None)
    others = [row for row in table if not row.person.is_you and not row.is_out]
    return {
        "head": letterhead(about),
        "is_over": bool(view.winners),
        "winners": [row for row in table if row.is_winner],
        "mine": mine,
        "leader": max(others, key=lambda row: row.groups, default=None),
        "goal": own_goal(view),
        "basic_goal": view.basic_goal,
        "hand": [SPECIALS[card] for card in view.hand if card in SPECIALS],
        "actions_left": view.actions_left,
        "standings": table,
        "structures": structures(view),
        "uncontrolled": uncontrolled(view),
        "card_texts": card_texts(view),
        "dead": listed([short_name(card) for card in view.dead]),
        "discards": listed([SPECIALS[c].name for c in view.discards if c in SPECIALS]),
        "deck_size": view.deck_size,
        "legend": LEGEND,
        "illuminati": _illuminati(view),
    }


def _illuminati(view: View) -> str:
    return next((CARDS[s.illuminati].name for s in view.seats if s.name == view.seat), "")
