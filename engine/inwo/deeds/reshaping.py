"""Deeds that change a structure, or who heads it (I36.14, I36.19, I37)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.geometry import SIDES
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.costs import Tender, payment_of
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, named_card
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.deeds.takeovers import come_in, refuse_coming
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, InwoState, OnTable
from engine.inwo.structure import outlines_in, places_under

MOST_ARROWS = 3


# --- more arrows (I36.19) -------------------------------------------------------------------


def _free_sides(state: InwoState, copy: str) -> list[str]:
    """The sides of a card without an arrow."""
    outline = outlines_in(state)[copy]
    return [one for one in SIDES if one not in (*outline.arrows_out, outline.arrow_in)]


def _mark(aimed: Aimed, copy: str) -> str:
    return f"{card_id(aimed.card)}:{copy}"


def refuse_arrows(aimed: Aimed) -> Refusal | None:
    """A Group of his with room for more; of one more the side may be named."""
    state, on = aimed.known.state, aimed.order.on
    copy = named_card(state, on[0]) if len(on) == 1 else ""
    if not aimed.known.is_group(copy) or state.controller(copy) != aimed.seat:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    number = len(outlines_in(state)[copy].arrows_out)
    least = 0 if aimed.deed.amount else 1
    if not least <= number < MOST_ARROWS:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    if aimed.deed.amount and _mark(aimed, copy) in state.seat(aimed.seat).used_up:
        return refuse(rl.ALREADY_LINKED, card=aimed.card)
    side = aimed.order.value.upper()
    is_free = not side or side in _free_sides(state, copy)
    if not is_free:
        return refuse(rl.ARROW_NOT_OPEN, card=copy)
    payers = (copy, state.table[copy].master or "")
    is_paid = any(_can_pay(aimed, payer) for payer in payers)
    return None if is_paid else refuse(rl.COST_NOT_MET, card=aimed.card)


def _can_pay(aimed: Aimed, payer: str) -> bool:
    named = [named_card(aimed.known.state, name) for name in _paying(aimed)]
    is_able = lg.refuse_acting(aimed.known, payer, rl.NO_TOKEN_TO_PAY) is None
    return is_able and named in ([], [payer])


def _paying(aimed: Aimed) -> tuple[str, ...]:
    return aimed.order.paying if isinstance(aimed.order, od.PlayPlot) else ()


def add_arrows(table: InwoTable, aimed: Aimed) -> None:
    """For the action of the Group or of its master: one more, or as many as make three."""
    copy = named_card(table.state, aimed.order.on[0])
    payers = (copy, table.state.table[copy].master or "")
    payer = next(payer for payer in payers if _can_pay(aimed, payer))
    table.spend(aimed.seat, payer, "cost")
    source = table.state.plays[-1].full
    missing = MOST_ARROWS - len(outlines_in(table.state)[copy].arrows_out)
    sides = _free_sides(table.state, copy)
    wished = [one for one in sides if one == aimed.order.value.upper()]
    for side in (*wished, *(one for one in sides if one not in wished))[
        : aimed.deed.amount or missing
    ]:
        change = Change(copy, "arrow", "gain", side, until="good", source=source)
        table.emit(ev.ChangeBegan(change))
    if aimed.deed.amount:
        table.emit(ev.OnceUsed(aimed.seat, _mark(aimed, copy), True))


# --- another Illuminati (I37) ---------------------------------------------------------------


def _mask(aimed: Aimed) -> str | None:
    """The Illuminati card of the hand that is named."""
    plots = aimed.known.state.seat(aimed.seat).plots
    names = [*aimed.order.on, *([aimed.order.value] if aimed.order.value else [])]
    held = find(plots, names[0]) if len(names) == 1 else None
    return held if held is not None and card_of(held).family == "illuminati" else None


def refuse_unmasking(aimed: Aimed) -> Refusal | None:
    """Only as a card that he holds."""
    return None if _mask(aimed) else refuse(rl.NOT_IN_HAND, card=(*aimed.order.on, "")[0])


def unmask(table: InwoTable, aimed: Aimed) -> None:
    """It takes the place of his own; an agent of its kind is lost."""
    new = _mask(aimed._replace(known=table.known))
    if new is None:
        return
    holder = table.state.seat(aimed.seat)
    lost = tuple(copy for copy in holder.agents if card_id(copy) == card_id(new))
    if lost:
        table.emit(ev.AgentsPurged(aimed.seat, lost))
    table.emit(ev.Unmasked(aimed.seat, holder.illuminati, new))


# --- a card of the hand or deck comes in (I36.14, I36.19) -----------------------------------


def _host(aimed: Aimed) -> str | None:
    """The Personality that acts, or has acted, and takes a Group under itself."""
    for play in aimed.known.state.plays:
        if play.card == aimed.card and play.paid:
            return play.paid[0]
    paid = payment_of(aimed.known, aimed.seat, aimed.deed.costs, Tender(_paying(aimed)), aimed.card)
    return paid.cards[0] if paid is not None and paid.cards else None


def refuse_ranting(aimed: Aimed) -> Refusal | None:
    """After the tokens: any card of the hand, a Group under him who acts."""
    state, host = aimed.known.state, _host(aimed)
    if state.attack is not None or state.turn.step != "main":
        return refuse(rl.NOT_MAIN, seat=aimed.seat)
    if host is None:
        return refuse(rl.COST_NOT_MET, card=aimed.card)
    name = (*aimed.order.on, "")[0]
    reach = state.in_reach(aimed.seat)
    held = find(reach, name)
    if not places_under(state, aimed.seat, (host,), card=held or ""):
        return refuse(rl.NO_OPEN_ARROW, card=host)
    is_group = held is not None and "group" in card_of(held).words
    order = od.TakeOver((name,), host if is_group else None)
    return refuse_coming(state, aimed.seat, name, order, reach)


def rant(table: InwoTable, aimed: Aimed) -> None:
    host = _host(aimed._replace(known=table.known))
    reach = table.state.in_reach(aimed.seat)
    held = find(reach, aimed.order.on[0])
    is_group = held is not None and "group" in card_of(held).words
    order = od.TakeOver(aimed.order.on[:1], host if is_group else None)
    refusal = refuse_coming(table.state, aimed.seat, aimed.order.on[0], order, reach)
    if refusal is None and held is not None:
        come_in(table, aimed.seat, held, order)


def refuse_paying_to_know(aimed: Aimed) -> Refusal | None:
    """Outside an attack, a Group of his without puppets."""
    state, known = aimed.known.state, aimed.known
    copy = named_card(state, (*aimed.order.on, "")[0])
    if state.attack is not None:
        return refuse(rl.IN_ATTACK, card=aimed.card)
    is_his = known.is_group(copy) and state.controller(copy) == aimed.seat
    if not is_his or known.puppets.get(copy):
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    if lg.is_burden(copy):
        return refuse(rl.FIXED, card=copy)
    has_more = bool(state.seat(aimed.seat).group_deck)
    return None if has_more else refuse(rl.EMPTY_DECK, seat=aimed.seat)


def pay_to_know(table: InwoTable, aimed: Aimed) -> None:
    """It is discarded or uncontrolled; the top Group card takes its place, or a Plot is drawn."""
    copy = named_card(table.state, aimed.order.on[0])
    old, tokens = table.state.table[copy], table.state.tokens.get(copy, 0)
    owner = table.state.owner_of(copy).name
    if table.state.has_area:
        table.emit(ev.LeftPlay(((copy, aimed.seat),), "groups", "effect"))
        table.lay_open((copy,), "groups", "by-card")
    else:
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "effect"))
    holder = table.state.seat(aimed.seat)
    top = holder.group_deck[0]
    is_group = "group" in card_of(top).words
    known, master = table.known, old.master or ""
    refusal = lg.refuse_takeover(known, aimed.seat, top)
    refusal = refusal or (lg.refuse_master(known, top, master) if is_group else None)
    masters = (master,) if is_group else ()
    free = places_under(table.state, aimed.seat, masters, old.arrow, card=top)
    if refusal is not None or (is_group and not free):
        table.discard(aimed.seat, top, "group_deck", "effect")
        table.draw(aimed.seat, "plot_deck", 1, "effect")
        return
    card = OnTable(top, aimed.seat, master, old.arrow) if is_group else OnTable(top, aimed.seat)
    if not is_group:
        card = OnTable(top, aimed.seat, host=holder.illuminati)
    table.emit(ev.CameIntoPlay(card, "group_deck", "by-card", late=True))
    if is_group and tokens and not bars_tokens(table.known, top):
        table.emit(ev.TokensPlaced(aimed.seat, ((top, tokens),)))


RESHAPING: Mapping[ab.DeedName, AimedEffect] = {
    "add-arrows": AimedEffect(refuse_arrows, add_arrows, waits=False),
    "unmask": AimedEffect(refuse_unmasking, unmask),
    "take-under": AimedEffect(refuse_ranting, rant),
    "pay-to-know": AimedEffect(refuse_paying_to_know, pay_to_know),
}
"""A row a deed."""
