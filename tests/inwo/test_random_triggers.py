"""Games of robots with WHEN orders and tentative attacks at random: no step breaks (I31.14)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import get_args

import pytest

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id
from engine.inwo.state import InwoOptions, InwoPace, OpenAsk
from pbem.games.inwo.simulation import InwoPlay

MOST_STEPS = 250
IT = "it"


class Triggered(InwoPlay):
    """Robots that also have orders of all kinds wait for everything that may happen."""

    def __init__(self, seed: int, seats: int, pace: InwoPace) -> None:
        kinds = ["random" if seed % 2 else "greedy"] * seats
        super().__init__(f"triggers-{seed}".encode(), kinds, InwoOptions(pace=pace))
        self.chance = random.Random(seed)

    def _policies(self, seat: str) -> tuple[od.InwoPolicy, ...]:
        return (*super()._policies(seat), *(self._trigger(seat) for _ in range(4)))

    def _trigger(self, seat: str) -> od.Trigger:
        pick = self.chance.choice
        orders = tuple(pick(tuple(self._orders(seat))) for _ in range(pick((1, 2))))
        who = pick(("", seat, *self.robots))
        return od.Trigger(pick(get_args(od.TriggerEvent)), orders, who, mine=pick((True, False)))

    def _orders(self, seat: str) -> Iterator[od.InwoOrder]:
        pick, table = self.chance.choice, self.state.table
        plot = pick([card_id(copy) for copy in self.state.seat(seat).plots] or ["hoax"])
        mine = pick([card_id(copy) for copy, row in table.items() if row.seat == seat] or ["texas"])
        other = pick([card_id(copy) for copy, row in table.items() if row.seat != seat] or [mine])
        yield from (od.ExposePlot(plot), od.DiscardCard(plot), od.BuyPlot((mine,)), od.CallOff())
        yield from (od.PlayPlot(plot, on) for on in ((), (IT,), (other,)))
        yield from (od.UseAbility(mine, on) for on in ((), (IT,), (other,)))
        yield from (od.JoinAttack(side, (od.Helper(mine),)) for side in ("aid", "oppose"))
        yield from (od.DefendTarget(all_in=True), od.LaunchAttack("control", mine, other))

    def _answers(self, ask: OpenAsk, seat: str) -> tuple[od.InwoLine, ...]:
        lines = super()._answers(ask, seat)
        if ask.kind == "script":
            return tuple(map(self._tentative, lines))
        said = (od.PassRound(True), od.PassRound(until=od.Margin(">", 5)), od.CallOff())
        return (*lines, od.InwoLine(90, self.chance.choice((*said, od.CommitAttack()))))

    def _tentative(self, line: od.InwoLine) -> od.InwoLine:
        if not isinstance(line.order, od.LaunchAttack) or self.chance.random() < 0.5:
            return line
        limit = od.InwoCondition("need", "", "<", self.chance.randint(2, 14))
        asked = (limit,) if self.chance.random() < 0.5 else ()
        return changed(line, order=changed(line.order, tentative=True, call_off=asked))


@pytest.mark.long
@pytest.mark.parametrize("pace", get_args(InwoPace))
def test_no_step_breaks(pace: InwoPace) -> None:
    events: list[ev.InwoEvent] = []
    for seed in range(4):
        play = Triggered(seed, 2 + seed, pace)
        for _ in range(MOST_STEPS):
            if not play.state.asks:
                break
            play.step()
            assert list(audit_inwo(play.state)) == []
        events += play.events
    assert any(isinstance(event, ev.TriggerTested) and not event.reason for event in events)
    assert any(isinstance(event, ev.AttackEnded) and event.is_called_off for event in events)
