"""The reports of a turn: one mail a seat, each made from what that seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.illuminati.events import Event
from engine.illuminati.game import options, seen, view
from engine.illuminati.orders import Order
from engine.illuminati.state import State
from pbem.language import Names, explain, format_line, format_order, names_for
from pbem.reports import Mail, Tell, turn_report
from pbem.reports.about import Explain
from pbem.service.shelf import Shelf, about_for


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
) -> Mail:
    """The report of one seat after `events`; when the game is over it opens the secret."""
    names = names_for(state, seat)
    shown = [seen(event, seat, state) for event in events]
    about = about_for(
        shelf,
        seat,
        now,
        state=state,
        deadline_at=deadline_at,
        is_first=is_first,
        opened_secret=shelf.game.secret if state.winners else None,
    )
    return turn_report(
        about,
        view(state, seat),
        [event for event in shown if event is not None],
        options(state, seat),
        list(orders_told),
        tell=teller(names),
        explain=explainer(names),
    )


def told_script(lines: Sequence[object], names: Names) -> list[str]:
    """A script on file as canonical lines."""
    return [format_line(line, names) for line in lines]  # type: ignore[arg-type]
