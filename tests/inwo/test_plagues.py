"""A plague takes the tokens of everybody to whom it goes (I6.2, I37)."""

from __future__ import annotations

import pytest

from engine.core.dice import SecretDice
from engine.inwo import events as ev
from engine.inwo.cards import card_id
from engine.inwo.deeds.questions import default_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.placing import place
from engine.inwo.state import Question
from tests.support.inwo_cases import inwo_cases, position_of, rule


@pytest.mark.parametrize("number", ["I6.2-911", "I6.2-912"])
def test_who_gets_it_next_loses_his_tokens(number: str) -> None:
    """As the next turn begins, which `adjudicate` does not run."""
    ruled = rule(next(case for case in inwo_cases() if case.number == number))
    taken = [card_id(copy) for event in ruled.all(ev.TokensTaken) for copy, _ in event.rows]
    assert "prince-charles" in taken


def test_nobody_gets_it_where_all_are_gone_before_the_answer() -> None:
    """I33.3: who could have had it may leave play while the game waits."""
    case = next(case for case in inwo_cases() if case.number == "I6.2-911")
    table = InwoTable(place(position_of(case.row)), SecretDice(b"plague"), {})
    gone = Question("question-plague", "bob", "infect", "the-irish-flu@a1", cards=("elvis@z9",))
    assert default_of(table, gone) == []
