"""May an attack be made: who, at whom, with whose aid, onto which arrow, for what money (R4)."""

from __future__ import annotations

from engine.core.rulings import Refusal, RefusalFacts
from engine.illuminati import abilities as ab
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS
from engine.illuminati.deeds.moves import refuse_action
from engine.illuminati.odds import attacking_alignments
from engine.illuminati.orders import Attack
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, cards_of, open_arrows
from engine.illuminati.structure.in_force import (
    ability_of,
    attacks_a_turn,
    leads_a_turn,
    lendable,
    lends_too_much,
    may_aid_itself,
    power_of,
)
from engine.illuminati.structure.places import refuse_arrow, refuse_places


def refuse_attack(state: State, start: State, seat: str, order: Attack) -> Refusal | None:
    """Why the attack is not allowed now, or None; `start` is the state the script was read in."""
    return (
        _refuse_attacker(state, seat, order)
        or _refuse_permission(state, seat, order)
        or _refuse_target(state, seat, order)
        or _refuse_aid(state, seat, order)
        or _refuse_immune(state, order)
        or _refuse_place(state, start, seat, order)
        or _refuse_stake(state, seat, order)
        or refuse_action(state)
    )


def has_taken_part(state: State, card: str) -> bool:
    """Whether the card has had all its attacks of this turn (R4.2)."""
    taken = state.turn.took_part.get(card, 0)
    return taken > 0 and taken >= attacks_a_turn(state, card)


def has_attacked(state: State, card: str) -> bool:
    """Whether the card may make no attack of its own any more this turn (R4.2, R11.6)."""
    if has_taken_part(state, card):
        return True
    made = state.turn.attackers.count(card)
    return made > 0 and made >= leads_a_turn(state, card)


def _refuse_attacker(state: State, seat: str, order: Attack) -> Refusal | None:
    attacker = order.attacker
    if state.owner(attacker) != seat:
        return Refusal(rl.NOT_YOURS, {"card": attacker})
    if power_of(state, attacker) == 0:
        return Refusal(rl.NO_POWER, {"card": attacker})
    if has_attacked(state, attacker):
        return Refusal(rl.ATTACKED_ALREADY, {"card": attacker})
    return None


def _refuse_target(state: State, seat: str, order: Attack) -> Refusal | None:
    """Why the card cannot be the target of such an attack (R4.3 to R4.6)."""
    form, target = order.form, order.target
    facts = {"target": target}
    if target not in GROUPS:
        return Refusal(rl.TARGET_ILLUMINATI, facts)
    owner = state.owner(target)
    if owner is None and target not in state.uncontrolled:
        return Refusal(rl.NOT_IN_PLAY, facts)
    if form == "destroy":
        if order.attacker == target:
            return Refusal(rl.ATTACKS_ITSELF, facts)
        if order.by is not None:
            return Refusal(rl.TARGET_POWERFUL, facts) if CARDS[target].power else None
        return Refusal(rl.TARGET_POWERLESS, facts) if CARDS[target].power == 0 else None
    if owner == seat:
        return Refusal(rl.NEUTRALIZES_OWN if form == "neutralize" else rl.TARGET_YOURS, facts)
    if form == "neutralize" and owner is None:
        return Refusal(rl.TARGET_NOT_CONTROLLED, facts)
    return None


def _refuse_permission(state: State, seat: str, order: Attack) -> Refusal | None:
    """The Special that allows an attack, and the privilege (R6.3, R7.5)."""
    if order.by is None and order.privilege is None:
        return None
    hand = list(state.seat(seat).hand)
    if order.by is not None:
        if order.by not in hand:
            return Refusal(rl.NOT_IN_HAND, {"card": order.by})
        hand.remove(order.by)
        allows = isinstance(SPECIALS[order.by].effect, ab.DestroyPowerless)
        if not allows or order.form != "destroy":
            return Refusal(rl.NOT_PLAYABLE, {"card": order.by})
    if order.privilege is None:
        return None
    if order.privilege.card is not None:
        held = order.privilege.card in hand
        return None if held else Refusal(rl.NOT_IN_HAND, {"card": order.privilege.card})
    return _refuse_fee(state, seat, order)


def _refuse_fee(state: State, seat: str, order: Attack) -> Refusal | None:
    """Only one Illuminati can pay for privilege, once a turn (R6.3)."""
    illuminati = state.seat(seat).illuminati
    power = ability_of(state, illuminati, ab.BuyPrivilege)
    if power is None:
        return Refusal(rl.NO_PAID_PRIVILEGE, {"card": illuminati})
    if illuminati in state.turn.powers_used:
        return Refusal(rl.PRIVILEGE_USED, {"card": illuminati})
    money = state.money(illuminati)
    if money < power.cost:
        needed = power.cost + _stake_from(state, order, illuminati)
        facts: RefusalFacts = {"card": illuminati, "money": money, "needed": needed}
        return Refusal(rl.NO_MONEY_FOR_FEE, facts)
    return None


def _stake_from(state: State, order: Attack, illuminati: str) -> int:
    """MB of the stake that the Illuminati must pay: the attacking card pays first (R12.4)."""
    named = {illuminati: 0, order.attacker: 0}
    left = 0
    for payment in order.stake:
        if payment.card is None:
            left += payment.amount
        elif payment.card in named:
            named[payment.card] += payment.amount
    if order.attacker != illuminati:
        left -= max(0, state.money(order.attacker) - named[order.attacker])
    return named[illuminati] + max(0, left)


def _refuse_aid(state: State, seat: str, order: Attack) -> Refusal | None:
    for at, card in enumerate(order.aid):
        facts = {"card": card}
        if state.owner(card) != seat:
            return Refusal(rl.NOT_YOURS, facts)
        if card == order.attacker and not may_aid_itself(card):
            return Refusal(rl.AID_ITSELF, facts)
        if card == order.target:
            return Refusal(rl.ATTACKS_ITSELF, {"target": card})
        if card in order.aid[:at]:
            return Refusal(rl.AID_TWICE, facts)
        if lendable(state, card) == 0:
            return Refusal(rl.NO_TRANSFERABLE, facts)
        if has_taken_part(state, card):
            return Refusal(rl.ATTACKED_ALREADY, facts)
    if lends_too_much(state, order):
        return Refusal(rl.LENDS_TOO_MUCH, {"card": order.attacker, "needed": order.lend or 0})
    return None


def immunity_of(state: State, seat: str | None) -> tuple[ab.Alignment, ...]:
    """Alignments whose groups may not attack the seat's structure (R4.7)."""
    if seat is None:
        return ()
    ability = ability_of(state, state.seat(seat).illuminati, ab.Immunity)
    return ability.alignments if ability else ()


def _refuse_immune(state: State, order: Attack) -> Refusal | None:
    barred = immunity_of(state, state.owner(order.target))
    if not barred:
        return None
    attacking = attacking_alignments(state, order.attacker, order.form, order.target)
    cards = [(order.attacker, attacking), *((card, alignments(state, card)) for card in order.aid)]
    for card, theirs in cards:
        for alignment in theirs:
            if alignment in barred:
                facts = {"card": card, "target": order.target, "alignment": alignment}
                return Refusal(rl.IMMUNE, facts)
    return None


def needs_arrow(state: State, form: ab.AttackForm) -> bool:
    """Whether such an attack needs an open arrow on the attacking card (R4.4 to R4.6)."""
    if form == "neutralize":
        return state.options.neutralize_needs_arrow
    return form == "control"


def _refuse_place(state: State, start: State, seat: str, order: Attack) -> Refusal | None:
    if needs_arrow(state, order.form) and not open_arrows(state, seat)[order.attacker]:
        return Refusal(rl.NO_OPEN_ARROW, {"card": order.attacker, "target": order.target})
    if order.form != "control":
        return None
    return refuse_arrow(state, start, seat, order.attacker, order.arrow) or refuse_places(
        state, start, order.target, order.wishes
    )


def _refuse_stake(state: State, seat: str, order: Attack) -> Refusal | None:
    if not order.stake:
        return Refusal(rl.NO_AMOUNT, {"card": order.attacker}) if order.ship < 0 else None
    illuminati = state.seat(seat).illuminati
    purse = {order.attacker: state.money(order.attacker), illuminati: state.money(illuminati)}
    is_paid = order.privilege is not None and order.privilege.card is None
    power = ability_of(state, illuminati, ab.BuyPrivilege) if is_paid else None
    fee = power.cost if power else 0
    purse[illuminati] -= fee
    if order.ship < 0 or any([payment.amount < 0 for payment in order.stake]):
        return Refusal(rl.NO_AMOUNT, {"card": order.attacker})
    for payment in order.stake:
        if payment.card is not None:
            if payment.card not in purse:
                facts = {"card": payment.card, "attacker": order.attacker}
                return Refusal(rl.WRONG_TREASURY, facts)
            purse[payment.card] -= payment.amount
            if purse[payment.card] < 0:
                money = state.money(payment.card)
                needed = money - purse[payment.card]
                facts_p: RefusalFacts = {"card": payment.card, "money": money, "needed": needed}
                return Refusal(rl.NOT_ENOUGH_MONEY, facts_p)
    wanted = sum([payment.amount for payment in order.stake if payment.card is None])
    if wanted > sum(purse.values()):
        is_own = order.attacker == illuminati
        has = sum(state.money(card) for card in purse)
        needed = has - sum(purse.values()) + wanted
        if is_own:
            return Refusal(
                rl.NOT_ENOUGH_MONEY, {"card": illuminati, "money": has, "needed": needed}
            )
        found: RefusalFacts = {"attacker": order.attacker, "master": illuminati}
        return Refusal(rl.NOT_ENOUGH_MONEY, {**found, "together": has, "needed": needed})
    return None


def free_aiders(state: State, seat: str) -> list[str]:
    """The seat's cards that could still aid an attack this turn (R4.2, R4.3)."""
    return [
        card
        for card in cards_of(state, seat)
        if lendable(state, card) and not has_taken_part(state, card)
    ]
