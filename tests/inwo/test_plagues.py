"""A plague takes the tokens of everybody to whom it goes (I6.2, I37)."""

from __future__ import annotations

import pytest
from inwo_cases import inwo_cases, rule

from engine.inwo import events as ev
from engine.inwo.cards import card_id


@pytest.mark.parametrize("number", ["I6.2-911", "I6.2-912"])
def test_who_gets_it_next_loses_his_tokens(number: str) -> None:
    """As the next turn begins, which `adjudicate` does not run."""
    ruled = rule(next(case for case in inwo_cases() if case.number == number))
    taken = [card_id(copy) for event in ruled.all(ev.TokensTaken) for copy, _ in event.rows]
    assert "prince-charles" in taken
