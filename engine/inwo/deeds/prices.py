"""What Plots played outside attacks cost: which Groups pay, which Plots go (I6.8, I34.5)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import TokenPayment, costs_meant, payment_of, tender_of
from engine.inwo.attacks.costs import pay as pay
from engine.inwo.attacks.sum import POSITION
from engine.inwo.cards import card_id
from engine.inwo.facts import Facts
from engine.inwo.inwotable import find, on_table
from engine.inwo.selectors import OPPOSED, TEN, selector

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
) -> TokenPayment | None:
    """How a Plot is paid for; None where the cost cannot be met."""
    free = TokenPayment(ab.Cost())
    if isinstance(plot, ab.Polls):
        return free if order.value in TEN else None
    if isinstance(plot, ab.LinkedChange) and (plot.costs or plot.hand):
        return _payment_for(known, seat, plot, targets[0], order)
    costs = _costs(known, seat, plot, targets)
    if costs:
        held = find(known.state.seat(seat).plots, order.card) or ""
        return payment_of(known, seat, costs, tender_of(order), held)
    is_free = isinstance(plot, ab.LinkedChange) and plot.price == "free"
    if is_free or not isinstance(plot, ab.RaisePower | ab.LinkedChange):
        return free
    able = [c for c in known.groups[seat] if not lg.refuse_acting(known, c, rl.NO_TOKEN_TO_PAY)]
    named = {on_table(known.state, name, seat) or name for name in order.paying}
    able = [c for c in able if not named or named == {c}]
    if named and not able:
        return None
    if isinstance(plot, ab.RaisePower):
        return TokenPayment(ab.Cost(), (targets[0],)) if targets[0] in able else None
    return _linking(known, seat, plot, targets[0], able)


def _costs(known: Facts, seat: str, plot: Main, targets: list[str]) -> list[ab.Cost]:
    """The ways to pay where there are several: his Illuminati, or Groups with enough Power."""
    root = ab.Cost(illuminati=1)
    match plot:
        case ab.Reload() | ab.Zap():
            return [root]
        case ab.ChangeAlignment(gains):
            needed = realigning_power(known, seat, gains, targets[0])
            return [root, ab.Cost(payer=selector(gains), total=needed)]
        case ab.Paralyze(payer=payer):
            needed = known.value(targets[0], "resistance")
            return [root, ab.Cost(payer=payer, total=needed)]
    return []


def _payment_for(
    known: Facts, seat: str, plot: ab.LinkedChange, target: str, order: od.PlayPlot
) -> TokenPayment | None:
    """Its costs; or the Group's own action and Plots of the hand."""
    held = find(known.state.seat(seat).plots, order.card) or ""
    own = ab.Cost(payer=selector(f"={card_id(target)}"), hand=plot.hand)
    costs = [own] if plot.hand else costs_meant(plot.costs, order)
    return payment_of(known, seat, costs, tender_of(order), held)


def _linking(
    known: Facts, seat: str, plot: ab.LinkedChange, target: str, able: list[str]
) -> TokenPayment | None:
    """The action of the Group, of its master or of his Illuminati (I35.11)."""
    master = known.table[target].master if target in known.table else None
    allowed = {
        "own": (target,),
        "own-or-master": (target, master),
        "illuminati": (known.state.seat(seat).illuminati,),
    }.get(plot.price, ())
    payer = next((copy for copy in allowed if copy in able), None)
    return TokenPayment(ab.Cost(), (payer,)) if payer is not None else None


def realigning_power(known: Facts, seat: str, gains: str, target: str) -> int:
    """Resistance, doubled where the Group has the opposite; nearness helps a rival's (I35.4)."""
    needed = known.value(target, "resistance")
    if OPPOSED.get(gains) in known.words(target):
        needed *= 2
    if known.table[target].seat != seat:
        distance = known.distance(target)
        needed += POSITION[distance] if distance < len(POSITION) else 0
    return needed
