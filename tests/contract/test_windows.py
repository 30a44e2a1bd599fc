"""A seat that is asked several things at once: its letters answer all of them, each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from pbem.clock import clock_from
from pbem.database import Database
from pbem.games import registry
from pbem.models import Game
from pbem.service.clocks import open_asks, open_waits, set_clock
from pbem.service.context import ServiceContext
from pbem.service.snapshots import decoded_state, load_game
from pbem.service.turns.founding import Newcomer, NewGame, create_game
from pbem.settings import Settings
from tests.support import fronts_game
from tests.support.console_visits import MO, add_moderator, visitor
from tests.support.fronts_game import ASKS, CAST
from tests.support.service_rows import Hands, Table, one_line, random_bytes


@pytest.fixture
def table(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A game in which ann is asked three things, bob two of them."""
    monkeypatch.setitem(registry.RULESETS, "fronts", "tests.support.fronts_game:GAME")
    registry.ruleset.cache_clear()
    decoded_state.cache_clear()
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}})
    clock = Hands()
    service = ServiceContext(sqlite_database, settings, clock)
    people = [Newcomer(seat, f"{seat}@example.org") for seat in CAST]
    new = NewGame("Fnord-7", people, random_bytes(seats=2), ruleset="fronts")
    yield Table(service, clock, create_game(service, new))
    registry.ruleset.cache_clear()
    decoded_state.cache_clear()


def write(table: Table, seat: str, *lines: str) -> str:
    table.clock.on(minutes=5)
    return one_line(table.write(seat, "\n".join(lines)))


def closed(table: Table) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """What has been closed by now, with what was said."""
    for _ in range(20):
        if not table.sweep():
            break
    with table.database.read() as session:
        fronts: Mapping[str, Mapping[str, Sequence[str]]] = load_game(
            session, table.game_id
        ).state.fronts
        return fronts


def test_a_letter_answers_everything_that_its_seat_is_asked(table: Table) -> None:
    told = write(table, "ann", "WEST 2", "EAST 1", "MARCH 3")
    assert "COVERED" in told and all(f"OK {line}" in told for line in ("WEST 2", "EAST 1"))
    assert all(line in write(table, "ann", "STATUS") for line in ("EAST 1", "WEST 2", "MARCH 3"))
    assert not closed(table), "bob is waited for, and she may still change her march"
    write(table, "bob", "WEST 5")
    assert closed(table)["west"] == {"ann": ("WEST 2",), "bob": ("WEST 5",)}
    assert "east" not in closed(table), "bob has said nothing there"
    assert write(table, "bob", "WEST 7").count("COVERED") == 1
    write(table, "bob", "READY")
    assert closed(table)["east"] == {"ann": ("EAST 1",), "bob": ()}


def test_ready_answers_all_that_is_asked_at_once(table: Table) -> None:
    assert "nothing more is needed from you" in write(table, "ann", "MARCH 3", "READY")
    assert closed(table).keys() == {"march"}
    write(table, "bob", "READY")
    assert closed(table).keys() == {"march", "east", "west"}


def test_one_answer_leaves_the_others_on_file(table: Table) -> None:
    write(table, "ann", "EAST 1", "WEST 2", "WAIT")
    write(table, "ann", "EAST 4", "WAIT")
    status = write(table, "ann", "STATUS")
    assert "EAST 4" in status and "WEST 2" in status and "EAST 1" not in status


def test_undo_takes_back_what_the_last_letter_said_on_every_front(table: Table) -> None:
    write(table, "ann", "EAST 1", "WEST 2", "WAIT")
    write(table, "ann", "EAST 4", "WEST 5", "WAIT")
    write(table, "ann", "UNDO")
    status = write(table, "ann", "STATUS")
    assert "EAST 1" in status and "WEST 2" in status and "5" not in status.split("On file:")[1]


def test_undo_leaves_alone_what_the_last_letter_did_not_touch(table: Table) -> None:
    write(table, "ann", "EAST 1", "WEST 2", "WAIT")
    write(table, "ann", "WEST 5", "WAIT")
    write(table, "ann", "UNDO")
    status = write(table, "ann", "STATUS")
    assert "EAST 1" in status and "WEST 2" in status


def test_clear_takes_back_every_answer(table: Table) -> None:
    write(table, "ann", "EAST 1", "WEST 2", "WAIT")
    assert "your answers on file are gone" in write(table, "ann", "CLEAR")
    assert "Nothing is on file" in write(table, "ann", "STATUS")


def test_wait_keeps_every_ask_open_to_its_deadline(table: Table) -> None:
    write(table, "ann", "READY")
    assert closed(table).keys() == {"march"}
    write(table, "ann", "WAIT")
    write(table, "bob", "READY")
    assert closed(table).keys() == {"march"}
    game = table.game()
    assert all(ask.due_at == ask.deadline_at for ask in open_asks(game))


def test_a_reminder_is_of_what_ends_first_and_to_whom_that_waits_for(table: Table) -> None:
    write(table, "ann", "EAST 1", "WEST 2")
    assert table.game().ask == "east"
    while not table.mails(kind="reminder"):
        table.clock.on(hours=1)
        table.sweep()
    assert [mail.to_name for mail in table.mails(kind="reminder")] == ["bob"]
    assert not closed(table)


def begin_anew(table: Table, march: Mapping[str, str]) -> None:
    """All that is asked begins now, ann's march by these rules of the clock."""
    with table.database.write() as session:
        game = session.get_one(Game, table.game_id)
        set_clock(game, clock_from({"script": march, "setup": march, "answers": {"next": "18h"}}))
        asks = load_game(session, table.game_id).status.asks
        open_waits(game, asks, table.clock(), anew=True)
        session.add(game)


def test_what_ends_later_is_reminded_of_in_its_own_time(table: Table) -> None:
    begin_anew(table, {"next": "20h"})
    write(table, "bob", "EAST 1", "WEST 2")
    write(table, "ann", "EAST 1", "WAIT")
    for _ in range(19):
        table.clock.on(hours=1)
        table.sweep()
    due = [mail.key.split(":")[5:7] for mail in table.mails("ann", "reminder")]
    assert [wait for wait, _ in due] == ["answers", "script"] * 2
    assert len({at for _, at in due}) == 2, "each names the deadline of what it is about"
    assert not table.mails("bob", "reminder")


def test_a_march_in_its_grace_holds_up_no_front(table: Table) -> None:
    begin_anew(table, {"next": "10h", "grace": "24h"})
    write(table, "bob", "WAIT")
    table.clock.on(hours=10)
    assert not closed(table) and table.mails("ann", "late")
    assert [ask.key for ask in open_asks(table.game())] == ["east", "west", "march"]
    write(table, "ann", "EAST 1", "WEST 2", "WAIT")
    table.clock.on(hours=8)
    assert closed(table).keys() == {"east", "west"}, "they are not kept until the grace is over"
    write(table, "ann", "MARCH 3")
    assert closed(table)["march"] == {"ann": ("MARCH 3",)}


def test_nobody_is_written_to_where_one_of_several_asks_closes(table: Table) -> None:
    write(table, "ann", "WEST 2", "EAST 1", "MARCH 3")
    before = len(table.mails())
    write(table, "bob", "WEST 5")
    assert closed(table).keys() == {"west"}
    assert [mail.kind for mail in table.mails()[before:]] == ["acknowledgement"]


def test_the_console_names_nobody_who_is_asked_in_secret(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = replace(ASKS[-1], seats=("bob",), shows_seats=False)
    monkeypatch.setattr(fronts_game, "ASKS", (*ASKS[:2], secret))
    add_moderator(table.database, table.service.settings, MO, table.game_id)
    for seat in CAST:
        write(table, seat, "EAST 1", "WEST 2")
    assert closed(table).keys() == {"east", "west"}
    moderator = visitor(table)
    for page in (moderator.enter(MO), moderator.get(f"/console/game/{table.game_id}")):
        assert "Waiting for: nobody." in page
