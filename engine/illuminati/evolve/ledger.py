"""The public ledger: the most MB that others can have, from what everybody is shown (R12.9).

Treasuries are stacked, yet incomes, taxes and what is spent are public, and so is which cards have
money. From that anyone could keep a ledger with pencil and paper; this one is kept with each event,
so that nobody has to replay a game. It never holds less than there is, unless somebody has taken
money from the bank in secret (R11.5). It is the public's: what the two sides of a gift or a capture
alone were shown is not in it, so that all readers have one. A card or seat that does not stand in
it may hold any amount: its money was changed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from engine.core.arrangement import Laid
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.state import Holding, Most, State

Transition = tuple[State, ev.Event, State]
"""An event between the states before and after it."""


def counted(state: State) -> State:
    """The state with a ledger that begins now, as if all treasuries had just been counted."""
    if state.options.treasuries == "open":
        return state
    cards = {card: holding.money for card, holding in state.holdings.items()}
    seats = dict.fromkeys((seat.name for seat in state.seats), 0)
    for holding in state.holdings.values():
        seats[holding.seat] += holding.money
    return changed(state, ledger=Most(cards, seats))


def put_right(before: State, after: State) -> State:
    """The ledger after a change by hand: nobody knows what was put into a treasury then."""
    if after.ledger is None:
        return after
    touched = {
        card
        for card, holding in after.holdings.items()
        if card not in before.holdings or before.holdings[card].money != holding.money
    }
    seats = [seat.name for seat in after.seats]
    book = _Book(after.ledger, before)
    for card in touched:
        book.cards.pop(card, None)
    book.seats.clear()
    book.settle(after.holdings, seats)
    book.forget_all_but(after.holdings)
    return changed(after, ledger=Most(book.cards, book.seats))


def noted(most: Most, steps: Iterable[Transition]) -> Most:
    """What everybody can conclude from some events that move money; `most` was so far."""
    book: _Book | None = None
    for before, event, after in steps:
        if type(event) in MOVES_MONEY:
            book = book or _Book(most, before)
            book.enter(before, event, after.holdings)
    return Most(book.cards, book.seats) if book else most


class _Book:
    """The ledger while events are entered; `state` is the one before the event.

    What enters an event, as everybody is shown it, returns the seats whose money it touches.
    """

    def __init__(self, most: Most, state: State) -> None:
        self.cards = dict(most.cards)
        self.seats = dict(most.seats)
        self.state = state

    def enter(self, before: State, event: ev.Event, holdings: Mapping[str, Holding]) -> None:
        """Enter an event; `holdings` are those after it."""
        self.state = before
        self.settle(holdings, _ENTRIES[type(event)](self, event))
        if len(holdings) < len(before.holdings):
            self.forget_all_but(holdings)

    def settle(self, holdings: Mapping[str, Holding], seats: Iterable[str]) -> None:
        """Bring cards and seats in line: who has money is public, and so how many cards have it."""
        cards = self.cards
        for seat in dict.fromkeys(seats):
            with_money: list[str] = []
            for holding in [h for h in holdings.values() if h.seat == seat]:
                if holding.money:
                    with_money.append(holding.card)
                else:
                    cards[holding.card] = 0
            total = self.seats.get(seat)
            known = [cards[card] for card in with_money if card in cards]
            if len(known) == len(with_money) and (total is None or sum(known) < total):
                total = sum(known)
            if total is None:
                continue
            self.seats[seat] = total = max(total, len(with_money))
            room = total - len(with_money) + 1
            for card in with_money:
                most = cards.get(card)
                if most is None or most > room:
                    cards[card] = room
                elif most < 1:
                    cards[card] = 1

    def forget_all_but(self, holdings: Collection[str]) -> None:
        """Leave out the cards that are in no structure any more."""
        for card in [card for card in self.cards if card not in holdings]:
            del self.cards[card]

    def _lord(self, seat: str) -> str:
        return self.state.seat(seat).illuminati

    def _change_seat(self, seat: str, amount: int) -> None:
        if seat in self.seats:
            self.seats[seat] += amount

    def _change(self, seat: str, amounts: ev.Amounts, sign: int) -> tuple[str, ...]:
        """What all are shown of treasuries that pay or are paid; the seat they are of."""
        for card, amount in amounts:
            if card in self.cards:
                self.cards[card] += sign * amount
        self._change_seat(seat, sign * sum([amount for _, amount in amounts]))
        return (seat,)

    def _most(self, card: str) -> int | None:
        """What a card can hold; None where that may be anything."""
        if not self.state.money(card):
            return 0
        return self.cards.get(card)

    def _add(self, card: str, amount: int | None) -> None:
        """At most so much more on a card, None for any amount."""
        if amount is None:
            self.cards.pop(card, None)
        elif card in self.cards:
            self.cards[card] += amount

    def _add_to_seat(self, seat: str, amount: int | None) -> None:
        if amount is None:
            self.seats.pop(seat, None)
        else:
            self._change_seat(seat, amount)

    def _spread(self, event: ev.SpreadOut) -> tuple[str, ...]:
        """All money of a seat anew; what the card played adds is printed on it."""
        own = [h for h in self.state.holdings.values() if h.seat == event.seat]
        if event.amounts is not None:
            more = sum(amount for _, amount in event.amounts) - sum(h.money for h in own)
            self._change_seat(event.seat, more)
        total = self.seats.get(event.seat)
        for holding in own:
            self.cards.pop(holding.card, None)
            if total is not None:
                self.cards[holding.card] = total
        return (event.seat,)

    def _with_money(self, cards: Iterable[str]) -> int:
        return sum(self.state.money(card) > 0 for card in cards)

    def _branch(self, cards: Iterable[str], owner: str) -> int | None:
        """What some cards of a seat can hold together."""
        held = [self._most(card) for card in cards]
        known = [most for most in held if most is not None]
        total = self.seats.get(owner)
        if len(known) < len(held):
            return total
        return sum(known) if total is None else min(sum(known), total)

    def _lose(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards leave the structures they are in, their money goes to the bank."""
        owners: dict[str, list[str]] = {}
        for card in cards:
            owner = self.state.owner(card)
            if owner is not None:
                owners.setdefault(owner, []).append(card)
            self.cards.pop(card, None)
        for owner, lost in owners.items():
            self._change_seat(owner, -self._with_money(lost))
        return tuple(owners)

    def _hand_over(self, pair: tuple[str, str], laid: Iterable[Laid]) -> tuple[str, ...]:
        """Cards of the two go to the other one, their treasuries on them."""
        given: dict[str, list[str]] = {seat: [] for seat in pair}
        for row in laid:
            given[self.state.owner(row.card) or pair[0]].append(row.card)
        most = {seat: self._branch(cards, seat) for seat, cards in given.items()}
        for seat, to in (pair, pair[::-1]):
            self._change_seat(seat, -self._with_money(given[seat]))
            self._add_to_seat(to, most[seat])
        return pair

    def _exchange(self, event: ev.GaveMoney | ev.Traded) -> tuple[str, ...]:
        """From Illuminati to Illuminati amounts that only the two know: at most all there is."""
        both = (event.seat, event.to)
        pays = both if isinstance(event, ev.Traded) else both[:1]
        if isinstance(event, ev.Traded):
            self._hand_over(both, event.laid)
        most = {seat: self._most(self._lord(seat)) for seat in pays}
        for seat in pays:
            to = both[seat == both[0]]
            self._add(self._lord(to), most[seat])
            self._add_to_seat(to, most[seat])
        return both

    def _capture(self, event: ev.Captured) -> tuple[str, ...]:
        """Half of each treasury stays on its card (R7.2)."""
        taken, owner = [row.card for row in event.laid], event.owner
        if owner is None:
            self.cards |= dict.fromkeys(taken, 0)
            return (event.seat,)
        most = self._branch(taken, owner)
        self._change_seat(owner, -self._with_money(taken))
        self._add_to_seat(event.seat, None if most is None else most // 2)
        for card in taken:
            before = self._most(card)
            if before is not None:
                self.cards[card] = before // 2
        return (event.seat, owner)

    def _deal(self, event: ev.Dealt) -> tuple[str, ...]:
        self.cards[event.illuminati] = self.seats[event.seat] = 0
        return (event.seat,)

    def _tax(self, event: ev.TaxPaid) -> tuple[str, ...]:
        """Which treasuries pay is the payer's secret; his total is not."""
        self._change_seat(event.seat, -event.amount)
        self._change(event.owner, ((event.card, event.amount),), 1)
        return (event.seat, event.owner)

    def _bribe(self, event: ev.Bribed) -> tuple[str, ...]:
        self.cards |= {row.card: 0 for row in event.laid}
        return (event.seat,)

    def _transfer(self, event: ev.Transferred) -> tuple[str, ...]:
        """Money moved within a structure, by amounts that only its player knows."""
        self._add(event.to, self._most(event.source))
        return (event.seat,)

    def _restore(self, event: ev.Restored) -> tuple[str, ...]:
        """A group taken by a cheat goes back, from wherever it is now."""
        owners = [self.state.owner(row.card) for row in event.laid]
        losers = tuple(dict.fromkeys(o for o in owners if o is not None and o != event.owner))
        for loser in losers:
            own = [row for row in event.laid if self.state.owner(row.card) == loser]
            self._hand_over((loser, event.owner), own)
        free = [row.card for row in event.laid if row.card not in self.state.holdings]
        self.cards |= dict.fromkeys(free, 0)
        return (*losers, event.owner)

    def _skip(self, event: ev.TurnSkipped) -> tuple[str, ...]:
        """The turn's income goes back to the bank, tax to its payers (R9.7)."""
        self._change(event.seat, event.returned, -1)
        payers = []
        for card, amount in event.repaid:
            payer = self.state.owner(card)
            if payer is not None:
                self._change(payer, ((card, amount),), 1)
                payers.append(payer)
        return (event.seat, *payers)


def _seat_alone(_book: _Book, event: Any) -> tuple[str, ...]:
    """What only the cards that are left tell of."""
    return (event.seat,)


_ENTRIES: Mapping[type[ev.Event], Callable[[_Book, Any], tuple[str, ...]]] = {
    ev.Dealt: _Book._deal,
    ev.IncomePaid: lambda book, e: book._change(e.seat, e.amounts, 1),
    ev.TaxPaid: _Book._tax,
    ev.UpkeepPaid: lambda book, e: book._change(e.seat, ((e.payer, e.amount),), -1),
    ev.Gained: lambda book, e: book._change(e.seat, ((e.card, e.amount),), 1),
    ev.BoughtCard: lambda book, e: book._change(e.seat, ((e.card, e.cost),), -1),
    ev.Spent: lambda book, e: book._change(e.seat, e.payments, -1),
    ev.Privileged: lambda book, e: book._change(e.seat, ((book._lord(e.seat), e.cost),), -1),
    ev.Captured: _Book._capture,
    ev.Freed: lambda book, e: book._lose(e.cards),
    ev.Destroyed: lambda book, e: book._lose((e.card,)),
    ev.Bribed: _Book._bribe,
    ev.Transferred: _Book._transfer,
    ev.SpreadOut: _Book._spread,
    ev.GaveMoney: _Book._exchange,
    ev.GaveGroup: lambda book, e: book._hand_over((e.seat, e.to), e.laid),
    ev.Traded: _Book._exchange,
    ev.TurnSkipped: _Book._skip,
    ev.PaidBack: _seat_alone,
    ev.Restored: _Book._restore,
    ev.Eliminated: _seat_alone,
    ev.Resigned: _seat_alone,
}
MOVES_MONEY = frozenset(_ENTRIES)


def known_under(most: Most | None, masks: Mapping[str, str]) -> Most | None:
    """The same under the stand-ins of hidden Illuminati (R11.3)."""
    if most is None:
        return None
    return changed(most, cards={masks.get(c, c): n for c, n in most.cards.items()})
