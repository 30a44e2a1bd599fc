"""Standing orders that stand in each other's way, or that can do nothing (R12.4 to R12.8).

Of two that mean the same attacks one acts: the closest description of the attack, then the newest
(`stances.stance_on`). What is listed here is never refused; its player is told which one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from engine.core.rulings import RefusalFacts
from engine.core.values import Value, field
from engine.illuminati import orders as od
from engine.illuminati.attacks.policing import cards_kept, why_ended
from engine.illuminati.attacks.stances import weight_of
from engine.illuminati.odds import HIGHEST, LOWEST
from engine.illuminati.state import State

Code = Literal[
    "both-ways",
    "aside-too",
    "said-twice",
    "two-reserves",
    "card-twice",
    "above-purse",
    "below-hopeless",
    "above-certain",
    "ended",
]
_ONE_ONLY = (od.PayTaxFrom, od.ForegoTax, od.PayUpkeepFrom, od.Copy)
"""Of these the newest counts (R2.2, R2.3, R11.6)."""


class Contradiction(Value):
    """`second` is the place of the policy it is about; `first` that of the one which counts.

    Without a `first` the policy is at odds with the game alone. `rule` is the rule that decides.
    """

    code: Code
    rule: str
    second: int
    first: int | None = None
    facts: RefusalFacts = field(default_factory=dict)


def contradictions(
    state: State, seat: str, policies: Sequence[od.Policy]
) -> tuple[Contradiction, ...]:
    """What a seat's policies, oldest first, say against each other or in vain, in their order."""
    found = [row for at, order in enumerate(policies) for row in _alone(state, seat, at, order)]
    for (old, older), (new, newer) in combinations(enumerate(policies), 2):
        row = _between(old, older, new, newer)
        if row is not None:
            found.append(row)
    found += _cards_twice(state, seat, policies)
    return tuple(sorted(found, key=lambda row: row.second))


# --- one by itself ----------------------------------------------------------------------


def _alone(state: State, seat: str, at: int, order: od.Policy) -> Iterator[Contradiction]:
    ended = why_ended(state, seat, order)
    if ended is not None and ended != "turn-passed":
        yield Contradiction("ended", "R12.4", at, facts={"why": ended})
    if not isinstance(order, od.Stance):
        return
    purse = state.money(state.seat(seat).illuminati)
    most = order.ceiling if order.ceiling is not None else order.per_round
    if most is not None and most > purse and order.side != "guard":
        yield Contradiction("above-purse", "R6.2", at, facts={"money": purse, "most": most})
    if order.aim is not None:
        yield from _aim(at, order, order.aim)


def _aim(at: int, order: od.Stance, aim: int) -> Iterator[Contradiction]:
    """Below 2 no roll succeeds, and above 10 none that did not at 10 (R5.8)."""
    if order.side == "support":
        top = HIGHEST + (order.overshoot or 0)
        if aim > top:
            yield Contradiction("above-certain", "R12.4", at, facts={"aim": aim, "most": top})
        elif aim < LOWEST:
            yield Contradiction("below-hopeless", "R5.8", at, facts={"aim": aim})
    elif aim >= HIGHEST:
        yield Contradiction("above-certain", "R5.8", at, facts={"aim": aim, "most": HIGHEST})
    elif aim < LOWEST - 1:
        yield Contradiction("below-hopeless", "R5.8", at, facts={"aim": aim})


# --- two of them ------------------------------------------------------------------------


def _between(old: int, older: od.Policy, new: int, newer: od.Policy) -> Contradiction | None:
    """The older one yields to the newer."""
    if isinstance(older, od.Stance) and isinstance(newer, od.Stance):
        return _stances(old, older, new, newer)
    if isinstance(older, od.Reserve) and isinstance(newer, od.Reserve):
        return Contradiction("two-reserves", "R12.8", old, new)
    if isinstance(older, od.Understate) and isinstance(newer, od.Understate):
        return Contradiction("said-twice", "R11.3", old, new) if older.what == newer.what else None
    if type(older) is type(newer) and isinstance(older, _ONE_ONLY):
        return Contradiction("said-twice", "R12.4", old, new)
    return None


def _stances(old: int, older: od.Stance, new: int, newer: od.Stance) -> Contradiction | None:
    """Two stances as close to the same attacks; a closer one is an exception, and means to be.

    GUARD is for his own groups, OPPOSE and SUPPORT are for others': these never meet.
    """
    sides = {older.side, newer.side}
    is_same = older.pattern == newer.pattern
    if older.side == newer.side:
        return Contradiction("said-twice", "R12.4", old, new) if is_same else None
    if "aside" in sides:
        return Contradiction("aside-too", "R12.5", old, new) if is_same else None
    if "guard" in sides or weight_of(older.pattern) != weight_of(newer.pattern):
        return None
    return Contradiction("both-ways", "R12.4", old, new) if _may_meet(older, newer) else None


def _may_meet(one: od.Stance, two: od.Stance) -> bool:
    """Whether an attack may be meant by both, as far as their words go."""
    a, b = one.pattern, two.pattern
    return all(
        not (left and right) or bool(_shared(left, right))
        for left, right in (
            (_single(a.by), _single(b.by)),
            (_single(a.owner), _single(b.owner)),
            (a.groups, b.groups),
            (a.forms, b.forms),
        )
    )


def _single(name: str | None) -> tuple[str, ...]:
    return () if name is None else (name,)


def _shared(left: Sequence[str], right: Sequence[str]) -> list[str]:
    return [name for name in left if name in right]


def _cards_twice(state: State, seat: str, policies: Sequence[od.Policy]) -> Iterator[Contradiction]:
    """A Special kept for two things; the one that comes up first takes it (R12.6)."""
    users: dict[str, list[int]] = {}
    for at, order in enumerate(policies):
        for card in cards_kept(order):
            users.setdefault(card, []).append(at)
    for card, numbers in users.items():
        places = list(dict.fromkeys(numbers))
        held = state.seat(seat).hand.count(card)
        if held and len(numbers) > held:
            for at in places[:-1]:
                yield Contradiction("card-twice", "R12.6", at, places[-1], {"card": card})


def replaced(policies: Sequence[od.Policy]) -> tuple[int, ...]:
    """The places of policies that a newer one leaves nothing to do, now and later.

    Where the newer one ends with a turn the older comes into its own again.
    """
    return tuple(
        old
        for old, older in enumerate(policies)
        if any(_replaces(older, newer) for newer in policies[old + 1 :])
    )


def _replaces(older: od.Policy, newer: od.Policy) -> bool:
    if isinstance(older, od.Stance) and isinstance(newer, od.Stance):
        is_same = older.pattern == newer.pattern and newer.until_turn is None
        sides = {older.side, newer.side}
        return is_same and (len(sides) == 1 or "guard" not in sides or newer.side == "aside")
    row = _between(0, older, 1, newer)
    return row is not None
