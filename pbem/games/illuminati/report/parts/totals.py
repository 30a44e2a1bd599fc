"""What a script would use if all of it ran: actions, transfers, money, arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.deeds.moves import ACTIONS, TRANSFERS
from engine.illuminati.odds import whole_stake
from engine.illuminati.turn.parts import takes_action
from engine.illuminati.view import View
from pbem.games.illuminati.report.parts.names import short_name


@dataclass(frozen=True, slots=True)
class Arrows:
    """Groups that one card's attacks are to bring in, and the arrows it has open for them."""

    where: str
    wanted: int
    open: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What the script on file would use; `now` are the MB that go at once."""

    actions: int
    transfers: int
    now: int
    arrows: tuple[Arrows, ...]
    is_pass: bool

    @property
    def actions_left(self) -> int:
        return max(0, ACTIONS - self.actions)

    @property
    def is_crowded(self) -> bool:
        return any(card.wanted > card.open for card in self.arrows)

    @property
    def transfers_left(self) -> int:
        return max(0, TRANSFERS - self.transfers)


def totals(orders: Sequence[od.Order | None], view: View | None, fees: int = 0) -> Totals:
    """Actions, transfers, MB at once and arrows if every line were carried out in his turn.

    `fees` are the MB that their privileges cost.
    """
    known = [order for order in orders if order is not None]
    now = view if view and view.to_move == view.seat else None
    moved = sum(isinstance(order, od.Transfer) and not order.as_action for order in known)
    return Totals(
        sum(map(takes_action, known)) + (ACTIONS - now.actions_left if now else 0),
        moved + (TRANSFERS - now.transfers_left if now else 0),
        sum(map(_at_once, known)) + fees,
        tuple(_arrows(known, view)),
        bool(known) and all(isinstance(order, od.Pass) for order in known),
    )


def _at_once(order: od.Order) -> int:
    match order:
        case od.Attack():
            return whole_stake(order)
        case od.GiveMoney(amount=amount):
            return amount
    return 0


def _arrows(orders: Sequence[od.Order], view: View | None) -> Iterable[Arrows]:
    """Each card that is to get groups, how many, and how many arrows it has open (R8.2)."""
    wanted: dict[str, dict[str, None]] = {}
    for order in orders:
        if isinstance(order, od.Attack) and order.form == "control":
            wanted.setdefault(order.attacker, {})[order.target] = None
        elif isinstance(order, od.Play) and order.master and order.on:
            wanted.setdefault(order.master, {})[order.on] = None
    mine = [s for s in view.seats if s.name == view.seat] if view else []
    open_of = {card.card: len(card.open_arrows) for seat in mine for card in seat.cards}
    for card, targets in wanted.items():
        if card in open_of:
            yield Arrows(short_name(card), len(targets), open_of[card])
