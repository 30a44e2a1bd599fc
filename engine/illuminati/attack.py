"""An attack from announcement to result (R5.7 to R7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.arrangement import Arrangement
from engine.core.geometry import Side
from engine.core.table import Table
from engine.illuminati import events as ev
from engine.illuminati.odds import HIGHEST, LOWEST, need_of, parts_of
from engine.illuminati.orders import Attack, Wish
from engine.illuminati.state import State
from engine.illuminati.structure import branch_of, ground_of, lost_cards, place

GameTable = Table[State, ev.Event]


def run_attack(table: GameTable, seat: str, line: int, order: Attack) -> bool:
    """Carry out a legal attack; True if it succeeds."""
    state = table.state
    owner = state.owner(order.target)
    parts = parts_of(state, seat, order)
    table.emit(ev.Announced(seat, line, order.form, order.attacker, order.target, owner, order.aid))
    stake = stake_payments(state, seat, order)
    if stake:
        table.emit(ev.Spent(seat, stake, True))
        parts += tuple(ev.Part("money", card, amount) for card, amount in stake)
    success = _roll(table, seat, line, order, owner, parts)
    if success:
        _RESULTS[order.form](table, seat, order, owner)
    return success


def whole_stake(order: Attack) -> int:
    """MB the attacker stakes in all."""
    return sum(payment.amount for payment in order.stake)


def stake_payments(state: State, seat: str, order: Attack) -> ev.Amounts:
    """Which treasury pays what: the attacking card's before the Illuminati's (R5.7, R12.4)."""
    illuminati = state.seat(seat).illuminati
    paid = {order.attacker: 0, illuminati: 0}
    for payment in order.stake:
        if payment.card is not None:
            paid[payment.card] += payment.amount
    left = sum(payment.amount for payment in order.stake if payment.card is None)
    for card in (order.attacker, illuminati):
        take = min(left, state.money(card) - paid[card])
        paid[card] += take
        left -= take
    return tuple((card, amount) for card, amount in paid.items() if amount)


def _roll(
    table: GameTable,
    seat: str,
    line: int,
    order: Attack,
    owner: str | None,
    parts: tuple[ev.Part, ...],
) -> bool:
    draw = table.state.draws
    roll = table.dice.roll(draw, "attack")
    need, total = need_of(parts), sum(roll)
    success = LOWEST <= total <= min(need, HIGHEST)
    table.emit(
        ev.Attacked(
            seat,
            line,
            order.form,
            order.attacker,
            order.target,
            owner,
            parts,
            need,
            roll,
            total,
            success,
            draw,
        )
    )
    return success


def replaced(ordered: Side | None, laid: Arrangement) -> Side | None:
    """The arrow a player ordered where another had to be taken (R8.4)."""
    return ordered if ordered != laid.laid[0].arrow else None


def attack_places(
    state: State, seat: str, master: str, arrow: Side | None
) -> list[tuple[str, Side]]:
    """The arrow ordered if it is open, else every open arrow of the master (R8.4)."""
    open_now = ground_of(state, seat).open_arrows(master)
    if arrow in open_now:
        return [(master, arrow)] if arrow else []
    return [(master, side) for side in open_now]


def _control(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    state = table.state
    places = attack_places(state, seat, order.attacker, order.arrow)
    laid = place(state, seat, order.target, places, order.wishes)
    assert laid is not None, "a control attack was allowed without an open arrow"
    free_lost(table, seat, laid, order.wishes)
    money = tuple((row.card, state.money(row.card) // 2) for row in laid.laid)
    table.emit(
        ev.Captured(
            seat,
            order.attacker,
            order.target,
            owner,
            laid.laid,
            money,
            replaced(order.arrow, laid),
        )
    )
    ship = min(order.ship, table.state.money(order.attacker))
    if ship:
        table.emit(ev.Transferred(seat, order.attacker, order.target, ship, "ship"))


def free_lost(
    table: GameTable,
    seat: str,
    laid: Arrangement,
    wishes: Sequence[Wish],
) -> None:
    """Free the branches an arrangement has no place for (R8.3)."""
    given_up = [wish.card for wish in wishes if wish.arrow is None]
    for cards in lost_cards(table.state, laid):
        why: ev.FreedWhy = "given-up" if cards[0] in given_up else "no-room"
        table.emit(ev.Freed(seat, tuple(cards), why))


def _neutralize(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    cards = branch_of(table.state, order.target)
    table.emit(ev.Freed(seat, tuple(cards), "neutralized"))


def _destroy(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    below = branch_of(table.state, order.target)[1:]
    table.emit(ev.Destroyed(seat, order.target, owner))
    if below:
        table.emit(ev.Freed(seat, tuple(below), "master-destroyed"))


_RESULTS = {"control": _control, "neutralize": _neutralize, "destroy": _destroy}
