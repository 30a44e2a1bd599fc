"""Why a Plot is not played outside attacks: tokens, links, Zaps, Orders (I24, I35.2 to I35.11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.laying import (
    bars_tokens,
    card_to_play,
    is_gainable,
    is_spared,
)
from engine.inwo.deeds.prices import PLAYED, Main, price_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import on_table
from engine.inwo.rulings import refuse
from engine.inwo.selectors import OPPOSED
from engine.inwo.state import InwoState

RELOAD_POWER = 5


def main_of(copy: str, on: Sequence[str] = ()) -> Main | None:
    """The ability of a Plot that says how it is played outside attacks.

    A New World Order that may be linked instead is, where it is played `on` a card.
    """
    card = card_of(copy)
    link = card.ability(ab.LinkedChange)
    if on and link is not None and card.ability(ab.WorldOrder) is not None:
        return link
    return next((one for one in card.abilities if isinstance(one, PLAYED)), None)


def refuse_plot(state: InwoState, seat: str, order: od.PlayPlot) -> Refusal | None:
    """Why a Plot of the hand cannot be played so."""
    held = card_to_play(state, seat, order.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=order.card)
    plot = main_of(held, order.on)
    if plot is None:
        return refuse(rl.NOT_PLAYABLE, card=held)
    rule = card_of(held).ability(ab.GoalRule)
    if rule is not None and order.value.upper() not in rule.words:
        return refuse(rl.TARGET_UNFIT, card=held)
    barred = _refuse_moment(state, seat, held, plot) or _refuse_again(state, held, plot)
    if barred:
        return barred
    known = facts(state)
    if isinstance(plot, ab.LinkedChange) and plot.own_turn and state.turn.seat != seat:
        return refuse(rl.NOT_MAIN, seat=seat)
    if isinstance(plot, ab.LinkedChange) and not plot.in_attack and state.attack is not None:
        return refuse(rl.IN_ATTACK, card=held)
    targets = [meant(state, name) for name in order.on]
    if isinstance(plot, ab.LinkedChange) and plot.chosen and not is_gainable(known, targets, order):
        return refuse(rl.TARGET_UNFIT, card=held)
    unfit = _refuse_targets(known, seat, held, plot, targets)
    if unfit:
        return unfit
    is_paid = price_of(known, seat, plot, targets, order) is not None
    return None if is_paid else refuse(rl.COST_NOT_MET, card=held)


def _refuse_moment(state: InwoState, seat: str, held: str, plot: Main) -> Refusal | None:
    """No New World Order in an Instant or privileged attack, no Zap in one (I24.1, I35.5)."""
    attack = state.attack
    if attack is None:
        return None
    if isinstance(plot, ab.WorldOrder) and (attack.privileged or attack.instant):
        return refuse(rl.ORDER_BARRED, card=held)
    if isinstance(plot, ab.Zap | ab.Paralyze) and attack.privileged:
        is_zap = isinstance(plot, ab.Zap)
        return refuse(rl.NOT_PRIVILEGED_NOW if is_zap else rl.NO_PARALYSIS_NOW, card=held)
    is_kept_out = attack.privileged or seat in attack.barred
    return lg.refuse_taking_part(facts(state), attack, seat) if is_kept_out else None


def _refuse_again(state: InwoState, held: str, plot: Main) -> Refusal | None:
    """What is played once a game, by whomever, and not beside a copy in play (I37)."""
    if not isinstance(plot, ab.LinkedChange) or not plot.once:
        return None
    if any(card_id(held) in seat.used_up for seat in state.seats):
        return refuse(rl.ONCE_A_GAME, card=held)
    is_there = any(card_id(copy) == card_id(held) for copy in state.table)
    return refuse(rl.COPY_THERE, card=held) if is_there else None


def meant(state: InwoState, name: str) -> str:
    """The card on the table, or the Group just played from a hand (I1.5)."""
    attack = state.attack
    found = on_table(state, name)
    if found is None and attack is not None and name in (attack.target, card_id(attack.target)):
        return attack.target
    return found or name


def _refuse_targets(
    known: Facts, seat: str, held: str, plot: Main, targets: list[str]
) -> Refusal | None:
    if isinstance(plot, ab.WorldOrder | ab.HandLimit):
        # For all, or for its player: a line may only say while what it is played.
        aims = [one for one in targets if not one[:1].isdecimal()]
        return refuse(rl.TARGET_UNFIT, card=held, on=aims[0]) if aims else None
    if isinstance(plot, ab.Polls):
        return None if targets == [] else refuse(rl.TARGET_UNFIT, card=held)
    if not targets:
        return refuse(rl.TARGET_UNFIT, card=held)
    if isinstance(plot, ab.LinkedChange) and plot.partner is not None:
        if not _is_pair(known, seat, plot, targets):
            return refuse(rl.TARGET_UNFIT, card=held)
        targets = targets[:1]
    for target in targets:
        card = known.table.get(target)
        if card is None:
            return _refuse_just_played(known, held, plot, target)
        refusal = _refuse_protected(known.state, seat, card.seat)
        refusal = refusal or _refuse_host(known, seat, held, plot, target)
        if refusal:
            return refusal
    if isinstance(plot, ab.Reload):
        is_more = sum(known.power(copy) for copy in targets) > RELOAD_POWER
        return refuse(rl.TARGET_UNFIT, card=held) if len(targets) > 1 and is_more else None
    return refuse(rl.TARGET_UNFIT, card=held) if len(targets) > 1 else None


def _is_pair(known: Facts, seat: str, plot: ab.LinkedChange, targets: list[str]) -> bool:
    """Two cards of his, with no opposed alignments (I38.58)."""
    if len(targets) != 2 or any(known.state.controller(copy) != seat for copy in targets):
        return False
    one, other = (known.words(copy) for copy in targets)
    is_fit = plot.partner is not None and known.fits(plot.partner, targets[1])
    return is_fit and not any(OPPOSED.get(word) in other for word in one)


def _refuse_just_played(known: Facts, held: str, plot: Main, target: str) -> Refusal | None:
    """Few Plots reach a Group that is attacked from a hand (I1.5)."""
    attack = known.state.attack
    if attack is None or attack.target != target:
        return refuse(rl.NOT_ON_TABLE, card=target)
    if isinstance(plot, ab.LinkedChange) and plot.just_played and known.fits(plot.of, target):
        return None
    return refuse(rl.TARGET_UNFIT, card=held, on=target)


def _refuse_protected(state: InwoState, seat: str, rival: str) -> Refusal | None:
    """No Plot is aimed at a player in his first turn (I4.7)."""
    if state.shelters(rival, seat):
        return refuse(rl.FIRST_TURN, seat=rival)
    return None


def _refuse_host(known: Facts, seat: str, held: str, plot: Main, target: str) -> Refusal | None:
    card = known.table[target]
    is_fit = True
    if isinstance(plot, ab.Zap):
        return _refuse_zap(known, seat, held, plot, target)
    match plot:
        case ab.Reload(of):
            is_fit = known.fits(of, target) and target not in known.state.turn.late
            if known.state.tokens.get(target, 0) or bars_tokens(known, target):
                return refuse(rl.HAS_TOKEN, card=target)
        case ab.RaisePower(of) | ab.Paralyze(of):
            is_fit = known.fits(of, target)
            same = [c for c in known.table if card_id(c) == card_id(held)]
            is_one_each = isinstance(plot, ab.RaisePower)
            if is_one_each and any(known.table[copy].seat == seat for copy in same):
                return refuse(rl.ALREADY_LINKED, card=held)
        case ab.ChangeAlignment(gains):
            is_fit = gains not in known.words(target)
        case ab.LinkedChange():
            is_fit = known.fits(plot.of, target) and (plot.whose == "any" or card.seat == seat)
            is_fit = is_fit and not _is_linked(known, target, plot.apart)
            is_fit = is_fit and not (plot.near and known.distance(target))
            is_fit = is_fit and not is_spared(known, held, target)
            is_fit = is_fit and (card.devastated or not plot.relieves)
            if _is_one_too_many(known, seat, held, plot):
                return refuse(rl.ALREADY_LINKED, card=held)
    if "group" not in card_of(target).words or not is_fit:
        return refuse(rl.TARGET_UNFIT, card=held, on=target)
    return None


def _is_linked(known: Facts, target: str, name: str) -> bool:
    return any(card_id(copy) == name for copy in known.linked.get(target, ()))


def _is_one_too_many(known: Facts, seat: str, held: str, plot: ab.LinkedChange) -> bool:
    """Whether one is in play already of a Plot that may be so once, or once for each player."""
    same = [card for copy, card in known.table.items() if card_id(copy) == card_id(held)]
    is_his = any(card.seat == seat for card in same)
    return plot.one_each and bool(same) or plot.per_player and is_his


def _refuse_zap(known: Facts, seat: str, held: str, plot: ab.Zap, target: str) -> Refusal | None:
    """It is laid on a rival's Illuminati, but not on those it spares (I35.5)."""
    rival = known.table[target].seat
    if plot.spares is not None and known.fits(plot.spares, target):
        return refuse(rl.TARGET_UNFIT, card=held, on=target)
    if plot.many and known.state.is_duel:
        return refuse(rl.DUEL_BARRED, card=held)
    is_fit = rival != seat and target == known.state.seat(rival).illuminati
    return None if is_fit else refuse(rl.ZAP_OWN, card=held)
