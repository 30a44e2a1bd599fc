"""World news: a line or two about what everybody saw, chosen by the game's own chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from engine.illuminati import events as ev
from pbem.reports.paper.cast import card_name, person
from pbem.reports.parts.gist import Page
from pbem.reports.parts.lengths import Chance
from pbem.reports.parts.stories import STORIES

RICH = 15
"""MB of income that a newspaper hears of."""
_LOW, _HIGH = 3, 11
"""Rolls that are news by themselves."""

_SMALL = ("drew", "rich", "passed", "called_off")
"""Kinds that are news on a day without other news."""


def news_of(page: Page, chance: Chance, printed: set[str], most: int = 1) -> list[str]:
    """At most so many lines about one turn, each about something else; the same for every reader.

    Only fields are used that nobody's view hides. `printed` are the stories of this paper so far,
    and grows: none is printed twice while there are others. Odd turns have one half of the stories
    of a kind and even turns the other, so that no paper repeats the one before it.
    """
    found = list(_facts(page))
    found = [fact for fact in found if fact[0] not in _SMALL] or found
    lines: list[str] = []
    while len(lines) < most:
        kind, names = _take(found, chance, page.number, len(lines))
        half = STORIES[kind][page.number % 2 :: 2]
        stories = [story for story in half if story not in printed] or half
        story = stories[chance(page.number, f"news:{len(lines)}:words", len(stories))]
        printed.add(story)
        lines.append(story.format_map(names))
        if not found:
            break
    return lines


def _take(
    found: list[tuple[str, dict[str, object]]], chance: Chance, turn: int, place: int
) -> tuple[str, dict[str, object]]:
    """One of the facts, taken away; where there are none, that it was a quiet day."""
    if not found:
        return "quiet", {}
    return found.pop(chance(turn, f"news:{place}", len(found)))


def public_chance(game: str) -> Chance:
    """Chance for whoever has no dice: made of the game's name."""

    def pick(draw: int, purpose: str, sides: int) -> int:
        text = f"{game}:{draw}:{purpose}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % sides

    return pick


def _facts(page: Page) -> Iterator[tuple[str, dict[str, object]]]:
    for event in page.events:
        kind = _kind(event)
        if kind:
            yield kind, _names(event)


def _kind(event: ev.Event) -> str:  # noqa: C901, PLR0911  one row an event
    match event:
        case ev.Attacked():
            return _kind_of_attack(event)
        case ev.Passed():
            return "passed"
        case ev.Drew() if event.card is not None and not event.is_special:
            return "drew"
        case ev.Played():
            return "played"
        case ev.IncomePaid() if sum(amount for _, amount in event.amounts) >= RICH:
            return "rich"
        case ev.GaveGroup():
            return "gave"
        case ev.Traded():
            return "traded"
        case ev.CalledOff():
            return "called_off"
        case ev.Eliminated() | ev.Resigned():
            return "out"
    return ""


def _kind_of_attack(event: ev.Attacked) -> str:
    is_free = event.owner is None or event.owner == event.seat
    if not event.success and event.total >= _HIGH:
        return "high"
    if event.success and event.total < _LOW:
        return "low"
    if event.form == "control":
        won, lost = ("joined", "refused") if is_free else ("stolen", "held")
    elif event.form == "neutralize":
        won, lost = "freed", "held" if not is_free else "spared"
    else:
        won, lost = "killed", "spared"
    return won if event.success else lost


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
