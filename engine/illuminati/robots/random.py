"""The robot made of dice: any order there is, for tests, simulations and demonstrations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.attacks.legality import free_aiders, has_attacked, needs_arrow
from engine.illuminati.cards import CARDS, GROUPS, SPECIALS, dealt_from
from engine.illuminati.deeds.moves import ACTIONS
from engine.illuminati.odds import HIGHEST, need_of, parts_of
from engine.illuminati.robots.chance import Chooser, one_of
from engine.illuminati.robots.money import make_room
from engine.illuminati.state import State
from engine.illuminati.structure import cards_of, groups_of, open_arrows
from engine.illuminati.structure.in_force import lendable, power_of
from engine.illuminati.turn.legality import refuse

TRIES = 12
"""Targets a robot thinks of before it gives up on an action."""
LEAST_NEED = 4
"""Attacks below this need are not worth a robot's action."""


def random_script(state: State, seat: str, choose: Chooser) -> od.Script:
    """Legal orders at random: up to two actions, sometimes a Special, a gift or a transfer."""
    orders = [*_free_orders(state, seat, choose), *_actions(state, seat, choose)]
    orders += [*pretences(state, seat, choose), *_transfers(state, seat, choose)]
    room = None if choose(2) else make_room(state, seat)
    orders += [room] if room is not None else []
    return tuple(od.Line(number, order) for number, order in enumerate(orders, 1))


def _actions(state: State, seat: str, choose: Chooser) -> list[od.Order]:
    """Attacks of different cards at different targets, the likelier to succeed the better."""
    found: list[od.Attack] = []
    used: list[str] = []
    for _ in range(ACTIONS):
        attack = _attack(state, seat, choose, used, [order.target for order in found])
        if attack is not None:
            found.append(flourished(state, seat, attack, choose))
            used += [attack.attacker, *attack.aid]
    return list(found)


def _attack(
    state: State, seat: str, choose: Chooser, used: Sequence[str], avoid: Sequence[str]
) -> od.Attack | None:
    arrows = open_arrows(state, seat)
    attackers = [
        card
        for card in cards_of(state, seat)
        if power_of(state, card) and card not in used and not has_attacked(state, card)
    ]
    targets = [card for card in _targets(state, seat, choose) if card not in avoid]
    if not attackers or not targets:
        return None
    best: tuple[int, od.Attack] | None = None
    for _ in range(TRIES):
        attacker, target = one_of(attackers, choose), one_of(targets, choose)
        form: ab.AttackForm = "control" if choose(8) else one_of(ab.FORMS, choose)
        if needs_arrow(state, form) and not arrows[attacker]:
            continue
        order = od.Attack(form, target, attacker)
        if refuse(state, state, seat, order) is not None:
            continue
        order, need = _strengthened(state, seat, order, used)
        if need >= LEAST_NEED and (best is None or need > best[0]):
            best = need, order
        if need >= HIGHEST:
            break
    return best[1] if best else None


def _targets(state: State, seat: str, choose: Chooser) -> list[str]:
    """Any group of others; more often none that is controlled in a very long game, so it ends."""
    free = list(state.uncontrolled)
    if free and state.options.length == "very-long" and choose(4):
        return free
    return free + [card for card, h in state.holdings.items() if h.seat != seat and h.master]


def _strengthened(
    state: State, seat: str, order: od.Attack, used: Sequence[str]
) -> tuple[od.Attack, int]:
    """The attack with as much aid and money as it can use, and its need."""
    need = need_of(parts_of(state, seat, order))
    aid: list[str] = []
    for card in free_aiders(state, seat):
        if need < HIGHEST and card not in (order.attacker, order.target, *used):
            aided = od.Attack(order.form, order.target, order.attacker, (*aid, card))
            if refuse(state, state, seat, aided) is None:
                aid.append(card)
                need += lendable(state, card)
    illuminati = state.seat(seat).illuminati
    payments: list[od.Payment] = []
    stake = 0
    for card in dict.fromkeys((order.attacker, illuminati)):
        spare = state.money(card) if card == order.attacker else state.money(card) // 2
        amount = min(max(HIGHEST - need - stake, 0), spare)
        if amount:
            payments.append(od.Payment(amount, card))
            stake += amount
    order = od.Attack(order.form, order.target, order.attacker, tuple(aid), tuple(payments))
    return order, need + stake


def _free_orders(state: State, seat: str, choose: Chooser) -> list[od.Order]:
    found: list[od.Order] = []
    for card in dict.fromkeys(state.seat(seat).hand):
        order = _play(state, seat, card, choose)
        if order is not None and choose(2) and refuse(state, state, seat, order) is None:
            found.append(order)
    for card in cards_of(state, seat):
        if CARDS[card].ability(ab.BuyCard):
            found.append(od.UseBuyCard(card))
        if CARDS[card].ability(ab.Realign) and state.uncontrolled:
            target = one_of(state.uncontrolled, choose)
            found.append(od.UseRealign(card, "add", one_of(ab.ALIGNMENTS, choose), target))
    return [order for order in found if refuse(state, state, seat, order) is None]


def _play(state: State, seat: str, card: str, choose: Chooser) -> od.Order | None:
    others = [other.name for other in state.seats_after(seat)]
    match SPECIALS[card].effect:
        case ab.Gain() | ab.RepeatIncome() | ab.RearrangeMoney():
            return od.Play(card)
        case ab.Bribe() if state.uncontrolled:
            return od.Play(card, on=one_of(state.uncontrolled, choose))
        case ab.Revive() if state.dead:
            return od.Play(card, on=one_of(state.dead, choose))
        case ab.Spy() if others:
            return od.Play(card, against=one_of(others, choose))
        case _ if others and not choose(4):
            return od.GiveSpecial(one_of(others, choose), card)
        case _:
            return None


def _transfers(state: State, seat: str, choose: Chooser) -> list[od.Order]:
    """Idle money moves up toward the Illuminati."""
    rich = [
        card
        for card in cards_of(state, seat)
        if card in GROUPS and state.money(card) and not choose(3)
    ]
    found: list[od.Order] = []
    for card in rich[:2]:
        master = state.holdings[card].master
        assert master is not None
        found.append(od.Transfer(state.money(card), card, master))
    return found


SELDOM = 12
"""Once in so many times for what would spoil a game if it were done often."""
MOST_MONEY = 8
"""MB a whim costs at most."""


# --- in others' turns -------------------------------------------------------------------


def random_policies(state: State, seat: str, choose: Chooser) -> tuple[od.Policy, ...]:
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


def _stance(state: State, seat: str, choose: Chooser) -> od.Stance:
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


def _card_kept(state: State, seat: str, card: str, choose: Chooser) -> list[od.Policy]:
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


def flourished(state: State, seat: str, order: od.Attack, choose: Chooser) -> od.Attack:
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


def pretences(state: State, seat: str, choose: Chooser) -> Iterator[od.ScriptOrder]:
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


def random_deals(state: State, seat: str, choose: Chooser) -> tuple[od.DealOrder | od.Catch, ...]:
    """Offers made, taken and declined as it comes; a cheat suspected where there may be one."""
    found: list[od.DealOrder | od.Catch] = []
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


def _offer(state: State, seat: str, choose: Chooser) -> list[od.DealOrder]:
    others = [other.name for other in state.seats_after(seat)]
    if not others:
        return []
    to = one_of(others, choose)
    gives, wants = _goods(state, seat, choose), _goods(state, to, choose)
    return [od.Offer(to, gives, wants, state.turn.number + len(others))]


def _goods(state: State, seat: str, choose: Chooser) -> od.Goods:
    """A little money, and perhaps a Special or a group."""
    hand, groups = state.seat(seat).hand, groups_of(state, seat)
    return od.Goods(
        1 + choose(3),
        (one_of(hand, choose),) if hand and not choose(3) else (),
        (one_of(groups, choose),) if len(groups) > 1 and not choose(SELDOM) else (),
    )
