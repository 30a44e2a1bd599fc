"""What one seat may know of a game: built up from nothing, never stripped down (R9.5, R12.9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core.geometry import Side
from engine.core.values import Value, changed
from engine.illuminati import events as ev
from engine.illuminati.abilities import Alignment
from engine.illuminati.advanced.cheating import deck_as_counted
from engine.illuminati.advanced.hidden import (
    Figures,
    figures_of,
    is_hidden,
    known,
    masked,
    masks_for,
)
from engine.illuminati.deeds.moves import ACTIONS, TRANSFERS
from engine.illuminati.rulings import IMMUNE
from engine.illuminati.state import GameOptions, Most, OfferObject, Scheme, SeatState, State
from engine.illuminati.structure import alignments, open_arrows
from engine.illuminati.winning import STANDARD, basic_goal


class CardView(Value):
    """A card in a structure; `money` is None where only `has_money` may be known.

    `most` is what it can hold as far as the viewer can tell (R12.9), None where nobody has counted.
    """

    card: str
    master: str | None
    arrow: Side | None
    money: int | None
    has_money: bool
    alignments: tuple[Alignment, ...]
    open_arrows: tuple[Side, ...]
    most: int | None = None


class SeatView(Value):
    """What is public of a seat, its structure in the order its cards joined (Illuminati first).

    A hidden Illuminati that is not the viewer's own goes by its stand-in (R11.3); `is_hidden` says
    that others may not know it, `copies` whose power it has (R11.6), `figures` are its numbers,
    None where the viewer may not know them. `most` is the money that all its cards can hold
    together, as in `CardView`.
    """

    name: str
    illuminati: str
    hand_size: int
    kills: tuple[str, ...]
    turns_taken: int
    is_out: bool
    cards: tuple[CardView, ...]
    is_hidden: bool = False
    copies: str | None = None
    neutralized: tuple[str, ...] = ()
    figures: Figures | None = None
    most: int | None = None


class View(Value):
    """One seat's knowledge; `hand` and `goal` are his own, `offers` those by him or to him.

    `stated_power` and `stated_income` are what his hidden Illuminati passes for (R11.3), `schemes`
    his own cheats that can still be caught; `deck_size` is as he would count it (R11.5). `parts`
    of the turn have been run, in which the cards of `took_part` were in so many attacks and those
    of `attackers` made them; in a game of rounds `initiative` is the order of the one now open,
    `waiting` its turns to come as (number, seat) (R12.1, R12.2).
    """

    seat: str
    turn: int
    to_move: str
    actions_left: int
    transfers_left: int
    seats: tuple[SeatView, ...]
    uncontrolled: tuple[str, ...]
    dead: tuple[str, ...]
    discards: tuple[str, ...]
    deck_size: int
    hand: tuple[str, ...]
    goal: str | None
    basic_goal: int
    winners: tuple[str, ...]
    realigned: tuple[tuple[str, tuple[Alignment, ...]], ...]
    offers: tuple[OfferObject, ...] = ()
    options: GameOptions = STANDARD
    stated_power: int | None = None
    stated_income: int | None = None
    schemes: tuple[Scheme, ...] = ()
    parts: int = 0
    round: int = 0
    initiative: tuple[str, ...] = ()
    waiting: tuple[tuple[int, str], ...] = ()
    took_part: tuple[tuple[str, int], ...] = ()
    attackers: tuple[str, ...] = ()
    powers_used: tuple[str, ...] = ()


def view(state: State, seat: str) -> View:
    """All that a seat may know, from the public facts and what is its own."""
    state = known(state, seat)
    return _view(state, state.seat(seat))


def public_view(state: State) -> View:
    """What anybody may know who has no seat: nobody's hand, treasuries or goal (R9.5, R12.9)."""
    return _view(known(state, ""), SeatState(name="", illuminati=""))


def _view(state: State, me: SeatState) -> View:
    """`state` is what `me` may know of it; whoever has no seat is called ""."""
    seat, turn = me.name, state.turn
    return View(
        seat=seat,
        turn=turn.number,
        to_move=turn.seat,
        actions_left=ACTIONS - turn.actions,
        transfers_left=TRANSFERS - turn.transfers,
        seats=tuple(_seat_view(state, other, seat) for other in state.seats),
        uncontrolled=state.uncontrolled,
        dead=state.dead,
        discards=state.discards,
        deck_size=deck_as_counted(state),
        hand=me.hand,
        goal=me.goal,
        basic_goal=basic_goal(state),
        winners=state.winners,
        realigned=tuple(turn.alignments.items()),
        offers=tuple(_own_offers(state, seat)),
        options=state.options,
        stated_power=me.stated_power,
        stated_income=me.stated_income,
        schemes=me.schemes,
        parts=turn.parts,
        round=state.round,
        initiative=state.initiative,
        waiting=tuple((later.number, later.seat) for later in state.waiting),
        took_part=tuple(turn.took_part.items()),
        attackers=turn.attackers,
        powers_used=turn.powers_used,
    )


def _seat_view(state: State, seat: SeatState, viewer: str) -> SeatView:
    knows_money = seat.name == viewer or state.options.treasuries == "open"
    cards: tuple[CardView, ...] = ()
    ledger = state.ledger or Most()
    if not seat.is_out:
        arrows = open_arrows(state, seat.name)
        cards = tuple(
            CardView(
                card=holding.card,
                master=holding.master,
                arrow=holding.arrow,
                money=holding.money if knows_money else None,
                has_money=holding.money > 0,
                alignments=alignments(state, holding.card),
                open_arrows=arrows[holding.card],
                most=holding.money if knows_money else ledger.cards.get(holding.card),
            )
            for holding in state.holdings.values()
            if holding.seat == seat.name
        )
    return SeatView(
        name=seat.name,
        illuminati=seat.illuminati,
        hand_size=len(seat.hand),
        kills=seat.kills,
        turns_taken=seat.turns_taken,
        is_out=seat.is_out,
        cards=cards,
        is_hidden=is_hidden(state, seat),
        copies=seat.copies,
        neutralized=seat.neutralized,
        figures=figures_of(state, seat, viewer),
        most=sum(card.money or 0 for card in cards) if knows_money else ledger.seats.get(seat.name),
    )


def seen(event: ev.Event, seat: str, state: State) -> ev.Event | None:
    """What a seat is shown of an event: all, with secret fields None, or nothing at all.

    `state` is any of the game at or after the event; what has come out by then is told.
    """
    masks = masks_for(state, seat)
    if isinstance(event, ev.GameThrown) and not state.winners:
        return None
    if isinstance(event, ev.Copied) and state.seat(event.seat).illuminati in masks:
        return None
    shown = _seen(event, seat, state.options)
    return masked(shown, masks) if masks and shown is not None else shown


class _Secret(NamedTuple):
    """Who alone knows something of an event, by its fields; what others miss, () for all of it."""

    to: tuple[str, ...]
    hides: tuple[str, ...] = ()

    def is_known_to(self, seat: str, event: ev.Event) -> bool:
        known = (getattr(event, name) for name in self.to)
        return any(seat in who if isinstance(who, tuple) else seat == who for who in known)


_OWN, _NOBODY, _DEAL = _Secret(("seat",)), _Secret(()), ("seat", "to")
_SECRETS: Mapping[type[ev.Event], _Secret] = {
    **dict.fromkeys((ev.LineRuled, ev.GoalChosen, ev.Stated, ev.Cheated, ev.MissedCatch), _OWN),
    **dict.fromkeys((ev.PolicyFired, ev.PolicyEnded, ev.LineHeld, ev.LineReleased), _OWN),
    **dict.fromkeys((ev.ScriptAnnounced, ev.ScriptWithdrawn), _NOBODY),
    **dict.fromkeys((ev.Caught, ev.Shuffled), _Secret((), ("deck",))),
    **dict.fromkeys((ev.Showed, ev.Offered, ev.OfferClosed), _Secret(_DEAL)),
    ev.Drew: _Secret(("seat",), ("card",)),
    ev.GaveSpecial: _Secret(_DEAL, ("card",)),
    ev.Traded: _Secret(_DEAL, ("specials", "back_specials")),
    ev.SpiedMoney: _Secret(("seat",), ("money",)),
    ev.SpiedHand: _Secret(("seat",), ("hand",)),
}
"""What is hidden at every table (R9.5)."""
_STACKED: Mapping[type[ev.Event], _Secret] = {
    **dict.fromkeys((ev.TaxPaid, ev.PaidBack), _Secret(("seat",), ("payments",))),
    ev.Captured: _Secret(("seat", "owner"), ("money",)),
    ev.Transferred: _Secret(("seat",), ("amount",)),
    ev.SpreadOut: _Secret(("seat",), ("amounts",)),
    ev.GaveMoney: _Secret(_DEAL, ("amount",)),
    ev.Traded: _Secret(_DEAL, ("money", "back_money")),
}
"""Amounts in stacked treasuries are their owner's secret (R12.9)."""


def _seen(event: ev.Event, seat: str, options: GameOptions) -> ev.Event | None:
    match event:
        case ev.GameBegan():
            own = tuple(row for row in event.preferences if row[0] == seat)
            return changed(event, preferences=own)
        case ev.NotMade():
            # Only one Illuminati makes immune, so the reason would tell whose it is (R11.3).
            is_secret = options.hidden_illuminati and event.why == IMMUNE.code
            return changed(event, why="") if is_secret and event.seat != seat else event
        case ev.Drew() if not event.is_special:
            return event
    shown = _without(event, seat, _SECRETS)
    if shown is not None and options.treasuries != "open":
        shown = _without(shown, seat, _STACKED)
    if isinstance(shown, ev.Offered | ev.OfferClosed):
        return _in_own_numbers(shown, seat)
    return shown


def _without(
    event: ev.Event, seat: str, secrets: Mapping[type[ev.Event], _Secret]
) -> ev.Event | None:
    """The event without what a seat may not know of it; None if that is all."""
    secret = secrets.get(type(event))
    if secret is None or secret.is_known_to(seat, event):
        return event
    return changed(event, **dict.fromkeys(secret.hides)) if secret.hides else None


def is_private_to(event: ev.Event, seat: str) -> bool:
    """Whether an event, as the seat has seen it, tells him something that is hidden from others."""
    secret = _SECRETS.get(type(event)) or _STACKED.get(type(event))
    if secret is None or not secret.is_known_to(seat, event):
        return False
    return all(getattr(event, name) is not None for name in secret.hides)


def _in_own_numbers(event: ev.Offered | ev.OfferClosed, seat: str) -> ev.Event:
    """An offer as one of its two counts: the other's number would tell how much he deals."""
    if seat == event.seat or event.to_number is None:
        return changed(event, to_number=None)
    event = changed(event, number=event.to_number, to_number=None)
    # What it answers is numbered by who made it; that this is closed is told by itself.
    return changed(event, counters=None) if isinstance(event, ev.Offered) else event


def _own_offers(state: State, seat: str) -> Iterator[OfferObject]:
    for offer in state.offers:
        if seat in (offer.by, offer.to):
            yield changed(offer, number=offer.number_of(seat), to_number=None)
