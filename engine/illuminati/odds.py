"""The sum of an attack and its chance: every term of the need, named (R3, R5)."""

from __future__ import annotations

from functools import lru_cache

from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, tabulated
from engine.illuminati.cards.custom import cards_with
from engine.illuminati.events import Part
from engine.illuminati.orders import Attack
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, cards_of, depth
from engine.illuminati.structure.in_force import aid_of, bonuses_on, power_of

HIGHEST = 10
"""A total of 11 or 12 always fails (R5.8)."""
LOWEST = 2
PROXIMITY = {1: 10, 2: 5, 3: 2}
"""Points by steps up to the Illuminati (R5.3)."""
NEUTRALIZE = 6
HARMONY = 4

_WAYS = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33)

Alignments = tuple[ab.Alignment, ...]
BonusRows = list[tuple[str, tuple[ab.Bonus, ...]]]
"""Cards in the order they joined and the bonuses each gives."""
_COUNTS_AS = tabulated(lambda card: card.ability(ab.CountsAs))
_CONDITIONAL = tabulated(lambda card: card.ability(ab.ConditionalResistance))


def ways(need: int) -> int:
    """Of 36 rolls of two dice, how many total at most the need and succeed (R5.8)."""
    return _WAYS[min(max(need, 0), HIGHEST)]


@lru_cache(maxsize=1024)
def _shields(own_cards: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The cards of a game that shield others, and by how much (R5.5)."""
    shields = ((card, CARDS[card].ability(ab.Shield)) for card in cards_with(own_cards))
    return tuple((card, shield.amount) for card, shield in shields if shield)


@lru_cache(maxsize=8192)
def harmony(attacker: Alignments, target: Alignments) -> tuple[tuple[str, int], ...]:
    """Identical pairs as +1 and opposite pairs as -1, named (R3.1, R3.2)."""
    pairs: list[tuple[str, int]] = []
    for mine in attacker:
        for theirs in target:
            if mine == theirs:
                pairs.append((mine, -1 if mine == "fanatic" else 1))
            elif ab.OPPOSITE.get(mine) == theirs:
                pairs.append((f"{mine}/{theirs}", -1))
    return tuple(pairs)


@lru_cache(maxsize=8192)
def matching(attacker: Alignments, target: Alignments) -> int:
    """Points of all pairs together, for who takes or frees; who destroys has them against him."""
    return HARMONY * sum(value for _, value in harmony(attacker, target))


def attacking_alignments(
    state: State, attacker: str, form: ab.AttackForm, target: str
) -> Alignments:
    """The attacking card's alignments in this very attack (R3.4)."""
    mine = alignments(state, attacker)
    counts = _COUNTS_AS.get(attacker)
    if counts is None or form not in counts.forms or counts.instead_of not in mine:
        return mine
    if not any(a in counts.aligned for a in alignments(state, target)):
        return mine
    kept = tuple(a for a in mine if a != counts.instead_of)
    return kept if counts.alignment in kept else (*kept, counts.alignment)


def bonuses_of(
    state: State, rows: BonusRows, attacker: str, form: ab.AttackForm, target: str
) -> list[tuple[str, int]]:
    """Every bonus that this attack gets, of those the attacker's cards have (R5.4)."""
    found = []
    for card, bonuses in rows:
        for bonus in bonuses:
            if form not in bonus.forms or (bonus.is_direct and card != attacker):
                continue
            if bonus.targets and target not in bonus.targets:
                continue
            if bonus.aligned and not any(a in bonus.aligned for a in alignments(state, target)):
                continue
            found.append((card, bonus.amount))
    return found


def bonus_rows(state: State, owned: list[str]) -> BonusRows:
    """Those of the cards that have any bonus at all, with what they have."""
    return [(card, bonuses) for card in owned if (bonuses := bonuses_on(state, card))]


def resistance_parts(state: State, target: str, against: Alignments) -> tuple[tuple[str, int], ...]:
    """What a group resists with: its own number and what its owner's cards add (R5.5)."""
    own = CARDS[target].resistance
    conditional = _CONDITIONAL.get(target)
    if conditional and any(a in conditional.attackers for a in against):
        own = conditional.amount
    owner = state.owner(target)
    parts = [(target, own)]
    if owner is not None:
        parts += [
            (card, amount)
            for card, amount in _shields(state.options.own_cards)
            if card != target and state.owner(card) == owner
        ]
    return tuple(parts)


def proximity(state: State, seat: str, target: str) -> int:
    """Points of defence for a place near another player's Illuminati (R5.3)."""
    if state.owner(target) in (None, seat):
        return 0
    return PROXIMITY.get(depth(state, target), 0)


def parts_of(state: State, seat: str, order: Attack) -> tuple[Part, ...]:
    """The terms of an attack before any money; their values add up to the need (R5.1, R5.2)."""
    attacker, form, target = order.attacker, order.form, order.target
    parts = [Part("power", attacker, power_of(state, attacker))]
    parts += [Part("aid", card, aid_of(state, order, card)) for card in order.aid]
    rows = bonus_rows(state, cards_of(state, seat))
    parts += [
        Part("bonus", card, amount)
        for card, amount in bonuses_of(state, rows, attacker, form, target)
    ]
    mine = attacking_alignments(state, attacker, form, target)
    sign = -HARMONY if form == "destroy" else HARMONY
    parts += [
        Part("alignment", name, sign * value)
        for name, value in harmony(mine, alignments(state, target))
    ]
    if form == "destroy" and order.by is None:
        parts.append(Part("target_power", target, -CARDS[target].power))
    else:
        parts += [
            Part("resistance", card, -amount)
            for card, amount in resistance_parts(state, target, mine)
        ]
    near = proximity(state, seat, target)
    if near:
        parts.append(Part("proximity", target, -near))
    if form == "neutralize":
        parts.append(Part("neutralize", attacker, NEUTRALIZE))
    return tuple(parts)


def need_of(parts: tuple[Part, ...]) -> int:
    """The highest total with which the attack succeeds; may lie outside 2 to 10 (R5.8)."""
    return sum([part.value for part in parts])


def whole_stake(order: Attack) -> int:
    """MB the attacker stakes in all."""
    return sum(payment.amount for payment in order.stake)
