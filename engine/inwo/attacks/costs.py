"""What plays cost: tokens of Groups and of the Illuminati, cards from the decks (I6.7, I6.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.core.values import Value, changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import acting_power
from engine.inwo.attacks.joining import refuse_boost
from engine.inwo.attacks.sum import BOOST
from engine.inwo.benefits import mark_givers
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.selectors import Selector


class TokenPayment(Value):
    """A cost that can be met, and the cards whose tokens meet it.

    `boosts` add to their actions; those named that fit none of them are `unused`.
    """

    cost: ab.Cost
    cards: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    stand_in: str = ""
    boosts: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


class Tender(NamedTuple):
    """What a player offers for a play: the cards he named, and boosts of their actions (I35.1)."""

    paying: Sequence[str] = ()
    boosts: Sequence[str] = ()


def tender_of(order: od.PlayPlot | od.UseAbility) -> Tender:
    """What an order names to pay with."""
    if isinstance(order, od.PlayPlot):
        return Tender(order.paying, order.boosts)
    return Tender((*order.paying, *order.payers))


def costs_meant(costs: Iterable[ab.Cost], order: od.PlayPlot | od.UseAbility) -> list[ab.Cost]:
    """Of several ways to pay that with so many cards given up, if the player says so (I34.5)."""
    return [cost for cost in costs if not order.discards or order.discards in _sheds(cost, order)]


def _sheds(cost: ab.Cost, order: od.PlayPlot | od.UseAbility) -> tuple[int, ...]:
    """How many cards of the kind that is meant the cost takes, off the deck or of the hand."""
    return (
        (cost.groups, cost.hand_groups) if order.of_groups else (cost.plots, cost.hand, cost.common)
    )


def costs_in_form(known: Facts, costs: Iterable[ab.Cost]) -> list[ab.Cost]:
    """In One Big Deck some that take undrawn cards take Plots of the hand, or are none (I30.3)."""
    if known.state.options.game_form != "one-big-deck":
        return list(costs)
    return [
        changed(cost, plots=0, groups=0, hand=cost.common) if cost.common else cost
        for cost in costs
        if cost.common >= 0
    ]


def able_to_pay(known: Facts, seat: str) -> list[str]:
    """His Groups that can spend a token, his Illuminati first if it can (I6.8)."""
    attack = known.state.attack
    barred = attack.target if attack is not None and attack.instant else ""
    resources = [
        copy for copy, card in known.table.items() if card.seat == seat and is_resource(copy)
    ]
    return [
        copy
        for copy in (*known.groups[seat], *resources)
        if copy != barred and lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY) is None
    ]


def payment_of(
    known: Facts, seat: str, costs: Iterable[ab.Cost], tender: Tender, card: str
) -> TokenPayment | None:
    """The first cost that he can meet, with what he named if he named any; `card` is played."""
    paying = tender.paying
    holder = known.state.seat(seat)
    plots = [plot for plot in holder.plots if plot != card]
    march = next((copy for name in paying if (copy := find(plots, name)) and is_stand_in(copy)), "")
    if march:
        rest = [name for name in paying if find(plots, name) != march]
        return _payment_by(known, seat, costs, Tender((march, *rest), tender.boosts), card)
    costs = costs_in_form(known, costs)
    attack = known.state.attack
    groups = [copy for copy in holder.groups if attack is None or copy != attack.target]
    hand = [*plots, *(groups if any(cost.hand_groups for cost in costs) else ())]
    given = [held for name in paying if (held := find(hand, name)) is not None]
    paying = [name for name in paying if find(hand, name) is None]
    named = [on_table(known.state, name, seat) or name for name in paying]
    able = able_to_pay(known, seat)
    if any(cost.anybody for cost in costs):
        able += [copy for copy in named if copy not in able and _may_lend(known, copy)]
    if any(copy not in able for copy in named):
        return None
    purse = _Payers(named, able, [plot for name in tender.boosts if (plot := find(plots, name))])
    for cost in costs:
        cards = _cards(known, seat, cost, purse)
        shed = _given_up(cost, given, plots, groups)
        if cards is not None and shed is not None:
            used = [plot for copy in cards for plot in boosts_on(known, seat, copy, purse.boosts)]
            unused = tuple(name for name in tender.boosts if find(used, name) is None)
            boosts = tuple(dict.fromkeys(used))
            return TokenPayment(cost, cards, shed, boosts=boosts, unused=unused)
    return None


def _may_lend(known: Facts, copy: str) -> bool:
    """Whether a Group of another player can act for a Plot, if he agrees (I1.10, I16.1)."""
    attack, owner = known.state.attack, known.state.controller(copy)
    if owner is None or not known.is_group(copy):
        return False
    is_kept_out = attack is not None and lg.refuse_taking_part(known, attack, owner) is not None
    is_target = attack is not None and attack.instant and attack.target == copy
    is_free = lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY) is None
    return is_free and not is_kept_out and not is_target


def _given_up(
    cost: ab.Cost, given: Sequence[str], plots: Sequence[str], groups: Sequence[str]
) -> tuple[str, ...] | None:
    """The cards of the hand that go: those named, else the newest; None if there are too few."""
    zone, number = (groups, cost.hand_groups) if cost.hand_groups else (plots, cost.hand)
    if any(copy not in zone for copy in given) or len(given) > number:
        return None
    named = [copy for copy in given if copy in zone]
    shed = (*named, *(copy for copy in reversed(zone) if copy not in named))[:number]
    return shed if len(shed) == number else None


class _Payers(NamedTuple):
    """Who is to pay: those named, all that can, and the boosts of their actions."""

    named: Sequence[str]
    able: Sequence[str]
    boosts: Sequence[str]


def boosts_on(known: Facts, seat: str, copy: str, boosts: Iterable[str]) -> list[str]:
    """Which of these boosts go to the action of a card: different ones that fit (I35.1)."""
    found: list[str] = []
    for plot in boosts:
        if refuse_boost(known.state, seat, plot, copy, found) is None:
            found.append(plot)
    return found


def is_stand_in(copy: str) -> bool:
    """Whether a Plot stands for an action in the cost of another (I38.90)."""
    return card_of(copy).ability(ab.StandIn) is not None


def _payment_by(
    known: Facts, seat: str, costs: Iterable[ab.Cost], tender: Tender, card: str
) -> TokenPayment | None:
    """The cost without one action of Groups, and with the top Plot of the deck."""
    march, *rest = tender.paying
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
        paid = payment_of(known, seat, (less,), Tender(rest, tender.boosts), card)
        if paid is not None:
            return changed(paid, stand_in=march)
    return None


def _cards(known: Facts, seat: str, cost: ab.Cost, purse: _Payers) -> tuple[str, ...] | None:
    holder, (named, able, boosts) = known.state.seat(seat), purse
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
        rows = [copy for copy in able if copy != root and known.fits(cost.payer, copy)]
        if others and sorted(others) != sorted(rows):
            return None
        return tuple(c for c in rows for _ in range(known.state.tokens[c])) or None
    pool = others or _strongest(known, able, paid)
    acting = _acting(known, cost, cost.payer, _Payers(pool, (), boosts))
    if acting is None or any(copy not in acting[1] for copy in others):
        return None
    return (*paid, *acting[0])


def _strongest(known: Facts, able: Sequence[str], paid: Sequence[str]) -> list[str]:
    """Those not asked for yet, his Illuminati last, the strongest first."""
    pool = [copy for copy in able if copy not in paid]
    return sorted(pool, key=lambda copy: (known.table[copy].master is None, -known.power(copy)))


def _acting(
    known: Facts, cost: ab.Cost, payer: Selector, purse: _Payers
) -> tuple[list[str], list[str]] | None:
    """Who spends a token until the sum is there, and all that might have (I6.8)."""
    pool, left = purse.named, list(purse.boosts)
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
        used = boosts_on(known, known.table[copy].seat, copy, left)
        left = [plot for plot in left if plot not in used]
        total += acting_power(known, copy) + BOOST * len(used)
    return (spent, fitting) if len(spent) >= cost.number and total >= cost.total else None


def leave_out_payers(table: InwoTable, seat: str, order: od.PlayPlot, since: int) -> None:
    """His Groups that are named to pay are told where a play has spent no token since then."""
    if any(isinstance(event, ev.TokensTaken) for event in table.events[since:]):
        return
    for name in order.paying:
        copy = find(table.known.groups[seat], name)
        if copy is not None and find(table.state.seat(seat).plots, name) is None:
            table.leave_out(f"PAYING {name}", refuse(rl.NO_COST, card=copy))


def pay(table: InwoTable, seat: str, payment: TokenPayment) -> None:
    """Spend the tokens and discard the cards."""
    for copy in payment.boosts:
        table.discard(seat, copy, "plots", "played")
    for name in payment.unused:
        table.leave_out(f"BOOST {card_id(name)}", refuse(rl.BOOST_UNFIT, card=name))
    if payment.cost.total:
        mark_givers(table, lambda state: sum(acting_power(facts(state), c) for c in payment.cards))
    for copy in payment.cards:
        table.spend(table.state.controller(copy) or seat, copy, "cost")
    if payment.stand_in:
        table.emit(ev.OnceUsed(seat, f"use:{card_id(payment.stand_in)}"))
        table.discard(seat, payment.stand_in, "plots", "played")
    for copy in payment.hand:
        table.discard(seat, copy, "plots" if card_of(copy).is_plot else "groups", "cost")
    holder = table.state.seat(seat)
    cost = payment.cost
    for copy in holder.plot_deck[: cost.plots]:
        if cost.unseen:
            table.put(seat, (copy,), "plot_deck", "unseen", "cost")
        else:
            table.discard(seat, copy, "plot_deck", "cost")
    for copy in holder.group_deck[: cost.groups]:
        table.discard(seat, copy, "group_deck", "cost")
