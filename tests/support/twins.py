"""Twins of a moment in a game: the same but for what one seat may not know of it.

A mutation takes a world and a viewer and gives another world that is possible too, or None where
there is nothing to change. What its `rules` name is told by a rule, so it may differ (R9.3, R11.5).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.advanced.hidden import is_hidden, renamed
from engine.illuminati.cards import SPECIALS, dealt_from
from engine.illuminati.evolve.ledger import known_under
from engine.illuminati.state import OfferObject, Scheme, SeatState, State
from engine.illuminati.winning import choosable_goals

Numbered = TypeVar("Numbered", OfferObject, ev.Offered, ev.OfferClosed)
MARK = 987_654
"""An amount that occurs nowhere by itself."""
_PERSONS = ("seat", "seats", "owner", "by", "against", "winners")
_GUESSES = (ev.Accused, ev.Copied, ev.GoalChosen, ev.GameBegan)


@dataclass(frozen=True)
class World:
    """A moment: the state, what has happened since the last report, what is on file by seat."""

    state: State
    events: tuple[ev.Event, ...] = ()
    policies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Change = Callable[[World, str, random.Random], World | None]


@dataclass(frozen=True)
class Mutation:
    """Something a seat may not know, changed; orders of the kinds in `tells` bring it out."""

    name: str
    change: Change
    tells: tuple[type, ...] = ()


def rivals_of(state: State, viewer: str) -> list[SeatState]:
    return [seat for seat in state.seats if seat.name != viewer]


def _with(world: World, seats: Sequence[SeatState], **changes: Any) -> World:
    new = {seat.name: seat for seat in seats}
    state = world.state
    all_seats = tuple(new.get(seat.name, seat) for seat in state.seats)
    return replace(world, state=changed(state, seats=all_seats, **changes))


def _told(world: World, tell: Callable[[ev.Event], ev.Event | None]) -> World:
    """The same world with other events, without those that become None."""
    events = tuple(new for event in world.events if (new := tell(event)) is not None)
    return replace(world, events=events)


# --- hands, deck, goals -----------------------------------------------------------------


def other_hands(world: World, viewer: str, lots: random.Random) -> World | None:
    """Specials change places between the others' hands and the deck; all sizes stay."""
    state = world.state
    rivals = rivals_of(state, viewer)
    pool = [card for seat in rivals for card in seat.hand]
    pool += [card for card in state.deck if card in SPECIALS]
    if not any(seat.hand for seat in rivals) or len(set(pool)) < 2:
        return None
    lots.shuffle(pool)
    seats = [changed(seat, hand=tuple(pool.pop() for _ in seat.hand)) for seat in rivals]
    deck = tuple(pool.pop() if card in SPECIALS else card for card in state.deck)

    def tell(event: ev.Event) -> ev.Event | None:
        match event:
            case ev.Drew(is_special=True) if event.seat != viewer:
                return changed(event, card=_other_special(event.card))
            case ev.GaveSpecial() if viewer not in (event.seat, event.to):
                return changed(event, card=_other_special(event.card))
            case ev.Showed() if viewer not in (event.seat, *event.to):
                return None
            case ev.SpiedHand() if event.seat != viewer:
                return changed(event, hand=tuple(map(_other_special, event.hand or ())))
            case ev.Traded() if viewer not in (event.seat, event.to):
                return changed(event, specials=tuple(map(_other_special, event.specials or ())))
        return event

    return _told(_with(world, seats, deck=deck), tell)


def _other_special(card: str | None) -> str:
    ids = sorted(SPECIALS)
    return ids[(ids.index(card) + 1) % len(ids)] if card in ids else ids[0]


def other_deck(world: World, viewer: str, lots: random.Random) -> World | None:
    """The deck lies in another order."""
    deck = list(world.state.deck)
    if len(deck) < 2:
        return None
    lots.shuffle(deck)

    def tell(event: ev.Event) -> ev.Event | None:
        return changed(event, deck=tuple(deck)) if isinstance(event, ev.Shuffled) else event

    return _told(replace(world, state=changed(world.state, deck=tuple(deck))), tell)


def other_goals(world: World, viewer: str, lots: random.Random) -> World | None:
    """Those who chose a goal in secret chose another one."""
    goals = choosable_goals()
    chosen = [seat for seat in rivals_of(world.state, viewer) if seat.goal is not None]
    if not chosen or world.state.winners:
        return None
    seats = [changed(s, goal=lots.choice([g for g in goals if g != s.goal])) for s in chosen]

    def tell(event: ev.Event) -> ev.Event | None:
        return None if isinstance(event, ev.GoalChosen) and event.seat != viewer else event

    return _told(_with(world, seats), tell)


# --- money ------------------------------------------------------------------------------


def other_money(world: World, viewer: str, lots: random.Random) -> World | None:
    """Others have more or less on every card on which they have any (R12.9)."""
    state = world.state
    rich = [h for h in state.holdings.values() if h.money and h.seat != viewer]
    if state.options.treasuries == "open" or not rich:
        return None
    holdings = dict(state.holdings)
    for held in rich:
        holdings[held.card] = changed(held, money=lots.choice((1, 2, held.money + 7, MARK)))

    def tell(event: ev.Event) -> ev.Event | None:  # noqa: C901  one row an event
        own = viewer in (getattr(event, "seat", ""), getattr(event, "to", ""))
        match event:
            case ev.Transferred() | ev.GaveMoney() if not own:
                return changed(event, amount=MARK)
            case ev.SpreadOut() if not own:
                return changed(event, amounts=((state.seat(event.seat).illuminati, MARK),))
            case ev.TaxPaid() | ev.PaidBack() if not own:
                return changed(event, payments=((state.seat(event.seat).illuminati, MARK),))
            case ev.Captured() if not own and event.owner != viewer:
                return changed(event, money=tuple((row.card, MARK) for row in event.laid))
            case ev.Traded() if not own:
                return changed(event, money=MARK, back_money=MARK)
            case ev.SpiedMoney() if not own:
                return changed(event, money=MARK)
        return event

    return _told(replace(world, state=changed(state, holdings=holdings)), tell)


# --- what is hidden in the advanced game ------------------------------------------------


def other_illuminati(world: World, viewer: str, lots: random.Random) -> World | None:
    """A hidden rival plays an Illuminati that nobody was dealt (R11.3)."""
    state = world.state
    hidden = [seat for seat in rivals_of(state, viewer) if is_hidden(state, seat)]
    known = {seat.illuminati for seat in state.seats} | {k for s in state.seats for k in s.kills}
    free = [card for card in dealt_from(state.options.extras) if card not in known]
    if not hidden or not free:
        return None
    seat, new = lots.choice(hidden), lots.choice(free)
    names = {seat.illuminati: new}
    holdings = {
        names.get(h.card, h.card): changed(
            h, card=names.get(h.card, h.card), master=names.get(h.master or "", h.master)
        )
        for h in state.holdings.values()
    }
    seats = tuple(
        changed(
            row,
            illuminati=names.get(row.illuminati, row.illuminati),
            copies=None if row.name == seat.name else row.copies,
            schemes=renamed(row.schemes, names, keep=_PERSONS),
        )
        for row in state.seats
    )
    turn = changed(
        state.turn,
        took_part={names.get(card, card): n for card, n in state.turn.took_part.items()},
        powers_used=renamed(state.turn.powers_used, names),
        income=renamed(state.turn.income, names),
        taxes=tuple((p, renamed(c, names), renamed(r, names)) for p, c, r in state.turn.taxes),
    )

    def tell(event: ev.Event) -> ev.Event | None:
        if isinstance(event, _GUESSES):
            return event
        to = () if isinstance(event, ev.Transferred) else ("to",)
        return renamed(event, names, keep=(*_PERSONS, *to))

    books = known_under(state.ledger, names)
    new_state = changed(state, holdings=holdings, seats=seats, turn=turn, ledger=books)
    return _told(replace(world, state=new_state), tell)


def other_pretence(world: World, viewer: str, lots: random.Random) -> World | None:
    """Hidden rivals pass for something else from now on (R11.3)."""
    state = world.state
    hidden = [seat for seat in rivals_of(state, viewer) if is_hidden(state, seat)]
    if not hidden:
        return None
    seats = [changed(s, stated_power=lots.randrange(6), stated_income=1) for s in hidden]
    said = tuple(ev.Stated(seat.name, "power", 1) for seat in hidden)
    world = _with(world, seats)
    return replace(world, events=(*world.events, *said))


def other_schemes(world: World, viewer: str, lots: random.Random) -> World | None:
    """A rival has cheated where he had not; what shows in public figures is left alone (R11.5)."""
    state = world.state
    if not state.options.cheating:
        return None
    seat = lots.choice(rivals_of(state, viewer))
    scheme = Scheme(state.turn.number, lots.randrange(1, 9), "bank", MARK)
    missed = (*seat.missed, state.turn.number)
    new = changed(seat, schemes=(*seat.schemes, scheme), missed=missed)

    def tell(event: ev.Event) -> ev.Event | None:
        is_secret = isinstance(event, ev.Cheated | ev.MissedCatch) and event.seat != viewer
        return None if is_secret else event

    twin = _told(_with(world, [new]), tell)
    said = (ev.Cheated(seat.name, scheme), ev.MissedCatch(seat.name, 1, 1))
    return replace(twin, events=(*twin.events, *said))


def other_offers(world: World, viewer: str, lots: random.Random) -> World | None:
    """Two others talk about another trade, and have talked more before (R9.3)."""
    state = world.state
    names = [seat.name for seat in rivals_of(state, viewer) if not seat.is_out]
    if len(names) < 2:
        return None
    by, to = lots.sample(names, 2)
    kept = tuple(offer for offer in state.offers if viewer in (offer.by, offer.to))
    offer = OfferObject(MARK, by, to, od.Goods(1), od.Goods(), to_number=MARK)
    said = (ev.Offered(MARK, by, to, od.Goods(1), od.Goods(), to_number=MARK),)
    # Those with the viewer are numbered anew by the others, as if they had dealt more before.
    kept = tuple(_renumbered(offer, viewer) for offer in kept)
    seats = [changed(seat, offers=seat.offers + MARK) for seat in rivals_of(state, viewer)]
    twin = _with(world, seats, offers=(*kept, offer))
    told = tuple(
        _renumbered(event, viewer) if isinstance(event, ev.Offered | ev.OfferClosed) else event
        for event in world.events
    )
    return replace(twin, events=(*told, *said))


def _renumbered(offer: Numbered, viewer: str) -> Numbered:
    """An offer with another number for the one of its two who is not the viewer."""
    maker = offer.by if isinstance(offer, OfferObject) else offer.seat
    to_number = offer.number if offer.to_number is None else offer.to_number
    if viewer == maker:
        return changed(offer, to_number=to_number + MARK)
    return changed(offer, number=offer.number + MARK, to_number=to_number)


# --- what is on file --------------------------------------------------------------------


def other_ceilings(world: World, viewer: str, lots: random.Random) -> World | None:
    """What the others have on file is for other amounts (R12.5)."""
    said = (f"OPPOSE ALL UNTIL 3 MAX {MARK}", f"RESERVE {MARK}", f"GUARD ALL UNTIL 2 MAX {MARK}")
    rivals = rivals_of(world.state, viewer)
    policies = {seat.name: said[: lots.randrange(1, 4)] for seat in rivals}
    return replace(world, policies={**world.policies, **policies})


MUTATIONS: tuple[Mutation, ...] = (
    Mutation("hands", other_hands, (od.Accept,)),
    Mutation("deck", other_deck),
    Mutation("goals", other_goals),
    Mutation("money", other_money, (od.Accept,)),
    Mutation("illuminati", other_illuminati),
    Mutation("pretence", other_pretence),
    Mutation("schemes", other_schemes, (od.Catch,)),
    Mutation("offers", other_offers),
    Mutation("ceilings", other_ceilings),
)


def twins_of(world: World, viewer: str, lots: random.Random) -> Iterator[tuple[Mutation, World]]:
    """Every twin there is for this seat, with what was changed."""
    for mutation in MUTATIONS:
        twin = mutation.change(world, viewer, lots)
        if twin is not None:
            yield mutation, twin


def bobs_twin(state: State) -> State:
    """Bob has another card, which lies in the deck of the first state, and more money."""
    (card,) = state.seat("bob").hand
    other = next(special for special in state.deck if special in SPECIALS)
    seats = tuple(changed(row, hand=(other,)) if row.name == "bob" else row for row in state.seats)
    holdings = {
        card: changed(held, money=held.money + MARK) if held.seat == "bob" else held
        for card, held in state.holdings.items()
    }
    deck = tuple(card if special == other else special for special in state.deck)
    return changed(state, seats=seats, holdings=holdings, deck=deck)
