"""Moderators, sitters, standby players: nothing hidden in what any of them is sent or shown.

Two tables that differ only in what bob holds and has on file have the same things done to them;
whoever may not know bob's secrets gets the same bytes at both (R9.5, R12.3, R12.9).
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from engine.core.values import changed
from engine.illuminati.cards import SPECIALS
from engine.illuminati.state import State
from pbem.database import open_database
from pbem.games.illuminati.position import read_position
from pbem.models import NEW, Game, Letter, Moderator, Outbox, Person, Sitter
from pbem.service.arriving.intake import accept
from pbem.service.console.login import make_link
from pbem.service.due.reminding import ring
from pbem.service.letters.reading import read_letter
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import add_moderator, moderators_address
from pbem.service.seats.standby_list import add_standby
from pbem.service.transaction import GameTx
from pbem.settings import Settings
from tests.support.console_visits import visitor
from tests.support.service_rows import CAST, FNORD, Table, letter_text, new_table, set_state
from tests.support.twins import bobs_twin

EVE, MAL, SAM = "eve@example.org", "mal@example.org", "sam@example.org"
ANN = "ann@example.org"
BOB = "bob@example.org"
PASS = {"dmarc": "pass"}
LOOKS = (
    "STATUS\nWHO\nLOG\nLETTERS\nRULES\nSET\nHELP\nSTANDBY",
    "PREVIEW\nPREVIEW bob\nBECOME bob:\nPASS\nEND\nEDIT MONEY OF Gnomes 9 TRY BECAUSE why",
    "LOG 1\nLOG 2\nLOG 3\nLOG 4\nLOG 5\nLOG 6\nLOG 7\nLOG 8\nLOG 9",
)
"""All that a moderator can look at, and what is refused to one who may not see."""


@pytest.fixture
def tables(sqlite_url: str, tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """Two that are the same."""
    other = tmp_path / "twin.db"
    shutil.copyfile(sqlite_url.removeprefix("sqlite:///"), other)
    mail = {"address": "game@example.org", "answer_gap_seconds": 0, "answers_an_hour": 0}
    urls = sqlite_url, f"sqlite:///{other}"
    chosen = [Settings.model_validate({"database": {"url": url}, "mail": mail}) for url in urls]
    first, second = (open_database(each) for each in chosen)
    yield new_table(first, chosen[0]), new_table(second, chosen[1])
    first.close()
    second.close()


def begin(table: Table, state: State) -> None:
    """The position, with seeds that are the same at both tables."""
    seeds = itertools.count(1)
    fixed = lambda many: next(seeds).to_bytes(many, "big")  # noqa: E731
    table.service = replace(table.service, random_bytes=fixed)
    set_state(table, state)
    for email in (SAM, MAL):
        add_standby(table.service, email, name=email.partition("@")[0])


def promoted(table: Table, email: str) -> Moderator:
    with table.database.write() as session:
        game = session.exec(select(Game)).one()
        return add_moderator(GameTx(table.service, session, table.clock(), game), email, "")


def command(table: Table, moderator: Moderator, body: str) -> None:
    """A letter of a moderator, read."""
    with table.database.read() as session:
        to = moderators_address(table.service, session, moderator)
    table.clock.on(minutes=1)
    email = EVE if moderator.person_id > 4 else ANN
    read_letter(table.service, accept(table.service, letter_text(email, to, body), to, email, PASS))


def ordered(table: Table, *lines: str) -> None:
    """Commands of the operator, from whom nothing is hidden; each must be done."""
    for line in lines:
        table.clock.on(minutes=1)
        [found] = run_commands(table.service, table.game_id, line, OPERATOR)
        assert found.is_done, found.answer


def let_alarm_ring(table: Table) -> None:
    ring(table.service, table.game_id, table.clock())


def sent(table: Table, *but: str) -> list[tuple[str, str, str]]:
    """Every mail to anybody else."""
    with table.database.read() as session:
        rows = session.exec(select(Outbox).order_by(col(Outbox.id))).all()
    return [(row.rcpt, row.subject, row.text) for row in rows if row.rcpt not in but]


def pages(table: Table, email: str) -> list[str]:
    """What the console shows a moderator, without what differs at every visit."""
    who = visitor(table)
    path = make_link(table.service, email).partition("/console")[2]
    who.get(f"/console{path}")
    who.post(f"/console{path}")
    places = ("", f"game/{table.game_id}", *(f"game/{table.game_id}/{p}" for p in PLACES))
    found = []
    for place in places:
        found.append(who.get_bare(f"/console/{place}"))
        assert who.code == 200, place
    public = [who.get("/"), who.get("/games.json")]
    return [*found, *public]


HALF = timedelta(hours=12)
PLACES = ("letters", "outbox", "log")
BOBS = (
    ("1: ATTACK Yuppies WITH Gnomes SPEND 3\nGUARD ALL UNTIL 2 MAX 3", read_position(FNORD)),
    ("PASS\nGUARD ALL UNTIL 2 MAX 9\nRESERVE 2", bobs_twin(read_position(FNORD))),
)


def card_in_both_decks() -> str:
    decks = [state.deck for _, state in BOBS]
    return next(SPECIALS[card].name for card in decks[0] if card in SPECIALS and card in decks[1])


def story(table: Table, bobs: str, moderator: Moderator) -> None:
    """Everything that may happen at a table with a moderator, as seen by whom it concerns not."""
    table.write("bob", bobs)
    table.write("ann", "ATTACK Hackers WITH Cthulhu")
    for body in LOOKS:
        command(table, moderator, body)
    ordered(
        table,
        "EDIT MONEY OF Gnomes 9 BECAUSE of a slip",
        f"EDIT HAND OF bob ADD {card_in_both_decks()} BECAUSE it was forgotten",
        "NOTICE hello",
        "BECOME bob:\nGUARD ALL UNTIL 3 MAX 5",
        "ALLOW bob",
        "RULE gifts are gifts",
    )
    for letter in unread(table):
        read_letter(table.service, letter)
    table.write("cat", "STATUS\nWHO\nLOG\nHISTORY\nRULES")
    for body in LOOKS:
        command(table, moderator, body)
    table.clock.now = (table.game().deadline_at or table.clock()) - HALF
    let_alarm_ring(table)
    table.run_turn()
    ordered(table, "OFFER bob")
    table.write("cat", "STATUS\nRESEND FULL")
    for body in LOOKS:
        command(table, moderator, body)


def unread(table: Table) -> list[int]:
    with table.database.read() as session:
        rows = session.exec(select(Letter.id).where(Letter.state == NEW)).all()
    return [row for row in rows if row is not None]


def looked(table: Table, moderator: Moderator) -> tuple[list[tuple[str, str, str]], list[str]]:
    """All that was sent to anybody but bob, and all the console shows a moderator."""
    email = EVE if moderator.person_id > len(CAST) else ANN
    return sent(table, BOB), pages(table, email)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["plays", "blind"])
def test_a_moderator_who_may_not_know_gets_the_same_bytes(
    tables: tuple[Table, Table], kind: str
) -> None:
    told = []
    for table, (bobs, state) in zip(tables, BOBS, strict=True):
        begin(table, state)
        moderator = promoted(table, ANN if kind == "plays" else EVE)
        if kind == "blind":
            ordered(table, "SET BLIND on")
        story(table, bobs, moderator)
        told.append(looked(table, moderator))
    assert_same(told)
    kinds = {rcpt for rcpt, _, _ in told[0][0]}
    assert kinds >= {SAM, MAL, ANN, "cat@example.org", "dee@example.org"}
    assert any("Something hidden was put right" in text for _, _, text in told[0][0])


def assert_same(told: list[tuple[list[tuple[str, str, str]], list[str]]]) -> None:
    (mails, shown), (others, also) = told
    for one, two in zip(mails, others, strict=True):
        assert one == two
    for page, other in zip(shown, also, strict=True):
        assert page == other


@pytest.mark.long
def test_who_may_see_is_told_of_the_difference(tables: tuple[Table, Table]) -> None:
    """The comparison can fail: a moderator from whom nothing is hidden is shown what differs."""
    told = []
    for table, (bobs, state) in zip(tables, BOBS, strict=True):
        begin(table, state)
        moderator = promoted(table, EVE)
        table.write("bob", bobs)
        command(table, moderator, "PREVIEW bob")
        told.append(sent(table, BOB))
    assert told[0] != told[1]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["plays", "sits in"])
def test_where_it_is_hidden_nobody_sees_who_is_waited_for(
    tables: tuple[Table, Table], kind: str
) -> None:
    """Bob has answered at one table, and at the other he has not."""
    told = []
    for table, bobs in zip(tables, ("READY", "WAIT"), strict=True):
        begin(table, announced())
        moderator = promoted(table, ANN if kind == "plays" else EVE)
        if kind == "sits in":
            sit(table, "dee", EVE)
        ordered(table, "SET HIDE WAITED on", "SET ANSWERS DELAY 2h")
        table.write("ann", "ATTACK Hackers WITH Cthulhu")
        table.run_turn()
        assert table.state().announced is not None
        table.clock.on(hours=1)
        table.write("bob", bobs)
        table.write("cat", "STATUS\nWHO\nHISTORY\nRESEND")
        for body in (*LOOKS, "EXTEND 3h", "SHORTEN 1h", "PAUSE", "RESUME"):
            command(table, moderator, body)
        table.write("cat", "READY\nWHO")
        for hours in (9, 4):
            table.clock.on(hours=hours)
            let_alarm_ring(table)
        table.write("ann", "WHO\nSTATUS")
        told.append(looked(table, moderator))
    assert_same(told)
    assert any("Who is waited for is not shown" in text for _, _, text in told[0][0])


def announced() -> State:
    """The position with a pace at which scripts are announced."""
    state = read_position(FNORD)
    return changed(state, options=changed(state.options, pace="announce"))


def sit(table: Table, seat: str, email: str) -> None:
    """Somebody sits in for a seat from now on."""
    with table.database.write() as session:
        player = session.exec(select(Person).where(Person.email == email)).one()
        now = table.clock()
        row = Sitter(
            seat_id=table.seat(seat).id or 0,
            person_id=player.id or 0,
            from_at=now,
            until_at=now + timedelta(days=9),
        )
        session.add(row)
