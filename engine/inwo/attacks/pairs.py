"""Two cards that attack as one: the main one rules, the other adds its Power (I37)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks.lending import use_in_attack
from engine.inwo.attacks.plays import play_along
from engine.inwo.attacks.strikes import refuse_strike, strike
from engine.inwo.cards import card_of
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import InwoState, RunningAttack


def is_pair(copy: str) -> bool:
    """Whether a Plot is played with two cards that attack."""
    return card_of(copy).ability(ab.DoubleStrike) is not None


def _both(order: od.PlayPlot) -> list[od.PlayPlot]:
    """The plays of the two: the main one with its helper, the other without."""
    names = [name.strip() for name in order.value.split(",") if name.strip()]
    plays = [od.PlayPlot(name, order.on) for name in names]
    first = [changed(plays[0], paying=order.paying, boosts=order.boosts)] if plays else []
    return [*first, *plays[1:]]


def refuse_pair(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why the two do not strike together: both must be of the hand, and legal on the target."""
    held = find(state.seat(seat).plots, order.card)
    rule = card_of(held).ability(ab.DoubleStrike) if held else None
    if held is None or rule is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    plays = _both(order)
    copies = [find(state.seat(seat).plots, play.card) for play in plays]
    is_fit = len(copies) == len(set(copies)) == 2
    if not is_fit or any(copy and rule.of not in card_of(copy).words for copy in copies):
        return refuse(rl.TARGET_UNFIT, card=held)
    main, other = (refuse_strike(state, seat, play) for play in plays)
    is_helpless = other is not None and other.reason is rl.STRIKE_UNHELPED
    return main or (None if is_helpless else other)


def strike_by(table: InwoTable, seat: str, number: str, order: od.PlayPlot) -> Refusal | None:
    """One card or two attack; what the line uses lends its points at once (I11.12)."""
    held = find(table.state.seat(seat).plots, order.card)
    attack = _strike_as_pair if held is not None and is_pair(held) else strike
    refusal = attack(table, seat, number, order)
    for name in order.uses if refusal is None else ():
        used = use_in_attack(table, seat, od.UseAbility(name), is_announced=True)
        if used is not None:
            table.leave_out(f"USE {name}", used)
    return refusal


def _strike_as_pair(table: InwoTable, seat: str, number: str, order: od.PlayPlot) -> Refusal | None:
    """The main card attacks; the other lies beside it."""
    refusal = refuse_pair(table.state, seat, order)
    if refusal:
        return refusal
    main, other = _both(order)
    held = find(table.state.seat(seat).plots, order.card)
    added = find(table.state.seat(seat).plots, other.card)
    assert held is not None and added is not None
    strike(table, seat, number, main)
    table.discard(seat, held, "plots", "played")
    play_along(table, seat, held)
    table.discard(seat, added, "plots", "played")
    play_along(table, seat, added, "card")
    return None


def return_unused(table: InwoTable, attack: RunningAttack) -> None:
    """Where one of the three is cancelled, those that have lost their use come back (I22.5)."""
    for at, play in enumerate(attack.plays):
        if play.what != "card":
            continue
        pair = attack.plays[at - 1]
        lost = [play.card] if pair.cancelled or attack.cancelled else []
        lost += [pair.card] if attack.cancelled and not pair.cancelled else []
        for card in lost:
            owner = table.state.owner_of(card).name
            if card in table.state.seat(owner).discards:
                back = ev.CardsMoved(
                    owner, (card,), "discards", "plots", "back", 0, True, play.seat
                )
                table.emit(back)
