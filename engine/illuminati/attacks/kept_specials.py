"""Specials that wait for a window of an attack or of a turn, or for a turn to begin (R12.6)."""

from __future__ import annotations

from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.attacks.policing import report_card
from engine.illuminati.attacks.specials import ANY_TIME, refuse_play, run_play
from engine.illuminati.attacks.windows import holds, play_kept, run_window
from engine.illuminati.cards import SPECIALS
from engine.illuminati.gametable import Fight, GameTable
from engine.illuminati.orders import Play, SkipTurn, Window
from engine.illuminati.structure import cards_of


def window_plays(table: GameTable, window: Window, fight: Fight | None = None) -> None:
    """Everyone plays the Specials kept for this window of an attack or a turn (R12.6)."""
    if not table.has_prepared(Play):
        return
    after = fight.seat if fight else table.state.turn.seat

    def do(seat: str, order: od.Order) -> bool:
        if not isinstance(order, Play) or not _is_now(order, window, fight):
            return False
        if order.card in SPECIALS and not isinstance(SPECIALS[order.card].effect, ANY_TIME):
            return False
        line = fight.line if fight else None
        if order.card not in table.state.seat(seat).hand:
            report_card(table, seat, order, "no-card", line)
            return False
        if refuse_play(table.state, table.start, seat, order) is not None:
            return False
        is_done = run_play(table, seat, order)
        report_card(table, seat, order, "played" if is_done else "cancelled", line)
        return True

    run_window(table, after, do)


def _is_now(order: Play, window: Window, fight: Fight | None) -> bool:
    """A card kept for an attack is played before its dice unless it names another window."""
    if fight is None:
        return order.window == window
    if order.line is not None:
        return order.line == fight.line and (order.window or "W2") == window
    return order.window == window


def skip_turn(table: GameTable, seat: str) -> bool:
    """T1: whether somebody costs the seat the turn that begins (R9.7)."""
    if not table.has_prepared(SkipTurn):
        return False
    for other in table.seats_around(seat)[:-1]:
        for order in table.prepared(other):
            if not isinstance(order, SkipTurn) or order.seat != seat:
                continue
            if not holds(table, other, order.card, ab.SkipTurnEffect):
                report_card(table, other, order, "no-card")
                continue
            if play_kept(table, other, order, (seat,)):
                _skip(table, seat, other, order.card)
                return True
    return False


def _skip(table: GameTable, seat: str, by: str, card: str) -> None:
    """The turn's income goes back as far as it is still there, tax to its payers (R9.7)."""
    state = table.state
    left = {held: state.money(held) for held in cards_of(state, seat)}
    returned, repaid = [], []
    for held, amount in state.turn.income:
        if taken := min(amount, left.get(held, 0)):
            returned.append((held, taken))
            left[held] -= taken
    for payer, taxing, payments in state.turn.taxes:
        for treasury, amount in payments:
            taken = min(amount, left.get(taxing, 0))
            back = treasury
            if state.owner(back) != payer:
                back = state.seat(payer).illuminati
            if taken and state.owner(back) == payer:
                returned.append((taxing, taken))
                repaid.append((back, taken))
                left[taxing] -= taken
    table.emit(ev.TurnSkipped(seat, by, card, tuple(returned), tuple(repaid)))
