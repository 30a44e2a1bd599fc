"""Deeds aimed at what lies in a pile: taken, buried for good, played again (I36.13, I36.17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect
from engine.inwo.deeds.takeovers import place_group, takeover_places
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.ruins import is_beyond, is_buried
from engine.inwo.rulings import refuse
from engine.inwo.selectors import OPPOSED, TEN
from engine.inwo.state import Change, InwoState, Ruin
from engine.inwo.values import change_words

Buried = tuple[str, Ruin]
"""A destroyed card, and the seat in whose pile it lies."""


# --- taken out of a pile (M6, I38.43) -------------------------------------------------------


def lost_meant(aimed: Aimed) -> str | None:
    """The card that another player has just lost, if it still lies where it fell."""
    state, deed = aimed.known.state, aimed.deed
    name = aimed.order.on[0] if aimed.order.on else ""
    lost = reversed(state.turn.lost)
    rows = [row for row in lost if row[1] != aimed.seat or deed.own_too]
    copies = [
        copy
        for copy, _, why in rows
        if deed.of.fits(card_id(copy), card_of(copy).words) and deed.why in ("", why)
        if is_in_pile(state, copy) and not is_buried(state, copy)
    ]
    return find(copies, name) if name else next(iter(copies), None)


def is_in_pile(state: InwoState, copy: str) -> bool:
    """Whether a card lies discarded or destroyed."""
    return copy in state.owner_of(copy).discards or _buried(state, copy) is not None


def _buried(state: InwoState, copy: str) -> Buried | None:
    return next((row for row in _all_buried(state) if row[1].copy == copy), None)


def _all_buried(state: InwoState) -> Iterator[Buried]:
    return ((seat.name, ruin) for seat in state.seats for ruin in seat.destroyed)


def refuse_lost(aimed: Aimed) -> Refusal | None:
    """Why nothing of the kind has just been lost."""
    copy = lost_meant(aimed)
    is_there = copy is not None and not is_taken_first(aimed.known, copy, aimed.card)
    refusal = None if is_there else refuse(rl.NOTHING_LOST, card=aimed.card)
    attack = aimed.known.state.attack
    if refusal is None and attack is not None:
        return lg.refuse_taking_part(aimed.known, attack, aimed.seat)
    return refusal


def is_taken_first(known: Facts, copy: str, by: str) -> bool:
    """Whether a play of another card that still waits takes a lost one first (I31.9)."""
    for play in known.state.plays:
        if not play.waits or play.cancelled or play.order is None or play.card == by:
            continue
        deeds = [one for one in card_of(play.card).abilities if isinstance(one, ab.Deed)]
        other = Aimed(known, play.seat, play.card, deeds[play.deed], play.order)
        if other.deed.does == "take-lost" and lost_meant(other) == copy:
            return True
        if other.deed.does == "take-back" and _is_used(known, play.order.on[0], copy):
            return True
    return False


def _is_used(known: Facts, name: str, copy: str) -> bool:
    """Whether a name or the number of a play means this Plot."""
    numbers = (one.full for one in known.state.plays if one.card == copy)
    return name in (copy, card_id(copy)) or any(full in (name, f"{name}.1") for full in numbers)


def take_lost(table: InwoTable, aimed: Aimed) -> None:
    """It comes to the hand of who uses the Plot."""
    copy = lost_meant(aimed._replace(known=table.known))
    if copy is None:
        return
    buried = _buried(table.state, copy)
    if buried is not None:
        table.emit(ev.RuinTaken(buried[0], copy, aimed.seat))
        return
    owner = table.state.owner_of(copy).name
    zone: ev.CardZone = "plots" if card_of(copy).is_plot else "groups"
    table.emit(ev.CardsMoved(owner, (copy,), "discards", zone, "taken", to_seat=aimed.seat))


# --- beyond revival (I38.41) ----------------------------------------------------------------


def refuse_burying(aimed: Aimed) -> Refusal | None:
    """A Group that has just been destroyed or discarded, by anybody."""
    return None if _fallen(aimed) else refuse(rl.NOTHING_LOST, card=aimed.card)


def _fallen(aimed: Aimed) -> str | None:
    state = aimed.known.state
    copies = [copy for copy, _, _ in reversed(state.turn.lost) if "group" in card_of(copy).words]
    copies = [copy for copy in copies if is_in_pile(state, copy)]
    return find(copies, aimed.order.on[0] if aimed.order.on else "")


def bury(table: InwoTable, aimed: Aimed) -> None:
    """No effect returns it, and no copy of it can be played."""
    copy = _fallen(aimed._replace(known=table.known))
    source = table.state.plays[-1].full
    if copy is not None:
        change = Change(copy, "beyond", "gain", "", until="good", source=source)
        table.emit(ev.ChangeBegan(change))


# --- a copy of what was destroyed (I36.17, I38.42) ------------------------------------------


def ruin_meant(aimed: Aimed) -> Buried | None:
    """The destroyed card that is named, of the kind that the deed is for."""
    name = aimed.order.on[0] if aimed.order.on else ""
    for seat, ruin in _all_buried(aimed.known.state):
        is_named = name in (ruin.copy, card_id(ruin.copy))
        is_kind = aimed.deed.killed in (None, ruin.killed)
        if is_named and is_kind and aimed.deed.of.fits(card_id(ruin.copy), frozenset(ruin.words)):
            return seat, ruin
    return None


def refuse_unburying(aimed: Aimed) -> Refusal | None:
    """It takes a copy of his hand, and a card that may return."""
    state, buried = aimed.known.state, ruin_meant(aimed)
    if buried is None:
        return refuse(rl.NOT_DESTROYED, card=aimed.card)
    copy = buried[1].copy
    if is_beyond(state, buried[1]):
        return refuse(rl.BEYOND_REVIVAL, card=copy)
    held = find(state.seat(aimed.seat).groups, card_id(copy))
    return None if held else refuse(rl.NOT_IN_HAND, card=card_id(copy))


def unbury(table: InwoTable, aimed: Aimed) -> None:
    """The destroyed card bars no copy any more, and is to nobody's credit."""
    buried = ruin_meant(aimed)
    if buried is not None:
        source = table.state.plays[-1].full if table.state.plays else ""
        change = Change(buried[1].copy, "unburied", "gain", "", until="good", source=source)
        table.emit(ev.ChangeBegan(change))


def refuse_reviving(aimed: Aimed) -> Refusal | None:
    """Besides, he must be able to have it, and a place for it."""
    refusal, state = refuse_unburying(aimed), aimed.known.state
    if refusal:
        return refusal
    help_ = aimed.deed.with_help
    if help_ is not None and not aimed.known.count(help_, aimed.seat, aimed.card):
        return refuse(rl.NOT_ON_TABLE, card=aimed.card)
    held = find(state.seat(aimed.seat).groups, aimed.order.on[0])
    assert held is not None
    if not takeover_places(state, aimed.seat, card=held):
        return refuse(rl.NO_PLACE, card=state.seat(aimed.seat).illuminati)
    return lg.refuse_control(aimed.known, aimed.seat, held)


def revive(table: InwoTable, aimed: Aimed) -> None:
    """The copy comes into play without a roll."""
    unbury(table, aimed)
    held = find(table.state.seat(aimed.seat).groups, aimed.order.on[0])
    if held is not None:
        place_group(table, aimed.seat, held)


# --- another past (I36.2) -------------------------------------------------------------------


def refuse_rewriting(aimed: Aimed) -> Refusal | None:
    """One alignment is added, removed or reversed (I2.3)."""
    way, _, word = aimed.order.value.partition(" ")
    buried = ruin_meant(aimed)
    if buried is None or "group" not in buried[1].words:
        return refuse(rl.NOT_DESTROYED, card=aimed.card)
    if way not in ("ADD", "REMOVE", "REVERSE") or word not in TEN:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    has = word in buried[1].words
    is_fit = has is not (way == "ADD") and not (
        way == "REVERSE" and OPPOSED.get(word) in (None, word)
    )
    return None if is_fit else refuse(rl.TARGET_UNFIT, card=aimed.card)


def rewrite(table: InwoTable, aimed: Aimed) -> None:
    """It counts so for the Goals of its destroyer."""
    buried = ruin_meant(aimed)
    if buried is None:
        return
    way, _, word = aimed.order.value.partition(" ")
    words = set(buried[1].words)
    gained = (OPPOSED[word] if way == "REVERSE" else word,) if way != "REMOVE" else ()
    change_words(words, gained, (word,) if way == "REMOVE" else ())
    table.emit(ev.RuinRewritten(buried[0], buried[1].copy, tuple(sorted(words))))


ON_PILES: Mapping[ab.DeedName, AimedEffect] = {
    "take-lost": AimedEffect(refuse_lost, take_lost),
    "bury": AimedEffect(refuse_burying, bury, waits=False),
    "unbury": AimedEffect(refuse_unburying, unbury, waits=False),
    "revive": AimedEffect(refuse_reviving, revive),
    "rewrite": AimedEffect(refuse_rewriting, rewrite),
}
"""A row a deed."""
