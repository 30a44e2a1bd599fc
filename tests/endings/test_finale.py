"""The finale: the end of a game is told, with everything that was hidden; each registered game."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlmodel import select

from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.endings import award
from pbem.games.contract.playouts import play_out
from pbem.games.contract.proof import verify_states
from pbem.games.contract.values import ranked
from pbem.games.registry import ruleset, ruleset_names
from pbem.mails.finale import verdict
from pbem.models import Attachment, Ending
from pbem.service.endings.chances import ChancePoint, PlayedOut, picked, turning_points
from pbem.service.endings.finale_mails import mail_finale
from tests.support.registered import (
    CAST,
    database_in,
    play_to_the_finale,
    registered_toy,
    table_of,
    toy_is_registered,
    write,
)
from tests.support.service_rows import Table, one_line

__all__ = ["toy_is_registered"]
SAID = (
    ("ann", "BID 4"),
    ("ann", "PROMISE bob: the red one is yours"),
    ("bob", "DIARY: I want the green one"),
    ("bob", "SAY TO ann: I believe you"),
)
AT = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The toy with ann and bob, who talk and bid once, and then do nothing until it is over."""
    with registered_toy(), database_in(tmp_path_factory.mktemp("finale")) as database:
        table = table_of(database, "toy", ("ann", "bob"), cpu_seconds=60)
        for seat, text in SAID:
            write(table, seat, text)
        play_to_the_finale(table)
        yield table


def finale_of(table: Table, seat: str) -> str:
    (mail,) = table.mails(seat, kind="finale")
    return one_line(mail.text)


def test_everybody_is_told_everything_once(table: Table) -> None:
    for seat in ("ann", "bob"):
        told = finale_of(table, seat)
        assert "THE FINALE" in told and "HOW CLOSE EVERYBODY CAME" in told
        assert "ann joined" in told, "her favourite was hers alone"
        assert "ann bid 4" in told, "and so was her bid"
        assert "I want the green one" in told
        assert "# PLAY AGAIN" in told
    assert table.mails("cat", kind="finale") == [], "nothing is mailed to a robot"


@pytest.mark.parametrize(
    ("winners", "reader", "told"),
    [
        (("ann",), "ann", "You win."),
        (("ann",), "bob", "ann wins."),
        (("ann", "bob"), "bob", "You and ann win together."),
        ((), "ann", "It ended without a winner."),
    ],
)
def test_the_verdict_speaks_to_its_reader(winners: tuple[str, ...], reader: str, told: str) -> None:
    assert verdict(winners, reader) == told


@pytest.mark.long
def test_it_is_told_once_however_often_it_is_tried(table: Table) -> None:
    with table.database.read() as session:
        (row,) = session.exec(select(Ending)).all()
    assert row.mailed_at is not None and row.next_try_at is None
    assert not mail_finale(table.service, row.id or 0, table.clock())
    assert len(table.mails("ann", kind="finale")) == 1


def test_a_promise_is_told_to_those_it_was_between_until_they_open_it(
    table: Table,
) -> None:
    assert "the red one is yours" in finale_of(table, "ann")
    assert "ann never went for bob after that." in finale_of(table, "bob")
    assert "I believe you" not in finale_of(table, "ann"), "it stood in her mail, and is closed"
    assert "2 private texts of this game are still sealed" in finale_of(table, "bob")


@pytest.mark.long
def test_the_proof_goes_with_it_and_adds_up(table: Table) -> None:
    (mail,) = table.mails("ann", kind="finale")
    with table.database.read() as session:
        (file,) = session.exec(select(Attachment).where(Attachment.outbox_id == mail.id)).all()
    assert file.name == "Fnord-7.json.gz" and f"pbem verify {file.name}" in mail.text
    text = gzip.decompress(file.content).decode()
    assert verify_states(ruleset("toy"), text) == []
    forged = json.loads(text)
    forged["winners"] = ["cat", "ann", "bob"]
    assert verify_states(ruleset("toy"), json.dumps(forged)) == [
        "somebody else has won by the last state"
    ]


def test_where_it_turned_is_told_by_what_robots_make_of_it(table: Table) -> None:
    with table.database.read() as session:
        kept = session.exec(select(Ending)).one().chances
    assert kept["rounds"] == 24 and len(kept["points"]) == 3
    for _, chances in kept["points"]:
        assert sum(chances.values()) == pytest.approx(1, abs=0.05)


def test_only_changes_that_are_no_chance_are_told() -> None:
    points = [
        ChancePoint(turn, {"ann": share, "bob": 1 - share})
        for turn, share in ((1, 0.5), (2, 0.55), (5, 0.95), (6, 1.0))
    ]
    (turned,) = turning_points(PlayedOut(24, points))
    assert (turned.first, turned.last, turned.was["ann"], turned.now["ann"]) == (3, 5, 0.55, 0.95)
    assert turning_points(PlayedOut(6, points)) == [], "of six games that is chance"


def test_the_turns_looked_at_are_spread_and_hold_the_ends() -> None:
    assert picked(range(1, 6)) == (1, 2, 3, 4, 5)
    found = picked(range(1, 43))
    assert len(found) == 8 and found[0] == 1 and found[-1] == 42


def test_places_are_shared_by_winners_and_by_those_as_near() -> None:
    near = {"ann": 1.0, "bob": 0.5, "cat": 0.5, "dee": 0.0}
    found = ranked(near, ("ann",), ("dee",))
    assert [(one.seat, one.place) for one in found] == [
        ("ann", 1),
        ("bob", 2),
        ("cat", 2),
        ("dee", 4),
    ]
    assert [one.place for one in ranked(near, ("ann", "bob"), ())] == [1, 1, 3, 4]


def test_an_award_is_nobodys_that_all_would_share() -> None:
    assert award("X", {"ann": 3, "bob": 3, "cat": 3}, "{}") == ()
    assert award("X", {"ann": 1}, "{}") == ()
    assert award("X", {"ann": 3, "bob": 2}, "{} times")[0].why == "3 times"


@pytest.mark.parametrize("game", (*ruleset_names(), "toy"))
def test_each_game_is_ranked_and_opened(game: str) -> None:
    played = ruleset(game)
    begun = played.rules.new(CAST, None, played.dice(b"finale"), dict.fromkeys(CAST, ()))
    places = played.rules.ranking(begun.state)
    assert {one.seat for one in places} == set(CAST)
    assert all(0 <= one.nearness <= 1 for one in places)
    told = played.reporter.finale(begun.state, nobody(), {0: begun.events})
    assert {one.seat for one in told.seats} in (set(), set(CAST))
    assert played.secrecy.opened(begun.events, begun.state), "something is dealt in secret"


@pytest.mark.parametrize("game", (*ruleset_names(), "toy"))
def test_each_game_is_played_out_the_same_for_the_same_key(game: str) -> None:
    played: Any = ruleset(game)
    two = CAST[:2]
    begun = played.rules.new(two, None, played.dice(b"finale"), dict.fromkeys(two, ()))
    won = play_out(played, begun.state, b"key")
    assert won == play_out(played, begun.state, b"key") and set(won) <= set(two)


def nobody() -> MailContext:
    return MailContext("Fnord-7", "", "", "UTC", 1, "ann", None, AT, "", "1")
