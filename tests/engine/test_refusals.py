"""Any order in any phase is refused with a rule of the book, and costs nothing.

Orders of every class with any cards, seats and amounts are made at random, in every phase of a
game; nothing they say may raise, and what is refused may leave no trace.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from engine.core.dice import LoadedDice, SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.cards import GROUPS, SPECIALS
from engine.illuminati.game import play_turn
from engine.illuminati.gametable import Instructions
from engine.illuminati.rulings import REASONS, Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.waiting import waits
from pbem.games.illuminati.codec import encode_state
from pbem.games.illuminati.rulebook import BOOK
from tests.support.moments import GAMES, game
from tests.support.probes import KINDS, Prober, probes
from tests.support.ruling_cases import unknown_to

Moment = tuple[State, str, od.Script]
"""A state, whose orders are asked for, and what stands in his script before them."""
BOOK = {rule.number for rule in BOOK.rules()}
CODES = {reason.code: reason.rule for reason in REASONS}
_POLICIES = get_args(od.Policy)
_TOLD = (ev.LineRuled, ev.GameThrown, ev.PolicyFired, ev.PolicyEnded)
"""Events that only tell of orders."""


def dice() -> LoadedDice:
    """Any dice, the first roll a success."""
    return LoadedDice([(1, 1)], SecretDice(b"refusals"))


def running() -> Iterator[State]:
    """States in the midst of games."""
    for number in range(GAMES):
        for step in game(number)[5::11]:
            if not step.state.winners:
                yield step.state


def own_turn() -> Iterator[Moment]:
    return ((state, state.turn.seat, ()) for state in running())


def turn_of_another() -> Iterator[Moment]:
    for state in running():
        yield state, next(state.seats_after(state.turn.seat)).name, ()


def first_turn() -> Iterator[Moment]:
    for number in range(GAMES):
        state = game(number)[0].state
        yield state, state.turn.seat, ()
        yield state, next(state.seats_after(state.turn.seat)).name, ()


def seat_out() -> Iterator[Moment]:
    for state, seat, _ in turn_of_another():
        yield act(state, seat, (od.Line(1, od.Resign()),), dice()).state, seat, ()


def game_over() -> Iterator[Moment]:
    for state in running():
        for seat in (state.turn.seat, next(state.seats_after(state.turn.seat)).name):
            yield changed(state, winners=(state.turn.seat,)), seat, ()


def privileged_script() -> Iterator[Moment]:
    """The seat to move has a privileged attack on an easy target before the line in question."""
    for state in running():
        seat = state.seat(state.turn.seat)
        group = min((c for c in state.deck if c in GROUPS), key=lambda c: GROUPS[c].resistance)
        card = next((c for c in state.deck if c in SPECIALS), None)
        if card is None:
            continue
        deck = tuple(c for c in state.deck if c not in (group, card))
        seats = tuple(
            changed(s, hand=(*s.hand, card)) if s.name == seat.name else s for s in state.seats
        )
        uncontrolled = (*state.uncontrolled, group)
        privilege = od.Privilege(card)
        attack = od.Attack("control", group, seat.illuminati, privilege=privilege)
        ready = changed(state, deck=deck, seats=seats, uncontrolled=uncontrolled)
        if check(ready, seat.name, (od.Line(50, attack),))[0].status == "ok":
            yield ready, seat.name, (od.Line(50, attack),)


PHASES: tuple[Callable[[], Iterator[Moment]], ...] = (
    *(own_turn, turn_of_another, first_turn),
    *(seat_out, game_over, privileged_script),
)
in_every_phase = pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)


def asked(phase: Callable[[], Iterator[Moment]]) -> Iterator[tuple[Moment, od.Line]]:
    """Every moment of a phase with one line of every class."""
    for at, moment in enumerate(phase()):
        state, seat, _ = moment
        yield from ((moment, line) for line in probes(state, seat, (phase.__name__, at)))


def assert_by_the_book(ruling: Ruling) -> None:
    """A refusal has a known code, the rule of that code, and facts that can be told."""
    if ruling.reason:
        assert ruling.status in ("illegal", "skipped")
        assert CODES[ruling.reason] == ruling.rule
        assert ruling.rule in BOOK
        assert all(isinstance(value, str | int) for value in ruling.facts.values())
        assert unknown_to(ruling.reason, ruling.facts) == set(), ruling
    else:
        assert ruling.status == "ok"


def silent(outcome: Outcome) -> list[ev.Event]:
    return [event for event in outcome.events if not isinstance(event, _TOLD)]


def without_fates(state: State) -> str:
    """The state as text, but for what it keeps of the status of each line."""
    turn = changed(state.turn, results={}, met={}, needs={})
    return encode_state(changed(state, turn=turn))


def others(state: State, seat: str, lots: random.Random) -> dict[str, od.Script]:
    """What everybody else has said, legal or not: answers and policies of all kinds."""
    found = {}
    for row in state.seats_after(seat):
        lines = Prober(state, row.name, lots).script(8)
        found[row.name] = tuple(line for line in lines if waits(line.order))
    return found


@pytest.mark.long
@in_every_phase
def test_a_check_has_a_ruling_for_any_order(phase: Callable[[], Iterator[Moment]]) -> None:
    refused = set()
    for (state, seat, before), line in asked(phase):
        *_, ruling = check(state, seat, (*before, line))
        assert_by_the_book(ruling)
        if ruling.status != "ok":
            refused.add(type(line.order))
    assert refused == set(KINDS)


@pytest.mark.long
@in_every_phase
def test_what_is_not_done_at_once_leaves_no_trace(phase: Callable[[], Iterator[Moment]]) -> None:
    done = refused = 0
    for (state, seat, _), line in asked(phase):
        outcome = act(state, seat, (line,), dice())
        (ruling,) = outcome.rulings
        assert_by_the_book(ruling)
        if ruling.status == "ok":
            done += 1
            continue
        refused += 1
        assert silent(outcome) == []
        assert encode_state(outcome.state) == encode_state(state)
    assert refused
    assert bool(done) is (phase not in (seat_out, game_over))


@pytest.mark.long
@pytest.mark.parametrize("phase", [own_turn, first_turn, privileged_script])
def test_a_line_that_is_skipped_costs_nothing(phase: Callable[[], Iterator[Moment]]) -> None:
    """The turn goes as if the line had not been written."""
    skipped = 0
    for at, (state, seat, before) in enumerate(phase()):
        if seat != state.turn.seat:
            continue
        answers = others(state, seat, random.Random(at))
        without = play_turn(state, before, dice(), Instructions(answers=answers))
        for line in probes(state, seat, (at, "skipped"))[:10]:
            outcome = play_turn(state, (*before, line), dice(), Instructions(answers=answers))
            ruling = next(row for row in outcome.rulings if row.line == line.number)
            assert_by_the_book(ruling)
            if ruling.status != "ok":
                skipped += 1
                assert silent(outcome) == silent(without), line
                assert without_fates(outcome.state) == without_fates(without.state)
    assert skipped > 50


def test_whole_scripts_of_anything_run_to_their_end() -> None:
    """Every line has its ruling, whatever the others have said beforehand."""
    for at, (state, seat, _) in enumerate(own_turn()):
        lots = random.Random(at)
        script = Prober(state, seat, lots).script(12)
        policies = {
            row.name: tuple(
                order
                for order in (Prober(state, row.name, lots).any_order() for _ in range(10))
                if isinstance(order, _POLICIES)
            )
            for row in state.seats
        }
        outcome = play_turn(
            state, script, dice(), Instructions(policies, others(state, seat, lots))
        )
        if any(isinstance(event, ev.TurnSkipped | ev.Resigned) for event in outcome.events):
            continue
        assert {row.line for row in outcome.rulings} == {line.number for line in script}
        for ruling in (*outcome.rulings, *check(state, seat, script)):
            assert_by_the_book(ruling)
