"""World news: a line or two about what everybody saw, no line twice before all of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.illuminati import events as ev
from engine.illuminati.tellings import NEWS, QUIET, counted, news_in
from pbem.reports.layout.cast import card_name, person
from pbem.reports.parts.stories import STORIES
from pbem.reports.parts.story import shuffled_place
from pbem.reports.parts.summary import TurnEvents


def news_of(
    game: str, pages: Sequence[TurnEvents], before: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """The news of each turn, the best first; the same for every reader.

    Only fields are used that nobody's view hides. `before` counts what had happened before.
    """
    found, told = [], before
    for page in pages:
        lines: list[tuple[bool, str]] = []
        for event in page.events:
            if kind := news_in(event, told):
                place = told.get(f"{NEWS}-{kind}", 0)
                stories = STORIES[kind]
                story = stories[shuffled_place(f"{game}:{NEWS}:{kind}", place, len(stories))]
                lines.append((kind in (QUIET, "drew", "rich"), story.format_map(_names(event))))
            told = counted(told, event)
        found.append(tuple(line for _, line in sorted(lines, key=lambda line: line[0])))
    return tuple(found)


def _names(event: ev.Event) -> dict[str, object]:
    """Seats are called by their names, also in their own copy: it is a newspaper."""
    names: dict[str, object] = {}
    for seat in ("seat", "owner", "to"):
        who = getattr(event, seat, None)
        if isinstance(who, str):
            names[seat] = str(person(who, None))
    for card in ("target", "card"):
        what = getattr(event, card, None)
        if isinstance(what, str):
            names[card] = card_name(what)
    if isinstance(event, ev.Attacked):
        names["total"] = event.total
    if isinstance(event, ev.IncomePaid):
        names["total"] = sum(amount for _, amount in event.amounts)
    return names
