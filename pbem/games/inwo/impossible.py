"""Positions whose fields are each sound, but which cannot be on a table (I39.7)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.inwo import abilities as ab
from engine.inwo.cards import INWO_CARDS, card_of
from engine.inwo.cards.card import InwoCard
from engine.inwo.selectors import ATTRIBUTES, KINDS, TEN
from pbem.games.inwo.adjudication.deeds import MOST_LETTERS

MOST_PLAYERS = 8
_WORDS = (*TEN, *ATTRIBUTES)
_OF_GROUPS = ("alignment", "attribute", "resistance")
"""What no Illuminati has."""
_MARKED = {
    **dict.fromkeys(("vampire", "chief-justice", "flu-immune"), "personality"),
    "half": "place",
}
_GONE = (
    *("plots", "exposed", "group_hand", "plot_deck", "group_deck", "agents", "resources", "zaps"),
    "groups",
)
"""What no player has who is out of the game."""
_LINKING = (ab.LinkedChange, ab.ChangeAlignment, ab.RaisePower, ab.Paralyze, ab.Plague)
"""What a Plot does that is linked to a Group."""
_SIDES = ("N", "E", "S", "W")


def impossible_parts(table: Mapping[str, Any]) -> Iterator[str]:
    """Every fault of a position whose fields have been checked one by one."""
    names = [row["name"] for row in table["seat"]]
    began = table.get("players_began")
    if began is not None and began < len(names):
        yield f"the position: players_began: {len(names)} seats are listed, so not {began}"
    if began is not None and began > MOST_PLAYERS:
        yield f"the position: players_began: 2 to {MOST_PLAYERS} play, so not {began} (I30.7)"
    yield from _orders(table.get("nwos", ()))
    yield from _chosen(table.get("nwos", ()))
    for row in table.get("changes", ()):
        yield from _change(row, names)
    yield from _copies(table["seat"])
    for row in table["seat"]:
        yield from _seat(row)


def _id(row: Any) -> str:
    return str(row["id"] if isinstance(row, dict) else row)


def _copies(rows: list[Any]) -> Iterator[str]:
    """One copy in play of a Unique Resource, and of one that is alone by its text (I25.2)."""
    found = Counter(_id(resource) for row in rows for resource in row.get("resources", ()))
    for id_, number in found.items():
        terms = card_of(id_).ability(ab.ResourceTerms)
        is_alone = "unique" in card_of(id_).words or (terms is not None and terms.sole)
        if number > 1 and is_alone and card_of(id_).ability(ab.Many) is None:
            yield f"the position: resources: {id_} is in play {number} times, not once (I25.2)"


def _orders(rows: list[Any]) -> Iterator[str]:
    """New World Orders alone, one of each colour (I24.1)."""
    found: dict[str, str] = {}
    for id_ in map(_id, rows):
        order = card_of(id_).ability(ab.WorldOrder)
        if order is None:
            yield f"the position: nwos: {id_} is not a New World Order"
        elif order.colour in found:
            both = f"{found[order.colour]} and {id_}"
            yield f"the position: nwos: {both} are both {order.colour} (I24.1)"
        else:
            found[order.colour] = id_


def _chosen(rows: list[Any]) -> Iterator[str]:
    """What is chosen as a New World Order is played, if anything is (I35.11)."""
    for row in rows:
        said = row.get("choice", "") if isinstance(row, dict) else ""
        rule = card_of(_id(row)).ability(ab.GoalRule)
        if said and rule is None:
            yield f"the position: nwos: nothing is chosen for {_id(row)}"
        elif said and rule is not None and said.upper() not in rule.words:
            words = ", ".join(rule.words)
            yield f"the position: nwos: choice of {_id(row)} must be one of {words}, not {said!r}"


def _change(row: Mapping[str, Any], names: list[str]) -> Iterator[str]:
    """Words that cards have, and a seat whose turn begins (I39.10)."""
    where = "the position: changes"
    kind, _, seat = row.get("until", "").partition(":")
    if kind == "turn-of" and seat not in names:
        yield f"{where}: until: {seat!r} is not a seat"
    if row.get("is") and row["is"] not in _WORDS:
        yield f"{where}: is: {row['is']!r} is no alignment or attribute"
    on = INWO_CARDS.get(row["on"].partition("#")[0])
    if row["stat"] in _OF_GROUPS and on is not None and on.family == "illuminati":
        yield f"{where}: {row['on']} is an Illuminati, without {row['stat']} (I1.4)"
    if row["stat"] == "immune" and row.get("value") not in (*_WORDS, *KINDS, *INWO_CARDS):
        yield f"{where}: value of immune must be one of {', '.join(_WORDS)}, a kind or a card"
    known = {"alignment": TEN, "attribute": ATTRIBUTES, "arrow": _SIDES}.get(row["stat"])
    if known is not None and row.get("value") not in known:
        yield f"{where}: value of {row['stat']} must be one of {', '.join(known)}"


def _seat(row: Mapping[str, Any]) -> Iterator[str]:
    name = row["name"]
    where = f"the position: seat {name}"
    if not re.fullmatch(r"[^\s:@](?:[^:@]*[^\s:@])?", name):
        yield f"{where}: a name is no blank and has no : or @, as lines begin with it"
    for id_ in map(_id, row.get("zaps", ())):
        if card_of(id_).ability(ab.Zap) is None:
            yield f"{where}: zaps: {id_} is not a Zap (I35.5)"
    faults = (*_piles(row), *_left_behind(row), *_too_many(row.get("resources", ())))
    yield from (f"{where}: {fault}" for fault in faults)
    for card in (*row.get("groups", ()), *row.get("resources", ())):
        if isinstance(card, dict):
            yield from (f"{where}: {card['id']} {fault}" for fault in _unfit(card))


def _piles(row: Mapping[str, Any]) -> Iterator[str]:
    """What a seat cannot have agents of, have failed to take, or have destroyed."""
    if row["illuminati"] in row.get("agents", ()):
        yield f"agents: {row['illuminati']} is his own (I25.6)"
    for id_, number in Counter(row.get("agents", ())).items():
        if number > 1:
            yield f"agents: {id_} is laid {number} times, not once (I25.6)"
    for id_, number in Counter(map(_id, row.get("failed", ()))).items():
        if 0 < [*map(_id, row.get("group_hand", ()))].count(id_) < number:
            yield f"failed: {id_} is in group_hand once for each that failed (I14.6)"
    for id_ in map(_id, row.get("destroyed", ())):
        if card_of(id_).family == "plot":
            yield f"destroyed: {id_} is a Plot, which is discarded (I14.5)"
    for ruin in row.get("destroyed", ()):
        if isinstance(ruin, dict) and ruin.get("killed") and not _is_person(ruin["id"]):
            yield f"destroyed: {ruin['id']} is not a Personality, so it is not killed (I18.6)"


def _is_person(id_: str) -> bool:
    return "personality" in card_of(id_).words


def _too_many(rows: list[Any]) -> Iterator[str]:
    """Of a Resource of which one is linked to a Group, or each player has one (I38.56)."""
    found = Counter(
        (_id(row), row.get("linked", "") if isinstance(row, dict) else "") for row in rows
    )
    for (id_, host), number in found.items():
        terms = card_of(id_).ability(ab.ResourceTerms)
        if number > 1 and host and terms is not None and terms.one:
            yield f"resources: {id_} is linked to {host} {number} times, not once (I20.6)"
    for id_, number in Counter(map(_id, rows)).items():
        if number > 1 and card_of(id_).ability(ab.Needs) is not None:
            yield f"resources: {id_} is there {number} times, and each player has one (I20.6)"


def _left_behind(row: Mapping[str, Any]) -> Iterator[str]:
    """What left the game with a player who is eliminated (I27.2)."""
    for zone in _GONE if row.get("eliminated") else ():
        if row.get(zone):
            yield f"{zone}: he is eliminated, and they left the game with him (I27.2)"


def _is_linked_for_good(plot: InwoCard) -> bool:
    """Whether it is a Plot that stays linked to a Group once it is played (I20.1)."""
    return any(
        isinstance(one, _LINKING) or isinstance(one, ab.DiceChange) and one.links
        for one in plot.abilities
    )


def _unfit(row: Mapping[str, Any]) -> Iterator[str]:
    """What a card in play is said to be or to have, and never can (I39.8, I39.11)."""
    card = card_of(row["id"])
    if row.get("devastated") and "place" not in card.words:
        yield "is not a Place, so it is not Devastated (I19.1)"
    for mark in row.get("marks", ()):
        kind = _MARKED.get(mark, "group")
        if kind not in card.words:
            yield f"is not a {kind.capitalize()}, so it is not marked {mark} (I39.11)"
    yield from _ill_linked(row, card)
    most = 1 if card.ability(ab.Store) else 0
    if len(row.get("stores", ())) > most and card.ability(ab.HidesResources) is None:
        yield f"has {'one Plot' if most else 'nothing'} under it (I39.8)"
    if row.get("note") and card.ability(ab.Note) is None:
        yield "has no note (I39.8)"
    is_named = card.ability(ab.Many) is not None or "half" in row.get("marks", ())
    if row.get("called") and not is_named:
        yield "has a name of its own, and is not called otherwise (I39.8)"
    elif "called" in row:
        yield from _ill_called(row["called"])


def _ill_linked(row: Mapping[str, Any], card: InwoCard) -> Iterator[str]:
    """Plots that are never linked, and a second end that no text gives (I20.1)."""
    for id_ in map(_id, row.get("linked", ()) if card.family == "group" else ()):
        if not _is_linked_for_good(card_of(id_)):
            yield f"is not linked to {id_}, as that Plot is never linked to a Group (I20.1)"
    if row.get("linked_to") and not _are_tied(card, row["linked_to"]):
        yield f"is not linked to {row['linked_to']}, as neither card says so (I20.1)"


def _are_tied(card: InwoCard, name: str) -> bool:
    """Whether a text links the Group to another one; whether there is one, `place` says."""
    own, end = card.ability(ab.Tie), INWO_CARDS.get(name.partition("#")[0])
    others = end.ability(ab.Tie) if end is not None else None
    return end is None or own is not None and not own.hosts or others is not None and others.hosts


def _ill_called(name: str) -> Iterator[str]:
    """Why a name that is given is none (I33.10)."""
    if len(name) > MOST_LETTERS or not name.isprintable():
        yield f"is called by 1 to {MOST_LETTERS} letters (I33.10)"
    people = [one.name.casefold() for one in INWO_CARDS.values() if _is_person(one.id)]
    if name.casefold() in people:
        yield "is not called like a Personality card (I33.10)"
