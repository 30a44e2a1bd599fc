"""Trades of robots: Specials sold to who needs them more, offers taken where both gain (R9.3).

Values are in MB, whatever is exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, Taste, tally_of
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.robots.chance import Chooser
from engine.illuminati.robots.stances import LAST_GROUPS
from engine.illuminati.state import OfferObject, State
from engine.illuminati.structure import branch_of
from engine.illuminati.turn.legality import refuse

TASTE = Taste(income=0.12)
POWER = 0.1
"""Captures that a point of a group's Power is worth besides, to attack with and to keep."""
MARGIN = 2
"""MB that a trade must bring."""
NEAR = 2.0
"""Captures from a goal at which nobody trades with a seat."""
MONEY_A_CAPTURE = 10
WORTH: dict[str, int] = {
    "bribe": 12,
    "set-roll": 10,
    "skip-turn": 10,
    "cancel-special": 5,
    "rearrange-money": 6,
    "abolish-privilege": 3,
    "interfere": 3,
    "spy": 1,
    "revive": 1,
    "destroy-powerless": 1,
}
"""MB a Special is worth to a seat, by its effect."""
WORTH_OF_A_KILL = 8
"""MB a Special that helps to destroy is worth to who wins by it."""


def no_deals(state: State, seat: str, choose: Chooser) -> tuple[od.DealOrder | od.Catch, ...]:
    """A robot that does not trade."""
    return ()


def good_deals(state: State, seat: str, choose: Chooser) -> tuple[od.DealOrder | od.Catch, ...]:
    """Every open offer taken or declined, and in his own turn one made."""
    outlook = Outlook(state, seat, TASTE)
    answers = tuple(_answer(outlook, offer) for offer in state.offers if offer.to == seat)
    has_offered = any(offer.by == seat for offer in state.offers)
    if answers or has_offered or state.turn.seat != seat:
        return answers
    return tuple(_sales(outlook))[:1]


def _answer(outlook: Outlook, offer: OfferObject) -> od.DealOrder:
    """ACCEPT where he gains and the other does not come near winning; else DECLINE."""
    number = offer.number_of(outlook.seat)
    accept = od.Accept(number)
    gains = worth(outlook, offer.gives, offer.wants)
    if gains < MARGIN or outlook.far[offer.by] <= NEAR:
        return od.Decline(number)
    if refuse(outlook.state, outlook.state, outlook.seat, accept) is not None:
        return od.Decline(number)
    return accept


def worth(outlook: Outlook, gets: od.Goods, gives: od.Goods) -> int:
    """MB that an exchange is worth to the seat that looks, both sides weighed alike."""
    money, specials = gets.money - gives.money, 0
    for sign, goods in ((1, gets), (-1, gives)):
        cards = goods.specials
        specials += sign * sum(special_worth(outlook, outlook.seat, card) for card in cards)
    return money + specials + round(MONEY_A_CAPTURE * _groups_worth(outlook, gets, gives))


def _groups_worth(outlook: Outlook, gets: od.Goods, gives: od.Goods) -> float:
    """Captures that the groups bring with their branches: the way to a goal, and their strength."""
    got, given = (_branches(outlook.state, goods.groups) for goods in (gets, gives))
    if not (got or given):
        return 0.0
    mine = outlook.tallies[outlook.seat]
    after = mine.plus(tally_of(outlook.state, got)).less(tally_of(outlook.state, given))
    if after.cards <= 1:
        return -LAST_GROUPS
    far, then = outlook.far[outlook.seat], outlook.distance(outlook.seat, after)
    strength = sum(map(_strength, got)) - sum(map(_strength, given))
    return outlook.worth(then) - outlook.worth(far) + strength


def _branches(state: State, roots: tuple[str, ...]) -> list[str]:
    return [card for root in roots for card in branch_of(state, root)]


def _strength(card: str) -> float:
    """What a group is good for besides the goals: Power, income, aid, room for more."""
    printed = CARDS[card]
    return (
        POWER * printed.power
        + TASTE.income * printed.income
        + TASTE.transferable * printed.transferable
        + TASTE.arrows * (len(printed.outline.arrows_out) - 1)
    )


def special_worth(outlook: Outlook, seat: str, card: str) -> int:
    """MB a Special is worth to a seat."""
    effect = SPECIALS[card].effect
    if isinstance(effect, ab.Gain):
        return effect.amount
    if isinstance(effect, ab.RepeatIncome):
        return outlook.tallies[seat].income
    if isinstance(effect, ab.DestroyPowerless | ab.Revive) and any(
        isinstance(goal, ab.Kills) for goal in outlook.goals[seat].special
    ):
        return WORTH_OF_A_KILL
    return WORTH[effect.kind]


def _sales(outlook: Outlook) -> Iterator[od.Offer]:
    """Specials that another needs more, for what lies between the two values."""
    state, seat = outlook.state, outlook.seat
    for card in state.seat(seat).hand:
        own = special_worth(outlook, seat, card)
        for rival in outlook.rivals:
            theirs = special_worth(outlook, rival, card)
            price = (own + theirs + 1) // 2
            can_pay = state.money(state.seat(rival).illuminati) >= price
            if theirs - own >= 2 * MARGIN and can_pay and outlook.far[rival] > NEAR:
                until = state.turn.number + len(outlook.rivals)
                yield od.Offer(rival, od.Goods(specials=(card,)), od.Goods(money=price), until)
