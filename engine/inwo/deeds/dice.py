"""Dice that have been rolled: set, shifted, rolled again, or of no use (M2, I23.2, I35.17)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import fits_struck, is_magic, is_unwarded, names_kind
from engine.inwo.attacks.costs import TokenPayment, costs_meant, pay, payment_of, tender_of
from engine.inwo.attacks.course import distance_to_need, is_success
from engine.inwo.attacks.plays import join, joined, next_number, obey_dice_law, play_along
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.card_deeds import source_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.state import AttackPlay, InwoState, OnTable, RunningAttack

DiceOrder = od.PlayPlot | od.UseAbility
_ALONG = ("cut", "reward")
"""What a card does that counts once the attack is over."""
FATES: Mapping[od.Fate | None, tuple[od.Fate, ...]] = {
    **{"captured": ("captured",), "destroyed": ("destroyed",), "devastated": ("devastated",)},
    "killed": ("killed", "destroyed"),
}
"""By what will befall the target, how an order may say so; who is killed is destroyed (I18.6)."""


def dice_of(copy: str) -> ab.DiceChange | None:
    """What a card does to dice."""
    return card_of(copy).ability(ab.DiceChange)


def is_without_dice(copy: str) -> bool:
    """Whether a card answers a failure for which no dice fell too (I14.6, I36.9)."""
    change = dice_of(copy)
    return change is not None and change.op == "cut"


def refuse_dice(state: InwoState, seat: str, order: DiceOrder) -> Refusal | None:
    """Why a card does nothing to the dice just rolled."""
    copy = source_of(state, seat, order)
    change = dice_of(copy) if copy else None
    if copy is None or change is None:
        return rl.refuse(rl.NOT_IN_HAND, card=order.card)
    attack = state.attack
    if attack is None or not _is_at(attack, order) or not (attack.roll or is_without_dice(copy)):
        return rl.refuse(rl.NO_DICE, card=copy)
    is_plot = isinstance(order, od.PlayPlot)
    if barred := lg.refuse_any_play(state, seat, copy) if is_plot else None:
        return barred
    if change.only and not change.when and is_unwarded(facts(state), attack, copy):
        return rl.refuse(rl.UNWARDED, card=copy)
    is_for = _is_for(state, seat, attack, change)
    if not (is_for and _may_change(state, attack, change) and _lie_so(state, attack, order)):
        return rl.refuse(rl.NOT_FIRED if is_for else rl.TARGET_UNFIT, card=copy)
    if isinstance(order, od.UseAbility) and not change.free and change.op != "help":
        refusal = lg.refuse_acting(facts(state), copy, rl.NO_TOKEN_TO_USE)
        if refusal:
            return refusal
    again = _refuse_again(state, seat, copy, change)
    if again or change.op == "help":
        return again
    return None if _price(state, seat, copy, order) else rl.refuse(rl.COST_NOT_MET, card=copy)


def _refuse_again(state: InwoState, seat: str, copy: str, change: ab.DiceChange) -> Refusal | None:
    """A second copy of a Plot in the attack, or what is used but once (I11.10)."""
    plays = state.attack.plays if state.attack is not None else ()
    mine = [play.card for play in plays if play.seat == seat and not play.cancelled]
    if _is_spent(state, seat, copy, change):
        return rl.refuse(rl.ONCE_A_TURN, card=copy)
    is_second = card_of(copy).family == "plot" and card_id(copy) in map(card_id, mine)
    return rl.refuse(rl.SECOND_COPY, card=copy) if is_second else None


def _is_at(attack: RunningAttack, order: DiceOrder) -> bool:
    """Whether this attack is meant: by its number, by its target, or as the only one."""
    return not order.on or bool(
        {attack.number, attack.target, card_id(attack.target)} & {*order.on}
    )


def _is_spent(state: InwoState, seat: str, copy: str, change: ab.DiceChange) -> bool:
    """Whether it was used for this roll, or for this turn, already."""
    if change.op == "reward" and any(_mark(copy) in one.used for one in state.seats):
        return True
    return change.free and _roll_mark(state, copy) in state.seat(seat).used


def _roll_mark(state: InwoState, copy: str) -> str:
    return f"dice:{copy}:{state.draws}"


def _mark(copy: str) -> str:
    return f"use:{card_id(copy)}"


def _lie_so(state: InwoState, attack: RunningAttack, order: DiceOrder) -> bool:
    """Whether the dice have come out as the order asks (I31.12)."""
    margin = order.margin
    if order.when == "roll":
        return margin is not None and margin.fits(attack.total)
    if order.when not in ("", _course(state), *FATES.get(fate_of(state), ())):
        return False
    return margin is None or margin.fits(distance_to_need(state))


def fate_of(state: InwoState) -> od.Fate | None:
    """What will befall the target as the dice lie: captured, killed, ... (M7)."""
    attack = state.attack
    assert attack is not None
    if not is_success(state):
        return None
    if attack.form == "control":
        return "captured"
    plot = card_of(attack.by_card).ability(ab.DisasterPlot) if attack.by_card else None
    if plot is None:
        return "killed" if attack.assassination else "destroyed"
    is_ruin = plot.margin is not None and distance_to_need(state) > plot.margin
    return "destroyed" if is_ruin else "devastated"


def _course(state: InwoState) -> str:
    return "success" if is_success(state) else "failure"


def _is_for(state: InwoState, seat: str, attack: RunningAttack, change: ab.DiceChange) -> bool:
    """Whether the card is for this roll: whose, and of which attack."""
    known = facts(state)
    is_mine = attack.seat == seat
    target = state.table.get(attack.target)
    is_victim = target is not None and target.seat == seat
    is_whose = {"any": True, "mine": is_mine, "rival": not is_mine, "victim": is_victim}
    is_kind = attack.assassination if change.only else names_kind(attack, change.instants)
    return (
        is_whose[change.whose]
        and is_kind
        and attack.form in change.forms
        and fits_struck(known, change.target, attack.target)
        and _is_led_so(known, attack, seat, change)
    )


def _may_change(state: InwoState, attack: RunningAttack, change: ab.DiceChange) -> bool:
    """Whether the roll went as the card needs, and is not changed so already."""
    is_new = not (attack.failed if change.op == "fail" else attack.softened)
    return (
        is_new
        and change.when in ("", _course(state))
        and not (change.op == "cut" and state.turn.seat != attack.seat)
        and not (change.one and any(card_id(c) == change.one for c in state.table))
    )


def _is_led_so(known: Facts, attack: RunningAttack, seat: str, change: ab.DiceChange) -> bool:
    """Whether such a Group leads the attack, another than the card that has this text."""
    if not change.led_by.clauses:
        return True
    mine = (copy for copy, card in known.table.items() if card.seat == seat)
    me = next((copy for copy in mine if change in card_of(copy).abilities), "")
    return attack.attacker is not None and known.fits(change.led_by, attack.attacker, me)


def _price(state: InwoState, seat: str, copy: str, order: DiceOrder) -> TokenPayment | None:
    change = dice_of(copy)
    assert change is not None
    if not change.costs:
        return TokenPayment(ab.Cost())
    costs = costs_meant(change.costs, order)
    paid = payment_of(facts(state), seat, costs, tender_of(order), copy)
    # What is saved by Cover-Up does not pay for it: another Group does.
    saved = state.attack.target if state.attack is not None and change.op == "fail" else ""
    return None if paid is not None and saved in paid.cards else paid


def change_dice(table: InwoTable, seat: str, order: DiceOrder) -> Refusal | None:
    """Pay, and change the dice."""
    refusal = refuse_dice(table.state, seat, order)
    if refusal:
        return refusal
    copy = source_of(table.state, seat, order)
    assert copy is not None
    change = dice_of(copy)
    assert change is not None
    if change.op == "help":
        if isinstance(order, od.UseAbility):
            return _join_late(table, seat, copy)
        return _help(table, seat, copy, order)
    payment = _price(table.state, seat, copy, order)
    assert payment is not None
    if change.op not in _ALONG:
        # Dice that have been rolled again are not what they were (I22.3).
        is_late, number = change.op == "reroll", next_number(table)
        joined(
            table,
            AttackPlay(number, seat, "effect", copy, paid=payment.cards, done=is_late),
        )
    pay(table, seat, payment)
    if isinstance(order, od.PlayPlot):
        _lay(table, seat, copy, change)
    elif change.free:
        table.emit(ev.OnceUsed(seat, _roll_mark(table.state, copy)))
    else:
        table.spend(seat, copy, "ability")
    _apply(table, change, seat, order)
    if change.draws:
        table.draw(table.attack.seat, "group_deck", change.draws, "reroll")
    return None


def _help(table: InwoTable, seat: str, copy: str, order: od.PlayPlot) -> Refusal | None:
    """Groups spend tokens after the roll, in the order named, until the attack succeeds (I36.8).

    None of them does, and the Plot stays in the hand, where they are not enough.
    """
    named = order.paying or tuple(table.known.groups[seat])
    trial = InwoTable(table.state, table.dice, table.policies)
    for each in (trial, table):
        if not is_success(trial.state) and each is table:
            return rl.refuse(rl.COST_NOT_MET, card=copy)
        if each is table:
            table.discard(seat, copy, "plots", "played")
        for name in named:
            if not is_success(each.state):
                join(each, seat, od.Helper(name), "aid")
    return None


def _join_late(table: InwoTable, seat: str, copy: str) -> Refusal | None:
    """The Group that the card is linked to joins, if that changes the result (I38.9)."""
    host = table.state.table[copy].host or ""
    side = "oppose" if is_success(table.state) else "aid"
    trial = InwoTable(table.state, table.dice, table.policies)
    refusal = join(trial, seat, od.Helper(host), side)
    if refusal is None and is_success(trial.state) == is_success(table.state):
        return rl.refuse(rl.COST_NOT_MET, card=copy)
    return refusal or join(table, seat, od.Helper(host), side)


def _lay(table: InwoTable, seat: str, copy: str, change: ab.DiceChange) -> None:
    """A Plot that protects stays with the one it has protected (I38.5)."""
    if change.links:
        card = OnTable(copy, seat, host=table.attack.target)
        table.emit(ev.CameIntoPlay(card, "plots", "played"))
    else:
        table.discard(seat, copy, "plots", "played")


def _apply(table: InwoTable, change: ab.DiceChange, seat: str, order: DiceOrder) -> None:
    attack = table.attack
    by = attack.plays[-1].full if attack.plays else ""
    if change.op in ("set", "fail", "soften"):
        amount = change.amount if change.op == "set" else 0
        table.emit(ev.DiceChanged(attack.number, change.op, amount, by))
    elif change.op in _ALONG:
        if change.op == "reward":
            table.emit(ev.OnceUsed(seat, _mark(order.card)))
        play_along(table, seat, find(table.state.seat(seat).discards, order.card) or order.card)
    elif change.op == "reroll":
        draw = table.state.draws
        roll = table.dice.roll(draw, "attack")
        by = find(table.state.seat(seat).discards, order.card) or order.card
        by = by if change.amount else ""
        table.emit(ev.DiceRolled(attack.number, roll, draw, change.amount, by))
        obey_dice_law(table)
    else:
        is_down = order.value == "DOWN" or (not order.value and attack.seat == seat)
        step = change.magic if change.magic and _has_magic(table) else change.amount
        table.emit(ev.DiceChanged(attack.number, "shift", -step if is_down else step, by))


def _has_magic(table: InwoTable) -> bool:
    """Whether a Magic Group attacks, is attacked, aids or opposes (I38.13)."""
    attack = table.attack
    if is_magic(attack):
        return True
    joined = [play.card for play in attack.standing("aid", "oppose", "self-defense")]
    cards = (attack.attacker, attack.target, *joined)
    return any(copy and "Magic" in table.known.words(copy) for copy in cards)
