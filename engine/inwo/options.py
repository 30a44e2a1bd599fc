"""Every useful order that is legal now, attacks with need and chance before answers (I11, I13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.core.values import Value
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks.course import SURE_FAILURES
from engine.inwo.attacks.legality import named, refuse_attack, refuse_leading
from engine.inwo.attacks.sum import LEAST_NEED, need_of, terms_of
from engine.inwo.cards import card_of
from engine.inwo.deeds.aims import ability_uses, aims_of, plot_uses
from engine.inwo.deeds.automatic import is_takeover_open
from engine.inwo.deeds.dice import dice_of, refuse_dice
from engine.inwo.deeds.freeing import removals
from engine.inwo.facts import facts
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import arrows_open, places_under
from engine.inwo.turn.lines import refuse_line

_WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3}


class InwoOption(Value):
    """An order that would be accepted; of an attack the need and how often two dice make it."""

    order: od.InwoOrder
    need: int | None = None

    @property
    def chance(self) -> Fraction:
        return Fraction(1) if self.need is None else chance_of(self.need)


def chance_of(need: int) -> Fraction:
    """How often two dice make a need; 11 and 12 never do (I14.2)."""
    return Fraction(ways_of(need), 36)


def percent_of(need: int) -> int:
    """How many of a hundred attacks with that need succeed."""
    return round(100 * chance_of(need))


def ways_of(need: int) -> int:
    """In how many of 36 ways two dice make a need."""
    most = min(need, min(SURE_FAILURES) - 1)
    return sum(_WAYS[total] for total in range(LEAST_NEED, most + 1))


def inwo_options(state: InwoState, seat: str) -> list[InwoOption]:
    """What the seat could order now, its turn or not, from what it knows (I5.5)."""
    orders: list[od.InwoOrder] = []
    if state.turn.seat == seat:
        orders += _takeovers(state, seat)
        orders += [*_moves(state, seat), *_resources(state, seat), od.DrawGroupCard()]
        orders += plot_uses(state, seat)
    orders += [*_purchases(state, seat), *ability_uses(state, seat), *removals(state, seat)]
    return [*_legal(state, seat, orders), *attack_options(state, seat)]


def takeover_options(state: InwoState, seat: str) -> list[InwoOption]:
    """The Groups and Resources that he could take over for nothing now (I7.1)."""
    return _legal(state, seat, _takeovers(state, seat))


def attack_options(state: InwoState, seat: str) -> list[InwoOption]:
    """The attacks that he could announce now, with the need before anybody joins."""
    return [*_attacks(state, seat)] if state.turn.seat == seat else []


def _legal(state: InwoState, seat: str, orders: Iterable[od.InwoOrder]) -> list[InwoOption]:
    return [InwoOption(order) for order in orders if refuse_line(state, seat, order) is None]


def _takeovers(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    if not is_takeover_open(state, seat):
        return
    for copy in state.may_come(seat):
        if "resource" in card_of(copy).words:
            yield od.TakeOver((copy,))
            continue
        for master, _ in _one_place_each(state, seat):
            yield od.TakeOver((copy,), under=master)


def _one_place_each(state: InwoState, seat: str) -> list[tuple[str, str]]:
    arrows = arrows_open(state, seat)
    return [(master, open_[0]) for master, open_ in arrows.items() if open_]


def _moves(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    known = facts(state)
    groups = known.groups[seat]
    masters = [master for master, _ in _one_place_each(state, seat)]
    for copy in groups[1:]:
        if not any(state.tokens.get(c, 0) for c in (copy, groups[0], *masters)):
            continue
        for under in masters:
            if under != state.table[copy].master:
                yield od.MoveGroup(copy, under)


def _resources(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    for copy in state.seat(seat).groups:
        if "resource" in card_of(copy).words:
            yield od.BringResource(copy)
    for copy, card in state.table.items():
        if card.seat == seat and "resource" in card_of(copy).words:
            terms = card_of(copy).ability(ab.ResourceTerms)
            if terms or _serves_a_host(copy):
                for group in facts(state).groups[seat][1:]:
                    yield od.LinkResource(copy, group)


def _serves_a_host(copy: str) -> bool:
    return any(getattr(ability, "whom", "") == "host" for ability in card_of(copy).abilities)


def inwo_answers(state: InwoState, seat: str) -> list[od.InwoOrder]:
    """Deeds that a seat could do now, whoever's turn it is (I23)."""
    holder = state.seat(seat)
    orders: list[od.InwoOrder] = [
        od.PlayPlot(copy, on, value)
        for copy in holder.plots
        for on, value in aims_of(state, seat, copy)
    ]
    orders += ability_uses(state, seat)
    return [order for order in orders if refuse_line(state, seat, order) is None]


def dice_answers(state: InwoState, seat: str) -> list[od.PlayPlot | od.UseAbility]:
    """What a seat could change the dice with that have fallen (M2)."""
    mine = [copy for copy, card in state.table.items() if card.seat == seat]
    orders: list[od.PlayPlot | od.UseAbility] = [
        *(od.PlayPlot(copy) for copy in state.seat(seat).plots),
        *(od.UseAbility(copy) for copy in mine),
    ]
    changing = (order for order in orders if dice_of(order.card) is not None)
    return [order for order in changing if refuse_dice(state, seat, order) is None]


def _purchases(state: InwoState, seat: str) -> Iterator[od.InwoOrder]:
    root, *groups = facts(state).groups[seat]
    yield od.BuyPlot((root,))
    able = [copy for copy in groups if state.tokens.get(copy, 0)]
    if len(able) >= 2:
        yield od.BuyPlot((able[0], able[1]))


def attackers_of(state: InwoState, seat: str) -> list[str]:
    """His Groups that could lead an attack."""
    known = facts(state)
    return [copy for copy in known.groups[seat] if refuse_leading(known, copy) is None]


def _attacks(state: InwoState, seat: str) -> Iterator[InwoOption]:
    in_play = attackable(state)
    hand = [copy for copy in state.seat(seat).groups if "group" in card_of(copy).words]
    for attacker in attackers_of(state, seat):
        is_open = bool(places_under(state, seat, (attacker,)))
        # Some need no arrow, only a free side.
        cards = (c for c in (*hand, *in_play) if is_open or card_of(c).outline.anywhere)
        orders = [od.LaunchAttack("control", attacker, c, from_hand=c in hand) for c in cards]
        orders += [od.LaunchAttack("destroy", attacker, c, from_hand=False) for c in in_play]
        for order in orders:
            if refuse_attack(state, seat, order) is None:
                yield InwoOption(order, bare_need(state, seat, order))


def attackable(state: InwoState) -> list[str]:
    """The Groups in play, those of every seat and those that nobody controls (I29.7, I30.2)."""
    lying = [copy for copy in state.uncontrolled if "group" in card_of(copy).words]
    return [*(copy for groups in facts(state).groups.values() for copy in groups[1:]), *lying]


def bare_need(state: InwoState, seat: str, order: od.LaunchAttack) -> int:
    """The need before anybody joins."""
    return need_of(terms_of(state, planned(state, seat, order)))


def planned(state: InwoState, seat: str, order: od.LaunchAttack) -> RunningAttack:
    """The attack as it would be announced."""
    attacker, target, from_hand = named(order, facts(state), seat)
    assert attacker is not None and target is not None
    return RunningAttack("0", seat, order.form, target, attacker, from_hand=from_hand)
