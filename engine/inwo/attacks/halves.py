"""Halves of a Place that a Plot has divided (I37)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inwo import events as ev
from engine.inwo.cards import card_id
from engine.inwo.events import Term
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import HALF, Change, RunningAttack

NAMES = ("North", "South")
"""What the two are called until they are given names (I33.10)."""
AGAINST_HALF = 10


def divisions(known: Facts, seat: str, id_: str) -> Iterator[Change]:
    """The Places in play of which a player may bring a second copy into play as a half."""
    for change in known.changes:
        card = known.table.get(change.on)
        is_his = change.stat == "divided" and change.value == seat
        is_whole = card is not None and HALF not in card.marks
        if is_his and is_whole and card_id(change.on) == id_:
            yield change


def become_halves(table: InwoTable, copy: str) -> None:
    """A copy has come into play beside another: both are halves from now on."""
    seat = table.state.table[copy].seat
    for change in tuple(divisions(table.known, seat, card_id(copy))):
        if change.on != copy:
            for half, name in zip((change.on, copy), NAMES, strict=True):
                table.emit(ev.Marked(half, HALF))
                table.emit(ev.Chosen(half, name))


def half_bonus(known: Facts, attack: RunningAttack) -> Iterator[Term]:
    """What a half has in its attacks on the other."""
    one, other = known.table.get(attack.attacker or ""), known.table.get(attack.target)
    if one is None or other is None or attack.instant:
        return
    if card_id(one.copy) == card_id(other.copy) and HALF in one.marks and HALF in other.marks:
        yield Term("bonus", one.copy, AGAINST_HALF)
