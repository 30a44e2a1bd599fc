"""Offers, trades and gifts of groups carried out: all of it at once or nothing (R9.2 to R9.4).

A trade with groups is accepted in the turn of one of the two and spends that player's actions;
an acceptance at another time is refused and the offer stays open. A GIVE of a group runs in the
giver's turn only, so that consent given beforehand never spends the receiver's own actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.gametable import GameTable
from engine.illuminati.goals import winners
from engine.illuminati.leaving import eliminate_bereft
from engine.illuminati.rulings import Refusal
from engine.illuminati.state import OfferObject, State
from engine.illuminati.trade_fitting import Fit, fit
from engine.illuminati.trade_legality import gift_of, missing_special, offer_known, receiver_of

# --- what only the carrying out may tell ------------------------------------------------


def refuse_now(table: GameTable, seat: str, order: od.Order) -> Refusal | None:
    """Why a legal order comes to nothing for a reason that its player could not know.

    Consent not given, a promised half that is gone, a game that would be thrown: these lie in
    others' secrets, so they are tested when the order is carried out, never when it is checked.
    """
    match order:
        case od.GiveMoney(to=to, amount=amount):
            return _refuse_thrown(table, seat, to, (ev.GaveMoney(seat, to, amount),))
        case od.GiveGroup():
            if not has_consent(table, order.to, seat):
                return Refusal(rl.NO_CONSENT, {"seat": order.to, "card": order.card})
            return _refuse_thrown(table, seat, order.to, _gift(table.state, seat, order))
        case od.Accept():
            offer = offer_known(table.state, seat, order.number)
            assert offer is not None, "an unknown offer was accepted"
            return _refuse_missing(table.state, offer) or _refuse_thrown(
                table, offer.by, offer.to, _exchange(table.state, offer, order)
            )
        case _:
            return None


def has_consent(table: GameTable, receiver: str, giver: str) -> bool:
    """Whether the receiver has said that he takes groups of that seat (R9.2)."""
    return any(isinstance(o, od.AcceptGroups) and o.seat == giver for o in table.said(receiver))


def _refuse_missing(state: State, offer: OfferObject) -> Refusal | None:
    """What the one who made the offer no longer has (R9.3)."""
    lacking = missing_special(state, offer.by, offer.gives)
    if lacking is not None:
        return Refusal(rl.HALF_MISSING, {"seat": offer.by, "card": lacking})
    if offer.gives.money > state.money(state.seat(offer.by).illuminati):
        return Refusal(rl.HALF_MISSING, {"seat": offer.by, "needed": offer.gives.money})
    return None


def _refuse_thrown(
    table: GameTable, seat: str, to: str, events: Sequence[ev.Event]
) -> Refusal | None:
    """Whether these events would let one of the two win and not the other (R9.4)."""
    trial = GameTable(table.state, table.dice)
    for event in events:
        trial.emit(event)
    eliminate_bereft(trial)
    before = {name for name, _ in winners(table.state)}
    after = {name for name, _ in winners(trial.state)}
    for giver, other in ((seat, to), (to, seat)):
        if other in after and other not in before and giver not in after:
            return Refusal(rl.THROWS_GAME, {"seat": other, "moderator": 1})
    return None


# --- carried out ------------------------------------------------------------------------


def run_deal(table: GameTable, seat: str, order: od.Deal) -> None:
    """Make, accept or close an offer that may be."""
    match order:
        case od.Offer():
            _offer(table, seat, order)
        case od.Accept():
            _accept(table, seat, order)
        case od.Decline():
            offer = offer_known(table.state, seat, order.number)
            assert offer is not None, "an unknown offer was declined"
            _close(table, offer, "withdrawn" if offer.by == seat else "declined")


def _close(table: GameTable, offer: OfferObject, why: ev.OfferClosedWhy) -> None:
    table.emit(ev.OfferClosed(offer.number, offer.by, offer.to, why))


def _offer(table: GameTable, seat: str, order: od.Offer) -> None:
    to = receiver_of(table.state, seat, order)
    if order.counters is not None:
        known = offer_known(table.state, seat, order.counters)
        assert known is not None, "an unknown offer was countered"
        _close(table, known, "countered")
    number = table.state.offers_made + 1
    table.emit(
        ev.Offered(number, seat, to, order.gives, order.wants, order.until_turn, order.counters)
    )


def _accept(table: GameTable, seat: str, order: od.Accept) -> None:
    offer = offer_known(table.state, seat, order.number)
    assert offer is not None, "an unknown offer was accepted"
    if _refuse_missing(table.state, offer):
        return
    events = _exchange(table.state, offer, order)
    _close(table, offer, "accepted")
    for event in events:
        table.emit(event)
    eliminate_bereft(table)


def run_give_group(table: GameTable, seat: str, order: od.GiveGroup) -> None:
    """The branch joins the receiver's structure, its treasuries on it."""
    for event in _gift(table.state, seat, order):
        table.emit(event)
    eliminate_bereft(table)


def _fitted(state: State, offer: OfferObject, order: od.Accept | None = None) -> Fit:
    found = fit(state, offer, order.places, order.wishes) if order else fit(state, offer)
    assert isinstance(found, Fit), f"groups were allowed to change hands but {found}"
    return found


def _freed(found: Fit) -> list[ev.Event]:
    return [ev.Freed(owner, cards, why) for owner, cards, why in found.lost]


def _gift(state: State, seat: str, order: od.GiveGroup) -> list[ev.Event]:
    found = _fitted(state, gift_of(seat, order))
    return [*_freed(found), ev.GaveGroup(seat, order.to, order.card, found.laid)]


def _exchange(state: State, offer: OfferObject, order: od.Accept) -> list[ev.Event]:
    found = _fitted(state, offer, order)
    gives, wants = offer.gives, offer.wants
    trade = ev.Traded(
        offer.by,
        offer.to,
        gives.groups,
        wants.groups,
        found.laid,
        gives.money,
        wants.money,
        gives.specials,
        wants.specials,
    )
    return [*_freed(found), trade]


def close_stale(table: GameTable) -> None:
    """As a turn begins: offers whose last turn is over go, and those of players who left."""
    state = table.state
    for offer in state.offers:
        if state.seat(offer.by).is_out or state.seat(offer.to).is_out:
            _close(table, offer, "left")
        elif offer.until_turn is not None and offer.until_turn < state.turn.number:
            _close(table, offer, "expired")
