"""Which answer or policy a seat has on an attack (R12.4, R12.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.illuminati import orders as od
from engine.illuminati.abilities import AttackForm
from engine.illuminati.gametable import Fight, GameTable
from engine.illuminati.state import State
from engine.illuminati.structure import alignments


@dataclass(slots=True)
class Bidder:
    """One participant: his side (1 for, -1 against), aim, MB still allowed, and his way.

    `stance` is what he said beforehand, None for the attacker; `spent` the MB he has raised.
    """

    seat: str
    side: Literal[1, -1]
    aim: int
    allowed: int | None
    style: od.Style
    keeps: int
    stance: od.Stance | None = None
    spent: int = 0


def may_spend(fight: Fight, seat: str) -> bool:
    """Whether an outsider may interfere (R6.3, R6.4)."""
    return not fight.is_privileged or seat in fight.joined


class AttackSeen(Protocol):
    """An attack as patterns see it: one under way, or one that is announced."""

    @property
    def line(self) -> int: ...
    @property
    def seat(self) -> str: ...
    @property
    def owner(self) -> str | None: ...
    @property
    def target(self) -> str: ...
    @property
    def form(self) -> AttackForm: ...


def matches(pattern: od.Pattern, state: State, raid: AttackSeen) -> bool:
    """Whether an attack is one of those a pattern means."""
    return (
        (pattern.line is None or pattern.line == raid.line)
        and (pattern.by is None or pattern.by == raid.seat)
        and (pattern.owner is None or pattern.owner == raid.owner)
        and (not pattern.groups or raid.target in pattern.groups)
        and (not pattern.forms or raid.form in pattern.forms)
        and (
            not pattern.alignments
            or any(a in pattern.alignments for a in alignments(state, raid.target))
        )
    )


def covers(state: State, seat: str, orders: Iterable[od.Order], raid: AttackSeen) -> bool:
    """Whether something that a seat has said beforehand answers an attack (R12.3)."""
    wrong = "support" if raid.owner == seat else "guard"
    return any(
        isinstance(order, od.Stance)
        and order.side != wrong
        and (order.until_turn is None or state.turn.number <= order.until_turn)
        and matches(order.pattern, state, raid)
        for order in orders
    )


def weight_of(pattern: od.Pattern) -> int:
    """How closely a pattern describes an attack: a line, then a group, then anything else."""
    if pattern.line is not None:
        return 4
    if pattern.groups:
        return 3
    return 2 if pattern.alignments or pattern.forms else bool(pattern.by or pattern.owner)


def stance_on(table: GameTable, fight: Fight, seat: str) -> od.Stance | None:
    """The seat's stance on the attack: the closest description wins, then the newest.

    The owner only defends; nobody guards what is not his; STAND ASIDE wins over what is vaguer.
    """
    if not table.has_prepared(od.Stance):
        return None
    best: od.Stance | None = None
    is_defender = seat == fight.defender
    for order in table.prepared(seat):
        if type(order) is not od.Stance or not matches(order.pattern, table.state, fight):
            continue
        if order.until_turn is not None and table.state.turn.number > order.until_turn:
            continue
        if order.side == ("support" if is_defender else "guard"):
            continue
        if best is None or weight_of(order.pattern) > weight_of(best.pattern):
            best = order
    return None if best is None or best.side == "aside" else best


def prepared_reserve(table: GameTable, seat: str) -> od.Reserve | None:
    """The newest RESERVE of the seat (R12.8)."""
    if not table.has_prepared(od.Reserve):
        return None
    return next((order for order in table.prepared(seat) if isinstance(order, od.Reserve)), None)


def reserve_of(table: GameTable, seat: str) -> int:
    """MB the seat wants left on its Illuminati (R12.8)."""
    reserve = prepared_reserve(table, seat)
    return reserve.amount if reserve else 0
