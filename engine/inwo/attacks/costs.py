"""What plays cost: tokens of Groups and of the Illuminati, cards from the decks (I6.7, I6.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.values import Value, changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import acting_power
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.selectors import Selector


class TokenPayment(Value):
    """A cost that can be met, and the cards whose tokens meet it."""

    cost: ab.Cost
    cards: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    stand_in: str = ""


def costs_meant(costs: Iterable[ab.Cost], discards: int) -> list[ab.Cost]:
    """Of several ways to pay that with so many Plots given up, if the player says so (I34.5)."""
    return [cost for cost in costs if not discards or discards in (cost.plots, cost.hand)]


def able_to_pay(known: Facts, seat: str) -> list[str]:
    """His Groups that can spend a token, his Illuminati first if it can (I6.8)."""
    attack = known.state.attack
    barred = attack.target if attack is not None and attack.instant else ""
    resources = [
        copy
        for copy, card in known.table.items()
        if card.seat == seat and card_of(copy).family == "resource"
    ]
    return [
        copy
        for copy in (*known.groups[seat], *resources)
        if copy != barred and lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY) is None
    ]


def payment_of(
    known: Facts, seat: str, costs: Iterable[ab.Cost], paying: Sequence[str], card: str
) -> TokenPayment | None:
    """The first cost that he can meet, with what he named if he named any; `card` is played."""
    plots = [plot for plot in known.state.seat(seat).plots if plot != card]
    march = next((copy for name in paying if (copy := find(plots, name)) and is_stand_in(copy)), "")
    if march:
        rest = [name for name in paying if find(plots, name) != march]
        return _payment_by(known, seat, costs, (march, *rest), card)
    given = [plot for plot in (find(plots, name) for name in paying) if plot is not None]
    paying = [name for name in paying if find(plots, name) is None]
    named = [on_table(known.state, name, seat) or name for name in paying]
    able = able_to_pay(known, seat)
    if any(copy not in able for copy in named):
        return None
    for cost in costs:
        cards = _cards(known, seat, cost, named, able)
        hand = (*given, *(plot for plot in reversed(plots) if plot not in given))[: cost.hand]
        if cards is not None and len(hand) == cost.hand:
            return TokenPayment(cost, cards, tuple(hand))
    return None


def is_stand_in(copy: str) -> bool:
    """Whether a Plot stands for an action in the cost of another (I38.90)."""
    return card_of(copy).ability(ab.StandIn) is not None


def _payment_by(
    known: Facts, seat: str, costs: Iterable[ab.Cost], paying: Sequence[str], card: str
) -> TokenPayment | None:
    """The cost without one action of Groups, and with the top Plot of the deck."""
    march, *rest = paying
    rule = card_of(march).ability(ab.StandIn)
    if rule is None or f"use:{card_id(march)}" in known.state.seat(seat).used:
        return None
    for cost in costs:
        if cost.payer is None or cost.over:
            continue
        left = max(0, cost.total - rule.power)
        number = max(0, cost.number - 1)
        is_all = not number and not left
        less = changed(cost, number=number, total=left, plots=cost.plots + 1, one=None)
        less = changed(less, payer=None) if is_all else changed(less, number=max(number, 1))
        paid = payment_of(known, seat, (less,), rest, card)
        if paid is not None:
            return changed(paid, stand_in=march)
    return None


def _cards(
    known: Facts, seat: str, cost: ab.Cost, named: Sequence[str], able: Sequence[str]
) -> tuple[str, ...] | None:
    holder = known.state.seat(seat)
    root = holder.illuminati
    if len(holder.plot_deck) < cost.plots or len(holder.group_deck) < cost.groups:
        return None
    if cost.illuminati and root not in able:
        return None
    held = known.state.tokens.get(root, 0)
    paid = [root] * (held if cost.illuminati < 0 else cost.illuminati)
    others = [copy for copy in named if not (cost.illuminati and copy == root)]
    if cost.payer is None:
        return tuple(paid) if not others else None
    if cost.every:
        rows = (copy for copy in able if copy != root and known.fits(cost.payer, copy))
        return tuple(c for c in rows for _ in range(known.state.tokens[c])) or None
    acting = _acting(known, cost, cost.payer, others or _strongest(known, able, paid))
    if acting is None or any(copy not in acting[1] for copy in others):
        return None
    return (*paid, *acting[0])


def _strongest(known: Facts, able: Sequence[str], paid: Sequence[str]) -> list[str]:
    """Those not asked for yet, his Illuminati last, the strongest first."""
    pool = [copy for copy in able if copy not in paid]
    return sorted(pool, key=lambda copy: (known.table[copy].master is None, -known.power(copy)))


def _acting(
    known: Facts, cost: ab.Cost, payer: Selector, pool: Sequence[str]
) -> tuple[list[str], list[str]] | None:
    """Who spends a token until the sum is there, and all that might have (I6.8)."""
    named = {id_ for clause in payer.clauses for id_ in clause.ids}
    fitting = [copy for copy in pool if known.fits(payer, copy)]
    # Of Resources those pay alone that a card names.
    fitting = [c for c in fitting if card_of(c).family != "resource" or card_id(c) in named]
    one = cost.one
    if one is not None:
        first = next((copy for copy in fitting if known.fits(one, copy)), None)
        if first is None:
            return None
        fitting = [first, *(copy for copy in fitting if copy != first)]
    spent: list[str] = []
    total = 0
    for copy in fitting:
        if len(spent) >= cost.number and total >= cost.total:
            break
        spent.append(copy)
        total += acting_power(known, copy)
    return (spent, fitting) if len(spent) >= cost.number and total >= cost.total else None


def pay(table: InwoTable, seat: str, payment: TokenPayment) -> None:
    """Spend the tokens and discard the cards."""
    for copy in payment.cards:
        table.spend(seat, copy, "cost")
    if payment.stand_in:
        table.emit(ev.OnceUsed(seat, f"use:{card_id(payment.stand_in)}"))
        table.discard(seat, payment.stand_in, "plots", "played")
    for copy in payment.hand:
        table.discard(seat, copy, "plots", "cost")
    holder = table.state.seat(seat)
    cost = payment.cost
    for copy in holder.plot_deck[: cost.plots]:
        if cost.unseen:
            table.put(seat, (copy,), "plot_deck", "unseen", "cost")
        else:
            table.discard(seat, copy, "plot_deck", "cost")
    for copy in holder.group_deck[: cost.groups]:
        table.discard(seat, copy, "group_deck", "cost")
