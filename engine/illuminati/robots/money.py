"""Where a robot's money lies at the end of its turn, and what it gives up for room (R2, R8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.cards import CARDS
from engine.illuminati.deeds.moves import TRANSFERS
from engine.illuminati.robots.raids import Raid
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of, groups_of, open_places, puppets_of
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


def make_room(state: State, seat: str) -> od.Drop | None:
    """Drop the weakest of the groups without puppets, if nothing else can be taken; never the last.

    The dropped group had an arrow, which is open then. A very long game is over when nobody has
    an open arrow, and would never be if groups were given up in it (R11.1).
    """
    groups = groups_of(state, seat)
    if len(groups) < 2 or state.options.length == "very-long":
        return None
    if open_places(state, seat, cards_of(state, seat)):
        return None
    masters = puppets_of(state, seat)
    leaves = [card for card in groups if card not in masters]
    return od.Drop(min(leaves, key=lambda card: (CARDS[card].power, CARDS[card].income, card)))
