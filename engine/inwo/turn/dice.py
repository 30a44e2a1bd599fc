"""Orders on file for dice: made when these lie so, round and round (M2, I31.12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.cancels import names_of
from engine.inwo.deeds.card_deeds import deeds_of, source_of
from engine.inwo.deeds.copying import copied_plot, make_copy, refuse_copying
from engine.inwo.deeds.dice import (
    DiceOrder,
    change_dice,
    dice_of,
    fate_of,
    is_without_dice,
    refuse_dice,
)
from engine.inwo.deeds.doing import do_deed
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.turn.triggers import answer_roll


def dice_card(table: InwoTable, seat: str, order: od.InwoOrder) -> str | None:
    """The card by which an order would change dice, None if it is no such order."""
    if not isinstance(order, od.PlayPlot | od.UseAbility):
        return None
    copy = source_of(table.state, seat, order)
    if copy is None or dice_of(copy) is None:
        return None
    # One that does something else too is meant so where a play is named, or no attack runs.
    named = (order.on or ("",))[0].partition(" BY ")[0]
    is_at_play = named in _plays(table) or table.state.attack is None
    return None if deeds_of(copy) and is_at_play else copy


def _plays(table: InwoTable) -> set[str]:
    """The plays that are open, by card and by number."""
    plays = [play for play in table.state.plays if not play.cancelled]
    return {name for play in plays for name in names_of(play)}


def answer_dice(table: InwoTable) -> bool:
    """Orders on file for dice, asked round and round until none fires (M2, I31.12).

    Whether any fired.
    """
    attack, has_fired = table.attack, False
    first = len(attack.plays) if attack.rolled_after is None else attack.rolled_after

    def is_fit(seat: str, trigger: od.Trigger) -> bool:
        return all(dice_card(table, seat, order) is not None for order in trigger.orders)

    seats = [*(seat.name for seat in table.state.seats_after(attack.seat)), attack.seat]
    fired = True
    while fired:
        fired = False
        for seat in seats:
            for line in table.answers.get(seat, ()):
                fired |= _change_dice(table, seat, line) or _cancel(table, seat, line, first)
            before = len(table.events)
            if attack.roll is None:
                continue
            answer_roll(table, seat, _change, fate_of(table.state), is_fit)
            fired |= any(made.key for made in _made(table, before))
        has_fired |= fired
    return has_fired


def _cancel(table: InwoTable, seat: str, line: od.InwoLine, first: int) -> bool:
    """A line that cancels what was played since the dice fell; whether it was made (M3, M4)."""
    key, order = (seat, line.number), line.order
    if key in table.made or not isinstance(order, od.PlayPlot | od.UseAbility) or not order.on:
        return False
    late = table.attack.plays[first:]
    names = {name for play in late for name in names_of(play)}
    copy = source_of(table.state, seat, order)
    if order.on[0].partition(" BY ")[0] not in names or copy is None or not deeds_of(copy):
        return False
    refusal = do_deed(table, seat, order)
    if refusal:
        table.refused[key] = refusal
        return False
    table.settle_line(*key)
    return True


def _made(table: InwoTable, before: int) -> Iterator[ev.TriggerTested]:
    """The WHEN orders made since so many events."""
    for event in table.events[before:]:
        if isinstance(event, ev.TriggerTested) and not event.reason:
            yield event


def _change(table: InwoTable, seat: str, line: od.InwoLine) -> Refusal | None:
    """The dice changed by the order of a WHEN."""
    if not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return refuse(rl.NO_DICE)
    return change_dice(table, seat, line.order)


def _change_by_copy(table: InwoTable, seat: str, order: DiceOrder) -> Refusal | None:
    """The dice changed by the copy of a Plot, made only where it can be played so (I37)."""
    assert isinstance(order, od.UseAbility)
    refusal = refuse_copying(table.state, seat, order)
    if refusal is None:
        trial = InwoTable(table.state, table.dice)
        play = _copy_made(trial, seat, order)
        refusal = refuse_dice(trial.state, seat, play)
    return refusal or change_dice(table, seat, _copy_made(table, seat, order))


def _copy_made(table: InwoTable, seat: str, order: od.UseAbility) -> od.PlayPlot:
    """The copy in hand, to be played as the dice lie."""
    made = make_copy(table, seat, order)
    return changed(made, when=order.when, margin=order.margin)


def _change_dice(table: InwoTable, seat: str, line: od.InwoLine) -> bool:
    """One line that is for dice; whether it was made."""
    key = (seat, line.number)
    if key in table.made or not isinstance(line.order, od.PlayPlot | od.UseAbility):
        return False
    original = copied_plot(table.state, seat, line.order)
    copy = original or dice_card(table, seat, line.order)
    if copy is None or dice_of(copy) is None:
        return False
    if not (table.attack.roll or is_without_dice(copy)):
        return False
    change = _change_by_copy if original else change_dice
    refusal = change(table, seat, line.order)
    if refusal:
        table.refused[key] = refusal
        return False
    table.settle_line(*key)
    return True
