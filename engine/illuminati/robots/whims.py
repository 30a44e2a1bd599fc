"""What the robot made of dice says in others' turns, trades and pretends: any order there is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.cards import SPECIALS, dealt_from
from engine.illuminati.robots.chance import Choose, one_of
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of
from engine.illuminati.turn.legality import refuse

SELDOM = 12
"""Once in so many times for what would spoil a game if it were done often."""
MOST_MONEY = 8
"""MB a whim costs at most."""


# --- in others' turns -------------------------------------------------------------------


def random_policies(state: State, seat: str, choose: Choose) -> tuple[od.Policy, ...]:
    """Stances with any aim and ceiling, and the cards of the hand for any attack."""
    found: list[od.Policy] = []
    if not choose(2):
        found.append(_stance(state, seat, choose))
    if not choose(SELDOM):
        found.append(od.Reserve(choose(MOST_MONEY)))
    if not choose(SELDOM):
        found.append(od.PayTaxFrom(tuple(groups_of(state, seat)[:1])))
    for card in dict.fromkeys(state.seat(seat).hand):
        if not choose(4):
            found += _card_kept(state, seat, card, choose)
    return tuple(found)


def _stance(state: State, seat: str, choose: Choose) -> od.Stance:
    sides: tuple[od.StanceSide, ...] = ("guard", "oppose", "support")
    side = one_of(sides, choose)
    pattern = od.Pattern(by=None if side == "guard" or choose(2) else state.turn.seat)
    styles: tuple[od.Style | None, ...] = (None, "save", "all-in")
    return od.Stance(
        side,
        pattern,
        aim=2 + choose(8),
        ceiling=1 + choose(MOST_MONEY),
        style=one_of(styles, choose),
    )


def _card_kept(state: State, seat: str, card: str, choose: Choose) -> list[od.Policy]:
    """A Special kept for an attack, a card or a turn."""
    match SPECIALS[card].effect:
        case ab.SetRoll():
            return [od.FixRoll(card, if_succeeds=bool(choose(2)))]
        case ab.CancelSpecial():
            return [od.Cancel(card, against_me=bool(choose(2)))]
        case ab.SkipTurnEffect() if state.turn.seat != seat:
            return [od.SkipTurn(card, state.turn.seat)]
        case ab.AbolishPrivilege():
            return [od.Abolish((card,))]
        case ab.Interfere():
            return [od.JoinIn(card)]
        case _:
            return []


# --- in its own turn --------------------------------------------------------------------


def flourished(state: State, seat: str, order: od.Attack, choose: Choose) -> od.Attack:
    """The attack with one clause more now and then."""
    hand = state.seat(seat).hand
    match choose(SELDOM):
        case 0 if hand:
            fancy = changed(order, privilege=od.Privilege(one_of(hand, choose)))
        case 1:
            fancy = changed(order, aim=5 + choose(6), ceiling=10 + choose(MOST_MONEY))
        case 2:
            fancy = changed(order, only_if_need=choose(6))
        case 3:
            fancy = changed(order, aim=10, style="save", overshoot=choose(3))
        case 4:
            fancy = changed(order, ship=1 + choose(MOST_MONEY))
        case _:
            return order
    return fancy if refuse(state, state, seat, fancy) is None else order


def pretences(state: State, seat: str, choose: Choose) -> Iterator[od.ScriptOrder]:
    """Accusations and cheats, where the table plays with them."""
    others = [other.name for other in state.seats_after(seat) if not other.is_identified]
    if state.options.hidden_illuminati and others and not choose(SELDOM):
        guess = one_of(dealt_from(state.options.extras), choose)
        yield od.Accuse(one_of(others, choose), guess)
    if state.options.cheating and not choose(4):
        yield od.Cheat("bank", 1 + choose(3))
    if state.options.cheating and not choose(SELDOM):
        yield od.Cheat("peek", 1 + choose(3))


# --- trades -----------------------------------------------------------------------------


def random_deals(state: State, seat: str, choose: Choose) -> tuple[od.Deal | od.Catch, ...]:
    """Offers made, taken and declined as it comes; a cheat suspected where there may be one."""
    found: list[od.Deal | od.Catch] = []
    for offer in state.offers:
        if offer.to == seat and choose(2):
            number = offer.number_of(seat)
            answer = od.Decline(number) if choose(2) else od.Accept(number)
            found.append(answer)
    if not found and not choose(SELDOM):
        found += _offer(state, seat, choose)
    if state.options.cheating and not choose(SELDOM) and state.turn.number > 1:
        found.append(od.Catch(state.turn.number - 1, 1 + choose(3)))
    return tuple(order for order in found if refuse(state, state, seat, order) is None)


def _offer(state: State, seat: str, choose: Choose) -> list[od.Deal]:
    others = [other.name for other in state.seats_after(seat)]
    if not others:
        return []
    to = one_of(others, choose)
    gives, wants = _goods(state, seat, choose), _goods(state, to, choose)
    return [od.Offer(to, gives, wants, state.turn.number + len(others))]


def _goods(state: State, seat: str, choose: Choose) -> od.Goods:
    """A little money, and perhaps a Special or a group."""
    hand, groups = state.seat(seat).hand, groups_of(state, seat)
    return od.Goods(
        1 + choose(3),
        (one_of(hand, choose),) if hand and not choose(3) else (),
        (one_of(groups, choose),) if len(groups) > 1 and not choose(SELDOM) else (),
    )
