"""Groups moved within a structure, Plots bought, Group cards drawn, cards given up (I5 to I9)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds import sides
from engine.inwo.deeds.hidden import reveal
from engine.inwo.deeds.rearranging import FOR_A_MOVE, plots_for
from engine.inwo.deeds.rearranging import give_up as give_up_plots
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, in_hand, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState
from engine.inwo.structure import fit, hang_anywhere, places_under

# --- moving (I9.5, I9.6) --------------------------------------------------------------------


def payer_of_move(state: InwoState, seat: str, order: od.MoveGroup) -> str | None:
    """Who pays: the one named, else the first that can of Group, masters, Illuminati (I9.6)."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    if copy is None or under is None:
        return None
    allowed = (copy, state.table[copy].master, under, state.seat(seat).illuminati)
    named = on_table(state, order.paying, seat) if order.paying else None
    known = facts(state)
    mover = free_mover(known, seat)
    if mover is not None and (order.paying is None or named == mover):
        return mover
    for payer in allowed:
        if payer is None or (order.paying is not None and payer != named):
            continue
        if lg.refuse_acting(known, payer, rl.NO_TOKEN_TO_MOVE) is None:
            return payer
    return None


def free_mover(known: Facts, seat: str) -> str | None:
    """A card that moves a Group for nothing once in his own turn (I38.32)."""
    if known.state.turn.seat != seat:
        return None
    used = known.state.seat(seat).used
    movers = (card.copy for card, _ in known.of_kind(ab.FreeMove) if card.seat == seat)
    return next((copy for copy in movers if f"move:{copy}" not in used), None)


def _as_turn(state: InwoState, seat: str, order: od.MoveGroup) -> od.TurnGroup | None:
    """To another side of the same master, which costs nothing where a card says so (I37)."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    if copy is None or order.at is None or state.table[copy].master != under:
        return None
    is_free = order.paying is None and hang_anywhere(state, seat)
    return od.TurnGroup(copy, order.at) if is_free else None


def refuse_move(state: InwoState, seat: str, order: od.MoveGroup) -> Refusal | None:
    """Why a Group may not go to another arrow of its structure."""
    copy, under = on_table(state, order.card, seat), on_table(state, order.under, seat)
    known = facts(state)
    if copy is None or state.table[copy].seat != seat or not known.is_group(copy):
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if under is None or under not in known.groups[seat]:
        return refuse(rl.NOT_ON_TABLE, card=order.under)
    if lg.is_burden(copy):
        return refuse(rl.FIXED, card=copy)
    barred = lg.refuse_master(known, copy, under)
    if barred:
        return barred
    if under in known.branch(copy):
        return refuse(rl.UNDER_ITSELF, card=copy, under=under)
    if (under, order.at or state.table[copy].arrow) == (
        state.table[copy].master,
        state.table[copy].arrow,
    ):
        return refuse(rl.NOT_MOVED, card=copy)
    if turned := _as_turn(state, seat, order):
        return sides.refuse_turning(state, seat, turned)
    unpaid = _refuse_price(state, seat, order)
    if unpaid:
        return unpaid
    places = places_under(state, seat, (under,), order.at, card=copy)
    if not places or fit(state, seat, copy, places) is None:
        return refuse(rl.ARROW_NOT_OPEN, card=under)
    return None


def _refuse_price(state: InwoState, seat: str, order: od.MoveGroup) -> Refusal | None:
    """A token, or a Plot while a New World Order lets everybody move Groups (I9.6, I37)."""
    if order.discarding or state.is_rearranging(seat):
        given = plots_for(state, seat, order.discarding, FOR_A_MOVE)
        return given if isinstance(given, Refusal) else None
    if payer_of_move(state, seat, order) is None:
        return refuse(rl.NO_TOKEN_TO_MOVE, card=on_table(state, order.card, seat) or order.card)
    return None


def _pay_move(table: InwoTable, seat: str, order: od.MoveGroup) -> None:
    given = plots_for(table.state, seat, order.discarding, FOR_A_MOVE)
    if not isinstance(given, Refusal):
        give_up_plots(table, seat, given)
        return
    payer = payer_of_move(table.state, seat, order)
    if payer == free_mover(table.known, seat):
        table.emit(ev.OnceUsed(seat, f"move:{payer}"))
    elif payer is not None:
        table.spend(seat, payer, "move")


def move(table: InwoTable, seat: str, order: od.MoveGroup) -> Refusal | None:
    """A Group goes with its branch; what does not fit goes to the hand (I9.5)."""
    refusal = refuse_move(table.state, seat, order)
    if refusal:
        return refusal
    if turned := _as_turn(table.state, seat, order):
        return sides.turn(table, seat, turned)
    copy, under = on_table(table.state, order.card, seat), on_table(table.state, order.under, seat)
    assert copy is not None and under is not None
    _pay_move(table, seat, order)
    places = places_under(table.state, seat, (under,), order.at, card=copy)
    laid = fit(table.state, seat, copy, places, order.wishes)
    assert laid is not None
    for root in laid.lost:
        remove_branch(table, root, "groups", "no-room")
    table.emit(ev.BranchLaid(seat, laid.laid, "moved"))
    return None


# --- buying and drawing (I6.6, I5.5) --------------------------------------------------------


def _price(state: InwoState, seat: str, order: od.BuyPlot) -> list[str] | None:
    """The cards whose tokens pay: his Illuminati alone, or two tokens of others (I6.6)."""
    payers = [on_table(state, name, seat) for name in order.paying]
    root = state.seat(seat).illuminati
    known = facts(state)
    cards = [c for c in payers if c is not None and c in known.groups[seat]]
    if len(cards) != len(payers):
        return None
    if any(lg.refuse_acting(known, c, rl.NO_TOKEN_TO_PAY, buys=True) for c in cards):
        return None
    if cards == [root]:
        return cards
    if len(cards) == 1 and state.tokens[cards[0]] >= 2:
        cards *= 2
    is_enough = len(cards) == 2 and root not in cards
    if not is_enough or (cards[0] == cards[1] and state.tokens[cards[0]] < 2):
        return None
    return cards


def refuse_buying(state: InwoState, seat: str, order: od.BuyPlot) -> Refusal | None:
    """Why he cannot buy a Plot so."""
    if not state.seat(seat).plot_deck:
        return refuse(rl.EMPTY_DECK, seat=seat)
    if "no-plots" in state.seat(seat).used:
        return refuse(rl.DRAWS_BARRED, seat=seat)
    attack = state.attack
    payers = [on_table(state, name, seat) for name in order.paying]
    if attack is not None and attack.instant and attack.target in payers:
        return refuse(rl.INSTANT_TARGET, card=attack.target)
    if _price(state, seat, order) is None:
        return refuse(rl.NO_TOKEN_TO_PAY, seat=seat)
    return None


def buy(table: InwoTable, seat: str, order: od.BuyPlot) -> Refusal | None:
    """The top Plot for an Illuminati's token or two others (I6.6)."""
    refusal = refuse_buying(table.state, seat, order)
    if refusal is None:
        for payer in _price(table.state, seat, order) or ():
            table.spend(seat, payer, "buy")
        table.draw(seat, "plot_deck", 1, "bought")
    return refusal


def refuse_drawing(state: InwoState, seat: str) -> Refusal | None:
    """Why no Group card can be drawn for an Illuminati action."""
    if "draw" in state.seat(seat).used and state.options.game_form != "subgenius":
        return refuse(rl.ONCE_A_TURN, seat=seat)
    if "no-groups" in state.seat(seat).used:
        return refuse(rl.DRAWS_BARRED, seat=seat)
    if not state.seat(seat).group_deck:
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
            table.lay_open(table.state.seat(seat).group_deck[:1], "group_deck", "turned-up")
        else:
            table.draw(seat, "group_deck", 1, "action")
    return refusal


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
    """A hidden Plot is shown to one player; nothing else changes (I7.2)."""
    state = table.state
    held = find(_hidden(state, seat), order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if order.to == seat or all(one.name != order.to or one.is_out for one in state.seats):
        return refuse(rl.NO_SUCH_PLAYER, seat=order.to)
    table.emit(ev.CardsShown(seat, order.to, (held,)))
    return None


def _hidden(state: InwoState, seat: str) -> list[str]:
    holder = state.seat(seat)
    return [plot for plot in holder.plots if plot not in holder.exposed]


def give_up(table: InwoTable, seat: str, order: od.DiscardCard) -> Refusal | None:
    """A card of the hand is discarded."""
    held = in_hand(table.state, seat, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    zone: ev.CardZone = "plots" if held in table.state.seat(seat).plots else "groups"
    table.discard(seat, held, zone, "given-up")
    return None


def put_back(table: InwoTable, seat: str, order: od.ReturnPlot) -> Refusal | None:
    """A Plot of the hand goes back into its owner's deck; Group cards never do (I7.4)."""
    holder = table.state.seat(seat)
    held = find(holder.plots, order.card)
    if held is None:
        is_group = find(holder.groups, order.card) is not None
        return refuse(rl.GROUP_NOT_RETURNED if is_group else rl.NOT_IN_HAND, card=order.card)
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
