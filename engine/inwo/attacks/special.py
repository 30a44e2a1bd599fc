"""Attacks of a kind of their own, and cards that change an attack as it is announced (I36, I37)."""

from __future__ import annotations

from typing import Literal

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.bonuses import is_magic, refuse_magic, takes_magic
from engine.inwo.attacks.plays import play_along
from engine.inwo.attacks.results import is_deathless
from engine.inwo.attacks.sum import attacked_value
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import VAMPIRE, InwoState, RunningAttack

# --- Assassinations by a Group, Instant attacks, stripping (I37, I38.67, I38.68) ------------


def refuse_launch(state: InwoState, seat: str, order: od.LaunchAttack) -> Refusal | None:
    """Why an attack of whatever kind is not announced."""
    known = facts(state)
    attacker, target, _ = lg.named(order, known, seat)
    if order.strip:
        return _refuse_strip(known, seat, order)
    refusal = lg.refuse_attack(state, seat, order)
    if refusal is not None and refusal.reason in _TOUCHED and _is_bold(state, seat, order, target):
        refusal = None
    if refusal or attacker is None or target is None:
        return refusal
    if order.assassin:
        return _refuse_assassin(known, seat, attacker, target)
    return _refuse_instant(known, seat, order, attacker) if order.instant_by else None


_TOUCHED = (rl.CANNOT_BE_DESTROYED, rl.PROTECTED, rl.IMMUNE, rl.SECRET)
"""What keeps an attack from a Group, but not one with a Plot that reaches it all the same."""


def _is_bold(state: InwoState, seat: str, order: od.LaunchAttack, target: str | None) -> bool:
    """Whether a Plot of the line reaches a rival's Group otherwise out of reach (I38.81)."""
    if target is None or state.controller(target) in (None, seat):
        return False
    held = [find(state.seat(seat).plots, play.card) for play in order.plays]
    plots = (card_of(copy).ability(ab.AttackPlot) for copy in held if copy is not None)
    return any(plot is not None and plot.releases for plot in plots)


def _refuse_strip(known: Facts, seat: str, order: od.LaunchAttack) -> Refusal | None:
    attacker, target = (
        on_table(known.state, order.attacker, seat),
        on_table(known.state, order.target),
    )
    if attacker is None or known.table[attacker].seat != seat:
        return refuse(rl.NOT_ON_TABLE, card=order.attacker)
    if card_of(attacker).ability(ab.Strips) is None:
        return refuse(rl.NO_ABILITY, card=attacker)
    if target is None or not known.is_group(target):
        return refuse(rl.NO_TARGET, card=order.target)
    if order.strip not in known.words(target) or target == attacker:
        return refuse(rl.TARGET_UNFIT, card=attacker, on=target)
    rival = known.table[target].seat
    if known.state.shelters(rival, seat):
        return refuse(rl.FIRST_TURN, seat=rival)
    refusal = lg.refuse_acting(known, attacker, rl.NO_TOKEN)
    return refusal or lg.refuse_touching(known, attacker, target)


def _refuse_assassin(known: Facts, seat: str, attacker: str, target: str) -> Refusal | None:
    if card_of(attacker).ability(ab.Assassin) is None:
        return refuse(rl.NO_ABILITY, card=attacker)
    if "personality" not in known.words(target):
        return refuse(rl.TARGET_UNFIT, card=attacker, on=target)
    if lg.is_barred(known, seat, "strikes"):
        return refuse(rl.ZAPPED, card=attacker)
    return refuse_killing(known, target, is_magic_attack="Magic" in known.words(attacker))


def refuse_killing(known: Facts, target: str, *, is_magic_attack: bool) -> Refusal | None:
    """Vampires are killed by Magic alone, others by nothing (I37)."""
    is_safe = VAMPIRE in known.table[target].marks and not is_magic_attack
    is_safe |= is_deathless(known, target)
    return refuse(rl.CANNOT_BE_DESTROYED, card=target) if is_safe else None


def _refuse_instant(
    known: Facts, seat: str, order: od.LaunchAttack, attacker: str
) -> Refusal | None:
    """Why a Plot does not make this attack Instant (I38.68)."""
    held = find(known.state.seat(seat).plots, order.instant_by or "")
    plot = card_of(held).ability(ab.InstantPlot) if held else None
    if held is None or plot is None:
        return refuse(rl.NOT_IN_HAND, card=order.instant_by or "")
    if barred := lg.refuse_any_play(known.state, seat, held):
        return barred
    target = lg.named(order, known, seat)[1] or ""
    is_fit = order.form == "destroy" and known.fits(plot.target, target)
    is_led = known.is_group(attacker) and known.fits(plot.leader, attacker)
    return None if is_fit and is_led else refuse(rl.TARGET_UNFIT, card=held, on=target)


def of_kind(known: Facts, attack: RunningAttack, order: od.LaunchAttack) -> RunningAttack:
    """The attack as what its order makes it."""
    if not order.assassin and order.instant_by is None:
        return attack
    fixed = attacked_value(known, attack.target, "destroy")
    is_own = order.instant_by is not None
    return changed(
        attack, instant=True, assassination=order.assassin, own_bonuses=is_own, fixed=fixed
    )


def play_instant(table: InwoTable, seat: str, name: str) -> None:
    """The Plot that makes the attack Instant."""
    held = find(table.state.seat(seat).plots, name)
    assert held is not None
    table.discard(seat, held, "plots", "played")
    play_along(table, seat, held)


# --- who is kept out (I38.34) ---------------------------------------------------------------


def bar_seat(table: InwoTable, seat: str, name: str) -> Refusal | None:
    """A rival who is named may do nothing in the attack, unless he is its target."""
    attack, known = table.attack, table.known
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    namers = (card.copy for card, _ in known.of_kind(ab.NameBan) if card.seat == seat)
    is_in = any(copy in attacking for copy in namers)
    playing = [one.name for one in table.state.seats if not one.is_out]
    if not is_in or len(playing) < 3 or name not in playing or name == seat:
        return refuse(rl.NOBODY_TO_BAR if is_in else rl.NO_ABILITY, seat=name)
    if table.state.controller(attack.target) == name or attack.barred:
        return refuse(rl.TARGET_UNFIT, seat=name)
    table.emit(ev.SeatBarred(attack.number, name))
    return None


# --- dice of a card's own (I36.8, I38.19, I38.21) -------------------------------------------


def has_dice_law(attack: RunningAttack) -> bool:
    """Whether a Group that has 11 spared makes or aids the attack."""
    attacking = (attack.attacker, *(play.card for play in attack.standing("aid")))
    laws = (card_of(copy).ability(ab.DiceLaw) for copy in attacking if copy is not None)
    return any(law is not None for law in laws)


# --- who is not destroyed (I36.7) -----------------------------------------------------------


def is_undead(known: Facts, attack: RunningAttack) -> bool:
    """Whether the target outlives an attack without Magic, or can be killed by nothing."""
    if attack.assassination and is_deathless(known, attack.target):
        return True
    is_safe = card_of(attack.target).ability(ab.Undead) is not None and attack.form == "destroy"
    return is_safe and not is_magic(attack) and not takes_magic(known, attack)


def has_lost_leave(attack: RunningAttack) -> bool:
    """Whether the Plot that let it be made is cancelled."""
    plots = (play.card for play in attack.standing("plot"))
    return bool(attack.allowed_by) and attack.allowed_by not in plots


def made_so(attack: RunningAttack, what: Literal["sure", "releases"]) -> str:
    """The Plot in the attack that says so of it."""
    for play in attack.standing("plot"):
        plot = card_of(play.card).ability(ab.AttackPlot)
        if plot is not None and (plot.sure if what == "sure" else plot.releases):
            return play.card
    return ""


def refuse_struck_still(known: Facts, attack: RunningAttack) -> Refusal | None:
    """Why a card may not attack any more what it has announced to attack (I17.3, I22.5)."""
    if attack.by_card is None or attack.attacker is not None:
        return None
    refusal = lg.refuse_struck(known, attack.seat, attack.by_card, attack.target)
    if refusal is None and takes_magic(known, attack):
        refusal = refuse_magic(known, attack.seat, attack.target)
    return refusal
