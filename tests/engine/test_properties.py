"""What holds in every game, whatever the robots do: money, places, overlap, secrets, replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.geometry import overlaps
from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati import events as ev
from engine.illuminati.cards import GROUPS, SPECIALS, full_deck
from engine.illuminati.evolve import evolve, replay
from engine.illuminati.options import options
from engine.illuminati.orders import Line
from engine.illuminati.state import State
from engine.illuminati.structure import ground_of
from engine.illuminati.turn.checking import check
from engine.illuminati.view import seen, view
from pbem.games.contract.simulations import MOST_ROUNDS
from pbem.games.illuminati.codec import decode_events, decode_state, encode_events, encode_state
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

PLAYERS = (2, 3, 4, 6, 8)
KEYS = st.tuples(st.integers(0, 3), st.sampled_from(PLAYERS))
"""A few games, kept once played; Hypothesis picks games and places in them."""


@cache
def game(number: int, players: int) -> tuple[PlayedStep, ...]:
    steps: list[PlayedStep] = []
    play_game(f"property:{number}".encode(), players, "random", steps.append)
    return tuple(steps)


@st.composite
def moments(draw: st.DrawFn) -> State:
    """A state in the midst of some game."""
    steps = game(*draw(KEYS))
    return steps[draw(st.integers(0, len(steps) - 1))].state


def history(steps: tuple[PlayedStep, ...]) -> Iterator[tuple[State, ev.Event, State]]:
    """Every event with the states before and after it."""
    state: State | None = None
    for step in steps:
        for event in step.events:
            after = evolve(state, event)
            if state is not None:
                yield state, event, after
            state = after


def money_in(state: State) -> int:
    return sum(holding.money for holding in state.holdings.values())


def from_bank(before: State, event: ev.Event) -> int:  # noqa: C901  one row an event
    """MB that come from the bank with an event, less what goes to it."""
    match event:
        case ev.IncomePaid(amounts=amounts):
            return sum(amount for _, amount in amounts)
        case ev.Gained(amount=amount):
            return amount
        case ev.Spent(payments=payments):
            return -sum(amount for _, amount in payments)
        case ev.UpkeepPaid(amount=amount):
            return -amount
        case ev.BoughtCard(cost=cost) | ev.Privileged(cost=cost):
            return -cost
        case ev.TurnSkipped(returned=returned, repaid=repaid):
            return sum(amount for _, amount in repaid) - sum(amount for _, amount in returned)
        case ev.Freed(cards=cards):
            return -sum(before.money(card) for card in cards)
        case ev.Destroyed(card=card):
            return -before.money(card)
        case ev.Captured(laid=laid, money=kept):
            assert kept is not None
            lost = {row.card: before.money(row.card) for row in laid}
            for card, amount in kept:
                assert amount == lost[card] // 2, "half stays on each card (R7.2)"
            return sum(amount for _, amount in kept) - sum(lost.values())
        case ev.Eliminated(seat=seat) | ev.Resigned(seat=seat):
            return -sum(h.money for h in before.holdings.values() if h.seat == seat)
        case _:
            return 0


@settings(max_examples=30)
@given(KEYS)
def test_money_is_conserved_but_for_the_bank(key: tuple[int, int]) -> None:
    extra = 0
    for before, event, after in history(game(*key)):
        if isinstance(event, ev.Played):
            effect = SPECIALS[event.card].effect
            extra = effect.amount if isinstance(effect, ab.RearrangeMoney) else 0
        change = money_in(after) - money_in(before)
        if isinstance(event, ev.SpreadOut):
            assert change in (0, extra)
            extra = 0
        else:
            assert change == from_bank(before, event), event
        assert all(holding.money >= 0 for holding in after.holdings.values())


@settings(max_examples=100)
@given(moments())
def test_every_card_is_in_exactly_one_place(state: State) -> None:
    held = [card for card in state.holdings if card in GROUPS]
    hands = [card for seat in state.seats for card in seat.hand]
    piles = (*state.uncontrolled, *state.dead, *state.deck, *state.discards)
    assert Counter([*held, *hands, *piles]) == Counter(full_deck())


@pytest.mark.long
@settings(max_examples=100)
@given(moments())
def test_no_two_cards_overlap(state: State) -> None:
    for seat in state.seats_in():
        ground = ground_of(state, seat.name)
        assert overlaps(ground) == []
        cards = [h.card for h in state.holdings.values() if h.seat == seat.name]
        assert sorted(ground.spots) == sorted(cards)


@settings(max_examples=100)
@given(moments(), st.randoms(use_true_random=False))
def test_a_view_does_not_change_with_what_its_seat_may_not_know(state: State, lots: object) -> None:
    for viewer in state.seats:
        other = hidden_changed(state, viewer.name, lots)
        assert view(other, viewer.name) == view(state, viewer.name)


def hidden_changed(state: State, viewer: str, lots: object) -> State:
    """Another state that this seat cannot tell from the first: hands, deck, treasuries."""
    shuffle = lots.shuffle  # type: ignore[attr-defined]
    rivals = [seat for seat in state.seats if seat.name != viewer]
    hidden = [*state.deck, *(card for seat in rivals for card in seat.hand)]
    shuffle(hidden)
    deck, hidden = tuple(hidden[: len(state.deck)]), hidden[len(state.deck) :]
    seats = []
    for seat in state.seats:
        if seat.name == viewer:
            seats.append(seat)
            continue
        hand, hidden = tuple(hidden[: len(seat.hand)]), hidden[len(seat.hand) :]
        seats.append(changed(seat, hand=hand, goal="network" if seat.goal is None else None))
    holdings = {
        card: changed(holding, money=holding.money + 7)
        if holding.money and holding.seat != viewer
        else holding
        for card, holding in state.holdings.items()
    }
    return changed(state, deck=deck, seats=tuple(seats), holdings=holdings)


def secrets_of(event: ev.Event, viewer: str) -> tuple[object, ...]:  # noqa: C901  one row an event
    """The fields of an event that a seat must not be shown."""
    match event:
        case ev.Drew(is_special=True) if event.seat != viewer:
            return (event.card,)
        case ev.GaveSpecial() if viewer not in (event.seat, event.to):
            return (event.card,)
        case ev.GaveMoney() if viewer not in (event.seat, event.to):
            return (event.amount,)
        case ev.SpiedHand() if event.seat != viewer:
            return (event.hand,)
        case ev.SpiedMoney() if event.seat != viewer:
            return (event.money,)
        case ev.Shuffled():
            return (event.deck,)
        case ev.SpreadOut() if event.seat != viewer:
            return (event.amounts,)
        case ev.Transferred() if event.seat != viewer:
            return (event.amount,)
        case ev.TaxPaid() if event.seat != viewer:
            return (event.payments,)
        case ev.Captured() if viewer not in (event.seat, event.owner):
            return (event.money,)
        case ev.GoalChosen() | ev.LineRuled() if event.seat != viewer:
            return (event,)
        case ev.PolicyFired() | ev.PolicyEnded() if event.seat != viewer:
            return (event,)
        case ev.GameThrown():
            return (event,)
        case ev.Showed() if viewer not in (event.seat, *event.to):
            return (event,)
        case ev.Offered() | ev.OfferClosed() if viewer not in (event.seat, event.to):
            return (event,)
        case ev.Traded() if viewer not in (event.seat, event.to):
            return (event.money, event.back_money, event.specials, event.back_specials)
        case _:
            return ()


@pytest.mark.long
@settings(max_examples=30)
@given(KEYS)
def test_no_event_tells_a_seat_what_it_may_not_know(key: tuple[int, int]) -> None:
    for before, event, _ in history(game(*key)):
        for seat in before.seats:
            shown = seen(event, seat.name, before)
            secrets = secrets_of(event, seat.name)
            if event in secrets:
                assert shown is None
                continue
            assert shown is not None
            told = [getattr(shown, name) for name in shown.__struct_fields__]
            hidden = [value for value in secrets if value is not None]
            assert told.count(None) >= len(hidden), (event, seat.name)
            if not hidden and not isinstance(event, ev.Offered | ev.OfferClosed):
                assert shown == event


@settings(max_examples=60)
@given(moments())
def test_a_state_is_read_back_from_its_text(state: State) -> None:
    decoded = decode_state(encode_state(state))
    assert decoded == state
    assert list(decoded.holdings) == list(state.holdings)


@pytest.mark.long
@settings(max_examples=20)
@given(KEYS)
def test_events_are_read_back_and_replay_the_game(key: tuple[int, int]) -> None:
    steps = game(*key)
    events = tuple(event for step in steps for event in step.events)
    decoded = decode_events(encode_events(events))
    assert decoded == events
    assert replay(decoded) == steps[-1].state


@pytest.mark.long
@settings(max_examples=60)
@given(moments())
def test_check_accepts_whatever_options_offers(state: State) -> None:
    seat = state.turn.seat
    for option in options(state, seat):
        (ruling,) = check(state, seat, (Line(1, option.order),))
        assert ruling.status == "ok", option
        assert ruling.need == option.need, option


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_stops_when_it_is_won_or_its_rounds_are_up(players: int) -> None:
    for number in range(3):
        last = game(number, players)[-1].state
        assert last.winners or last.turn.number > MOST_ROUNDS * players
