"""An attack from announcement to result (R5.7 to R7.4)."""

from __future__ import annotations

from engine.core.geometry import Side
from engine.illuminati import events as ev
from engine.illuminati.advanced.cheating import begin_cheats, overstated
from engine.illuminati.attacks.kept_specials import window_plays
from engine.illuminati.attacks.legality import refuse_attack
from engine.illuminati.attacks.raising import run_raising
from engine.illuminati.attacks.windows import (
    claim_privilege,
    play_card,
    window_announced,
    window_rolled,
)
from engine.illuminati.gametable import DeedRules, Deeds, Fight, GameTable
from engine.illuminati.odds import HIGHEST, LOWEST, need_of, parts_of
from engine.illuminati.orders import Attack
from engine.illuminati.state import State
from engine.illuminati.structure import branch_of, ground_of, lay_on, open_arrows, puppets_of
from engine.illuminati.structure.places import free_lost, replaced


def run_attack(table: GameTable, seat: str, line: int, order: Attack) -> bool:
    """Carry out a legal attack through all its windows (R12.6); True if it succeeds."""
    state = table.state
    owner = state.owner(order.target)
    parts = overstated(table, seat, line, order, parts_of(state, seat, order))
    fight = Fight(seat, line, order, owner, need_of(parts))
    what = (seat, line, order.form, order.attacker, order.target, owner)
    if order.only_if_need is not None and fight.need < order.only_if_need:
        table.emit(ev.CalledOff(*what, parts, fight.need))
        return False
    if order.by is not None and not play_card(table, seat, order.by, (owner,)):
        return False
    table.emit(ev.Announced(*what, order.aid))
    begin_cheats(table, fight)
    claim_privilege(table, fight)
    window_announced(table, fight)
    parts += _pay_stake(table, fight)
    window_plays(table, "W2", fight)
    parts += tuple(run_raising(table, fight))
    success = _roll(table, fight, parts)
    if success:
        _RESULTS[order.form](table, seat, order, owner)
    window_plays(table, "W4", fight)
    return success


def _pay_stake(table: GameTable, fight: Fight) -> tuple[ev.Part, ...]:
    """The attacker's opening stake (R12.4)."""
    if not fight.order.stake:
        return ()
    stake = stake_payments(table.state, fight.seat, fight.order)
    if not stake:
        return ()
    points = sum([amount for _, amount in stake])
    fight.need += points
    table.emit(ev.Spent(fight.seat, stake, True, fight.line, points, fight.need))
    return tuple([ev.Part("money", card, amount) for card, amount in stake])


def stake_payments(state: State, seat: str, order: Attack) -> ev.Amounts:
    """Which treasury pays what: the attacking card's before the Illuminati's (R5.7, R12.4)."""
    illuminati = state.seat(seat).illuminati
    paid = {order.attacker: 0, illuminati: 0}
    for payment in order.stake:
        if payment.card is not None:
            paid[payment.card] += payment.amount
    left = sum([payment.amount for payment in order.stake if payment.card is None])
    for card in (order.attacker, illuminati):
        take = min(left, state.money(card) - paid[card]) if left else 0
        paid[card] += take
        left -= take
    return tuple([row for row in paid.items() if row[1]])


def _roll(table: GameTable, fight: Fight, parts: tuple[ev.Part, ...]) -> bool:
    """The dice, the cards that replace them, and what it comes to (R5.8)."""
    order, draw = fight.order, table.state.draws
    roll = table.dice.roll(draw, "attack")
    total = window_rolled(table, fight, roll)
    success = LOWEST <= total <= min(fight.need, HIGHEST)
    table.emit(
        ev.Attacked(
            fight.seat,
            fight.line,
            order.form,
            order.attacker,
            order.target,
            fight.owner,
            parts,
            fight.need,
            roll,
            total,
            success,
            draw,
        )
    )
    return success


def attack_places(
    state: State, seat: str, master: str, arrow: Side | None
) -> list[tuple[str, Side]]:
    """The arrow ordered if it is open, else every open arrow of the master (R8.4)."""
    open_now = open_arrows(state, seat)[master]
    if arrow in open_now:
        return [(master, arrow)] if arrow else []
    return [(master, side) for side in open_now]


def _control(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    state = table.state
    places = attack_places(state, seat, order.attacker, order.arrow)
    puppets = puppets_of(state, owner) if owner else {}
    laid = lay_on(ground_of(state, seat), order.target, puppets, places, order.wishes)
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


def _neutralize(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    cards = branch_of(table.state, order.target)
    table.emit(ev.Freed(seat, tuple(cards), "neutralized"))


def _destroy(table: GameTable, seat: str, order: Attack, owner: str | None) -> None:
    below = branch_of(table.state, order.target)[1:]
    table.emit(ev.Destroyed(seat, order.target, owner))
    if below:
        table.emit(ev.Freed(seat, tuple(below), "master-destroyed"))


_RESULTS = {"control": _control, "neutralize": _neutralize, "destroy": _destroy}


DEEDS: Deeds = {
    Attack: DeedRules(refuse_attack, run_attack, may_fail=True),
}
"""Orders of this module as they are refused and carried out."""
