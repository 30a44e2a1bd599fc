"""The course of an attack: announced, rolled, settled (I11 to I14, I32)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.aftermath import (
    drop_unfit,
    settle_aftermath,
    settle_boldness,
    settle_records,
    settle_stripping,
)
from engine.inwo.attacks.parts import play_privilege, take_parts
from engine.inwo.attacks.plays import obey_dice_law, roll_words
from engine.inwo.attacks.results import (
    end_actions,
    gain_at_once,
    hands_on,
    settle_capture,
    settle_destruction,
    settle_disaster,
    settle_gains,
    settle_release,
    settle_rewards,
    settle_softened,
)
from engine.inwo.attacks.special import (
    bar_seat,
    has_dice_law,
    has_lost_leave,
    is_undead,
    made_so,
    of_kind,
    play_instant,
    refuse_launch,
    refuse_struck_still,
)
from engine.inwo.attacks.sum import BOOST, LEAST_NEED, need_now, need_of, terms_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.rulings import refuse
from engine.inwo.state import Change, InwoState, RunningAttack

SURE_FAILURES = (11, 12)


# --- announcing -----------------------------------------------------------------------------


def announce(table: InwoTable, seat: str, number: int, order: od.LaunchAttack) -> Refusal | None:
    """Announce an attack with all that its line names, or say why not (I11)."""
    refusal = refuse_launch(table.state, seat, order) or _refuse_low(table, seat, order)
    if refusal:
        return refusal
    attacker, target, from_hand = lg.named(order, table.known, seat)
    assert attacker is not None and target is not None
    is_tentative = order.tentative and order.privileged_by is None
    is_tentative &= not lg.is_free(table.known, attacker)
    is_always = lg.is_always_privileged(table.known, attacker, target)
    if lg.is_free(table.known, attacker):
        table.emit(ev.OnceUsed(seat, lg.FREE_ATTACK))
    elif not is_tentative:
        table.spend(seat, attacker, "attack")
    if order.privileged and order.privileged_by is None and not is_always:
        table.emit(ev.OnceUsed(seat, "privilege"))
    attack = RunningAttack(
        str(number),
        seat,
        order.form,
        target,
        attacker,
        from_hand=from_hand,
        at=order.at,
        wishes=order.wishes,
        privileged=order.privileged or is_always,
        reserves=order.reserves,
        reserve_plays=order.reserve_plays,
        until=order.until,
        intent=order if is_tentative else None,
        strip=order.strip,
    )
    attack = of_kind(table.known, attack, order)
    roll_words(table, attack.number, (attacker, target))
    owner = table.state.controller(target) or ""
    table.emit(ev.AttackAnnounced(attack, terms_of(table.state, attack), owner))
    if order.instant_by is not None:
        play_instant(table, seat, order.instant_by)
    if order.bars is not None:
        refusal = bar_seat(table, seat, order.bars)
    if order.privileged_by is not None:
        play_privilege(table, seat, order)
    gain_at_once(table)
    if not is_tentative:
        take_parts(table, seat, number, order)
    if refusal:
        reason, part = refusal.reason, f"BARRING {order.bars}"
        table.emit(ev.LineSettled(seat, number, "illegal", reason.code, reason.rule, part))
    return None


def _refuse_low(table: InwoTable, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """Not announced at all where the need would be too low (I11.12)."""
    if order.only_if_need is None:
        return None
    trial = InwoTable(table.state, table.dice, table.policies)
    announce(trial, seat, 0, changed(order, only_if_need=None, tentative=False))
    need = need_now(trial.state)
    return refuse(rl.NEED_TOO_LOW, need=need) if need < order.only_if_need else None


# --- the dice and the result ----------------------------------------------------------------


def roll_dice(table: InwoTable) -> tuple[ev.Term, ...]:
    """The sum, and the dice if it is enough; no terms where the attack has fallen (I14.1)."""
    if not _can_go_on(table):
        return ()
    drop_unfit(table)
    terms = terms_of(table.state, table.attack)
    if need_of(terms) >= LEAST_NEED and not is_sure(table.attack):
        draw = table.state.draws
        roll = table.dice.roll(draw, "attack")
        table.emit(ev.DiceRolled(table.attack.number, roll, draw))
        obey_dice_law(table)
    return terms


def distance_to_need(state: InwoState) -> int:
    """How far the dice lie from the need, on either side of it."""
    attack = state.attack
    assert attack is not None
    return abs(need_now(state) - attack.total)


def is_sure(attack: RunningAttack) -> bool:
    """Whether it succeeds without dice (I36.20)."""
    return bool(made_so(attack, "sure"))


def is_success(state: InwoState) -> bool:
    """Whether the attack succeeds as its dice lie now (I14.2, I14.7)."""
    attack = state.attack
    assert attack is not None
    if is_sure(attack):
        return True
    if attack.roll is None or attack.failed:
        return False
    need = need_now(state)
    failures = SURE_FAILURES[1:] if has_dice_law(attack) else SURE_FAILURES
    return attack.total <= need and attack.total not in failures


def settle_attack(table: InwoTable, terms: tuple[ev.Term, ...]) -> None:
    """Carry out the result (I14)."""
    attack = table.attack
    need, success = need_of(terms), is_success(table.state)
    total = attack.total if attack.roll is not None else None
    draw = table.state.draws - 1 if attack.roll is not None else -1
    resolved = ev.AttackResolved(attack.number, terms, need, attack.roll, total, success, draw)
    owner = table.state.controller(attack.target) or ""
    form = "disaster" if attack.disaster else attack.form
    table.emit(changed(resolved, seat=attack.seat, target=attack.target, owner=owner, form=form))
    known, before = table.known, attack
    _carry_out(table, success, need)
    settle_gains(table, known, before)
    settle_boldness(table, known, before)
    settle_records(table, known, before, is_success=success)
    settle_rewards(table, known, before, is_success=success)
    settle_aftermath(table, known, before, is_success=success)
    _keep_boosts(table, before)
    _end_words(table, before)


def _end_words(table: InwoTable, attack: RunningAttack) -> None:
    """What held for the attack alone ends with it."""
    joined = (play.card for play in attack.standing("aid", "oppose", "self-defense"))
    end_actions(table, (attack.attacker or "", *joined))
    until = f"attack:{attack.number}"
    if any(change.until == until for change in table.state.changes):
        table.emit(ev.ChangesEnded(until))


def _keep_boosts(table: InwoTable, attack: RunningAttack) -> None:
    """A +10 for the defense of a value holds until the turn ends (I35.1)."""
    card = table.state.table.get(attack.target)
    stat: ab.StatName = "power" if attack.form == "destroy" else "resistance"
    for play in attack.standing("defend"):
        if card is not None and card.seat == play.seat:
            table.emit(ev.ChangeBegan(Change(attack.target, stat, "add", BOOST, "defense")))


def _carry_out(table: InwoTable, success: bool, need: int) -> None:
    attack = table.attack
    total = attack.total if attack.roll is not None else None
    if sure := made_so(attack, "sure"):
        settle_capture(table)
        table.emit(ev.TurnCut(sure))
    elif not success or total is None:
        failed = attack.target if attack.from_hand else None
        table.emit(ev.AttackEnded(attack.number, attack.seat, "none", failed))
    elif made_so(attack, "releases"):
        settle_release(table)
    elif attack.softened:
        settle_softened(table, need - total)
    elif attack.disaster:
        settle_disaster(table, need - total)
    elif is_undead(table.known, attack) or hands_on(attack):
        table.emit(ev.AttackEnded(attack.number, attack.seat, "none"))
    elif attack.assassination:
        settle_destruction(table, killed=True)
    elif attack.strip:
        settle_stripping(table)
    elif attack.form == "control":
        settle_capture(table)
    else:
        settle_destruction(table)


def _can_go_on(table: InwoTable) -> bool:
    """Whether the attack is legal as it closes; else tokens and Plots of helpers return (I22.7)."""
    attack, known = table.attack, table.known
    if attack.cancelled or has_lost_leave(attack) or not _is_there(table, attack):
        fall(table)
        return False
    is_strike = attack.assassination or attack.disaster
    is_zapped = is_strike and lg.is_barred(known, attack.seat, "strikes")
    if is_zapped or refuse_struck_still(known, attack):
        _return_strike(table, attack)
        fall(table)
        return False
    if attack.attacker is None:
        return True
    refusal = None if made_so(attack, "releases") else lg.refuse_still(known, attack)
    if attack.form == "control" and not attack.strip and refusal is None:
        place = lg.refuse_capture(
            table.state, attack.seat, attack.attacker, attack.target, attack.at
        )
        refusal = place
    if attack.from_hand and attack.form == "control" and refusal is None:
        refusal = lg.refuse_takeover(known, attack.seat, attack.target)
    if refusal is None:
        return True
    fall(table)
    return False


def _return_strike(table: InwoTable, attack: RunningAttack) -> None:
    """The Plot that strikes, and those beside it, have become illegal (I17.3, I22.5, I35.5)."""
    pairs = zip(attack.plays, attack.plays[1:], strict=False)
    beside = (play.card for pair in pairs if pair[1].what == "card" for play in pair)
    for card in (*((attack.by_card,) if attack.by_card else ()), *beside):
        _hand_back(table, attack.seat, card, "plots")


def _is_there(table: InwoTable, attack: RunningAttack) -> bool:
    """Whether attacker and target are still where they were (I22.7)."""
    on_table = table.state.table
    if attack.attacker is not None and table.state.controller(attack.attacker) != attack.seat:
        return False
    if attack.from_hand:
        return attack.target in table.state.seat(attack.seat).groups
    return attack.target in on_table


def fall(table: InwoTable, *, is_called_off: bool = False) -> None:
    """No attack: what was spent on it by others goes back (I11.8, I18.7, I22.7)."""
    attack = table.attack
    for play in attack.standing("aid", "oppose", "self-defense"):
        if play.card in table.state.tokens:
            table.emit(ev.TokensPlaced(play.seat, ((play.card, 1),)))
        for boost in play.boosts:
            _hand_back(table, play.seat, boost, "plots")
    for play in attack.standing("defend", "agents"):
        _hand_back(table, play.seat, play.card, "groups" if play.what == "agents" else "plots")
    if attack.token_lost and attack.target in table.state.tokens:
        seat = table.state.table[attack.target].seat
        table.emit(ev.TokensPlaced(seat, ((attack.target, 1),)))
    ended = ev.AttackEnded(attack.number, attack.seat, "none", None, not is_called_off)
    table.emit(changed(ended, is_called_off=is_called_off))
    _end_words(table, attack)


def _hand_back(table: InwoTable, seat: str, card: str, zone: ev.CardZone) -> None:
    """A card goes from its owner's pile to the hand of who played it; a Plot is exposed then."""
    owner = table.state.owner_of(card).name
    if card in table.state.seat(owner).discards:
        is_plot = zone == "plots"
        back = ev.CardsMoved(owner, (card,), "discards", zone, "back", 0, is_plot, seat)
        table.emit(back)


def put_back(table: InwoTable, attack: RunningAttack) -> None:
    """A Group that was not taken or destroyed lies in the pile again."""
    if attack.allowed_by and attack.target in table.state.seat(attack.seat).groups:
        table.discard(attack.seat, attack.target, "groups", "missed")
