"""The page of a seat in INWO: standing orders as forms, threats, boards of old and charts."""

from __future__ import annotations

import re

import pytest

from pbem.database import Database
from pbem.games.inwo.page import figures, threats
from pbem.games.inwo.page_forms import POLICIES
from pbem.games.registry import ruleset
from pbem.service.context import ServiceContext
from pbem.service.snapshots import load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game, robot_newcomer
from tests.support.page_visits import Device, opened_by, with_pages
from tests.support.service_rows import Hands, Table, one_line, random_bytes

FILLED = {
    "GUARD": ({"what": "ALL", "until": "3", "keep": "1"}, "GUARD ALL UNTIL 3 KEEP 1 TOKENS"),
    "OPPOSE": (
        {"whom": "cat", "until": "4", "cards": "Illuminati"},
        "OPPOSE cat UNTIL 4 WITH",
    ),
    "PASS ALWAYS ON": ({"what": "attacks NOT ON ME"}, "PASS ALWAYS ON attacks NOT ON ME"),
    "SHED": ({"cards": "ANY Goal TO BOTTOM"}, "SHED ANY goal TO BOTTOM"),
    "BUY PLOTS BEFORE TOKENS KEEP": ({"keep": "2"}, "BUY PLOTS BEFORE TOKENS KEEP 2"),
    "DECLARE": ({"when": "NEVER"}, "DECLARE NEVER"),
}


@pytest.fixture
def table(sqlite_database: Database) -> Table:
    """ann against a robot, some turns into their game."""
    clock = Hands()
    service = ServiceContext(sqlite_database, with_pages(), clock)
    cast = [Newcomer("ann", "ann@example.org"), robot_newcomer("cat", "greedy")]
    table = Table(
        service,
        clock,
        create_game(service, NewGame("Fnord-7", cast, random_bytes(seats=2), ruleset="inwo")),
    )
    while table.game().turn < 5:
        if not table.sweep():
            clock.on(hours=6)
    return table


def stored(table: Table):  # type: ignore[no-untyped-def]
    with table.database.read() as session:
        return load_game(session, table.game_id).state


def until_threatened(table: Table):  # type: ignore[no-untyped-def]
    """The game once somebody could attack something."""
    for turn in range(table.game().turn, 25):
        state = stored(table)
        if any(threats(state, "ann", copy) for copy in state.table):
            return state
        while table.game().turn == turn:
            if not table.sweep():
                table.clock.on(hours=6)
    raise AssertionError("nobody could ever attack anything")


@pytest.fixture
def device(table: Table) -> Device:
    return opened_by(table, "ann")


@pytest.mark.long
def test_every_form_of_a_standing_order_is_read(device: Device) -> None:
    assert set(FILLED) == {row.verb for row in POLICIES}
    for verb, (fields, line) in FILLED.items():
        device.get(device.at)
        page = device.post(f"{device.at}/policy", verb=verb, **fields)
        assert device.code == 200 and line in one_line(page), (verb, one_line(page)[:2000])
    assert "Fill in what the form asks for" in device.post(f"{device.at}/policy", verb="GUARD")


@pytest.mark.long
def test_a_card_tells_who_could_attack_it(table: Table, device: Device) -> None:
    state = until_threatened(table)
    groups = [copy for copy, card in state.table.items() if card.master]
    found = [one for copy in groups for one in threats(state, "ann", copy)]
    for copy in groups:
        assert state.controller(copy) not in {one.seat for one in threats(state, "ann", copy)}
    assert all(one.need >= 2 and 0 < one.ways <= 33 for one in found), "11 and 12 always fail"
    card = next(copy for copy in groups if threats(state, "ann", copy)).partition("@")[0]
    page = one_line(device.get(f"{device.at}/card/{card}"))
    assert "Who could attack it" in page and "with all the aid it can have" in page
    assert threats(state, "ann", state.seat("ann").illuminati) == ()
    assert threats(state, "ann", "no-such-card") == ()


@pytest.mark.long
def test_threats_tell_nothing_of_hidden_hands(table: Table) -> None:
    state = stored(table)
    played = ruleset("inwo")
    known = played.codec.decode_state(played.reporter.view(state, "ann"))
    for copy, card in state.table.items():
        if card.master:
            assert threats(state, "ann", copy) == threats(known, "ann", copy)


@pytest.mark.long
def test_boards_and_charts_show_each_turn(table: Table, device: Device) -> None:
    page = device.get(f"{device.at}/history")
    for name, by_seat in figures(stored(table)).items():
        assert f"{name}, turns 1 to 4" in page
        assert set(by_seat) == {"ann", "cat"}
    assert page.count("<polyline") >= 8
    boards = {device.get(f"{device.at}/board?turn={turn}") for turn in (1, 2, 3, 4)}
    assert len(boards) == 4 and all('id="card-' in board for board in boards)
    public = [device.get(f"/game/Fnord-7/turn?number={turn}") for turn in (1, 2, 3, 4)]
    assert all(re.search(r'<svg[^>]*>.*id="card-', page, re.DOTALL) for page in public)
    assert sum("cat takes over" in page for page in public) == 2
