"""The reports of a turn: one mail a seat, each made from what that seat may see."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from engine.illuminati.events import Event
from engine.illuminati.game import options, seen, view
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from pbem.codec import plain_view
from pbem.language import Names, explain, format_line, format_order, names_for
from pbem.models import BOTH
from pbem.reports import Mail, Tell, attachments_for, turn_report
from pbem.reports.about import Explain
from pbem.reports.lengths import Issue, as_length, is_due
from pbem.reports.turn import PLAIN
from pbem.service.shelf import Shelf, about_for, dice_of
from pbem.service.wishes import wishes_of


def teller(names: Names) -> Tell:
    """Orders in the words a player would type."""

    def tell(order: Order) -> str:
        return format_order(order, names)

    return tell


def explainer(names: Names) -> Explain:
    """Reasons in words that say what would have worked."""

    def tell(code: str, facts: Mapping[str, str | int]) -> str:
        return explain(code, facts, names)

    return tell


def report_for(
    shelf: Shelf,
    seat: str,
    state: State,
    events: Sequence[Event],
    now: datetime,
    deadline_at: datetime | None,
    orders_told: Sequence[str] = (),
    *,
    is_first: bool = False,
    wait: str | None = None,
    issue: Issue = PLAIN,
) -> Mail | None:
    """The report of one seat after `events`, None where its player wants none now.

    `issue` is told as far as the seat may know it, at the length its player likes. When the game
    is over the report opens the secret.
    """
    names = names_for(state, seat)
    shown = shown_to(seat, events, state)
    about = about_for(
        shelf,
        seat,
        now,
        state=state,
        deadline_at=deadline_at,
        is_first=is_first,
        opened_secret=shelf.game.secret if state.winners else None,
        wait=wait,
    )
    wishes = wishes_of(shelf.players[seat])
    length = as_length(wishes.length)
    if not is_due(length, about, shown, is_over=bool(state.winners)):
        return None
    known = view(state, seat)
    mail = turn_report(
        about,
        known,
        shown,
        options(state, seat),
        list(orders_told),
        tell=teller(names),
        explain=explainer(names),
        issue=replace(
            issue,
            length=length,
            since=shown_to(seat, issue.since, state),
            chance=dice_of(shelf.game, shelf.seats).pick,
        ),
    )
    player = shelf.players[seat]
    plain = plain_view(known) if "json" in json.loads(player.extras) else None
    files = attachments_for(
        known,
        about,
        with_picture=player.format == BOTH and wishes.pictures,
        with_calendar=wishes.calendar,
        plain=plain,
    )
    return replace(mail, attachments=files)


def shown_to(seat: str, events: Sequence[Event], state: State) -> list[Event]:
    """The events as one seat may see them."""
    found = (seen(event, seat, state) for event in events)
    return [event for event in found if event is not None]


def told_script(lines: Sequence[object], names: Names) -> list[str]:
    """A script on file as canonical lines."""
    return [format_line(line, names) for line in lines]  # type: ignore[arg-type]
