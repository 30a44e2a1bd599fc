"""Every attack a seat could make, with the aid and money it is best made with (R4, R5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.core.values import Value
from engine.illuminati import abilities as ab
from engine.illuminati.advice.outlook import Outlook, OutlookChange
from engine.illuminati.attacks.legality import (
    free_aiders,
    has_attacked,
    immunity_of,
    needs_arrow,
)
from engine.illuminati.attacks.raising import DOUBLE
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import (
    HARMONY,
    HIGHEST,
    LOWEST,
    NEUTRALIZE,
    attacking_alignments,
    bonus_rows,
    bonuses_of,
    harmony,
    proximity,
    resistance_parts,
    ways,
)
from engine.illuminati.state import State
from engine.illuminati.structure import alignments, cards_of, open_arrows
from engine.illuminati.structure.in_force import lendable, power_of

ROLLS = 36
MOST_AIDERS = 8
"""Aiders of one attack that are thought of."""
MOST_TARGETS = 40
"""Attacks on groups of others that are reckoned through, those that gain most."""
OWNERS_SHARE = 0.4
"""Part of an owner's Illuminati treasury he is expected to defend one group with."""


class Base(Value):
    """An attack before aid and money; `helpers` are who may aid it with what, the best first."""

    form: ab.Form
    target: str
    attacker: str
    need: int
    helpers: tuple[tuple[str, int], ...]


class Raid(Value):
    """An attack as it would be ordered; `aim` is the need money is to bring it to.

    `spend` is what that costs unopposed, `ceiling` MB at most, `chance` of success as far as the
    owner's defence can be guessed; `value` in captures, costs taken off.
    """

    base: Base
    aid: tuple[str, ...]
    aim: int
    spend: int
    ceiling: int
    chance: float
    change: OutlookChange
    value: float

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that takes part."""
        return (self.base.attacker, *self.aid)


def bases(state: State, seat: str, wanted: Collection[tuple[str, ab.Form]]) -> Iterator[Base]:
    """Every attack of the wanted (target, form) pairs, before aid and money."""
    owned = cards_of(state, seat)
    arrows = open_arrows(state, seat)
    attackers = [
        (card, bool(arrows[card]))
        for card in owned
        if power_of(state, card) and not has_attacked(state, card)
    ]
    points = {card: lendable(state, card) for card in free_aiders(state, seat)}
    aiders = sorted(points, key=lambda card: -points[card])
    bonus = bonus_rows(state, owned)
    for target, form in wanted:
        barred = immunity_of(state, state.owner(target))
        may_aid = [c for c in aiders if c != target and not _is_in(alignments(state, c), barred)]
        for attacker, is_open in attackers:
            if attacker == target or (not is_open and needs_arrow(state, form)):
                continue
            mine = attacking_alignments(state, attacker, form, target)
            if _is_in(mine, barred):
                continue
            need = _need(state, seat, form, target, attacker, mine)
            need += sum(n for _, n in bonuses_of(state, bonus, attacker, form, target))
            helpers = tuple((card, points[card]) for card in may_aid if card != attacker)
            yield Base(form, target, attacker, need, helpers)


def _is_in(mine: Collection[ab.Alignment], barred: Collection[ab.Alignment]) -> bool:
    """Whether a card so aligned may neither attack nor aid (R4.7)."""
    return bool(barred) and any(alignment in barred for alignment in mine)


def _need(
    state: State,
    seat: str,
    form: ab.Form,
    target: str,
    attacker: str,
    mine: tuple[ab.Alignment, ...],
) -> int:
    """The need before bonuses, aid and money (R5.1, R5.2)."""
    need = power_of(state, attacker) - proximity(state, seat, target)
    match = HARMONY * sum(value for _, value in harmony(mine, alignments(state, target)))
    if form == "destroy":
        return need - match - CARDS[target].power
    need += match - sum(amount for _, amount in resistance_parts(state, target, mine))
    return need + (NEUTRALIZE if form == "neutralize" else 0)


def best_raids(outlook: Outlook, keep: int) -> list[Raid]:
    """What is worth doing, best first: every base as it is best made, and without aid.

    `keep` MB are left on the Illuminati.
    """
    state, seat = outlook.state, outlook.seat
    changes = _changes(outlook)
    price = outlook.price()
    illuminati = state.seat(seat).illuminati
    spare = max(0, state.money(illuminati) - keep)
    found: list[Raid] = []
    for base in bases(state, seat, changes):
        purse = spare + (0 if base.attacker == illuminati else state.money(base.attacker))
        found += _raids(outlook, base, changes[base.target, base.form], purse, price)
    return sorted(found, key=lambda raid: -raid.value)


def _changes(outlook: Outlook) -> dict[tuple[str, ab.Form], OutlookChange]:
    """What attacks could gain; of those on other players only the most gainful ones."""
    state, seat = outlook.state, outlook.seat
    found = {what: outlook.change(*what) for what in _targets(state, seat)}
    gains = {what: change for what, change in found.items() if change.gain > 0}
    held = [what for what in gains if state.owner(what[0])]
    held.sort(key=lambda what: -gains[what].gain)
    for what in held[MOST_TARGETS:]:
        del gains[what]
    return gains


def _targets(state: State, seat: str) -> Iterator[tuple[str, ab.Form]]:
    for card in state.uncontrolled:
        yield card, "control"
        if CARDS[card].power:
            yield card, "destroy"
    for card, held in state.holdings.items():
        if held.master is None:
            continue
        if held.seat != seat:
            yield card, "control"
            yield card, "neutralize"
        if CARDS[card].power:
            yield card, "destroy"


def expected_defence(state: State, seat: str, target: str) -> float:
    """Points the owner is expected to spend; his money is a guess where it is a secret."""
    owner = state.owner(target)
    if owner is None or owner == seat:
        return 0.0
    chest = state.money(state.seat(owner).illuminati)
    return DOUBLE * state.money(target) + OWNERS_SHARE * chest


class _Way(NamedTuple):
    """One way to make an attack: its value, how many aiders, MB, and the need with them."""

    value: float
    aiders: int
    money: int
    need: int


def _raids(
    outlook: Outlook, base: Base, change: OutlookChange, purse: int, price: float
) -> Iterator[Raid]:
    """The attack with the aid and money that suit it best, and alone if that is another."""
    state, seat, taste = outlook.state, outlook.seat, outlook.taste
    against = int(taste.caution * expected_defence(state, seat, base.target))
    if base.need + sum(points for _, points in base.helpers) + purse - against < LOWEST:
        return
    found = _ways(base, base.need - against, taste.aid, change.gain, purse, price)
    best = max(found)
    for way in (best,) if best.aiders == 0 else (best, found[0]):
        if way.value > 0:
            unaided = way.need - way.money + against
            yield Raid(
                base,
                tuple(card for card, _ in base.helpers[: way.aiders]),
                aim=min(HIGHEST, unaided + way.money),
                spend=max(0, min(way.money, HIGHEST - unaided)),
                ceiling=way.money,
                chance=ways(way.need) / ROLLS,
                change=change,
                value=way.value,
            )


def _ways(base: Base, need: int, dear: float, gain: float, purse: int, price: float) -> list[_Way]:
    """The attack without aid, with one aider, with two and so on, each with its best money."""
    money, value = _best_money(need, purse, gain, price)
    found = [_Way(value, 0, money, need + money)]
    cost = 0.0
    for aiders, (_, points) in enumerate(base.helpers[:MOST_AIDERS], 1):
        if need >= HIGHEST:
            break
        need += points
        cost += dear * points
        money, value = _best_money(need, purse, gain, price)
        found.append(_Way(value - cost, aiders, money, need + money))
    return found


_CHANCES = tuple(ways(need) / ROLLS for need in range(HIGHEST + 1))
"""Of success by the need; a table, because it is looked at so often."""


def _best_money(need: int, purse: int, gain: float, price: float) -> tuple[int, float]:
    """The MB that bring most, and what the attack is worth with them."""
    if need >= HIGHEST:
        return 0, _CHANCES[HIGHEST] * gain
    best, most = 0, _CHANCES[max(need, 0)] * gain
    for money in range(max(1, LOWEST - need), min(purse, HIGHEST - need) + 1):
        value = _CHANCES[need + money] * gain - price * money
        if value > most:
            best, most = money, value
    return best, most
