"""Freedom from Zaps and from paralysis, by actions (I35.5, I35.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_of
from engine.inwo.deeds.actions import announce_act, set_off
from engine.inwo.deeds.relief import is_enough
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState


def refuse_unzapping(state: InwoState, seat: str, order: od.RemoveZaps) -> Refusal | None:
    """Why the Zaps stay."""
    if not zaps_on(state, order.seat):
        return refuse(rl.NO_ZAPS, seat=order.seat)
    if state.attack is not None and state.attack.instant:
        return refuse(rl.NOT_INSTANT_NOW, seat=seat)
    return lg.refuse_acting(facts(state), state.seat(seat).illuminati, rl.NO_TOKEN_TO_UNZAP)


def zaps_on(state: InwoState, seat: str) -> list[str]:
    """The Zaps that bind a player."""
    root = state.seat(seat).illuminati
    return [copy for copy in facts(state).linked.get(root, ()) if card_of(copy).ability(ab.Zap)]


def unzap(table: InwoTable, seat: str, order: od.RemoveZaps) -> Refusal | None:
    """All Zaps of one player go to their owners' piles (I35.5)."""
    refusal = refuse_unzapping(table.state, seat, order)
    if refusal is None:
        payer, zaps = table.state.seat(seat).illuminati, zaps_on(table.state, order.seat)
        table.spend(seat, payer, "unzap")
        root = table.state.seat(order.seat).illuminati
        set_off(table, announce_act(table, seat, "unzap", root, (payer,)), zaps)
    return refusal


def _paralysis(state: InwoState, copy: str) -> list[str]:
    linked = facts(state).linked.get(copy, ())
    return [plot for plot in linked if card_of(plot).ability(ab.Paralyze)]


def refuse_freeing(state: InwoState, seat: str, order: od.FreeGroup) -> Refusal | None:
    """Why a paralyzed Group is not freed so (I35.6)."""
    copy = on_table(state, order.card)
    if copy is None or not _paralysis(state, copy):
        return refuse(rl.NOT_PARALYZED, card=order.card)
    if _freer(state, seat, order, copy):
        return None
    named = on_table(state, order.paying, seat) if order.paying else None
    if order.paying is not None and named not in _freers(state, seat, copy):
        return refuse(rl.FREE_PAYER, card=named or order.paying)
    why = lg.refuse_acting(facts(state), named, rl.NO_TOKEN_TO_FREE) if named else None
    return why or refuse(rl.NO_TOKEN_TO_FREE, card=copy)


def _freers(state: InwoState, seat: str, copy: str) -> list[str]:
    mine = (state.seat(seat).illuminati, state.table[copy].master)
    return [one for one in mine if one is not None and state.table[one].seat == seat]


def _freer(state: InwoState, seat: str, order: od.FreeGroup, copy: str) -> str | None:
    """The Illuminati of who frees it, or its master if that is his."""
    named = on_table(state, order.paying, seat) if order.paying else None
    for payer in _freers(state, seat, copy):
        if named not in (None, payer):
            continue
        if lg.refuse_acting(facts(state), payer, rl.NO_TOKEN_TO_PAY) is None:
            return payer
    return None


def free(table: InwoTable, seat: str, order: od.FreeGroup) -> Refusal | None:
    """The Plots that paralyze it are discarded."""
    refusal = refuse_freeing(table.state, seat, order)
    if refusal is None:
        copy = on_table(table.state, order.card)
        assert copy is not None
        payer = _freer(table.state, seat, order, copy)
        assert payer is not None
        table.spend(seat, payer, "free")
        play = announce_act(table, seat, "free", copy, (payer,))
        set_off(table, play, _paralysis(table.state, copy))
    return refusal


def removals(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    """What binds his own is removed: Zaps, paralysis, Devastation (I19.4, I35.5, I35.6)."""
    known = facts(state)
    if zaps_on(state, seat):
        yield od.RemoveZaps(seat)
    able = tuple(copy for copy in known.groups[seat] if state.tokens.get(copy, 0))
    for copy in known.groups[seat]:
        if known.is_paralyzed(copy):
            yield od.FreeGroup(copy)
        if is_enough(state, copy, seat, able):
            yield od.Relieve(copy, able)


ORDERS: OrderTable = {
    od.RemoveZaps: by_order(refuse_unzapping, unzap),
    od.FreeGroup: by_order(refuse_freeing, free),
}
"""Orders of this module as they are refused and carried out."""
