"""One question for check and resolve alike: may this seat do this now (R12.1)."""

from __future__ import annotations

from typing import TypeGuard, get_args

from engine.core.rulings import Refusal
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.advanced import cheating, hidden
from engine.illuminati.advanced.cheating import refuse_catch, run_catch
from engine.illuminati.attacks.course import run_attack
from engine.illuminati.attacks.legality import refuse_attack
from engine.illuminati.attacks.policing import refuse_vain
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
    return _refuse(state, start, seat, order) or refuse_second(state, start, order)


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


def _refuse(  # noqa: C901  one row an order
    state: State, start: State, seat: str, order: od.Order
) -> Refusal | None:
    match order:
        case od.Attack():
            return refuse_attack(state, start, seat, order)
        case od.Transfer():
            return moves.refuse_transfer(state, seat, order)
        case od.Move():
            return moves.refuse_move(state, start, seat, order)
        case od.Drop():
            return moves.refuse_drop(state, seat, order)
        case od.GiveMoney():
            return moves.refuse_give_money(state, seat, order)
        case od.GiveSpecial():
            return moves.refuse_give_special(state, seat, order)
        case od.GiveGroup():
            return refuse_give_group(state, seat, order)
        case od.Show():
            return moves.refuse_show(state, seat, order)
        case od.Play():
            return refuse_play(state, start, seat, order)
        case od.UseRealign():
            return powers.refuse_realign(state, seat, order)
        case od.UseBuyCard():
            return powers.refuse_buy_card(state, seat, order)
        case od.Arrange():
            return powers.refuse_arrange(state, seat, order)
        case od.Spread():
            return powers.refuse_spread(state, seat, order)
        case od.Accuse():
            return hidden.refuse_accuse(state, seat, order)
        case od.Cheat():
            return cheating.refuse_cheat(state, seat, order)
        case od.Pass():
            return Refusal(rl.PASS_AFTER_DEEDS, {}) if state.turn.is_busy else None
        case od.More():
            return refuse_more(state)
        case od.ChooseGoal():
            return refuse_goal(state, seat, order)
        case od.Resign():
            return None
        case _:
            raise AssertionError(f"{order} has no legality")


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
    hand = list(state.seat(seat).hand)
    for card, effects in _cards_waiting(order):
        if card not in hand:
            return Refusal(rl.NOT_IN_HAND, {"card": card})
        hand.remove(card)
        if effects and not isinstance(SPECIALS[card].effect, effects):
            is_short = isinstance(order, od.Abolish)
            return Refusal(rl.TOO_FEW_TO_ABOLISH if is_short else rl.NOT_PLAYABLE, {"card": card})
    return refuse_vain(state, order)


def _cards_waiting(order: od.Order) -> list[tuple[str, tuple[type[ab.Effect], ...]]]:
    """The Specials an order waits with, and the effects each must have."""
    match order:
        case od.Play(card=card):
            return [(card, ANY_TIME)]
        case od.FixRoll(card=card):
            return [(card, (ab.SetRoll,))]
        case od.JoinIn(card=card):
            return [(card, (ab.Interfere,))]
        case od.Cancel(card=card):
            return [(card, (ab.CancelSpecial,))]
        case od.SkipTurn(card=card):
            return [(card, (ab.SkipTurnEffect,))]
        case od.Abolish(cards=(card,)):
            return [(card, (ab.AbolishPrivilege,))]
        case od.Abolish(cards=cards):
            return [(card, ()) for card in cards]
        case _:
            return []


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


def run(table: GameTable, seat: str, line: int, order: od.Order) -> bool:  # noqa: C901
    """Carry out a legal order; False only for an attack that failed."""
    match order:
        case od.Attack():
            return run_attack(table, seat, line, order)
        case od.Transfer():
            moves.run_transfer(table, seat, order)
        case od.Move():
            moves.run_move(table, seat, order)
        case od.Drop():
            moves.run_drop(table, seat, order)
        case od.GiveMoney():
            table.emit(ev.GaveMoney(seat, order.to, order.amount))
        case od.GiveSpecial():
            table.emit(ev.GaveSpecial(seat, order.to, order.card))
        case od.GiveGroup():
            run_give_group(table, seat, order)
        case od.Offer() | od.Accept() | od.Decline():
            run_deal(table, seat, order)
        case od.Show():
            table.emit(ev.Showed(seat, order.to, order.card))
        case od.Play():
            run_play(table, seat, order)
        case od.UseRealign():
            powers.run_realign(table, seat, order)
        case od.UseBuyCard():
            powers.run_buy_card(table, seat, order)
        case od.Arrange():
            powers.run_arrange(table, seat, order)
        case od.Spread():
            powers.run_spread(table, seat, order)
        case od.Accuse():
            return hidden.run_accuse(table, seat, order)
        case od.Understate():
            table.emit(ev.Stated(seat, order.what, order.amount))
        case od.Cheat():
            cheating.run_cheat(table, seat, line, order)
        case od.Catch():
            return run_catch(table, seat, order)
        case od.Pass():
            run_pass(table, seat, is_silent=False)
        case od.ChooseGoal():
            table.emit(ev.GoalChosen(seat, order.illuminati))
        case od.Resign():
            resign(table, seat)
        case _:
            pass
    return True


def run_pass(table: GameTable, seat: str, *, is_silent: bool) -> None:
    """No deed this turn: 5 MB onto the Illuminati (R2.11)."""
    table.emit(ev.Passed(seat, is_silent))
    table.emit(ev.Gained(seat, table.state.seat(seat).illuminati, PASS_MONEY))
