"""World news: a line or two about what everybody saw, chosen by the game's own chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from engine.illuminati import events as ev
from pbem.reports.cast import card_name, person
from pbem.reports.gist import Page
from pbem.reports.lengths import Chance

RICH = 15
"""MB of income that a newspaper hears of."""
_LOW, _HIGH = 3, 11
"""Rolls that are news by themselves."""

_SMALL = ("drew", "rich", "passed", "called_off")
"""Kinds that are news on a day without other news."""

STORIES: Mapping[str, tuple[str, ...]] = {
    "joined": (
        "New letterhead at {target}. The old one had not asked for a replacement.",
        "{target}: new management, same doors, different locks.",
        "Nobody remembers electing a master for {target}. The minutes say it was unanimous.",
        "Sudden clarity of purpose reported at {target}. Doctors advise against it.",
        "{target} still independent, says a spokesman who started on Monday.",
    ),
    "stolen": (
        "{target} found under new ownership. The former owner learned of it from this newspaper.",
        "The switchboard of {target} was rewired overnight. {owner} has been left on hold.",
        "Loyalty at {target} was weighed and found to be by the hour.",
        "A leaving party for {owner} was held at {target}. The guest of honour was not invited.",
        "Removal vans at {target}. What was removed was {owner}.",
    ),
    "refused": (
        "{target} turned down an offer it could not have understood.",
        "Two visitors were shown the door at {target}. There was only the one door.",
        "An approach to {target} came to nothing, which had been the official version anyway.",
        "No change at {target}; the change has been returned to the sender.",
    ),
    "held": (
        "{owner} slept badly and still has {target}.",
        "An attempt to poach {target} failed. {owner} has raised nobody's pay.",
        "Shots were not fired near {target}, several times, and missed.",
        "{target}: still with {owner}, who denies everything else too.",
    ),
    "freed": (
        "{target} free at last, and asking who used to pay the rent.",
        "Strings of good quality, slightly cut, were found behind {target}.",
        "{target} has no master now. Applications in plain envelopes, please.",
    ),
    "killed": (
        "{target} never existed, our archive now confirms.",
        "No flowers for {target}, by request of whoever requested it.",
        "Our map showed {target} in error. We regret the map.",
        "Obituary: {target}. See also page 9, which has been removed.",
    ),
    "spared": (
        "An accident that was to happen to {target} happened to a lamp-post.",
        "{target} survived the week and is having the brakes looked at.",
        "Plans for a world without {target} were left on a bus.",
    ),
    "high": (
        "Somebody threw {total} in a back room. Statisticians shrug; one of them weeps.",
        "A plan of many months ended in a {total}-shaped hole. The bookmakers call it weather.",
    ),
    "low": (
        "Somebody threw {total}, and nobody present will say with which arm.",
        "The dice showed {total}. They have been asked to come in for a talk.",
    ),
    "passed": (
        "{seat} did nothing in public. Markets were nervous.",
        "{seat} was seen feeding ducks. The ducks have been questioned.",
        "A quiet day for {seat}, says a source close to the silence.",
    ),
    "drew": (
        "{card} seen in the open, without a minder.",
        "{card}: seeks employment, asks no questions.",
        "Who runs {card}? Nobody, our reporter found, and wrote it down for somebody.",
        "{card} now hiring, or for hire; the notice was torn.",
    ),
    "played": (
        "{card}: an expert explains why it could not have happened yesterday.",
        "Readers ask about {card}. Readers should stop asking.",
        "{card} occurred. The government of somewhere is said to be pleased.",
    ),
    "rich": (
        "{total} MB crossed a border without being asked its name.",
        "Auditors praise the books of {seat}, which they were not shown.",
        "Small change worth {total} MB was found down the back of {seat}.",
    ),
    "gave": (
        "{card} changed hands with a smile. Experts are studying the smile.",
        "Generosity detected near {card}. The authorities have been informed.",
    ),
    "traded": (
        "{seat} and {to} were seen shaking hands. All fingers have been counted.",
        "A deal was struck in a car park. The car park declines to comment.",
    ),
    "called_off": (
        "Something was about to happen to {target}, and then was not.",
        "A van near {target} drove off again, pretending to have been a van.",
    ),
    "out": (
        "The offices of {seat} are to let. The previous tenant left no forwarding world.",
        "{seat} no longer controls anything, including the exit.",
    ),
    "quiet": (
        "Nothing happened, at considerable expense.",
        "Weather: as arranged.",
        "The lottery was won by a number.",
        "Pigeons returned to the capitol. They will not say from where.",
        "The clock in the main square was right twice, which is under investigation.",
        "The hole in page five is intentional.",
    ),
}
"""What is printed of each kind of event; names in braces are its fields."""


def news_of(page: Page, chance: Chance, printed: set[str], most: int = 1) -> list[str]:
    """At most so many lines about one turn, each about something else; the same for every reader.

    Only fields are used that nobody's view hides. `printed` are the stories of this paper so far,
    and grows: none is printed twice while there are others.
    """
    found = list(_facts(page))
    found = [fact for fact in found if fact[0] not in _SMALL] or found
    lines: list[str] = []
    while len(lines) < most:
        kind, names = _take(found, chance, page.number, len(lines))
        stories = [story for story in STORIES[kind] if story not in printed] or STORIES[kind]
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
