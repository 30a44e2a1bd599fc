"""What the rivals could take from a seat before its next turn, by rule of thumb."""

from __future__ import annotations

from collections.abc import Mapping

from engine.illuminati.advice.outlook import Outlook
from engine.illuminati.advice.tally import tally_of
from engine.illuminati.attacks.raising import DOUBLE
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import PROXIMITY, ways
from engine.illuminati.robots.raids import ROLLS
from engine.illuminati.state import State
from engine.illuminati.structure import branch_cards, cards_of, depth, groups_of, puppets_of
from engine.illuminati.structure.in_force import full_income, power_of, transferable_of
from engine.illuminati.winning.leaving import SAFE_TURNS

LAST_GROUPS = 6.0
"""Captures the last groups are worth besides, for a seat is out without them (R10.1)."""
SPENT_ON_ONE = 2
"""A rival is expected to spend this part of his money, one half, on one attack."""


def strengths(state: State, seat: str) -> dict[str, int]:
    """The Power each rival could bring against one group: his best attacker, aid and money."""
    found = {}
    for rival in state.seats_after(seat):
        cards = cards_of(state, rival.name)
        points = {card: transferable_of(state, card) for card in cards}
        best = max(power_of(state, card) - points[card] for card in cards)
        chest = state.money(rival.illuminati) + full_income(state, rival.illuminati)
        found[rival.name] = max(0, best) + sum(points.values()) + chest // SPENT_ON_ONE
    return found


def losses(outlook: Outlook) -> dict[str, float]:
    """What each of the seat's groups would cost it if it were taken with its branch."""
    state, seat = outlook.state, outlook.seat
    mine, far = outlook.tallies[seat], outlook.far[seat]
    groups, puppets = groups_of(state, seat), puppets_of(state, seat)
    is_safe = state.seat(seat).turns_taken + 1 < SAFE_TURNS
    found = {}
    for card in groups:
        branch = branch_cards(puppets, card)
        left = mine.less(tally_of(state, branch))
        found[card] = outlook.worth(far) - outlook.worth(outlook.distance(seat, left))
        if len(branch) == len(groups) and not is_safe:
            found[card] += LAST_GROUPS
    return found


def danger(outlook: Outlook, against: Mapping[str, int]) -> float:
    """Captures the seat must expect to lose: the worst attack of each rival."""
    state, seat = outlook.state, outlook.seat
    chest = state.money(state.seat(seat).illuminati)
    rows = [
        (
            loss,
            CARDS[card].resistance
            + PROXIMITY.get(depth(state, card), 0)
            + DOUBLE * state.money(card)
            + chest,
        )
        for card, loss in losses(outlook).items()
    ]
    return sum(
        max((ways(strength - walls) * loss / ROLLS for loss, walls in rows), default=0.0)
        for strength in against.values()
    )
