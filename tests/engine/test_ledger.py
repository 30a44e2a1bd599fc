"""What a rival can have at most: never less than he has, and only from what its reader is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.evolve import evolve
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import View, public_view, view
from pbem.games.illuminati.codec import decode_state, encode_state
from pbem.games.illuminati.simulation.play import PlayedStep, play_game

CAST = ("ann", "bob", "cat", "dee")
LONGEST = 80
"""Steps of a game that are looked at."""
OPTIONS = (
    GameOptions(),
    GameOptions(hidden_illuminati=True, overstate=True),
    GameOptions(pace="conclave"),
    GameOptions(extras=("anonymous", "shangri-la"), hidden_goals=True),
)
NUMBERS = range(12)


class _Enough(Exception):
    """The rest of the game is not looked at."""


@cache
def game(number: int) -> tuple[PlayedStep, ...]:
    """The beginning of a game of robots that do whatever is legal, treasuries stacked."""
    steps: list[PlayedStep] = []

    def watch(step: PlayedStep) -> None:
        steps.append(step)
        if len(steps) == LONGEST:
            raise _Enough

    players = (3, 4, 6)[number % 3]
    options = OPTIONS[number % len(OPTIONS)]
    with suppress(_Enough):
        play_game(f"ledger:{number}".encode(), players, "random", watch, options)
    return tuple(steps)


def history(number: int) -> Iterator[tuple[State, ev.Event, State]]:
    """Every event of a game after its first step, with the states before and after it."""
    first, *rest = game(number)
    state = first.state
    for step in rest:
        for event in step.events:
            after = evolve(state, event)
            yield state, event, after
            state = after
        yield from gifts(state)


def gifts(state: State) -> Iterator[tuple[State, ev.Event, State]]:
    """One gift after another from each seat to the next, of half of what it has at hand."""
    names = [seat.name for seat in state.seats_in()]
    for giver, to in zip(names, names[1:], strict=False):
        amount = state.money(state.seat(giver).illuminati) // 2
        if amount:
            event = ev.GaveMoney(giver, to, amount)
            after = evolve(state, event)
            yield state, event, after
            state = after


def views(state: State) -> Iterator[View]:
    yield public_view(state)
    yield from (view(state, seat.name) for seat in state.seats)


@pytest.mark.long
@settings(max_examples=12, derandomize=True)
@given(st.sampled_from(NUMBERS))
def test_nobody_has_more_than_others_think_he_can_have(number: int) -> None:
    for _, event, after in history(number):
        money = {seat.name: 0 for seat in after.seats}
        for holding in after.holdings.values():
            money[holding.seat] += holding.money
        assert after.ledger is not None
        for card, amount in after.ledger.cards.items():
            assert amount >= after.money(card), (card, event)
        for seat, amount in after.ledger.seats.items():
            assert amount >= money[seat], (seat, event)


@settings(max_examples=8, derandomize=True)
@given(st.sampled_from(NUMBERS))
def test_every_reader_is_given_a_bound_for_every_card_of_a_whole_game(number: int) -> None:
    for step in game(number):
        for known in views(step.state):
            for seat in known.seats:
                assert seat.most is not None
                assert all(card.most is not None for card in seat.cards)
                assert all(card.most == 0 for card in seat.cards if not card.has_money)


def hidden_otherwise(event: ev.Event, before: State) -> ev.Event | None:
    """The same event with another amount where that is hidden; None where nothing can be."""
    match event:
        case ev.Transferred(amount=amount) if amount and amount > 1:
            return changed(event, amount=amount - 1)
        case ev.GaveMoney(amount=amount) if amount and amount > 1:
            return changed(event, amount=amount - 1)
        case ev.Traded(money=money) if money and money > 1:
            return changed(event, money=money - 1)
        case ev.SpreadOut(amounts=amounts) if amounts:
            (first, one), (second, two), *rest = sorted(amounts, key=lambda row: -row[1])
            if two > 1:
                return changed(event, amounts=((first, one + 1), (second, two - 1), *rest))
        case ev.Captured(money=money, owner=owner) if money and owner:
            more = tuple((card, n - 1 if n > 1 else n) for card, n in money)
            return changed(event, money=more) if more != money else None
    return None


@settings(max_examples=12, derandomize=True)
@given(st.sampled_from(NUMBERS))
def test_what_is_hidden_changes_nothing_that_anybody_concludes(number: int) -> None:
    for before, event, after in history(number):
        twin = hidden_otherwise(event, before)
        if twin is None:
            continue
        other = evolve(before, twin)
        flags = [(c, h.money > 0) for c, h in after.holdings.items()]
        if flags != [(c, h.money > 0) for c, h in other.holdings.items()]:
            continue
        assert other.ledger == after.ledger, event


@pytest.mark.parametrize("kind", [ev.Transferred, ev.GaveMoney, ev.Captured, ev.Traded])
def test_every_hidden_amount_occurs_in_these_games(kind: type) -> None:
    found = (row for number in NUMBERS for row in history(number))
    assert any(isinstance(e, kind) and hidden_otherwise(e, b) is not None for b, e, _ in found)


def opened() -> State:
    return new_game(CAST, GameOptions(), SecretDice(b"ledger")).state


def given_money(state: State, seat: str, to: str, amount: int) -> State:
    line = od.Line(1, od.GiveMoney(to, amount))
    return act(state, seat, (line,), SecretDice(b"ledger")).state


def most_of(state: State, reader: str, seat: str) -> int | None:
    known = view(state, reader) if reader else public_view(state)
    return next(row.most for row in known.seats if row.name == seat)


def test_a_hidden_gift_is_at_most_all_its_giver_can_have() -> None:
    state = opened()
    ann, bob = (state.money(state.seat(name).illuminati) for name in ("ann", "bob"))
    after = given_money(state, "ann", "bob", 2)
    assert most_of(after, "cat", "bob") == most_of(after, "", "bob") == bob + ann
    assert most_of(after, "ann", "bob") == bob + ann, "the ledger is the public's"
    assert most_of(after, "bob", "ann") == ann


def test_a_ledger_is_read_back_and_an_older_state_has_none() -> None:
    state = given_money(opened(), "ann", "bob", 2)
    assert decode_state(encode_state(state)) == state
    older = decode_state(encode_state(changed(state, ledger=None)))
    assert most_of(older, "cat", "bob") is None


def test_open_treasuries_need_no_ledger() -> None:
    state = new_game(CAST, GameOptions(treasuries="open"), SecretDice(b"ledger")).state
    assert state.ledger is None
    assert most_of(state, "cat", "bob") == state.money(state.seat("bob").illuminati)
