"""Nothing a seat may not know changes a byte of what it is told (R9.5, R11.3, R11.5, R12.5, R12.9).

Random games with random options are played; at random moments a twin is made that differs only in
what one seat may not know, and everything that seat can get out of the service is compared.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.audit import audit
from engine.illuminati.cards import GROUPS
from engine.illuminati.game import resolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.state import State
from engine.illuminati.view import seen
from pbem.database import open_database
from pbem.games.illuminati.codec import encode_events
from pbem.games.illuminati.position import read_position
from pbem.games.illuminati.simulation.play import PlayedStep
from pbem.settings import Settings
from tests.support.each import each
from tests.support.moments import GAMES, LONGEST, game, key_of
from tests.support.probes import probes
from tests.support.service_rows import FNORD, Table, new_table, set_state
from tests.support.surfaces import SURFACES, Occasion
from tests.support.twins import MARK, MUTATIONS, World, bobs_twin, twins_of

PROBES = 15


def moment(number: int, at: int) -> World:
    """A state in the midst of a game, and what happened on the way to it."""
    steps = game(number)
    step = steps[at % len(steps)]
    return World(step.state, step.events)


NUMBERS, PLACES = st.integers(0, GAMES - 1), st.integers(0, LONGEST - 1)


@pytest.mark.long
@pytest.mark.slow
# A smaller counterexample costs minutes, and is no easier to read.
@settings(max_examples=6, derandomize=True, phases=[Phase.explicit, Phase.generate])
@example(6, 15, 17)
@example(6, 40, 526)
@given(NUMBERS, PLACES, st.integers(0, 999))
def test_what_a_seat_may_not_know_changes_no_byte(number: int, at: int, lots: int) -> None:
    world = moment(number, at)
    for row in world.state.seats:
        lines = tuple(probes(world.state, row.name, f"{lots}:{row.name}", PROBES))
        told: dict[tuple[str, tuple[type, ...]], object] = {}
        for mutation, twin in twins_of(world, row.name, random.Random(lots)):
            assert audit(twin.state) == [], "a twin is a game that could be"
            asked = Occasion(row.name, lines, mutation.tells)
            for name, surface in SURFACES.items():
                key = name, mutation.tells
                if key not in told:
                    told[key] = surface(world, asked)
                assert surface(twin, asked) == told[key], (mutation.name, name, row.name)


@each("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_every_secret_is_put_to_the_test(mutation: object) -> None:
    worlds = (moment(number, at) for number in range(GAMES) for at in range(0, LONGEST, 7))
    changed = (
        (world, twin)
        for world in worlds
        for row in world.state.seats
        for found, twin in twins_of(world, row.name, random.Random(1))
        if found is mutation
    )
    world, twin = next(changed)
    assert twin != world


def weakest(state: State) -> str:
    """A group still in the deck that anybody could take."""
    return min((c for c in state.deck if c in GROUPS), key=lambda card: GROUPS[card].resistance)


def public_changes(world: World, seat: str) -> Iterator[World]:
    """The same world but for something that everybody, or this seat, may know."""
    state = world.state
    group = weakest(state)
    deck = tuple(card for card in state.deck if card != group)
    yield replace(world, state=changed(state, deck=deck, uncontrolled=(*state.uncontrolled, group)))
    own = state.holdings[state.seat(seat).illuminati]
    poorer = {**state.holdings, own.card: changed(own, money=own.money + 1)}
    yield replace(world, state=changed(state, holdings=poorer))
    yield replace(world, events=(*world.events, ev.Gained(seat, own.card, 3)))


@each("name", SURFACES)
def test_what_is_public_does_change_bytes(name: str) -> None:
    """The property can fail: every surface tells something of what a seat may know."""
    world = next(
        world
        for at in range(LONGEST)
        for world in [moment(0, at)]
        if not world.state.winners and world.events
    )
    state = world.state
    seat = state.turn.seat
    illuminati = state.seat(seat).illuminati
    money = state.money(illuminati) + 1
    group = weakest(state)
    other = next(state.seats_after(seat)).name
    lines = (
        od.Line(1, od.Attack("control", group, illuminati)),
        od.Line(1, od.GiveMoney(other, money)),
    )
    asked = Occasion(seat, lines)
    surface = SURFACES[name]
    told = surface(world, asked)
    assert told == surface(world, asked)
    assert any(surface(changed, asked) != told for changed in public_changes(world, seat))


# --- ceilings, when attacks are raised --------------------------------------------------


def with_ceilings(orders: tuple[od.Policy, ...]) -> tuple[od.Policy, ...]:
    """The same stances with more that might be spent."""
    return tuple(
        changed(order, ceiling=order.ceiling + MARK)
        if isinstance(order, od.Stance) and order.ceiling is not None
        else order
        for order in orders
    )


@pytest.mark.long
def test_ceilings_that_are_not_reached_are_never_told() -> None:
    """What was spent is public, what might have been is not (R12.5)."""
    compared = 0
    for number in range(GAMES):
        steps = game(number)
        dice = SecretDice(key_of(number))
        for before, step in zip(steps, steps[1:], strict=False):
            for seat, orders in step.policies.items():
                more = with_ceilings(orders)
                if more == orders:
                    continue
                policies = {**step.policies, seat: more}
                events = resolve(before.state, step.script, dice, Instructions(policies)).events
                if spent(events) != spent(step.events):
                    continue
                for viewer in (row.name for row in before.state.seats if row.name != seat):
                    assert _told(events, viewer, step) == _told(step.events, viewer, step)
                    compared += 1
    assert compared > 20


def spent(events: tuple[ev.Event, ...]) -> list[ev.Event]:
    return [event for event in events if isinstance(event, ev.Spent)]


def _told(events: tuple[ev.Event, ...], viewer: str, step: PlayedStep) -> str:
    shown = [seen(event, viewer, step.state) for event in events]
    return encode_events([event for event in shown if event is not None])


# --- the whole way, with tables ---------------------------------------------------------


@pytest.fixture
def tables(sqlite_url: str, tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Two that are the same."""
    other = tmp_path / "twin.db"
    shutil.copyfile(sqlite_url.removeprefix("sqlite:///"), other)
    mail = {"address": "game@example.org", "answer_gap_seconds": 0}
    urls = sqlite_url, f"sqlite:///{other}"
    chosen = [Settings.model_validate({"database": {"url": url}, "mail": mail}) for url in urls]
    first, second = (open_database(each) for each in chosen)
    yield new_table(first, chosen[0]), new_table(second, chosen[1])
    first.close()
    second.close()


BOBS = (
    ("1: ATTACK Yuppies WITH Gnomes SPEND 3\nGUARD ALL UNTIL 2 MAX 3", read_position(FNORD)),
    ("PASS\nGUARD ALL UNTIL 2 MAX 9\nRESERVE 2", bobs_twin(read_position(FNORD))),
)
"""What bob has on file, and what he holds, in the two games."""
LETTERS = (
    "STATUS",
    "1: ATTACK CIA WITH Cthulhu SPEND 20\n2: IF 1 FAILS: ATTACK Yuppies WITH Mafia",
    "PREVIEW\nOFFER bob 3 FOR Swiss Bank Account",
    "OFFER bob 3 FOR Swiss Bank Account\nGIVE 2 TO bob\nGIVE 99 TO cat",
    "UNDO\nHELP ATTACK",
    "CLEAR",
    "ATTACK Hackers WITH Cthulhu\nTRANSFER 1 FROM Mafia TO Cthulhu",
)


def correspondence(table: Table, bobs: str) -> list[tuple[str, str]]:
    """All that ann and cat are sent, up to the report of ann's turn."""
    table.write("bob", bobs)
    for body in LETTERS:
        table.write("ann", body)
        table.write("cat", body)
    table.run_turn()
    for body in ("RESEND FULL", "RESEND 6 DIGEST\nHISTORY", "RESEND 5 BRIEF", "UNDO 1"):
        table.write("ann", body)
        table.write("cat", body)
    return [(mail.subject, mail.text) for seat in ("ann", "cat") for mail in table.mails(seat)]


@pytest.mark.long
def test_what_another_has_on_file_and_in_hand_changes_no_mail(
    tables: tuple[Table, Table],
) -> None:
    told = []
    for table, (bobs, state) in zip(tables, BOBS, strict=True):
        set_state(table, state)
        told.append(correspondence(table, bobs))
    assert told[0] == told[1]
    assert len(told[0]) > 2 * len(LETTERS)
