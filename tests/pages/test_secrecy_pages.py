"""What a seat may not know changes no byte of its pages; every game's seats have pages."""

from __future__ import annotations

import re

import pytest

from engine.core.values import changed
from engine.illuminati.state import State
from pbem.database import Database
from pbem.service.context import ServiceContext
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from tests.support.page_visits import Device, newest_way, opened_by, with_pages
from tests.support.registered import toy_is_registered
from tests.support.service_rows import CAST, Hands, Table, new_table, random_bytes, set_state

__all__ = ["toy_is_registered"]
PATHS = ("", "/history", "/board", "/log?q=the", "/talk", "/card/cia", "/card/yuppies")
_CHANGING = re.compile(r'name="(?:csrf|key)" value="[^"]*"|Device-\d+')


def bare(device: Device, path: str) -> str:
    """A page without what is new in it each time it is loaded."""
    return _CHANGING.sub("", device.get(device.at + path))


def other_secrets(state: State) -> State:
    """The same game for bob: another hand of ann's, another order of what is yet to come."""
    seats = tuple(
        changed(seat, hand=("slush-fund", "bribery", "deep-agent")[: len(seat.hand)])
        if seat.name == "ann"
        else seat
        for seat in state.seats
    )
    return changed(state, seats=seats, deck=tuple(reversed(state.deck)))


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    table = new_table(sqlite_database, with_pages())
    table.run_turn()
    return table


@pytest.mark.long
def test_anothers_hand_sheet_talk_and_policies_change_no_byte(table: Table) -> None:
    device = opened_by(table, "bob")
    before = [bare(device, path) for path in PATHS]
    asked = device.check("ATTACK Yuppies WITH C.I.A.\nATTACK Mafia WITH Gnomes SPEND 3")
    set_state(table, other_secrets(table.state()))
    table.write("ann", "ATTACK Yuppies WITH Mafia SPEND 2\nRESERVE 4\nREADY")
    table.write("cat", "OPPOSE ALL MAX 2\nDIARY:\nbob must not know.\n")
    table.write("dee", "SAY TO cat:\nNothing for bob.\n")
    assert [bare(device, path) for path in PATHS] == before
    assert _CHANGING.sub(
        "", device.check("ATTACK Yuppies WITH C.I.A.\nATTACK Mafia WITH Gnomes SPEND 3")
    ) == _CHANGING.sub("", asked)


@pytest.mark.long
@pytest.mark.parametrize("name", ["illuminati", "inwo", "toy"])
def test_every_game_has_pages(name: str, sqlite_database: Database) -> None:
    clock = Hands()
    service = ServiceContext(sqlite_database, with_pages(), clock)
    newcomers = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    new = NewGame("Fnord-7", newcomers, random_bytes(), ruleset=name)
    assert isinstance(create_game(service, new), int)
    device = Device(service)
    device.enter(newest_way(service, "ann@example.org"))
    assert device.code == 200 and "You are ann" in device.page
    lines = re.findall(r'name="add" value="([^"]+)"', device.page)
    if lines:
        told = device.check(lines[0])
        assert 'class="ASK"' not in told and 'class="REFUSED"' not in told, told
        assert "The answer" in device.save(lines[0])
    for path in ("/history", "/board", "/log?q=turn", "/talk"):
        device.get(device.at + path)
        assert device.code == 200, path
