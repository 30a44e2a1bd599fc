"""A rival's exposed Plot used as a copy, which ceases to be when it leaves the table (I33.12)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.dice import SecretDice
from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState

COPIED = "copied"
"""What a seat has used that has made a copy in this turn."""


class PlayOfCopy(NamedTuple):
    """How a copy is played, and the table on which it is in his hand."""

    order: od.PlayPlot
    table: InwoTable


def copier_of(state: InwoState, seat: str, order: od.UseAbility) -> str | None:
    """The card of his that makes copies, if that is the one used."""
    copy = on_table(state, order.card, seat) or ""
    return copy if copy and card_of(copy).ability(ab.CopiesPlots) is not None else None


def _original(state: InwoState, seat: str, order: od.UseAbility) -> str | None:
    """The exposed Plot of a rival that is named, and of whom."""
    name, _, holder = (*order.on, "")[0].partition(" BY ")
    rivals = (one for one in state.seats_after(seat) if holder in ("", one.name))
    plots = ([c for c in one.exposed if card_of(c).family == "plot"] for one in rivals)
    found = (find(copies, name) for copies in plots)
    return next((copy for copy in found if copy is not None), None)


def copied_plot(state: InwoState, seat: str, order: od.InwoOrder) -> str | None:
    """The Plot that an order would copy, None if it is no such order."""
    if not isinstance(order, od.UseAbility) or copier_of(state, seat, order) is None:
        return None
    return _original(state, seat, order)


def card_played(state: InwoState, seat: str, order: od.PlayPlot | od.UseAbility) -> str | None:
    """The card that an order plays or uses; of one that makes a copy the Plot it copies."""
    return copied_plot(state, seat, order) or source_of(state, seat, order)


def moments_of(copy: str) -> tuple[ab.ClosingMoment, ...]:
    """The moments for which a card is."""
    return tuple(deed.moment for deed in deeds_of(copy))


def _given(state: InwoState, seat: str, order: od.UseAbility) -> str | None:
    """The Plot of his hand that it costs."""
    holder = state.seat(seat)
    plots = [c for c in holder.plots if card_of(c).family == "plot" and c not in holder.stored]
    return find(plots, order.paying[0]) if order.paying else None


def refuse_copying(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why no copy is made; whether it is played legally is asked of the copy."""
    copier = copier_of(state, seat, order)
    if copier is None or state.table[copier].seat != seat:
        return refuse(rl.NOT_YOURS, card=order.card)
    original = _original(state, seat, order)
    if original is None:
        return refuse(rl.NOT_EXPOSED, card=(*order.on, "")[0])
    refusal = lg.refuse_acting(facts(state), copier, rl.NO_TOKEN_TO_USE)
    if refusal is None and _given(state, seat, order) is None:
        return refuse(rl.COST_NOT_MET, card=copier)
    is_his_turn = state.turn.seat == seat and state.turn.step == "main" and state.attack is None
    if "goal" in card_of(original).words and not is_his_turn and state.turn.step != "e3":
        return refusal or refuse(rl.NO_GOAL, seat=seat)
    return refusal


def as_copied(state: InwoState, seat: str, order: od.InwoOrder) -> PlayOfCopy | None:
    """What would be played if an order made a copy now, and where; None if it makes none."""
    if not isinstance(order, od.UseAbility) or copier_of(state, seat, order) is None:
        return None
    if refuse_copying(state, seat, order) is not None:
        return None
    trial = InwoTable(state, SecretDice(b"trial"))
    return PlayOfCopy(make_copy(trial, seat, order), trial)


def make_copy(table: InwoTable, seat: str, order: od.UseAbility) -> od.PlayPlot:
    """The copy in his hand, paid for, and how it is to be played."""
    state = table.state
    copier, given = copier_of(state, seat, order), _given(state, seat, order)
    original = _original(state, seat, order)
    assert copier is not None and given is not None and original is not None
    letter = chr(ord("a") + [one.name for one in state.seats].index(seat))
    number = state.seat(seat).used.count(COPIED)
    made = f"{card_id(original)}@{letter}c{state.turn.number}-{number}"
    table.spend(seat, copier, "ability")
    table.discard(seat, given, "plots", "cost")
    table.emit(ev.OnceUsed(seat, COPIED))
    table.emit(ev.PlotCopied(seat, made, original))
    on = tuple(_root(state, original, name) for name in order.on[1:])
    return od.PlayPlot(made, on, order.value, (*order.paying[1:], *order.payers))


def _root(state: InwoState, plot: str, name: str) -> str:
    """A Zap on a player lies on his Illuminati (I35.5)."""
    is_zap = card_of(plot).ability(ab.Zap) is not None
    roots = {one.name: one.illuminati for one in state.seats} if is_zap else {}
    return roots.get(name, name)
