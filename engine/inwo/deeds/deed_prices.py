"""What a deed costs, and who pays it (I6.8, I35.19, I38.2)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import (
    Tender,
    TokenPayment,
    costs_meant,
    payment_of,
    tender_of,
)
from engine.inwo.deeds import on_cards as cards
from engine.inwo.deeds.aimed import Aimed, may_touch, play_meant, targets_of
from engine.inwo.deeds.cancels import acting
from engine.inwo.deeds.on_piles import ruin_meant
from engine.inwo.deeds.on_starts import taken_group
from engine.inwo.inwotable import on_table
from engine.inwo.selectors import TEN, selector


def price_of_deed(aimed: Aimed) -> TokenPayment | None:
    """How a deed is paid for; None where that cannot be, or not by whom the order names."""
    if isinstance(aimed.order, od.UseAbility) and aimed.order.payers:
        # Its own token is no cost of it, but may be named as what it takes.
        others = tuple(name for name in aimed.order.payers if not _is_itself(aimed, name))
        aimed = aimed._replace(order=changed(aimed.order, payers=others))
        if others and not (aimed.deed.costs or aimed.deed.master_pays):
            return None
    if aimed.deed.master_pays:
        return _price_of_master(aimed)
    if not aimed.deed.costs:
        return TokenPayment(ab.Cost())
    costs = [_cost(aimed, cost) for cost in costs_meant(aimed.deed.costs, aimed.order)]
    return payment_of(aimed.known, aimed.seat, costs, tender_of(aimed.order), aimed.card)


def ways_to_pay(aimed: Aimed) -> list[od.UseAbility]:
    """The order with each way to pay it that can be said of an ability (I34.5)."""
    ways: list[od.UseAbility] = []
    for cost in aimed.deed.costs:
        price = (_cost(aimed, cost),)
        paid = payment_of(aimed.known, aimed.seat, price, Tender(), aimed.card)
        if paid is None or not isinstance(aimed.order, od.UseAbility):
            continue
        payers = tuple(dict.fromkeys(paid.cards))
        way = changed(aimed.order, payers=payers, paying=paid.hand, discards=paid.cost.plots)
        if price_of_deed(aimed._replace(order=way)) == paid:
            ways.append(way)
    return ways


def _is_itself(aimed: Aimed, name: str) -> bool:
    return on_table(aimed.known.state, name, aimed.seat) == aimed.card


def words_about(aimed: Aimed) -> list[str]:
    """The alignments of the Group that a play is about: destroyed, changed, or its target."""
    known, buried = aimed.known, ruin_meant(aimed) if aimed.deed.does == "revive" else None
    if buried is not None:
        return [word for word in TEN if word in buried[1].words]
    about = taken_group(known.state) if aimed.deed.does == "undo-takeover" else None
    about = about or cards.changed_by(aimed)
    return known.alignments(about) if about else []


def _price_of_master(aimed: Aimed) -> TokenPayment | None:
    """An action of the target's master; nothing directly under the Illuminati (I35.19)."""
    state = aimed.known.state
    master = state.table[targets_of(aimed)[0]].master
    if master == state.seat(aimed.seat).illuminati:
        return TokenPayment(ab.Cost())
    is_able = lg.refuse_acting(aimed.known, master or "", rl.NO_TOKEN_TO_PAY) is None
    return TokenPayment(ab.Cost(), (master or "",)) if is_able else None


def _cost(aimed: Aimed, cost: ab.Cost) -> ab.Cost:
    """A cost that must exceed the Power of the Group it is about (I38.2)."""
    if aimed.deed.each:
        number = len(aimed.order.on)
        cost = changed(cost, number=cost.number * number, plots=cost.plots * number)
    if aimed.deed.of_player and aimed.order.value in TEN:
        cost = changed(cost, payer=selector(f"Media {aimed.order.value} power>=2"))
    if cost.shares:
        words = " | ".join(word for word in words_about(aimed) if word != "Fanatic")
        shared = selector(words or f"={aimed.card}")
        # Of actions of some total Power one must share it (I38.45).
        cost = changed(cost, one=shared) if cost.payer else changed(cost, payer=shared)
    play = play_meant(aimed) if cost.over else None
    cards = [c for c in acting(play) if may_touch(aimed, c)] if play else []
    return changed(cost, total=1 + aimed.known.power(cards[0])) if cards else cost
