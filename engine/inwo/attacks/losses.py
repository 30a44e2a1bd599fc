"""What a Group that is lost to a rival brings its player (I36.7)."""

from __future__ import annotations

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.facts import Facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import InwoState, OnTable, RunningAttack


def prefers(table: InwoTable, card: OnTable) -> bool:
    """Whether its player has said that it is to do the other thing it can (I36.7)."""
    return f"prefers:{card.copy}" in table.state.seat(card.seat).used


def hide_exposed(table: InwoTable, seat: str) -> None:
    """All exposed Plots of a seat are turned face down."""
    holder = table.state.seat(seat)
    fixed = {mark.partition(":")[2] for mark in holder.used_up if mark.startswith("exposed:")}
    cards = tuple(plot for plot in holder.exposed if plot.partition("@")[0] not in fixed)
    if cards:
        table.emit(ev.PlotsHidden(seat, cards))


def target_now(state: InwoState, attack: RunningAttack) -> str:
    """The target, or the agents' copy that lies in its place by now (I14.4)."""
    agents = (play.card for play in attack.standing("agents") if play.seat == attack.seat)
    swapped = (copy for copy in agents if copy in state.table)
    return next(swapped, attack.target) if attack.target not in state.table else attack.target


def settle_losses(table: InwoTable, known: Facts, attack: RunningAttack) -> list[tuple[str, str]]:
    """Plots of the attacker's deck, or a look at all he hides; `known`: as the attack closed.

    Told is who may choose a Plot for him to discard, and by which card.
    """
    target = known.table.get(attack.target)
    choosing: list[tuple[str, str]] = []
    if target is None or attack.seat == target.seat:
        return choosing
    left = target_now(table.state, attack)
    is_gone = left not in table.state.table
    if table.state.controller(left) == target.seat:
        return choosing
    for card, rule in known.of_seat(target.seat, ab.LossGain):
        if table.state.controller(card.copy) != card.seat:
            continue
        holder = table.state.seat(attack.seat)
        if prefers(table, card):
            for copy in holder.plots:
                if copy not in holder.exposed and copy not in holder.stored:
                    table.emit(ev.PlotExposed(attack.seat, copy))
                    table.spare(attack.seat)
            choosing += [(card.seat, card.copy)] if is_gone else []
            continue
        top = holder.plot_deck[: rule.destroyed if is_gone else rule.captured]
        if top:
            moved = ev.CardsMoved(
                attack.seat, top, "plot_deck", "plots", "effect", to_seat=card.seat
            )
            table.emit(moved)
    return choosing
