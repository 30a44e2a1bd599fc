"""Money that changes its treasury, offers made and closed, what two seats exchange."""

from __future__ import annotations

from engine.core.arrangement import Laid
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.evolve.pieces import (
    bereave,
    consoled,
    has_group,
    paid,
    with_money,
    with_seat,
    without,
)
from engine.illuminati.state import Holding, OfferObject, State


def transferred(state: State, event: ev.Transferred) -> State:
    assert event.amount is not None
    holdings = paid(state, ((event.source, event.amount),), -1)
    target = holdings[event.to]
    holdings[event.to] = with_money(target, target.money + event.amount)
    turn = state.turn
    if event.why == "transfer":
        turn = changed(turn, transfers=turn.transfers + 1)
    elif event.why == "action":
        turn = changed(turn, actions=turn.actions + 1)
    return changed(state, holdings=holdings, turn=turn)


def income(state: State, event: ev.IncomePaid) -> State:
    turn = state.turn
    if not event.is_repeat:
        turn = changed(turn, income=event.amounts)
    return changed(state, holdings=paid(state, event.amounts, 1), turn=turn)


def skipped(state: State, event: ev.TurnSkipped) -> State:
    holdings = paid(state, event.returned, -1)
    for card, amount in event.repaid:
        holdings[card] = with_money(holdings[card], holdings[card].money + amount)
    return changed(state, holdings=holdings)


def taxed(state: State, event: ev.TaxPaid) -> State:
    assert event.payments is not None
    holdings = paid(state, event.payments, -1)
    to = holdings[event.card]
    holdings[event.card] = with_money(to, to.money + event.amount)
    row = (event.seat, event.card, event.payments)
    turn = changed(state.turn, taxes=(*state.turn.taxes, row))
    return changed(state, holdings=holdings, turn=turn)


def spread(state: State, event: ev.SpreadOut) -> State:
    assert event.amounts is not None
    holdings = dict(state.holdings)
    for card, money in event.amounts:
        holdings[card] = with_money(holdings[card], money)
    return changed(state, holdings=holdings)


def gave_money(state: State, event: ev.GaveMoney) -> State:
    assert event.amount is not None
    return _settled(state, event.seat, event.to, event.amount)


# --- trades -----------------------------------------------------------------------------


def gave_special(state: State, event: ev.GaveSpecial) -> State:
    assert event.card is not None
    return _dealt_out(state, event.seat, event.to, (event.card,))


def offered(state: State, event: ev.Offered) -> State:
    offer = OfferObject(
        event.number,
        event.seat,
        event.to,
        event.gives,
        event.wants,
        event.until_turn,
        event.until_at,
        event.to_number,
    )
    for name in (event.seat, event.to):
        state = with_seat(state, changed(state.seat(name), offers=offer.number_of(name)))
    return changed(state, offers=(*state.offers, offer))


def closed(state: State, event: ev.OfferClosed) -> State:
    gone = (event.number, event.seat)
    return changed(state, offers=tuple(o for o in state.offers if (o.number, o.by) != gone))


def gave_group(state: State, event: ev.GaveGroup) -> State:
    return _acted(_handed(state, (event.seat, event.to), event.laid), 1, is_deed=True)


def traded(state: State, event: ev.Traded) -> State:
    assert event.money is not None and event.back_money is not None
    assert event.specials is not None and event.back_specials is not None
    state = _handed(state, (event.seat, event.to), event.laid)
    state = _settled(state, event.seat, event.to, event.money - event.back_money)
    state = _dealt_out(state, event.seat, event.to, event.specials)
    state = _dealt_out(state, event.to, event.seat, event.back_specials)
    # Giving in his own turn is a deed of his: a turn with one is no pass (R2.8, R2.11).
    gives = {event.seat: event.money or event.specials}
    gives[event.to] = event.back_money or event.back_specials
    actions = len(event.groups) + len(event.back_groups)
    return _acted(state, actions, is_deed=bool(actions or gives.get(state.turn.seat)))


def _handed(state: State, pair: tuple[str, str], laid: tuple[Laid, ...]) -> State:
    """Every card laid goes to the other of the two, with its money."""
    if not laid:
        return state
    holdings = dict(state.holdings)
    for row in laid:
        old = holdings.pop(row.card)
        receiver = pair[1] if old.seat == pair[0] else pair[0]
        holdings[row.card] = Holding(row.card, receiver, row.master, row.arrow, old.money)
    state = changed(state, holdings=holdings)
    for seat in pair:
        # Who gave his last group away lost it to nobody (R10.1).
        with_group = has_group(holdings, seat)
        state = consoled(state, seat) if with_group else bereave(state, (seat,), None)
    return state


def _settled(state: State, seat: str, to: str, amount: int) -> State:
    """MB from Illuminati to Illuminati, the other way where negative."""
    holdings = dict(state.holdings)
    for name, more in ((seat, -amount), (to, amount)):
        holding = holdings[state.seat(name).illuminati]
        holdings[holding.card] = with_money(holding, holding.money + more)
    return changed(state, holdings=holdings)


def _dealt_out(state: State, seat: str, to: str, specials: tuple[str, ...]) -> State:
    for card in specials:
        giver = state.seat(seat)
        state = with_seat(state, changed(giver, hand=without(giver.hand, card)))
        receiver = state.seat(to)
        state = with_seat(state, changed(receiver, hand=(*receiver.hand, card)))
    return state


def _acted(state: State, actions: int, *, is_deed: bool) -> State:
    if not is_deed:
        return state
    turn = changed(state.turn, actions=state.turn.actions + actions, is_busy=True)
    return changed(state, turn=turn)
