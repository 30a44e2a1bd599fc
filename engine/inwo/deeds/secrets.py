"""Secret notes and hidden stores, which the referee keeps (I33.13, I38.29)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.acting import refuse_any_play
from engine.inwo.attacks.results import ruin_group
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.hiding import hide, refuse_hiding
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable, OrderTable, by_order, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, Question, RunningAttack

# --- stores ---------------------------------------------------------------------------------


def refuse_storing(state: InwoState, seat: str, order: od.StorePlot) -> Refusal | None:
    """Why a Plot does not go under a Group (I36.18)."""
    host, held = on_table(state, order.under, seat), find(state.seat(seat).plots, order.card)
    store = card_of(host).ability(ab.Store) if host else None
    if host is not None and card_of(host).ability(ab.HidesResources) is not None:
        return refuse_hiding(state, seat, order, host)
    if host is None or store is None or state.table[host].seat != seat:
        return refuse(rl.NO_ABILITY, card=order.under)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    if state.turn.seat != seat:
        return refuse(rl.NOT_MAIN, seat=seat)
    if "goal" in card_of(held).words and not store.goals:
        return refuse(rl.TARGET_UNFIT, card=held)
    is_full = host in state.seat(seat).stored.values()
    # What lies under Texas may be swapped, what is under Castro is used first.
    return refuse(rl.STORE_FULL, card=host) if is_full and not store.own_only else None


def store_plot(table: InwoTable, seat: str, order: od.StorePlot) -> Refusal | None:
    """One hidden Plot lies under it; another that lay there is in the hand again."""
    refusal = refuse_storing(table.state, seat, order)
    if refusal is None:
        host = on_table(table.state, order.under, seat)
        held = find(table.state.seat(seat).plots, order.card)
        assert host is not None
        if held is None:
            return hide(table, seat, order, host)
        table.emit(ev.PlotStored(seat, held, host))
    return refusal


def refuse_held(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Barred Plots, Personalities out of reach, Plots under Texas (I36.19, I37, I38.29)."""
    held = find(state.seat(seat).plots, order.card)
    if held is not None and (barred := refuse_any_play(state, seat, held)):
        return barred
    for note in state.changes:
        is_meant = note.stat == "sheltered" and note.value != seat
        if is_meant and any(on_table(state, name) == note.on for name in order.on):
            return refuse(rl.SHELTERED, card=note.on)
    host = state.seat(seat).stored.get(held or "")
    store = card_of(host).ability(ab.Store) if host else None
    if host is None or store is None or not store.own_only:
        return None
    attack = state.attack
    party = (attack.attacker, attack.target) if attack is not None else ()
    named = (*order.on, *order.paying)
    is_meant = host in party or any(name in (host, card_id(host)) for name in named)
    return None if is_meant else refuse(rl.STORED_FOR, card=host)


def drop_stores(table: InwoTable) -> None:
    """What lay under a Group that is lost is lost with it, or in the hand again."""
    for seat in table.state.seats:
        for plot, host in seat.stored.items():
            if table.state.controller(host) == seat.name:
                continue
            store = card_of(host).ability(ab.Store)
            table.emit(ev.PlotStored(seat.name, plot, ""))
            if store is not None and store.own_only:
                table.discard(seat.name, plot, "plots", "store-lost")


# --- notes ----------------------------------------------------------------------------------


def refuse_note(state: InwoState, seat: str, order: od.WriteNote) -> Refusal | None:
    """Why a name is not noted: one of his Groups, or any Place (I37)."""
    copy = on_table(state, order.card, seat)
    note = card_of(copy).ability(ab.Note) if copy else None
    if copy is None or note is None or state.table[copy].seat != seat:
        return refuse(rl.NO_ABILITY, card=order.card)
    is_set = copy in state.seat(seat).notes
    if is_set and not (note.of == "mine" and state.turn.seat == seat):
        return refuse(rl.NOTE_FIXED, card=copy)
    named = on_table(state, order.name, seat)
    if note.of == "mine":
        is_fit = named is not None and state.table[named].seat == seat
        return None if is_fit else refuse(rl.TARGET_UNFIT, card=copy)
    is_place = _is_place(order.name)
    return None if is_place else refuse(rl.TARGET_UNFIT, card=copy)


def _is_place(name: str) -> bool:
    try:
        return "place" in card_of(name).words
    except KeyError:
        return False


def write_note(table: InwoTable, seat: str, order: od.WriteNote) -> Refusal | None:
    """A name that nobody else sees until it matters."""
    refusal = refuse_note(table.state, seat, order)
    if refusal is None:
        copy = on_table(table.state, order.card, seat)
        assert copy is not None
        table.emit(ev.NoteWritten(seat, copy, card_id(order.name)))
    return refusal


def notes_on(table: InwoTable, target: str, of: str) -> list[tuple[str, str]]:
    """The players with a note of that name, and the cards that bear it."""
    return [
        (seat.name, copy)
        for seat in table.state.seats
        for copy, name in seat.notes.items()
        if name == card_id(target) and table.state.controller(copy) == seat.name
        for note in (card_of(copy).ability(ab.Note),)
        if note is not None and note.of == of
    ]


def open_notes(table: InwoTable) -> None:
    """A Place that is noted is neither destroyed nor Devastated: the attack fails (I37)."""
    attack = table.attack
    for seat, copy in notes_on(table, attack.target, "place"):
        table.emit(ev.NoteOpened(seat, copy, card_id(attack.target)))
        if attack.form == "destroy":
            table.emit(ev.DiceChanged(attack.number, "fail"))
        else:
            owner = table.state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "captured"))


def avenge(table: InwoTable, attack: RunningAttack, avengers: Sequence[tuple[str, str]]) -> None:
    """Who destroyed the Group that was noted loses his attacker, or a Group he chooses (I37).

    It is avenged before its player is out, if it was his last (I32).
    """
    ended = next(e for e in reversed(table.events) if isinstance(e, ev.AttackEnded))
    if ended.result not in ("destroyed", "killed"):
        return
    for seat, copy in avengers:
        table.emit(ev.NoteOpened(seat, copy, card_id(attack.target)))
        table.emit(ev.NoteWritten(seat, copy, ""))
        leader = attack.attacker
        if leader is not None and table.known.is_group(leader):
            ruin_group(table, seat, leader)
        else:
            key = f"question-{table.state.turn.number}.{attack.number}.{attack.seat}"
            ask(table, Question(key, attack.seat, "lose-group", copy, credit=seat))


ORDERS: OrderTable = {
    od.StorePlot: by_order(refuse_storing, store_plot),
    od.WriteNote: by_order(refuse_note, write_note),
}
"""Orders of this module as they are refused and carried out."""
