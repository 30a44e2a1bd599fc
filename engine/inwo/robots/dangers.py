"""What rivals could take from a robot in their next turns, and who of its own may oppose that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.core.values import Value, changed
from engine.inwo import abilities as ab
from engine.inwo import orders as od
from engine.inwo.attacks import joining as jn
from engine.inwo.attacks.sum import BOOST, LEAST_NEED, joining_power, need_of, terms_of
from engine.inwo.cards import card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.options import chance_of, planned
from engine.inwo.robots.nearness import STEPS, VICTORY, WHOLE, nearness, valued, with_group
from engine.inwo.state import InwoState, RunningAttack
from engine.inwo.structure import arrows_open

AIMED, LEAST = 11, 8
"""The need that rivals bring together if they can, and the least that they try."""
FORMS: tuple[ab.Aim, ...] = ("control", "destroy")
"""The ways to attack; the second is used by those whose Goal counts what they destroy."""


class Danger(Value):
    """An attack of a rival on a Group: its need, what it would cost, and who opposes with what."""

    need: int
    loss: int
    opposing: Mapping[str, int]

    def expected(self, able: Sequence[str]) -> int:
        """What it costs on the average while these have tokens to oppose it."""
        power = sum(self.opposing.get(copy, 0) for copy in able)
        return int(self.loss * chance_of(max(LEAST_NEED, self.need - power)))


def dangers_of(state: InwoState, seat: str) -> Iterator[Danger]:
    """The strongest attacks of each rival on each Group of a seat."""
    for rival in state.seats:
        if rival.name == seat or rival.is_out or not rival.turns_taken:
            continue
        to_come = _turn_of(state, rival.name)
        destroys = card_of(rival.illuminati).ability(ab.DestroyGoal) is not None
        for target in facts(state).groups[seat][1:]:
            loss: int | None = None
            for form in FORMS if destroys else FORMS[:1]:
                found = _strongest(to_come, rival.name, form, target)
                if found is not None:
                    loss = _loss(state, seat, rival.name, target) if loss is None else loss
                    yield Danger(found[0], loss, MappingProxyType(found[1]))


def _turn_of(state: InwoState, rival: str) -> InwoState:
    """As if it were the rival's turn and each Group had a token."""
    tokens = {copy: 1 for copies in facts(state).groups.values() for copy in copies}
    return changed(state, tokens=tokens, turn=changed(state.turn, seat=rival))


def _strongest(
    state: InwoState, rival: str, form: ab.Aim, target: str
) -> tuple[int, dict[str, int]] | None:
    """The need that a rival can bring together against a Group, and who may oppose it."""
    known, arrows = facts(state), arrows_open(state, rival)
    attacks = [
        planned(state, rival, od.LaunchAttack(form, copy, target, from_hand=False))
        for copy in known.groups[rival][1:]
        if form == "destroy" or arrows.get(copy)
    ]
    rows = [(need_of(terms_of(state, attack)), attack) for attack in attacks]
    if not rows:
        return None
    need, best = max(rows, key=lambda row: row[0])
    most = need + sum(_powers(known, best, rival, "aid").values())
    most += BOOST if len(state.seat(rival).plots) > 1 else 0
    if most < LEAST:
        return None
    opposing = _powers(known, best, known.table[target].seat, "oppose")
    opposing[target] = 2 * known.power(target)
    return max(need, min(most, AIMED)), opposing


def _powers(known: Facts, attack: RunningAttack, seat: str, side: str) -> dict[str, int]:
    """The Groups of a seat that may join an attack, each with its Power."""
    return {
        copy: joining_power(known, attack, copy, side)
        for copy in known.groups[seat][1:]
        if copy not in (attack.attacker, attack.target)
        and jn.refuse_join(known, attack, seat, copy, side) is None
    }


def _loss(state: InwoState, seat: str, rival: str, copy: str) -> int:
    """How much farther from its Goal a seat would be, and how much nearer the rival."""
    after, near = with_group(state, rival, copy), nearness(state, rival)
    lost = valued(nearness(state, seat)) - valued(nearness(after, seat))
    won = valued(nearness(after, rival)) - valued(near)
    is_last = nearness(after, rival) + WHOLE >= WHOLE * STEPS
    return lost + won + (VICTORY if is_last else 0)
