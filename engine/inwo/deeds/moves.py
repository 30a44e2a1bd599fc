"""Plots bought, Group cards drawn, cards of the hand given up, tokens removed (I5 to I7)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.hidden import reveal
from engine.inwo.deeds.on_exposed import is_exposed_for_good
from engine.inwo.facts import facts
from engine.inwo.inwotable import (
    InwoTable,
    OrderRules,
    OrderTable,
    allowed,
    by_order,
    can_draw,
    find,
    in_hand,
    on_table,
)
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, PaidDraw

# --- buying and drawing (I6.6, I5.5) --------------------------------------------------------


def _price(state: InwoState, seat: str, order: od.BuyPlot) -> list[str] | Refusal:
    """The cards whose tokens pay: his Illuminati alone, or two tokens of others (I6.6)."""
    root, known = state.seat(seat).illuminati, facts(state)
    cards: list[str] = []
    for name in order.paying:
        copy = on_table(state, name, seat)
        if copy is None:
            return refuse(rl.NOT_ON_TABLE, card=name)
        if state.controller(copy) != seat:
            return refuse(rl.NOT_YOURS, card=copy)
        if copy not in known.groups[seat]:
            return refuse(rl.PLOT_PRICE, card=copy)
        if refusal := lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_PAY, buys=True):
            return refusal
        cards.append(copy)
    if cards == [root]:
        return cards
    if len(cards) == 1 and state.tokens[cards[0]] >= 2:
        cards *= 2
    is_enough = len(cards) == 2 and root not in cards
    if not is_enough or (cards[0] == cards[1] and state.tokens[cards[0]] < 2):
        return refuse(rl.PLOT_PRICE, seat=seat)
    return cards


def refuse_buying(state: InwoState, seat: str, order: od.BuyPlot) -> Refusal | None:
    """Why he cannot buy a Plot so, or a Group card for the area (I29.4)."""
    if order.is_group and not state.has_area:
        return refuse(rl.GROUP_NOT_BOUGHT, seat=seat)
    holder = state.seat(seat)
    if not can_draw(state, seat, "group_deck" if order.is_group else "plot_deck"):
        return refuse(rl.EMPTY_DECK, seat=seat)
    if ("no-groups" if order.is_group else "no-plots") in holder.used:
        return refuse(rl.DRAWS_BARRED, seat=seat)
    attack = state.attack
    payers = [on_table(state, name, seat) for name in order.paying]
    if attack is not None and attack.instant and attack.target in payers:
        return refuse(rl.INSTANT_TARGET, card=attack.target)
    price = _price(state, seat, order)
    return price if isinstance(price, Refusal) else None


def buy(table: InwoTable, seat: str, order: od.BuyPlot) -> Refusal | None:
    """The top Plot for an Illuminati's token or two others (I6.6), or a Group card for the area."""
    refusal = refuse_buying(table.state, seat, order)
    if refusal is None:
        price = _price(table.state, seat, order)
        for payer in () if isinstance(price, Refusal) else price:
            table.spend(seat, payer, "buy")
        if table.pends_draw and not table.has_lost_draw:
            draw = PaidDraw(seat, "groups" if order.is_group else "plots")
            table.emit(ev.DrawsPaid((*table.state.turn.paid, draw), seat))
        elif order.is_group:
            table.turn_up(seat, 1)
        else:
            _draw_paid(table, seat, "plot_deck", "bought")
    table.pends_draw = False
    return refusal


def tokens_to_spare(state: InwoState, seat: str, policy: od.BuyPolicy) -> tuple[str, ...]:
    """Who pays for a Plot that a standing order buys (I6.6): his Illuminati, else two tokens of his
    Groups, the weakest first; none of those that he keeps."""
    known, root = facts(state), state.seat(seat).illuminati
    able = [c for c in known.groups[seat] if lg.refuse_acting(known, c, rl.NO_TOKEN_TO_PAY) is None]
    total = sum(state.tokens[copy] for copy in able)
    if root in able and not policy.spares_root and total > policy.keep:
        return (root,)
    others = sorted((copy for copy in able if copy != root), key=known.power)
    pool = [copy for copy in others for _ in range(state.tokens[copy])][:2]
    return tuple(pool) if len(pool) == 2 and total - 2 >= policy.keep else ()


def refuse_drawing(state: InwoState, seat: str) -> Refusal | None:
    """Why no Group card can be drawn for an Illuminati action."""
    if "draw" in state.seat(seat).used and state.options.game_form != "subgenius":
        return refuse(rl.ONCE_A_TURN, seat=seat)
    if "no-groups" in state.seat(seat).used:
        return refuse(rl.DRAWS_BARRED, seat=seat)
    if not can_draw(state, seat, "group_deck"):
        return refuse(rl.EMPTY_DECK, seat=seat)
    return lg.refuse_acting(facts(state), state.seat(seat).illuminati, rl.NO_TOKEN_TO_ACT)


def draw_group(table: InwoTable, seat: str) -> Refusal | None:
    """A Group card for an Illuminati action, once a turn (I5.5); in SubGenius any number of times,
    and it is turned up (I29.4)."""
    refusal = refuse_drawing(table.state, seat)
    if refusal is None:
        table.spend(seat, table.state.seat(seat).illuminati, "draw")
        table.emit(ev.OnceUsed(seat, "draw"))
        if table.state.options.game_form == "subgenius":
            table.turn_up(seat, 1)
        else:
            _draw_paid(table, seat, "group_deck", "action")
    return refusal


def _draw_paid(table: InwoTable, seat: str, deck: ev.DeckZone, why: str) -> None:
    """The card that was paid for, unless a rival has taken that draw from him (I38.26)."""
    if not table.has_lost_draw:
        table.draw(seat, deck, 1, why)
    table.has_lost_draw = False


# --- cards of the hand (I7.2, I7.4) ---------------------------------------------------------


def expose(table: InwoTable, seat: str, order: od.ExposePlot) -> Refusal | None:
    """A hidden Plot is laid open for good."""
    held = find(_hidden(table.state, seat), order.card)
    if held is None:
        is_shown = reveal(table, seat, order.card)
        return None if is_shown else refuse(rl.NOT_IN_HAND, card=order.card)
    table.emit(ev.PlotExposed(seat, held))
    mark, root = f"exposed:{card_id(held)}", table.state.seat(seat).illuminati
    if card_of(held).ability(ab.ExposeReward) and mark not in table.state.seat(seat).used_up:
        table.emit(ev.OnceUsed(seat, mark, True))
        table.emit(ev.TokensPlaced(seat, ((root, 1),)))
    return None


def show(table: InwoTable, seat: str, order: od.ShowPlot) -> Refusal | None:
    """A hidden Plot is shown to the players named; nothing else changes (I7.2)."""
    state = table.state
    held = find(_hidden(state, seat), order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    others = [one.name for one in state.seats if one.name != seat and not one.is_out]
    named = dict.fromkeys((order.to, *order.also))
    for to in named:
        if to not in others:
            return refuse(rl.NO_SUCH_PLAYER, seat=to)
    for to in named:
        table.emit(ev.CardsShown(seat, to, (held,)))
    return None


def _hidden(state: InwoState, seat: str) -> list[str]:
    holder = state.seat(seat)
    return [plot for plot in holder.plots if plot not in holder.exposed]


def give_up(table: InwoTable, seat: str, order: od.DiscardCard) -> Refusal | None:
    """A card of the hand is discarded; with one copy of each some are for a new draw (I30.3)."""
    held = in_hand(table.state, seat, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if is_exposed_for_good(table.state, seat, held):
        return refuse(rl.EXPOSED_FOR_GOOD, card=held)
    zone: ev.CardZone = "plots" if held in table.state.seat(seat).plots else "groups"
    table.discard(seat, held, zone, "given-up")
    is_one_of_each = table.state.options.game_form == "one-big-deck"
    if is_one_of_each and card_of(held).ability(ab.Swapped) is not None:
        table.draw(seat, "plot_deck", 1, "replaced")
    return None


def put_back(table: InwoTable, seat: str, order: od.ReturnPlot) -> Refusal | None:
    """A Plot of the hand goes back into its owner's deck; Group cards never do (I7.4)."""
    holder = table.state.seat(seat)
    held = find(holder.plots, order.card)
    if held is None:
        is_group = find(holder.groups, order.card) is not None
        return refuse(rl.GROUP_NOT_RETURNED if is_group else rl.NOT_IN_HAND, card=order.card)
    if is_exposed_for_good(table.state, seat, held):
        return refuse(rl.EXPOSED_FOR_GOOD, card=held)
    if table.state.options.game_form == "subgenius":
        return refuse(rl.PLOT_NOT_RETURNED, card=order.card)
    return_plot(table, seat, held, order.place)
    return None


def return_plot(table: InwoTable, seat: str, held: str, place: int = 0) -> None:
    owner = table.state.owner_of(held).name
    was_open = held in table.state.seat(seat).exposed
    moved = ev.CardsMoved(seat, (held,), "plots", "plot_deck", "returned", place, was_open, owner)
    table.emit(moved)


def remove_token(table: InwoTable, seat: str, order: od.RemoveToken) -> Refusal | None:
    """A token of his own card is taken away, at any time (I6.3)."""
    copy = on_table(table.state, order.card, seat)
    if copy is None:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if table.state.table[copy].seat != seat:
        return refuse(rl.NOT_YOURS, card=copy)
    if table.state.tokens.get(copy, 0) < 1:
        return refuse(rl.NO_TOKEN_TO_REMOVE, card=copy)
    table.spend(seat, copy, "removed")
    return None


def refuse_spare(state: InwoState, seat: str, order: od.LaySpare) -> Refusal | None:
    """Why a spare Illuminati is not laid: it is one of a rival's, and no other like it lies."""
    holder, held = state.seat(seat), find(state.seat(seat).plots, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    rivals = {card_id(one.illuminati) for one in state.seats_after(seat)}
    if card_of(held).family != "illuminati" or card_id(held) not in rivals:
        return refuse(rl.SPARE_UNFIT, card=held)
    if card_id(held) == card_id(holder.illuminati):
        return refuse(rl.SPARE_UNFIT, card=held)
    if card_id(held) in map(card_id, holder.agents):
        return refuse(rl.SPARE_TWICE, card=held)
    if not holder.plot_deck or not holder.group_deck:
        return refuse(rl.NO_SPARE_COST, seat=seat)
    return None


def lay_spare(table: InwoTable, seat: str, order: od.LaySpare) -> Refusal | None:
    """The top card of each of his decks is its cost."""
    refusal = refuse_spare(table.state, seat, order)
    if refusal is None:
        holder = table.state.seat(seat)
        held = find(holder.plots, order.card)
        assert held is not None
        table.discard(seat, holder.plot_deck[0], "plot_deck", "cost")
        table.discard(seat, holder.group_deck[0], "group_deck", "cost")
        table.put(seat, (held,), "plots", "agents", "spare")
    return refusal


ORDERS: OrderTable = {
    od.LaySpare: by_order(refuse_spare, lay_spare),
    od.BuyPlot: by_order(refuse_buying, buy),
    od.DrawGroupCard: OrderRules(
        lambda state, seat, _order: refuse_drawing(state, seat),
        lambda table, seat, _line: draw_group(table, seat),
    ),
    od.ExposePlot: by_order(allowed, expose),
    od.DiscardCard: by_order(allowed, give_up),
    od.ReturnPlot: by_order(allowed, put_back),
    od.ShowPlot: by_order(allowed, show),
    od.RemoveToken: by_order(allowed, remove_token),
}
"""Orders of this module as they are refused and carried out."""
