"""What a script would come to: told of every line, and never more than its player may know."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.placing import place
from engine.inwo.state import InwoState
from engine.inwo.turn.rehearsal import Rehearsal, rehearse
from engine.inwo.view import inwo_view
from pbem.games.contract.ruleset import RobotSeat
from pbem.games.contract.values import Ask, Filed, Status
from pbem.games.inwo.filed_lines import lines_of
from pbem.games.inwo.suggestions import suggested
from pbem.games.registry import ruleset
from tests.support.each import each
from tests.support.inwo_cases import order_of, position_of

INWO = ruleset("inwo")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MOST = 60
"""Asks of a game that are looked at."""


@dataclass
class Play:
    """A game of robots that writes down what each of their scripts would come to."""

    number: int
    rehearsed: list[tuple[InwoState, str, dict[int, Rehearsal]]] = field(default_factory=list)
    announced: list[tuple[Rehearsal, int]] = field(default_factory=list)
    """What the first attack of a script was to come to, and its need when others were asked."""
    answered: list[tuple[int, int | None]] = field(default_factory=list)
    """The need that a suggested answer was to leave, and that it left."""

    def __post_init__(self) -> None:
        self.dice = INWO.dice(bytes([self.number]) * 32)
        self.state = INWO.rules.new(("ann", "bob", "cat"), None, self.dice, {}).state
        for _ in range(MOST):
            status = INWO.rules.status(self.state)
            if status.is_over:
                return
            self._go_on(status)

    def _go_on(self, status: Status) -> None:
        ask = status.asks[0]
        if ask.key.startswith("attack"):
            self._try_answers(ask)
        sheets = {seat: self._letter(seat, ask) for seat in ask.seats}
        step = INWO.rules.advance(self.state, ask.key, Filed(sheets), self.dice, NOON)[-1]
        self.state = step.state
        if ask.key.startswith("script") and self.state.attack is not None:
            attack = self.state.attack
            row = self.rehearsed[-1][2][int(attack.number)]
            self.announced.append((row, need_of(terms_of(self.state, attack))))

    def _try_answers(self, ask: Ask) -> None:
        """What stands behind each suggested answer, and the need if that alone is sent."""
        for seat in ask.seats:
            for one in suggested(self.state, seat):
                told = re.match(r"need (-?\d+)", one.about)
                if told is None:
                    continue
                step = INWO.rules.advance(
                    self.state, ask.key, Filed({seat: (one.text,)}), self.dice, NOON
                )[-1]
                attack = step.state.attack
                need = need_of(terms_of(step.state, attack)) if attack else _resolved(step.events)
                self.answered.append((int(told[1]), need))

    def _letter(self, seat: str, ask: Ask) -> tuple[str, ...]:
        robots = INWO.robots
        assert robots is not None
        kind = ("greedy", "random")[len(self.rehearsed) % 2]
        lines: Sequence[str] = robots.letter(RobotSeat(seat, kind), self.state, (ask,), self.dice)
        found = tuple(line for line in lines if line != "READY")
        view = inwo_view(self.state, seat)
        if any(one.kind == "script" and seat in one.seats for one in view.asks):
            self.rehearsed.append((view, seat, rehearse(view, seat, lines_of(view, seat, found))))
        return found


def _resolved(events: Sequence[ev.InwoEvent]) -> int | None:
    return next((one.need for one in events if isinstance(one, ev.AttackResolved)), None)


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 2])
def test_a_script_comes_to_what_was_told_of_it(number: int) -> None:
    play = Play(number)
    rows = [row for _, _, found in play.rehearsed for row in found.values()]
    needs = [row.need for row in rows if row.need is not None]
    assert len(play.rehearsed) >= 10 and len(needs) >= 10 and len(play.announced) > 5
    for row, need in play.announced:
        assert row.need == need, "as it was told, if nobody has answered"
    for row in rows:
        assert row.need is None or row.need == sum(term.value for term in row.terms)
        assert row.refusal is None or not row.spent, "what is refused costs nothing"
    for view, seat, found in play.rehearsed:
        mine = {copy for copy, card in view.table.items() if card.seat == seat}
        first = next(iter(found.values()), Rehearsal())
        assert set(first.spent) <= mine


def test_an_answer_leaves_the_need_that_was_told() -> None:
    answered = Play(1).answered
    assert len(answered) > 5
    assert [row for row in answered if row[0] != row[1]] == []


# --- what comes before the tokens -----------------------------------------------------------


@each(
    "seat,orders",
    [
        (
            "| resources: flying-saucer | group_hand: eliza | plot_deck: jihad",
            ["USE flying-saucer ON eliza"],
        ),
        (
            "| plots: partition | group_hand: canada",
            ["PLAY partition ON canada", "TAKEOVER canada"],
        ),
        (
            "| plots: power-grab | group_hand: joggers, dentists",
            ["TAKEOVER joggers", "PLAY power-grab ON dentists"],
        ),
        ("| group_hand: joggers, dentists", ["GIVE joggers TO bob", "TAKEOVER dentists"]),
    ],
)
def test_a_line_of_the_start_does_not_make_the_takeover_late(seat: str, orders: list[str]) -> None:
    """(I5.3, I5.4.) As the script itself runs it."""
    seats = {"ann": f"ufos | the-mafia N {seat}", "bob": "the-network | canada N"}
    state = place(position_of({"seats": seats, "step": "b3"}))
    lines = [od.InwoLine(at, order_of(order)) for at, order in enumerate(orders, 1)]
    found = rehearse(state, "ann", lines)
    assert [row.refusal for row in found.values()] == [None] * len(orders)
