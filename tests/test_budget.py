"""The steps that a letter may take: counted together, and never there again once they were not."""

import pytest

from pbem.budget import Budget, Exhausted


def test_steps_are_counted_down_to_the_last() -> None:
    budget = Budget(3)
    assert [budget.spend(2), budget.spend()] == [True, True]
    assert (budget.spent, budget.left) == (3, 0)
    assert not budget.spend()


def test_nothing_cheaper_is_had_once_a_budget_did_not_last() -> None:
    budget = Budget(3)
    assert not budget.spend(4)
    assert not budget.spend(1)
    assert (budget.spent, budget.left) == (0, 0)
    with pytest.raises(Exhausted):
        budget.demand()
