"""What one seat may know of a game: built up from nothing, never stripped down (R9.5, R12.9)."""

from __future__ import annotations

from collections.abc import Iterator

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


def _seen(  # noqa: C901  one row an event
    event: ev.Event, seat: str, options: GameOptions
) -> ev.Event | None:
    match event:
        case ev.GameBegan():
            own = tuple(row for row in event.preferences if row[0] == seat)
            return changed(event, preferences=own)
        case ev.LineRuled() | ev.GoalChosen() | ev.Stated() | ev.Cheated() | ev.MissedCatch():
            return event if event.seat == seat else None
        case ev.PolicyFired() | ev.PolicyEnded() | ev.LineHeld() | ev.LineReleased():
            return event if event.seat == seat else None
        case ev.ScriptAnnounced() | ev.ScriptWithdrawn():
            return None
        case ev.Caught():
            return changed(event, deck=None)
        case ev.NotMade():
            # Only one Illuminati makes immune, so the reason would tell whose it is (R11.3).
            is_secret = options.hidden_illuminati and event.why == IMMUNE.code
            return changed(event, why="") if is_secret and event.seat != seat else event
        case ev.Showed():
            return event if seat in (event.seat, *event.to) else None
        case ev.Shuffled():
            return changed(event, deck=None)
        case ev.Drew():
            hides = event.is_special and event.seat != seat
            return changed(event, card=None) if hides else event
        case ev.GaveSpecial():
            return event if seat in (event.seat, event.to) else changed(event, card=None)
        case ev.Offered() | ev.OfferClosed():
            return _in_own_numbers(event, seat) if seat in (event.seat, event.to) else None
        case ev.Traded():
            return event if seat in (event.seat, event.to) else _trade_outside(event, options)
        case ev.SpiedMoney():
            return event if event.seat == seat else changed(event, money=None)
        case ev.SpiedHand():
            return event if event.seat == seat else changed(event, hand=None)
        case _:
            return event if options.treasuries == "open" else _without_money(event, seat)


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


def _trade_outside(event: ev.Traded, options: GameOptions) -> ev.Traded:
    """What others see of a trade: the groups, and money where treasuries are open."""
    event = changed(event, specials=None, back_specials=None)
    if options.treasuries == "open":
        return event
    return changed(event, money=None, back_money=None)


def _without_money(event: ev.Event, seat: str) -> ev.Event:
    """Amounts in stacked treasuries are their owner's secret (R12.9)."""
    match event:
        case ev.TaxPaid():
            return event if event.seat == seat else changed(event, payments=None)
        case ev.Captured():
            return event if seat in (event.seat, event.owner) else changed(event, money=None)
        case ev.Transferred():
            return event if event.seat == seat else changed(event, amount=None)
        case ev.PaidBack():
            return event if event.seat == seat else changed(event, payments=None)
        case ev.SpreadOut():
            return event if event.seat == seat else changed(event, amounts=None)
        case ev.GaveMoney():
            return event if seat in (event.seat, event.to) else changed(event, amount=None)
        case _:
            return event
