"""Cards in play that give points to an attack, or stake themselves on it (I38.19, I38.93)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.fitting import fitting_plot, group_elsewhere, refuse_attack_plot
from engine.inwo.attacks.plays import joined, next_number
from engine.inwo.attacks.results import ruin_group
from engine.inwo.cards import card_of
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, Change, InwoState
from engine.inwo.wards import is_warded


def refuse_lending(
    state: InwoState, seat: str, order: od.UseAbility, *, is_announced: bool = False
) -> Refusal | None:
    """Why a card in play does not lend its points to the attack (I38.93)."""
    known, attack = facts(state), state.attack
    assert attack is not None
    copy = on_table(state, order.card, seat)
    if copy is None or state.table[copy].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.card)
    if other := group_elsewhere(state, seat, order.on):
        return refuse(rl.TARGET_UNFIT, card=copy, on=other)
    refusal = None if lg.enters(copy) else lg.refuse_taking_part(known, attack, seat)
    if refusal:
        return refusal
    plot = fitting_plot(state, copy, order.value)
    if known.is_idle(copy):
        return refuse(rl.NOT_PLAYABLE, card=copy)
    if plot is None or (plot.itself and attack.attacker != copy):
        return refuse_attack_plot(copy)
    if plot.itself and not is_announced:
        return refuse(rl.STAKE_LATE, card=copy)
    if plot.per_card and not _given(state, seat, plot, order):
        return refuse(rl.COST_NOT_MET, card=copy)
    if plot.lends and state.controller(attack.target) == seat:
        # To his own it counts without a word (I38.18).
        return refuse(rl.TARGET_UNFIT, card=copy, on=attack.target)
    is_of_others = plot.side == "attack" or plot.lends
    if is_of_others and is_warded(known, copy, seat, attack.target):
        return refuse(rl.IMMUNE, card=attack.target, by=copy)
    costs_no_token = plot.free or (plot.discards and not card_of(copy).action_tokens)
    refusal = None if costs_no_token else lg.refuse_acting(known, copy, rl.NO_TOKEN_TO_USE)
    is_again = any(play.card == copy and play.what == "plot" for play in attack.plays)
    return refuse(rl.ONCE_AN_ATTACK, card=copy) if refusal is None and is_again else refusal


def lend(
    table: InwoTable, seat: str, order: od.UseAbility, *, is_announced: bool
) -> Refusal | None:
    """A card in play gives points to one side, or takes some from the attack (I38.53)."""
    refusal = refuse_lending(table.state, seat, order, is_announced=is_announced)
    if refusal:
        return refusal
    copy = on_table(table.state, order.card, seat)
    assert copy is not None
    plot = fitting_plot(table.state, copy, order.value)
    assert plot is not None
    if not plot.free and not plot.discards:
        table.spend(seat, copy, "ability")
    is_lower = order.value == "LOWER" and plot.lower > 0
    side = "defense" if is_lower else plot.side
    amount = plot.lower if is_lower else plot.amount
    if plot.lends:
        amount = table.known.power(copy)
    if plot.per_card:
        amount = _give(table, seat, plot, order)
    joined(table, AttackPlay(next_number(table), seat, "plot", copy, (), side, amount))
    if plot.discards:
        owner = table.state.owner_of(copy).name
        table.emit(ev.LeftPlay(((copy, owner),), "discards", "used"))
    return None


def _given(
    state: InwoState, seat: str, plot: ab.AttackPlot, order: od.UseAbility
) -> tuple[str, ...]:
    """The Group cards of the hand, or undrawn Plots, that are given up; none if not all are."""
    holder = state.seat(seat)
    if plot.near:
        cards = holder.plot_deck[: order.discards]
        return cards if len(cards) == order.discards else ()
    held = [find(holder.groups, name) for name in order.paying]
    cards = tuple(copy for copy in held if copy is not None and "group" in card_of(copy).words)
    return cards if len(set(cards)) == len(order.paying) else ()


def _give(table: InwoTable, seat: str, plot: ab.AttackPlot, order: od.UseAbility) -> int:
    """They are discarded; how much they add."""
    cards = _given(table.state, seat, plot, order)
    for copy in cards:
        table.discard(seat, copy, "plot_deck" if plot.near else "groups", "cost")
    if plot.near:
        return plot.amount * len(cards)
    return sum(card_of(copy).power for copy in cards)


def refuse_gamble(
    state: InwoState, seat: str, name: str, *, is_announced: bool = False
) -> Refusal | None:
    """Why no die is rolled for a Group whose action has just been announced (I38.19)."""
    known, attack, copy = facts(state), state.attack, on_table(state, name, seat)
    rule = card_of(copy).ability(ab.Gamble) if copy else None
    if attack is None or copy is None or rule is None or state.table[copy].seat != seat:
        return refuse(rl.NO_ABILITY, card=name)
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    opposing = [play.card for play in attack.standing("oppose", "self-defense")]
    faced = attack.target if copy in attacking else attack.attacker
    is_in = copy in attacking or copy in opposing
    is_fit = is_in and faced is not None and known.fits(rule.against, faced)
    is_new = not any(
        one.on == copy and one.until == f"attack:{attack.number}" for one in state.changes
    )
    if not (is_fit and is_new):
        return refuse(rl.TARGET_UNFIT, card=copy)
    now = [play.card for play in attack.plays if play.round == attack.round]
    return None if is_announced or copy in now else refuse(rl.GAMBLE_LATE, card=copy)


def gamble(table: InwoTable, seat: str, name: str, *, is_announced: bool) -> Refusal | None:
    """One die: Power for this attack, or its end to the credit of the target's controller."""
    refusal = refuse_gamble(table.state, seat, name, is_announced=is_announced)
    copy = on_table(table.state, name, seat)
    if refusal or copy is None:
        return refusal
    rule, attack = card_of(copy).ability(ab.Gamble), table.attack
    assert rule is not None
    if table.die(copy) <= 5:
        until = f"attack:{attack.number}"
        table.emit(ev.ChangeBegan(Change(copy, "power", "set", rule.power, until=until)))
    else:
        ruin_group(table, table.state.controller(attack.target) or attack.seat, copy)
    return None


def _take_gift(table: InwoTable, seat: str, copy: str, amount: int) -> Refusal | None:
    """The points that a Zap gives its victim, for one attack in each turn of his (I38.88)."""
    if table.state.table[copy].host != table.state.seat(seat).illuminati:
        return refuse(rl.NOT_YOURS, card=copy)
    if table.attack.seat != seat or table.state.turn.seat != seat:
        return refuse(rl.NOT_MAIN, seat=seat)
    if f"use:{copy}" in table.state.seat(seat).used:
        return refuse(rl.ONCE_A_TURN, card=copy)
    table.emit(ev.OnceUsed(seat, f"use:{copy}"))
    joined(table, AttackPlay(next_number(table), seat, "plot", copy, amount=amount))
    return None


def use_in_attack(
    table: InwoTable, seat: str, order: od.UseAbility, *, is_announced: bool = False
) -> Refusal | None:
    """A card lends its points to the attack, or rolls for its own Power."""
    copy = on_table(table.state, order.card, seat)
    zap = card_of(copy).ability(ab.Zap) if copy is not None else None
    if copy is not None and zap is not None and zap.gives:
        return _take_gift(table, seat, copy, zap.gives)
    if copy is not None and card_of(copy).ability(ab.Gamble) is not None:
        return gamble(table, seat, order.card, is_announced=is_announced)
    return lend(table, seat, order, is_announced=is_announced)


def refuse_using(state: InwoState, seat: str, order: od.UseAbility) -> Refusal | None:
    """Why it does not."""
    copy = on_table(state, order.card, seat)
    if copy is not None and card_of(copy).ability(ab.Gamble) is not None:
        return refuse_gamble(state, seat, order.card)
    return refuse_lending(state, seat, order)
