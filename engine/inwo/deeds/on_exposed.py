"""Deeds aimed at exposed Plots: discarded, taken, buried, turned face down (I35.27 to I35.29)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed
from engine.inwo.deeds.on_players import refuse_nobody, refuse_player, victim_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoSeat, InwoState


def is_exposed_for_good(state: InwoState, seat: str, copy: str) -> bool:
    """Whether its player has exposed it for good: nothing hides or removes it (I38.78)."""
    is_kind = card_of(copy).ability(ab.ExposeReward) is not None
    return is_kind and f"exposed:{card_id(copy)}" in state.seat(seat).used_up


def _plot_named(aimed: Aimed, holder: InwoSeat) -> str:
    """The exposed Plot that is named: Jihad, Jihad OF bob, bob: Jihad; of bob the only one."""
    name = aimed.order.on[0].partition(" BY ")[0]
    if name != holder.name:
        return name
    fitting = [c for c in holder.exposed if aimed.deed.of.fits(c, card_of(c).words)]
    return aimed.order.value or (fitting[0] if len(fitting) == 1 else "")


def _exposed_meant(aimed: Aimed) -> str | None:
    holder = aimed.known.state.seat(victim_of(aimed))
    copy = find(holder.exposed, _plot_named(aimed, holder))
    if copy and is_exposed_for_good(aimed.known.state, holder.name, copy):
        return None
    return copy if copy and aimed.deed.of.fits(copy, card_of(copy).words) else None


def refuse_exposed(aimed: Aimed) -> Refusal | None:
    """Why no exposed Plot of a rival is meant."""
    refusal, state = refuse_player(aimed), aimed.known.state
    name, holder = (aimed.order.on or ("",))[0].partition(" BY ")[0], victim_of(aimed)
    if refusal is not None and (refusal.reason is not rl.NO_SUCH_PLAYER or name == holder):
        return refusal
    if not holder:
        return refuse_nobody(aimed)
    if refusal is None and _exposed_meant(aimed):
        return None
    is_open = find(state.seat(holder).exposed, name) is not None
    if is_open:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=name)
    return refuse(rl.NOT_EXPOSED, card=name)


def discard_exposed(table: InwoTable, aimed: Aimed) -> None:
    """A rival discards an exposed Plot of the player's choice."""
    copy = _exposed_meant(aimed)
    if copy is not None:
        table.discard(victim_of(aimed), copy, "plots", "effect")


def steal_exposed(table: InwoTable, aimed: Aimed) -> None:
    """It comes into the hand, and stays exposed."""
    copy = _exposed_meant(aimed)
    if copy is not None:
        seat = victim_of(aimed)
        taken = ev.CardsMoved(seat, (copy,), "plots", "plots", "taken", 0, True, aimed.seat)
        table.emit(taken)


def refuse_burying(aimed: Aimed) -> Refusal | None:
    """Why these exposed Plots do not go into their owners' decks: too many are named."""
    if len(_to_bury(aimed)) > aimed.deed.most:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    first = _to_bury(aimed)[0]
    is_own = victim_of(first) == aimed.seat and _exposed_meant(first) is not None
    return None if is_own else refuse_exposed(first)


def _to_bury(aimed: Aimed) -> list[Aimed]:
    """The deed for each of the Plots; bob: Jihad, Hoax! names them behind the colon."""
    named = [name for name in aimed.order.value.split(", ") if name]
    orders = [changed(aimed.order, value=name) for name in named]
    orders = orders or [changed(aimed.order, on=(name,)) for name in aimed.order.on]
    return [aimed._replace(order=order) for order in orders or [aimed.order]]


def bury_exposed(table: InwoTable, aimed: Aimed) -> None:
    """They go to the bottom of their owners' decks, or to the top."""
    for each in _to_bury(aimed):
        one = each._replace(known=table.known)
        is_own = victim_of(one) == aimed.seat
        copy = None if not is_own and refuse_player(one) else _exposed_meant(one)
        if copy is not None:
            owner = table.state.owner_of(copy).name
            place = 0 if aimed.deed.top else -1
            back = ev.CardsMoved(
                victim_of(one), (copy,), "plots", "plot_deck", "returned", place, True, owner
            )
            table.emit(back)


# --- his own hand ---------------------------------------------------------------------------


def refuse_hiding(aimed: Aimed) -> Refusal | None:
    """Why none of his exposed Plots is turned face down."""
    exposed = aimed.known.state.seat(aimed.seat).exposed
    named = [find(exposed, name) for name in aimed.order.on]
    is_fit = named and all(named) and len(named) <= aimed.deed.amount
    is_fit = is_fit and not any(
        is_exposed_for_good(aimed.known.state, aimed.seat, c) for c in named if c
    )
    return None if is_fit else refuse(rl.NOT_EXPOSED, card=aimed.card)


def hide(table: InwoTable, aimed: Aimed) -> None:
    """Exposed Plots of his are hidden again."""
    exposed = table.state.seat(aimed.seat).exposed
    named = (find(exposed, name) for name in aimed.order.on)
    cards = tuple(copy for copy in named if copy is not None)
    if cards:
        table.emit(ev.PlotsHidden(aimed.seat, cards))
