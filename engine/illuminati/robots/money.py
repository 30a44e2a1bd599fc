"""Where a robot's money lies at the end of its turn (R2.9, R2.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.deeds.moves import TRANSFERS
from engine.illuminati.robots.raids import Raid
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of
from engine.illuminati.structure.in_force import ability_of

LEAST = 2
"""MB not worth a transfer if there are fewer."""


def gather(state: State, seat: str, raids: Iterable[Raid]) -> list[od.Order]:
    """The largest treasuries move toward the Illuminati; what raids may spend stays out of it."""
    illuminati = state.seat(seat).illuminati
    if ability_of(state, illuminati, ab.SpreadMoney):
        return [od.Spread(((illuminati, 0),))]
    spent = {raid.base.attacker: raid.ceiling for raid in raids}
    moves = sorted(_moves(state, seat, spent), key=lambda move: -move.amount)
    return list(moves[:TRANSFERS])


def _moves(state: State, seat: str, spent: Mapping[str, int]) -> Iterator[od.Transfer]:
    illuminati = state.seat(seat).illuminati
    for card in cards_of(state, seat):
        master = state.holdings[card].master
        amount = state.money(card) - spent.get(card, 0)
        if master is None or amount < LEAST:
            continue
        far = ability_of(state, card, ab.FarTransfer) is not None
        yield od.Transfer(amount, card, illuminati if far else master)
