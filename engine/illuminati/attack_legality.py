"""May an attack be made: who, at whom, with whose aid, onto which arrow, for what money (R4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.geometry import Side
from engine.illuminati import abilities as ab
from engine.illuminati import rulings as rl
from engine.illuminati.cards import CARDS, GROUPS
from engine.illuminati.odds import attacking_alignments
from engine.illuminati.orders import Attack, Wish
from engine.illuminati.rulings import Refusal
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, branch_of, cards_of, ground_of

ACTIONS = 2
"""Actions a turn (R2.7)."""


def refuse_attack(state: State, start: State, seat: str, order: Attack) -> Refusal | None:
    """Why the attack is not allowed now, or None; `start` is the state the script was read in."""
    return (
        _refuse_attacker(state, seat, order)
        or refuse_target(state, seat, order.form, order.attacker, order.target)
        or _refuse_aid(state, seat, order)
        or _refuse_immune(state, order)
        or _refuse_place(state, start, seat, order)
        or _refuse_stake(state, seat, order)
        or refuse_action(state)
    )


def refuse_action(state: State) -> Refusal | None:
    """Whether both actions of the turn are spent (R2.7)."""
    if state.turn.actions >= ACTIONS:
        return Refusal(rl.ACTIONS_SPENT, {"actions": ACTIONS})
    return None


def attack_limit(card: str) -> int:
    """Attacks a turn in which the card may take part (R4.2)."""
    more = CARDS[card].ability(ab.Attacks)
    return more.per_turn if more else 1


def has_taken_part(state: State, card: str) -> bool:
    """Whether the card has had all its attacks of this turn (R4.2)."""
    return state.turn.took_part.get(card, 0) >= attack_limit(card)


def _refuse_attacker(state: State, seat: str, order: Attack) -> Refusal | None:
    attacker = order.attacker
    if state.owner(attacker) != seat:
        return Refusal(rl.NOT_YOURS, {"card": attacker})
    if CARDS[attacker].power == 0:
        return Refusal(rl.NO_POWER, {"card": attacker})
    if has_taken_part(state, attacker):
        return Refusal(rl.ATTACKED_ALREADY, {"card": attacker})
    return None


def refuse_target(
    state: State, seat: str, form: ab.Form, attacker: str, target: str
) -> Refusal | None:
    """Why this card cannot be the target of such an attack (R4.3 to R4.6)."""
    facts = {"target": target}
    if target not in GROUPS:
        return Refusal(rl.TARGET_ILLUMINATI, facts)
    owner = state.owner(target)
    if owner is None and target not in state.uncontrolled:
        return Refusal(rl.NOT_IN_PLAY, facts)
    if form == "destroy":
        if attacker == target:
            return Refusal(rl.ATTACKS_ITSELF, facts)
        return Refusal(rl.TARGET_POWERLESS, facts) if CARDS[target].power == 0 else None
    if owner == seat:
        return Refusal(rl.TARGET_YOURS, facts)
    if form == "neutralize" and owner is None:
        return Refusal(rl.TARGET_NOT_CONTROLLED, facts)
    return None


def _refuse_aid(state: State, seat: str, order: Attack) -> Refusal | None:
    for at, card in enumerate(order.aid):
        facts = {"card": card}
        if state.owner(card) != seat:
            return Refusal(rl.NOT_YOURS, facts)
        if card == order.attacker:
            return Refusal(rl.AID_ITSELF, facts)
        if card == order.target:
            return Refusal(rl.ATTACKS_ITSELF, {"target": card})
        if card in order.aid[:at]:
            return Refusal(rl.AID_TWICE, facts)
        if CARDS[card].transferable == 0:
            return Refusal(rl.NO_TRANSFERABLE, facts)
        if has_taken_part(state, card):
            return Refusal(rl.ATTACKED_ALREADY, facts)
    return None


def immunity_of(state: State, seat: str | None) -> tuple[ab.Alignment, ...]:
    """Alignments whose groups may not attack the seat's structure (R4.7)."""
    if seat is None:
        return ()
    ability = CARDS[state.seat(seat).illuminati].ability(ab.Immunity)
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


def needs_arrow(state: State, form: ab.Form) -> bool:
    """Whether such an attack needs an open arrow on the attacking card (R4.4 to R4.6)."""
    if form == "neutralize":
        return state.options.neutralize_needs_arrow
    return form == "control"


def _refuse_place(state: State, start: State, seat: str, order: Attack) -> Refusal | None:
    facts: dict[str, str | int] = {"card": order.attacker, "target": order.target}
    if needs_arrow(state, order.form):
        open_now = ground_of(state, seat).open_arrows(order.attacker)
        if not open_now:
            return Refusal(rl.NO_OPEN_ARROW, facts)
        facts["open"] = " ".join(open_now)
    if order.form != "control":
        return None
    return refuse_arrow(state, start, seat, order.attacker, order.arrow) or refuse_wishes(
        state, start, order.target, order.wishes
    )


def refuse_arrow(
    state: State, start: State, seat: str, master: str, arrow: Side | None
) -> Refusal | None:
    """Why a puppet cannot be ordered onto this arrow; one that closed meanwhile passes (R8.4)."""
    if arrow is None:
        return None
    facts: dict[str, str | int] = {"card": master, "arrow": arrow}
    if arrow not in CARDS[master].outline.arrows_out:
        return Refusal(rl.ARROW_NOT_PRINTED, facts)
    open_now = ground_of(state, seat).open_arrows(master)
    if arrow in open_now:
        return None
    facts["open"] = " ".join(open_now)
    was_open = start.owner(master) == seat and arrow in ground_of(start, seat).open_arrows(master)
    if was_open and open_now:
        return None
    return Refusal(rl.ARROW_NOT_OPEN, facts)


def refuse_wishes(state: State, start: State, root: str, wishes: Sequence[Wish]) -> Refusal | None:
    """Why the puppets of a branch cannot be ordered to lie so; one that left it passes (R8.3)."""
    branch = branch_of(state, root)
    for wish in wishes:
        holding = state.holdings.get(wish.card)
        if wish.card not in branch and wish.card in branch_of(start, root):
            continue
        if wish.card == root or wish.card not in branch or holding is None:
            return Refusal(rl.WISH_NOT_PUPPET, {"card": wish.card, "target": root})
        master = holding.master
        assert master is not None
        if wish.arrow is not None and wish.arrow not in CARDS[master].outline.arrows_out:
            return Refusal(rl.ARROW_NOT_PRINTED, {"card": master, "arrow": wish.arrow})
    return None


def _refuse_stake(state: State, seat: str, order: Attack) -> Refusal | None:
    illuminati = state.seat(seat).illuminati
    purse = {order.attacker: state.money(order.attacker), illuminati: state.money(illuminati)}
    if order.ship < 0 or any(payment.amount < 0 for payment in order.stake):
        return Refusal(rl.NO_AMOUNT, {"card": order.attacker})
    for payment in order.stake:
        if payment.card is not None:
            if payment.card not in purse:
                facts = {"card": payment.card, "attacker": order.attacker}
                return Refusal(rl.WRONG_TREASURY, facts)
            purse[payment.card] -= payment.amount
            if purse[payment.card] < 0:
                money = state.money(payment.card)
                facts_p: rl.Facts = {"card": payment.card, "money": money, "needed": payment.amount}
                return Refusal(rl.NOT_ENOUGH_MONEY, facts_p)
    wanted = sum(payment.amount for payment in order.stake if payment.card is None)
    if wanted > sum(purse.values()):
        facts_m: rl.Facts = {"card": order.attacker, "money": sum(purse.values()), "needed": wanted}
        return Refusal(rl.NOT_ENOUGH_MONEY, facts_m)
    return None


def free_aiders(state: State, seat: str) -> list[str]:
    """The seat's cards that could still aid an attack this turn (R4.2, R4.3)."""
    return [
        card
        for card in cards_of(state, seat)
        if CARDS[card].transferable and not has_taken_part(state, card)
    ]
