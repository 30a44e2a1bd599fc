"""Every game that is registered, by mail: its robots play it through the service to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import select

from pbem.database import Database, Session
from pbem.games import registry
from pbem.games.registry import ruleset, ruleset_names
from pbem.models import FINISHED, Record
from pbem.service.context import ServiceContext, ServiceRefusal
from pbem.service.history.exporting import export_game
from pbem.service.snapshots import GameSnapshot, load_game
from pbem.service.turns.founding import (
    Newcomer,
    NewGame,
    create_game,
)
from pbem.settings import Settings
from tests.support.console_visits import MO, add_moderator, visitor
from tests.support.registered import (
    SMALL,
    play,
    play_to_the_finale,
    table_of,
    toy_is_registered,
    write,
)
from tests.support.service_rows import Hands, Table, one_line, random_bytes

__all__ = ["toy_is_registered"]


def snapshot_of(table: Table) -> GameSnapshot:
    """The game as it is stored."""
    with table.database.read() as session:
        return load_game(session, table.game_id)


def round_trips(table: Table) -> None:
    """What is stored is read back the same, and evolves from its events."""
    played = ruleset(table.game().ruleset)
    with table.database.read() as session:
        records = session.exec(select(Record).order_by(Record.seq)).all()  # type: ignore[arg-type]
    snapshot = snapshot_of(table)
    state: Any = None
    for record in records:
        events = played.codec.decode_events(record.events)
        assert played.codec.encode_events(events) == record.events
        for happened in events:
            state = played.rules.evolve(state, happened)
            assert played.codec.decode_state(played.codec.encode_state(state)) == state
    assert state == snapshot.state and list(played.rules.audit(state)) == []


@pytest.mark.long
def test_the_toy_is_played_by_its_robots_to_the_end(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL)
    play(table)
    round_trips(table)


@pytest.mark.long
@pytest.mark.parametrize("game", ruleset_names())
def test_each_game_is_played_by_its_robots_to_the_end(game: str, sqlite_database: Database) -> None:
    """Beside ann, who writes nothing; in the end all is told, and can be proved."""
    table = table_of(sqlite_database, game, people=("ann",))
    play_to_the_finale(table)
    round_trips(table)
    (mail,) = table.mails("ann", kind="finale")
    told = one_line(mail.text)
    assert "TURN BY TURN, WITH ALL SECRETS" in told and "THE HONOURS" in told
    assert "in hand" in told.casefold()
    verify = ruleset(game).tools.verify
    exported = export_game(table.service, "Fnord-7")
    assert verify is None or verify(exported, lambda _done, _of: None) == []


def test_a_person_plays_the_toy_by_mail(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
    first = one_line(table.report("ann").text)
    assert "Your favourite is" in first and "bob has 10 coins." in first
    assert "OK BID 5" in write(table, "ann", "BID 5")
    assert "Try: BID 4" in write(table, "ann", "BIDD 4")
    assert "OK BID 4" in write(table, "ann", "please bid 4")
    assert "ASK" in write(table, "ann", "BID lots")
    assert "On file: BID 4." in write(table, "ann", "STATUS")
    assert "BID n" in write(table, "ann", "HELP BID")
    assert "COVERED" in write(table, "ann", "READY\nSAY TO ALL: it is mine")
    assert "COVERED" in write(table, "bob", "BID 0\nREADY")
    for _ in range(200):
        if table.game().turn == 1 and not table.sweep():
            table.clock.on(hours=1)
    second = one_line(table.report("ann").text)
    assert "bought red" in second and "ann: it is mine" in second
    assert "ann bid 4" in write(table, "ann", "HISTORY")
    assert "ann bid 4" not in write(table, "bob", "HISTORY")
    play(table)
    assert "bob bought" in one_line(table.report("ann").text) or table.game().phase == FINISHED


def test_nobody_is_written_to_where_one_of_several_asks_closes(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
    table.clock.now = table.game().deadline_at or table.clock.now
    left = set()
    for _ in range(300):
        if snapshot_of(table).status.part:
            break
        left.add(len(snapshot_of(table).status.asks))
        assert table.mails(kind="bulletin") == []
        if not table.sweep():
            table.clock.on(minutes=5)
    assert left == {1, 2, 3}, "each bid is closed by itself"
    assert [mail.to_name for mail in table.mails(kind="bulletin")] == ["ann", "bob"]


@pytest.mark.long
def test_a_moderator_sees_and_leads_the_toy_on_the_console(sqlite_database: Database) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann", "bob"))
    add_moderator(table.database, table.service.settings, MO, table.game_id)
    write(table, "ann", "BID 4")
    moderator = visitor(table)
    moderator.enter(MO)
    pages = ("", "/letters", "/outbox", "/filed", "/log")
    shown = {page: moderator.get(f"/console/game/{table.game_id}{page}") for page in pages}
    assert moderator.code == 200 and "BID 4" in shown["/filed"]
    before = table.game().deadline_at
    moderator.do(table.game_id, form="extend", when="24h", why="ann is ill")
    assert moderator.code == 200, moderator.page
    after = table.game().deadline_at
    assert before is not None and after == before + timedelta(hours=24)


class Killed(BaseException):
    """The process ends here."""


@contextmanager
def killed_at_commits(seed: int) -> Iterator[None]:
    """Let one transaction in sixteen die when all of it is written, and before it is kept.

    Rarely enough that no turn dies three times, which would pause the game.
    """
    chance = random.Random(seed)

    def die(_session: object) -> None:
        if chance.random() < 0.06:
            raise Killed

    event.listen(Session, "before_commit", die)
    try:
        yield
    finally:
        event.remove(Session, "before_commit", die)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_that_is_killed_again_and_again_loses_nothing(
    seed: int, sqlite_database: Database
) -> None:
    table = table_of(sqlite_database, SMALL, people=("ann",))
    write(table, "ann", "BID 4\nREADY")
    kills = 0
    with killed_at_commits(seed):
        for _ in range(4000):
            if table.game().phase == FINISHED:
                break
            try:
                if not table.sweep():
                    table.clock.on(hours=1)
            except Killed:
                kills += 1
                table.clock.on(minutes=5)
    assert kills > 2 and table.game().phase == FINISHED
    round_trips(table)
    turns = [turn.number for turn in table.turns()]
    assert turns == [1, 2, 3], "each played once"
    reports = [mail.key for mail in table.mails("ann", "turn")]
    assert len(reports) == 4, "the first, and one a turn"


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[pbem.rulesets]\ntoy = tests.toy_game:TOY\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(registry.RULESETS, SMALL)
        patch.syspath_prepend(tmp_path)
        assert ruleset_names() == (*registry.RULESETS, SMALL)
        assert ruleset(SMALL).title == "Sealed bids"


@pytest.mark.parametrize("many", [1, 5])
def test_a_game_is_for_as_many_players_as_it_says(many: int, sqlite_database: Database) -> None:
    service = ServiceContext(sqlite_database, Settings(), Hands())
    people = [Newcomer(f"seat{n}", f"seat{n}@example.org") for n in range(many)]
    new = NewGame("Fnord-7", people, random_bytes(seats=many), ruleset=SMALL)
    told = f"{many} players: Sealed bids is for 2 to 4"
    assert create_game(service, new) == ServiceRefusal("number-of-players", told)
