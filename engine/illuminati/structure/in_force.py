"""What an Illuminati counts for where advanced rules change it: stronger, copying, hidden (R11).

`face` is the card with the numbers and abilities in force, `power_of` and its like also count what
a hidden Illuminati passes for. Groups are as printed. Goals ask `face`: pretence wins nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, Card, tabulated
from engine.illuminati.orders import Attack
from engine.illuminati.state import SeatState, State

A = TypeVar("A")

STRONGER = 1
"""Power more for the Illuminati that always chooses its goal, where all do (R11.2)."""
MORE_INCOME = {7: 3, 8: 5}
"""MB more for every Illuminati in large games, by players who began (R1.2)."""
_HELD_BACK = (ab.Bonus, ab.Draw, ab.Immunity)
"""Powers that would tell by themselves; who passes for another does without them (R11.3)."""


_BONUSES = tabulated(lambda card: tuple(a for a in card.abilities if isinstance(a, ab.Bonus)))
_ATTACKS = tabulated(lambda card: card.ability(ab.Attacks))
_SPLIT_AID = tabulated(lambda card: card.ability(ab.SplitAid))


def face(state: State, card: str) -> Card:
    """The card as it is in force, without pretence (R11.2, R11.6)."""
    own = CARDS[card]
    if own.goal is None:
        return own
    seat = _player(state, card)
    return own if seat is None else _in_force(state, own, seat)


def faces(state: State, cards: Iterable[str]) -> list[Card]:
    """The same of several cards."""
    printed = [CARDS[card] for card in cards]
    return [own if own.goal is None else face(state, own.id) for own in printed]


def _in_force(state: State, own: Card, seat: SeatState) -> Card:
    """The Illuminati of a seat as it is in force."""
    is_stronger = state.options.hidden_goals and isinstance(own.goal, ab.SecretChoice)
    more = STRONGER if is_stronger and own.power else 0
    holds_back = seat.stated_power is not None
    if not more and not holds_back and seat.copies is None:
        return own
    return _face(own.id, more, seat.copies, holds_back)


@lru_cache(maxsize=256)
def _face(card: str, more: int, copies: str | None, holds_back: bool) -> Card:
    own = CARDS[card]
    copied = CARDS[copies] if copies else None
    abilities = (*own.abilities, *(copied.abilities if copied else ()))
    if holds_back:
        abilities = tuple(a for a in abilities if not isinstance(a, _HELD_BACK))
    return changed(
        own,
        power=own.power + more,
        transferable=own.transferable + more,
        income=copied.income if copied else own.income,
        abilities=abilities,
    )


def _player(state: State, illuminati: str) -> SeatState | None:
    holding = state.holdings.get(illuminati)
    return state.seat(holding.seat) if holding else None


def ability_of(state: State, card: str, kind: type[A]) -> A | None:
    """The card's ability of a kind, a copied one among them."""
    return face(state, card).ability(kind)


def bonuses_on(state: State, card: str) -> tuple[ab.Bonus, ...]:
    """The bonuses a card gives to attacks of its owner now (R5.4)."""
    if CARDS[card].goal is None:
        return _BONUSES.get(card, ())
    now = face(state, card)
    if now is CARDS[card]:
        return _BONUSES.get(card, ())
    return tuple(a for a in now.abilities if isinstance(a, ab.Bonus))


def power_of(state: State, card: str) -> int:
    """The Power a card attacks with: printed, or what a hidden Illuminati passes for (R11.3)."""
    own = CARDS[card]
    if own.goal is None:
        return own.power
    seat = _player(state, card)
    if seat is None:
        return own.power
    if seat.stated_power is not None:
        return seat.stated_power
    return _in_force(state, own, seat).power


def transferable_of(state: State, card: str) -> int:
    """The Power a card can aid with, lower or higher with what it passes for (R11.3)."""
    own = CARDS[card]
    if own.goal is None:
        return own.transferable
    now = face(state, card)
    return max(0, now.transferable + power_of(state, card) - now.power)


def lendable(state: State, card: str) -> int:
    """The points a card can still aid with this turn, where it may split them (R11.6)."""
    points = transferable_of(state, card)
    if card not in _SPLIT_AID:
        return points
    return max(0, points - state.turn.lent)


def aid_of(state: State, order: Attack, card: str) -> int:
    """The points an aiding card gives to this attack (R5.1, R11.6)."""
    points = lendable(state, card)
    if order.lend is None or card not in _SPLIT_AID:
        return points
    return min(points, order.lend)


def may_aid_itself(card: str) -> bool:
    """Whether a card's transferable Power may be added to its own attack (R11.6)."""
    return card in _SPLIT_AID


def lends_too_much(state: State, order: Attack) -> bool:
    """Whether the order wants more points, or from a card that cannot split them (R11.6)."""
    if order.lend is None:
        return False
    split = [card for card in order.aid if may_aid_itself(card)]
    return not split or not 0 < order.lend <= lendable(state, split[0])


def attacks_a_turn(state: State, card: str) -> int:
    """Attacks a turn in which the card may take part (R4.2, R11.6)."""
    if CARDS[card].goal is None:
        return _ATTACKS[card].per_turn if card in _ATTACKS else 1
    leads = leads_a_turn(state, card)
    return max(leads, _SPLIT_AID[card].attacks) if card in _SPLIT_AID else leads


def leads_a_turn(state: State, card: str) -> int:
    """Attacks a turn that the card may make itself: splitting its aid gives it no more (R11.6)."""
    several = face(state, card).ability(ab.Attacks)
    return several.per_turn if several else 1


def full_income(state: State, card: str) -> int:
    """MB a turn of a card in force; a large game's addition is counted (R2.1, R1.2)."""
    own = CARDS[card]
    if own.goal is None:
        return own.income
    return face(state, card).income + MORE_INCOME.get(state.players_began, 0)


def paid_income(state: State, card: str) -> int:
    """MB the card collects: all, or what a hidden Illuminati passes for (R11.3)."""
    seat = _player(state, card) if CARDS[card].goal is not None else None
    if seat is not None and seat.stated_income is not None:
        return seat.stated_income
    return full_income(state, card)
