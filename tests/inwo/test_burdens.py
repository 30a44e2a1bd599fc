"""A Group that nobody wants: it counts for no Goal and raises the Basic one (I26.2, I26.3, I37)."""

from __future__ import annotations

import pytest

from engine.inwo.goals import counts_of
from engine.inwo.placing import place
from tests.support.inwo_cases import position_of


@pytest.mark.parametrize(
    ("ann", "has", "needs"),
    [
        ("ufos | joggers N", 2, 12),
        ("ufos | joggers N | bobbies E", 2, 13),
        ("ufos | joggers N | bobbies E {death-to-all-fanatics}", 2, 13),
    ],
)
def test_it_raises_the_basic_goal_of_who_has_it(ann: str, has: int, needs: int) -> None:
    """Paralyzed too: the harm that it does goes on (I35.6)."""
    state = place(position_of({"seats": {"ann": ann, "bob": "the-network | the-mafia N"}}))
    assert [(one.has, one.needs) for one in counts_of(state, "ann")][0] == (has, needs)
