"""Gifts and trades that would by themselves let somebody else win (R9.4).

Refused is only what follows from what the giver knows, and where the refusal is told to the other
of the two, from what both know: nobody learns a hidden goal, a hidden Illuminati or what lies in a
stacked treasury by trying gifts. What only the rules know is carried out and recorded for the
moderator, and so is every refusal.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.rulings import Refusal
from engine.core.values import Value, changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced.hidden import known_under, masked, masks_for
from engine.illuminati.cards import GROUPS
from engine.illuminati.evolve.pieces import with_money
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.winning import chooses_goal, eliminate_bereft, special_goal, winners


class Giving(Value):
    """One direction of a deal: who gives what to whom."""

    seat: str
    to: str
    goods: od.Goods


def refuse_thrown(
    table: GameTable,
    refused: str,
    givings: Sequence[Giving],
    deal: Sequence[ev.Event],
    *,
    is_done: bool = True,
) -> Refusal | None:
    """Whether the deal throws the game as far as may be known; `told` is who would be refused.

    Refused or not, a game thrown is recorded for the moderator, who may have allowed the seat to
    do it in the turn now open; an offer is not `is_done` yet, and
    what only the rules know of it is recorded when it is accepted.
    """
    givings = [giving for giving in givings if matters(table.state, giving)]
    for giving in givings:
        knowing = tuple(dict.fromkeys((giving.seat, refused)))
        if giving.seat in table.state.turn.allowed:
            continue
        if _throws_as_known(table, giving, knowing, deal):
            table.emit(ev.GameThrown(giving.seat, giving.to, giving.goods, True))
            return Refusal(rl.THROWS_GAME, {"seat": giving.to, "moderator": 1})
    for giving in givings if is_done else ():
        if _throws(table, table.state, giving, deal):
            table.emit(ev.GameThrown(giving.seat, giving.to, giving.goods, False))
    return None


def matters(state: State, giving: Giving) -> bool:
    """Whether such goods can win a game at all: groups, or money where money is counted."""
    if giving.goods.groups:
        return True
    goal = special_goal(state.seat(giving.to), state.options)
    return bool(giving.goods.money) and isinstance(goal, ab.TotalMoney)


def _throws(table: GameTable, state: State, giving: Giving, deal: Sequence[ev.Event]) -> bool:
    """Whether after the deal its receiver wins who did not before, and its giver does not."""
    trial = GameTable(state, table.dice)
    for event in deal:
        trial.emit(event)
    eliminate_bereft(trial)
    after = [name for name, _ in winners(trial.state)]
    if giving.to not in after or giving.seat in after:
        return False
    return giving.to not in [name for name, _ in winners(state)]


# --- what may be known ------------------------------------------------------------------


def _throws_as_known(
    table: GameTable, giving: Giving, knowing: tuple[str, ...], deal: Sequence[ev.Event]
) -> bool:
    """The same, where every one of these seats can tell by himself."""
    masks = {card: mask for seat in knowing for card, mask in masks_for(table.state, seat).items()}
    owner = knowing[0] if len(knowing) == 1 else None
    deal = [masked(event, masks) for event in deal]
    state = _without_secrets(known_under(table.state, masks), owner, deal)
    if owner is None and _may_win(state, giving.seat):
        return False
    return _throws(table, state, giving, deal)


def _without_secrets(state: State, owner: str | None, deal: Sequence[ev.Event]) -> State:
    """Nobody's secret goal but the owner's, nor stacked money but his and what the deal pays.

    A deck that is there may hold a Group, for all anybody knows (R11.1).
    """
    seats = tuple(
        seat if seat.name == owner or seat.goal is None else changed(seat, goal=None)
        for seat in state.seats
    )
    holdings = state.holdings
    paid: dict[str, int] = {}
    for event in deal:
        if isinstance(event, ev.Traded):
            paid[state.seat(event.seat).illuminati] = event.money or 0
            paid[state.seat(event.to).illuminati] = event.back_money or 0
    is_stacked = state.options.treasuries == "stacked"
    known = {c: 0 if is_stacked and h.seat != owner else h.money for c, h in holdings.items()}
    holdings = {
        card: with_money(held, max(known[card], paid.get(card, 0)))
        for card, held in holdings.items()
    }
    deck = tuple(GROUPS)[:1] if state.deck else ()
    return changed(state, seats=seats, holdings=holdings, deck=deck)


def _may_win(state: State, name: str) -> bool:
    """Whether for all the others know the giver might win as well."""
    seat = state.seat(name)
    is_counting = isinstance(special_goal(seat, state.options), ab.TotalMoney)
    return chooses_goal(state, seat) or (is_counting and state.options.treasuries == "stacked")
