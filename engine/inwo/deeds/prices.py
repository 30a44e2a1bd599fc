"""What Plots played outside attacks cost: which Groups pay, which Plots go (I6.8, I34.5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import TokenPayment, costs_meant, payment_of
from engine.inwo.attacks.sum import POSITION
from engine.inwo.cards import card_id
from engine.inwo.facts import Facts
from engine.inwo.inwotable import find, on_table
from engine.inwo.selectors import OPPOSED, TEN, Selector, selector

PLAYED = (
    *(ab.Reload, ab.RaisePower, ab.ChangeAlignment, ab.Zap, ab.WorldOrder),
    *(ab.LinkedChange, ab.Paralyze, ab.Polls, ab.HandLimit),
)
Main = (
    ab.Reload
    | ab.RaisePower
    | ab.ChangeAlignment
    | ab.Zap
    | ab.WorldOrder
    | ab.LinkedChange
    | ab.Paralyze
    | ab.Polls
    | ab.HandLimit
)


def price_of(
    known: Facts, seat: str, plot: Main, targets: list[str], order: od.PlayPlot
) -> tuple[str, ...] | None:
    """The cards that spend a token for a Plot; None where the cost cannot be met."""
    if isinstance(plot, ab.Polls):
        return () if order.value in TEN else None
    named = [on_table(known.state, name, seat) or name for name in order.paying]
    root = known.state.seat(seat).illuminati
    able = [
        copy
        for copy in known.groups[seat]
        if lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY) is None
    ]
    if any(copy not in able for copy in named):
        return None
    match plot:
        case ab.Reload() | ab.Zap():
            return (root,) if root in able and named in ([], [root]) else None
        case ab.RaisePower():
            return (targets[0],) if targets[0] in able else None
        case ab.ChangeAlignment(gains):
            needed = realigning_power(known, seat, gains, targets[0])
            return _paid(known, selector(gains), needed, _TokenPurse(seat, named, able))
        case ab.Paralyze(payer=payer):
            needed = known.value(targets[0], "resistance")
            return _paid(known, payer, needed, _TokenPurse(seat, named, able))
        case ab.LinkedChange() if plot.costs or plot.hand:
            payment = payment_for(known, seat, plot, targets[0], order)
            return payment.cards if payment else None
        case ab.LinkedChange(price=price):
            return _linking(known, price, targets[0], root, able)
    return ()


def payment_for(
    known: Facts, seat: str, plot: ab.LinkedChange, target: str, order: od.PlayPlot
) -> TokenPayment | None:
    """Its costs; or the Group's own action and Plots of the hand."""
    held = find(known.state.seat(seat).plots, order.card) or ""
    own = ab.Cost(payer=selector(f"={card_id(target)}"), hand=plot.hand)
    costs = [own] if plot.hand else costs_meant(plot.costs, order.discards)
    return payment_of(known, seat, costs, order.paying, held)


def _linking(
    known: Facts, price: str, target: str, root: str, able: list[str]
) -> tuple[str, ...] | None:
    master = known.table[target].master if target in known.table else None
    allowed = {
        "free": (),
        "own": (target,),
        "own-or-master": (target, master),
        "illuminati": (root,),
    }.get(price, ())
    if price == "free":
        return ()
    return next(((copy,) for copy in allowed if copy in able), None)


class _TokenPurse(NamedTuple):
    """Whose cards pay: those he named, and all that have a token to spend."""

    seat: str
    named: list[str]
    able: list[str]


def _paid(known: Facts, payer: Selector, needed: int, purse: _TokenPurse) -> tuple[str, ...] | None:
    """His Illuminati, or Groups that fit with enough Power (I35.4, I35.6)."""
    root = known.state.seat(purse.seat).illuminati
    fitting = [c for c in purse.able if c != root and known.fits(payer, c)]
    if purse.named == [root] or (not purse.named and root in purse.able):
        return (root,)
    pool = purse.named or sorted(fitting, key=known.power, reverse=True)
    paid: list[str] = []
    for copy in pool:
        if sum(known.power(one) for one in paid) >= needed and paid:
            break
        paid.append(copy)
    is_enough = sum(known.power(copy) for copy in paid) >= needed and bool(paid)
    return tuple(paid) if is_enough and all(copy in fitting for copy in paid) else None


def realigning_power(known: Facts, seat: str, gains: str, target: str) -> int:
    """Resistance, doubled where the Group has the opposite; nearness helps a rival's (I35.4)."""
    needed = known.value(target, "resistance")
    if OPPOSED.get(gains) in known.words(target):
        needed *= 2
    if known.table[target].seat != seat:
        distance = known.distance(target)
        needed += POSITION[distance] if distance < len(POSITION) else 0
    return needed
