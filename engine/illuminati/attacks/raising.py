"""Raising: who spends how much in an attack, round and round until nobody does (R5.7, R12.4)."""

from __future__ import annotations

from typing import Literal

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.attacks.policing import report_raising
from engine.illuminati.attacks.stances import Bidder, may_spend, reserve_of, stance_on
from engine.illuminati.gametable import Fight, GameTable
from engine.illuminati.odds import HIGHEST

DOUBLE = 2
"""Points a MB from the target's own treasury (R5.7)."""
OWNERS_AIM = 1
Money = list[tuple[str, int, int]]
"""(treasury, MB that may be taken, points a MB), in the order they are used."""


def run_raising(table: GameTable, fight: Fight) -> list[ev.Part]:
    """Everyone raises in turn until a whole round brings nothing; the terms it added."""
    if not _is_raised(table, fight):
        return []
    bidders = _bidders(table, fight)
    parts: list[ev.Part] = []
    has_raised = True
    while has_raised:
        has_raised = False
        for bidder in bidders:
            payments = _raise(table, fight, bidder)
            if payments:
                parts += _pay(table, fight, bidder, payments)
                has_raised = True
    report_raising(table, fight, bidders)
    return parts


def _is_raised(table: GameTable, fight: Fight) -> bool:
    """Whether anybody may raise at all: an attacker with no more than his stake does not."""
    order = fight.order
    return (
        order.ceiling is not None
        or order.aim is not None
        or order.style is not None
        or table.has_prepared(od.Stance)
    )


def _bidders(table: GameTable, fight: Fight) -> list[Bidder]:
    """The owner, the others in order of play after the attacker, the attacker (R12.4)."""
    found = []
    owner = fight.defender
    others = [seat.name for seat in table.state.seats_after(fight.seat) if seat.name != owner]
    bidding = others if owner is None else [owner, *others]
    for seat in bidding if table.has_prepared(od.Stance) else ():
        if seat != owner and not may_spend(fight, seat):
            continue
        stance = stance_on(table, fight, seat)
        if stance is not None:
            found.append(_from_stance(table, seat, stance, is_owner=seat == owner))
    return [*found, _attacker(table, fight)]


def _from_stance(table: GameTable, seat: str, stance: od.Stance, *, is_owner: bool) -> Bidder:
    side: Literal[1, -1] = 1 if stance.side == "support" else -1
    allowed = stance.ceiling
    if stance.per_round is not None:
        left = max(0, stance.per_round - table.state.seat(seat).interfered)
        allowed = left if allowed is None else min(allowed, left)
    aim = _highest(stance.aim, stance.overshoot) if side == 1 else stance.aim
    return Bidder(
        seat,
        side,
        OWNERS_AIM if aim is None else aim,
        allowed,
        stance.style or ("all-in" if is_owner else "save"),
        reserve_of(table, seat),
        stance,
    )


def _highest(aim: int | None, overshoot: int | None) -> int:
    """Nobody raises for an attack beyond 10, or beyond 10 and the points he allows (R12.4)."""
    top = HIGHEST + (overshoot or 0)
    return top if aim is None else min(aim, top)


def _attacker(table: GameTable, fight: Fight) -> Bidder:
    order = fight.order
    stake = sum([payment.amount for payment in order.stake])
    allowed: int | None = max(0, (order.ceiling or 0) - stake)
    if order.ceiling is None and (order.aim is not None or order.style == "all-in"):
        allowed = None
    return Bidder(
        fight.seat,
        1,
        _highest(order.aim, order.overshoot),
        allowed,
        order.style or "all-in",
        reserve_of(table, fight.seat),
    )


def _purse(table: GameTable, fight: Fight, bidder: Bidder) -> Money:
    """The treasuries a bidder may use, his own card in the attack before his Illuminati."""
    state = table.state
    illuminati = state.seat(bidder.seat).illuminati
    spare = max(0, state.money(illuminati) - bidder.keeps)
    if bidder.seat == fight.seat:
        attacker = fight.order.attacker
        if attacker == illuminati:
            return [(illuminati, spare, 1)]
        return [(attacker, state.money(attacker), 1), (illuminati, spare, 1)]
    if bidder.seat == fight.defender:
        target = fight.order.target
        return [(target, state.money(target), DOUBLE), (illuminati, spare, 1)]
    return [(illuminati, spare, 1)]


def _raise(table: GameTable, fight: Fight, bidder: Bidder) -> Money:
    """What the bidder pays now: (treasury, MB, points a MB) rows, empty if nothing."""
    wanted = (bidder.aim - fight.need) * bidder.side
    if wanted <= 0:
        return []
    purse = _purse(table, fight, bidder)
    payments = _take(purse, wanted, bidder.allowed)
    reached = sum([amount * worth for _, amount, worth in payments])
    if reached < wanted and bidder.style == "save":
        return []
    return payments


def _take(purse: Money, wanted: int, allowed: int | None) -> Money:
    """The least money worth the wanted points, or all there is and may be spent."""
    payments: Money = []
    for card, money, worth in purse:
        if not money:
            continue
        amount = min(money, -(-wanted // worth))
        if allowed is not None:
            amount = min(amount, allowed)
            allowed -= amount
        if amount > 0:
            payments.append((card, amount, worth))
            wanted -= amount * worth
        if wanted <= 0:
            break
    return payments


def _pay(table: GameTable, fight: Fight, bidder: Bidder, payments: Money) -> list[ev.Part]:
    parts = []
    for card, amount, worth in payments:
        points = amount * worth * bidder.side
        fight.need += points
        parts.append(ev.Part("money", card, points))
        bidder.spent += amount
        if bidder.allowed is not None:
            bidder.allowed -= amount
        table.emit(
            ev.Spent(
                bidder.seat,
                ((card, amount),),
                bidder.side == 1,
                fight.line,
                points,
                fight.need,
                is_raise=True,
            )
        )
    return parts
