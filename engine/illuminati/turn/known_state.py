"""A game as a seat may reckon with it: what its lines are tried on (R9.3, R11.3)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import known
from engine.illuminati.evolve.pieces import with_money
from engine.illuminati.state import SeatState, State, TurnState
from engine.illuminati.structure import cards_of
from engine.illuminati.turn.upkeep import turn_of


def as_known(state: State, seat: str) -> State:
    """The state as the seat may reckon with it: without the deck and what only rivals know.

    They have no hand, no cheats and no stacked money but what they have promised him (R9.3).
    """
    state = known(state, seat)
    seats = tuple(row if row.name == seat else _stranger(state, row, seat) for row in state.seats)
    holdings = state.holdings
    if state.options.treasuries == "stacked":
        purses = {
            row.illuminati: sum(goods.money for goods in _promises(state, row.name, seat))
            for row in seats
        }
        holdings = {
            card: held if held.seat == seat else with_money(held, purses.get(card, 0))
            for card, held in state.holdings.items()
        }
    turn = turn_of(state, seat) or TurnState(state.turn.number, seat)
    return changed(state, deck=(), seats=seats, holdings=holdings, turn=turn)


def _promises(state: State, by: str, to: str) -> list[od.Goods]:
    return [offer.gives for offer in state.offers if (offer.by, offer.to) == (by, to)]


def _stranger(state: State, rival: SeatState, seat: str) -> SeatState:
    hand = [card for goods in _promises(state, rival.name, seat) for card in goods.specials]
    return changed(rival, goal=None, hand=tuple(hand), schemes=())


def may_find_money(world: State, start: State, seat: str, refusal: Refusal) -> bool:
    """Whether a lack of money may be made good by what lies on cards captured meanwhile."""
    if refusal.reason.code not in (*rl.LACKS_MONEY, rl.TOO_MUCH_SPREAD.code):
        return False
    return any(start.owner(card) not in (None, seat) for card in cards_of(world, seat))
