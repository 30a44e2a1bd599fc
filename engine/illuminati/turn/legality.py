"""One question for check and resolve alike: may this seat do this now (R12.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeGuard, get_args

from engine.core.rulings import Refusal
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced import cheating, hidden
from engine.illuminati.advanced.cheating import refuse_catch, run_catch
from engine.illuminati.attacks.course import run_attack
from engine.illuminati.attacks.legality import refuse_attack
from engine.illuminati.attacks.policing import WAITS_WITH, cards_kept, refuse_vain
from engine.illuminati.attacks.specials import ANY_TIME, refuse_play, run_play
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.deals.legality import refuse_deal, refuse_give_group
from engine.illuminati.deals.trades import run_deal, run_give_group
from engine.illuminati.deeds import moves, powers
from engine.illuminati.gametable import GameTable
from engine.illuminati.state import State
from engine.illuminati.turn.parts import refuse_more, refuse_second
from engine.illuminati.winning import refuse_goal, resign

PASS_MONEY = 5
"""MB onto the Illuminati for a turn passed (R2.11)."""

AT_ANY_TIME = (
    *(od.GiveMoney, od.GiveSpecial, od.Show, od.Play, od.ChooseGoal, od.Resign),
    *(od.Offer, od.Accept, od.Decline, od.Catch),
)
"""Orders that need not be one's own turn (R9.1, R9.6)."""
HANDS_OVER = (od.GiveMoney, od.GiveSpecial, od.GiveGroup, od.Accept)
"""Orders by which money or Specials change hands, treasuries of groups among them (R6.3)."""


_POLICIES = frozenset(get_args(od.Policy))
_ANSWERS = frozenset(get_args(od.Answer))
_DEALS: tuple[type[od.DealOrder], ...] = get_args(od.DealOrder)


def _is_policy(order: od.Order) -> TypeGuard[od.Policy]:
    return type(order) in _POLICIES


def refuse(state: State, start: State, seat: str, order: od.Order) -> Refusal | None:
    """Why the order is not allowed now, or None; `start` is the state the script was read in."""
    if state.winners:
        return Refusal(rl.GAME_OVER, {})
    if state.seat(seat).is_out:
        return Refusal(rl.SEAT_OUT, {"seat": seat})
    if _is_policy(order):
        return _refuse_policy(state, seat, order)
    if waits(order):
        return _refuse_waiting(state, seat, order)
    if isinstance(order, _DEALS):
        return refuse_deal(state, seat, order)
    if isinstance(order, od.Catch):
        return refuse_catch(state, seat, order)
    if state.turn.seat != seat and not isinstance(order, AT_ANY_TIME):
        return Refusal(rl.NOT_YOUR_TURN, {"seat": state.turn.seat})
    if state.turn.seat == seat and state.turn.has_passed and not isinstance(order, od.Resign):
        return Refusal(rl.ALREADY_PASSED, {})
    refusal = _DEEDS[type(order)].refuse(state, start, seat, order)
    return refusal or refuse_second(state, start, order)


def refuse_aloud(state: State, start: State, seat: str, order: od.Order) -> Refusal | None:
    """`refuse` for an order that is carried out: what the seat may know decides first.

    So a reason names a hidden Illuminati as the seat knows it, whatever the order named (R11.3);
    what is left are refusals by which a rule brings a secret out, such as an immunity (R4.7).
    """
    shown = hidden.known(state, seat)
    if shown is not state:
        refusal = refuse(shown, hidden.known(start, seat), seat, order)
        if refusal is not None:
            return refusal
    return refuse(state, start, seat, order)


def needs_own_turn(order: od.Play) -> bool:
    """Whether a Special can be played in one's own turn only, or in a window (R9.6)."""
    return not isinstance(SPECIALS[order.card].effect, ANY_TIME)


def waits(order: od.Order) -> bool:
    """Whether an order waits for an attack, a card or a moment instead of being run (R12.6)."""
    if isinstance(order, od.Play):
        return order.line is not None or order.window is not None
    return type(order) in _ANSWERS or cheating.is_for_attack(order)


def _refuse_waiting(state: State, seat: str, order: od.Order) -> Refusal | None:
    """A card that waits must be in the hand, and be one for that."""
    if isinstance(order, od.Cheat):
        return cheating.refuse_cheat(state, seat, order)
    if isinstance(order, od.SkipTurn) and order.seat == seat:
        return Refusal(rl.SKIPS_HIMSELF, {"card": order.card})
    is_play, is_short = isinstance(order, od.Play), False
    cards = (order.card,) if isinstance(order, od.Play) else cards_kept(order)
    effects = ANY_TIME if is_play else WAITS_WITH.get(type(order), ())
    if isinstance(order, od.Abolish):
        is_short = len(cards) == 1
        effects = effects if is_short else ()
    hand = list(state.seat(seat).hand)
    for card in cards:
        if card not in hand:
            return Refusal(rl.NOT_IN_HAND, {"card": card})
        hand.remove(card)
        if effects and not isinstance(SPECIALS[card].effect, effects):
            return Refusal(rl.TOO_FEW_TO_ABOLISH if is_short else rl.NOT_PLAYABLE, {"card": card})
    return refuse_vain(state, order)


def _refuse_policy(state: State, seat: str, order: od.Policy) -> Refusal | None:
    if waits(order):
        return _refuse_waiting(state, seat, order)
    if isinstance(order, od.Understate):
        return hidden.refuse_state(state, seat, order)
    if isinstance(order, od.Copy):
        return hidden.refuse_copy(state, seat, order)
    seats = order.seats if isinstance(order, od.ForegoTax) else ()
    if isinstance(order, od.AcceptGroups):
        return moves.refuse_receiver(state, seat, order.seat)
    for name in seats:
        if all(seat.name != name for seat in state.seats):
            return Refusal(rl.NO_SUCH_SEAT, {"seat": name})
    cards = order.cards if isinstance(order, od.PayTaxFrom) else ()
    for card in cards:
        if card not in CARDS:
            return Refusal(rl.NOT_YOURS, {"card": card})
    return None


def _refuse_pass(state: State, _seat: str, _order: od.Pass) -> Refusal | None:
    return Refusal(rl.PASS_AFTER_DEEDS, {}) if state.turn.is_busy else None


def run_pass(table: GameTable, seat: str, *, is_silent: bool) -> None:
    """No deed this turn: 5 MB onto the Illuminati (R2.11)."""
    table.emit(ev.Passed(seat, is_silent))
    table.emit(ev.Gained(seat, table.state.seat(seat).illuminati, PASS_MONEY))


_Refuse = Callable[[State, State, str, Any], Refusal | None]
_Run = Callable[[GameTable, str, int, Any], object]


class _Deed(NamedTuple):
    """What refuses an order of its kind, and what carries it out; False where that has failed."""

    refuse: _Refuse
    run: _Run
    may_fail: bool = False


def _deed(
    refuse_now: Callable[[State, str, Any], Refusal | None],
    run_now: Callable[[GameTable, str, Any], object],
    *,
    may_fail: bool = False,
) -> _Deed:
    """One that asks neither how the script began nor for the number of its line."""
    return _Deed(
        lambda state, _start, seat, order: refuse_now(state, seat, order),
        lambda table, seat, _line, order: run_now(table, seat, order),
        may_fail,
    )


def _allowed(_state: State, _seat: str, _order: od.Order) -> None:
    return None


def _nothing(_table: GameTable, _seat: str, _order: od.Order) -> None:
    return None


_DEAL = _deed(refuse_deal, run_deal)
_DEEDS: Mapping[type, _Deed] = {
    od.Attack: _Deed(refuse_attack, run_attack, may_fail=True),
    od.Transfer: _deed(moves.refuse_transfer, moves.run_transfer),
    od.Move: _Deed(moves.refuse_move, _deed(_allowed, moves.run_move).run),
    od.Drop: _deed(moves.refuse_drop, moves.run_drop),
    od.GiveMoney: _deed(
        moves.refuse_give_money, lambda t, seat, o: t.emit(ev.GaveMoney(seat, o.to, o.amount))
    ),
    od.GiveSpecial: _deed(
        moves.refuse_give_special, lambda t, seat, o: t.emit(ev.GaveSpecial(seat, o.to, o.card))
    ),
    od.GiveGroup: _deed(refuse_give_group, run_give_group),
    od.Offer: _DEAL,
    od.Accept: _DEAL,
    od.Decline: _DEAL,
    od.Show: _deed(moves.refuse_show, lambda t, seat, o: t.emit(ev.Showed(seat, o.to, o.card))),
    od.Play: _Deed(refuse_play, _deed(_allowed, run_play).run),
    od.UseRealign: _deed(powers.refuse_realign, powers.run_realign),
    od.UseBuyCard: _deed(powers.refuse_buy_card, powers.run_buy_card),
    od.Arrange: _deed(powers.refuse_arrange, powers.run_arrange),
    od.Spread: _deed(powers.refuse_spread, powers.run_spread),
    od.Accuse: _deed(hidden.refuse_accuse, hidden.run_accuse, may_fail=True),
    od.Understate: _deed(
        hidden.refuse_state, lambda t, seat, o: t.emit(ev.Stated(seat, o.what, o.amount))
    ),
    od.Cheat: _Deed(_deed(cheating.refuse_cheat, _nothing).refuse, cheating.run_cheat),
    od.Catch: _deed(refuse_catch, run_catch, may_fail=True),
    od.Pass: _deed(_refuse_pass, lambda t, seat, _o: run_pass(t, seat, is_silent=False)),
    od.More: _deed(lambda state, _seat, _o: refuse_more(state), _nothing),
    od.ChooseGoal: _deed(refuse_goal, lambda t, seat, o: t.emit(ev.GoalChosen(seat, o.illuminati))),
    od.Resign: _deed(_allowed, lambda t, seat, _o: resign(t, seat)),
}


def run(table: GameTable, seat: str, line: int, order: od.Order) -> bool:
    """Carry out a legal order; False only for an attack or a guess that failed."""
    deed = _DEEDS.get(type(order))
    return deed is None or deed.run(table, seat, line, order) is not False or not deed.may_fail
