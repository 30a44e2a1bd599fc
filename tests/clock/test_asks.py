"""Several things asked at once: each has its own deadline, and ends early or by silence (R12.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.clock import clock_from
from pbem.database import Database
from pbem.games import registry
from pbem.games.contract.values import Ask, SheetKey
from pbem.models import Absence, Game, Seat
from pbem.service.clocks import format_game_clock, open_asks, open_waits, set_clock
from pbem.service.context import ServiceContext
from pbem.service.due.adjudication import adjudicate
from pbem.service.history.records import put_sheet
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.command_context import Actor
from pbem.service.moderating.running import run_commands
from pbem.service.snapshots import decoded_state, load_game
from pbem.service.waits import close_answered, wait_for_the_away, waited_for
from pbem.settings import Settings
from tests.support.fronts_game import GAME, RULES, State
from tests.support.rows import NOON, add_game, add_letter, add_seat
from tests.support.service_rows import Hands

HOUR = timedelta(hours=1)
SEATS = ("ann", "bob", "cat")
ASKS = (
    Ask("bids", "answers", SEATS, SheetKey("bids", 1)),
    Ask("war", "script", ("ann", "bob"), SheetKey("war", 1)),
    Ask("secret", "script", ("cat",), SheetKey("secret", 1), shows_seats=False),
)


@pytest.fixture
def toy(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A toy game of three seats that was opened at noon."""
    monkeypatch.setitem(registry.RULESETS, "fronts", "tests.support.fronts_game:GAME")
    monkeypatch.setattr("tests.support.fronts_game.CAST", SEATS)
    monkeypatch.setattr("tests.support.fronts_game.ASKS", ASKS)
    registry.ruleset.cache_clear()
    decoded_state.cache_clear()
    with sqlite_database.write() as session:
        state = GAME.codec.encode_state(State())
        number = add_game(session, ruleset="fronts", state=state, opened_at=None)
        for place, name in enumerate(SEATS):
            seat = session.get_one(Seat, add_seat(session, number, name, place))
            seat.token_seed = f"{place:032x}"
        game = session.exec(select(Game)).one()
        rules = {"script": {"next": "72h"}, "answers": {"next": "18h"}}
        set_clock(game, clock_from(rules))
        open_waits(game, RULES.status(State()).asks, NOON)
        session.add(game)
    yield sqlite_database
    registry.ruleset.cache_clear()
    decoded_state.cache_clear()


def answer(toy: Database, seat: str, key: str, *, is_closing: bool = True) -> None:
    """An answer of a seat, which says READY, an hour after noon."""
    with toy.write() as session:
        snapshot = load_game(session, 1)
        letter = add_letter(session, f"{seat} {key}", state="done")
        put_sheet(
            session,
            game_id=1,
            seat_id=snapshot.seats[seat].id or 0,
            kind=key,
            turn=1,
            part=0,
            revision=1,
            letter_id=letter,
            text=f"{seat} answers",
            is_ready=True,
            back_to=None,
            created_at=NOON + HOUR,
        )
        if is_closing:
            close_answered(session, snapshot, NOON + HOUR)
        session.add(snapshot.game)


def open_now(toy: Database) -> dict[str, timedelta]:
    """How long after noon each ask that is open is due."""
    with toy.read() as session:
        game = session.exec(select(Game)).one()
        return {ask.key: ask.due_at - NOON for ask in open_asks(game)}


def closed(toy: Database) -> dict[str, dict[str, tuple[str, ...]]]:
    with toy.read() as session:
        return dict(load_game(session, 1).state.fronts)


def run(toy: Database, hours: float) -> bool:
    clock = Hands(NOON + hours * HOUR)
    return adjudicate(ServiceContext(toy, Settings(), clock), 1)


def test_each_ask_has_a_deadline_of_its_own(toy: Database) -> None:
    assert open_now(toy) == {"bids": 18 * HOUR, "war": 72 * HOUR, "secret": 72 * HOUR}


def test_one_ask_ends_early_and_one_by_silence(toy: Database) -> None:
    answer(toy, "ann", "war")
    assert open_now(toy)["war"] == 72 * HOUR, "bob is waited for"
    answer(toy, "bob", "war")
    assert open_now(toy) == {"war": HOUR, "bids": 18 * HOUR, "secret": 72 * HOUR}
    assert run(toy, 1)
    assert closed(toy) == {"war": {"ann": ("ann answers",), "bob": ("bob answers",)}}
    assert open_now(toy) == {"bids": 18 * HOUR, "secret": 72 * HOUR}
    assert not run(toy, 17)
    answer(toy, "cat", "bids")
    assert run(toy, 18)
    assert closed(toy)["bids"] == {"cat": ("cat answers",)}
    assert open_now(toy) == {"secret": 72 * HOUR}


def test_nobody_learns_who_is_asked_in_secret(toy: Database) -> None:
    for seat in SEATS:
        answer(toy, seat, "bids")
    with toy.read() as session:
        snapshot = load_game(session, 1)
        assert waited_for(session, snapshot) == ["ann", "bob"]
        assert waited_for(session, snapshot, with_hidden=True) == list(SEATS)


# --- what a moderator does moves all that is asked --------------------------------------


def command(toy: Database, line: str, hours: float = 0) -> str:
    """What a moderator's line is answered so many hours after noon; it must be done."""
    service = ServiceContext(toy, Settings(), Hands(NOON + hours * HOUR))
    (said,) = run_commands(service, 1, line, OPERATOR)
    assert said.is_done, said.answer
    return said.answer


def test_a_pause_leaves_every_ask_what_was_left_of_its_time(toy: Database) -> None:
    command(toy, "PAUSE", hours=6)
    command(toy, "RESUME", hours=16)
    # Half of NEXT is left at least, or a day.
    assert open_now(toy) == {"bids": 28 * HOUR, "war": 82 * HOUR, "secret": 82 * HOUR}


def test_who_is_ready_when_a_pause_ends_is_not_waited_for(toy: Database) -> None:
    command(toy, "PAUSE", hours=6)
    for seat in ("ann", "bob"):
        answer(toy, seat, "war", is_closing=False)
    command(toy, "RESUME", hours=16)
    assert open_now(toy) == {"war": 16 * HOUR, "bids": 28 * HOUR, "secret": 82 * HOUR}


def test_an_extension_is_one_of_all_that_is_asked(toy: Database) -> None:
    said = command(toy, "EXTEND 10h")
    assert open_now(toy) == {"bids": 28 * HOUR, "war": 82 * HOUR, "secret": 82 * HOUR}
    assert "Everything else that is asked now moves with it." in said


def test_a_moment_extends_or_shortens_only_what_ends_before_or_after_it(toy: Database) -> None:
    command(toy, "EXTEND TO 2026-11-22 12:00 UTC")
    assert open_now(toy) == {"bids": 24 * HOUR, "war": 72 * HOUR, "secret": 72 * HOUR}
    command(toy, "SHORTEN TO 2026-11-22 00:00 UTC")
    assert open_now(toy) == dict.fromkeys(("bids", "war", "secret"), 12 * HOUR)


def test_a_deadline_that_is_set_is_that_of_all(toy: Database) -> None:
    command(toy, "SET DEADLINE 2026-11-23 12:00 UTC")
    assert open_now(toy) == dict.fromkeys(("bids", "war", "secret"), 48 * HOUR)


def test_a_turn_that_is_run_now_closes_all_that_is_asked(toy: Database) -> None:
    command(toy, "PROCESS TURN 1", hours=1)
    for _ in range(3):
        assert run(toy, 1)
    assert {*closed(toy)} == {"bids", "war", "secret"}


def test_who_is_away_has_his_own_turn_put_off_and_nothing_else(
    toy: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = [replace(ask, on_silence="miss") if ask.key == "war" else ask for ask in ASKS]
    monkeypatch.setattr("tests.support.fronts_game.ASKS", asks)
    with toy.write() as session:
        times = {"from_at": NOON + HOUR, "until_at": NOON + 80 * HOUR}
        session.add(Absence(game_id=1, seat_id=1, state="ok", created_at=NOON, **times))
        session.flush()
        assert wait_for_the_away(session, load_game(session, 1), NOON) == ("ann",)
    assert open_now(toy) == {"bids": 18 * HOUR, "war": 104 * HOUR, "secret": 72 * HOUR}


# --- what is said of the waits, whichever ends first ------------------------------------


def first_is(toy: Database, **columns: object) -> Game:
    """The game, of which the ask that ends first has these columns."""
    with toy.write() as session:
        game = session.exec(select(Game)).one()
        for name, value in columns.items():
            setattr(game, name, value)
        session.add(game)
    return game


def test_a_window_that_ends_later_hides_whom_it_waits_for(toy: Database) -> None:
    for seat in ("ann", "bob"):
        answer(toy, seat, "war")
    game = first_is(toy)
    assert game.ask == "war" and game.wait == "script"
    assert not Actor("ann", is_rival=True).sees_waited(game)


def test_a_round_that_ends_later_is_a_round(toy: Database) -> None:
    rows = [(key, "round", *times) for key, _, *times in first_is(toy).other_asks]
    game = first_is(toy, other_asks=rows)
    assert game.wait == "answers"
    assert format_game_clock(game) == "3 days a round"
