"""Two runs of a game that differ only in what two rivals wrote: all that others get is the same.

Every mail is compared as it is delivered, byte for byte, headers, ids and attachments included, and
so is every page of the web; one of the readers moderates the game that she plays in.
"""

from __future__ import annotations

import difflib
import itertools
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.database import open_database
from pbem.games.illuminati.rules import ANSWERS
from pbem.models import NEW, Letter, Moderator, Person
from pbem.service.arriving.intake import accept
from pbem.service.moderating.actors import OPERATOR
from pbem.service.moderating.running import run_commands
from pbem.service.seats.moderators import moderators_address
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.console_visits import Visitor, app_client
from tests.support.service_rows import Hands, Table, letter_text, new_table

pytestmark = [pytest.mark.long, pytest.mark.slow]

OURS = "mx.example.org"
PASSED = f"Authentication-Results: {OURS}; dmarc=pass header.from=example.org"
READERS = ("ann@example.org", "dee@example.org")
AWAY = "Auto-Submitted: auto-replied"
Part = Callable[[Table, int], None]
"""What the rivals write, told how often they have been asked before."""


def nothing(table: Table, part: int) -> None:
    """They write no more than everybody."""


def put(table: Table, seat: str, body: str) -> None:
    """A letter that is stored and read."""
    table.read(table.send(seat, body))


def diary(table: Table, part: int) -> None:
    for at in range(3):
        put(table, "bob", f"DIARY I have noted {part} and {at}, and nobody knows.")


def talk(table: Table, part: int) -> None:
    put(table, "bob", f"SAY TO cat The {part} of us should meet.")
    put(table, "cat", "SAY TO bob Where?")


def offers(table: Table, part: int) -> None:
    put(table, "bob", "OFFER cat 2 MB FOR 1 MB\nOFFER cat 3 MB FOR 1 MB")
    put(table, "cat", f"DECLINE {2 * part + 1}")
    put(table, "bob", f"WITHDRAW {2 * part + 2}")


def scripts(table: Table, part: int) -> None:
    if table.mover() == "bob":
        put(table, "bob", "ATTACK Yuppies WITH Gnomes SPEND 3")
        put(table, "bob", "TRANSFER 1 FROM Gnomes TO CIA")
        put(table, "bob", "PASS")


def policies(table: Table, part: int) -> None:
    put(table, "bob", f"GUARD ALL UNTIL 3 MAX {part + 2}")
    put(table, "cat", f"RESERVE {part + 1}\nOPPOSE bob UNTIL 3 MAX 1")


def questions(table: Table, part: int) -> None:
    for body in (
        "STATUS",
        "HELP",
        "what is this?",
        "UNDO",
        "SET LENGTH brief",
    ):
        put(table, "cat", body)


def elsewhere(table: Table, part: int) -> None:
    """A letter to the plain address, and a learner's game."""
    raw = letter_text("bob@example.org", "game@example.org", "STATUS", headers=[PASSED])
    table.read(accept(table.service, raw, "game@example.org", "bob@example.org"))
    put(table, "cat", "TUTORIAL")


@contextmanager
def game(empty: Path, path: Path, pace: str) -> Iterator[Table]:
    """A table of its own, the same as any other that is made so."""
    shutil.copyfile(empty, path)
    values = {
        "database": {"url": f"sqlite:///{path}"},
        "mail": {
            "address": "game@example.org",
            "key": "k" * 32,
            "authserv_ids": [OURS],
            "answer_gap_seconds": 0,
        },
    }
    settings = Settings.model_validate(values)
    database = open_database(settings)
    try:
        table = new_table(database, settings, clock=Hands(), pace=pace)  # type: ignore[arg-type]
        numbers = itertools.count(50)
        chance = replace(table.service, random_bytes=lambda size: bytes([next(numbers)]) * size)
        yield replace(table, service=chance)
    finally:
        database.close()


def command(table: Table, text: str) -> None:
    """A letter of dee's, who moderates, that is stored and read."""
    with table.database.read() as session:
        rows = select(Moderator).where(Moderator.person_id == Person.id)
        dee = session.exec(rows.where(col(Person.email) == "dee@example.org")).one()
        to = moderators_address(table.service, session, dee)
    raw = letter_text("dee@example.org", to, text, headers=[PASSED])
    table.read(accept(table.service, raw, to, "dee@example.org"))


def let_through(table: Table) -> None:
    """dee lets all letters count that are listed to her."""
    listed = [mail.text for mail in table.mails() if "LETTERS" in mail.text]
    found = re.findall(r"LET (\d{6})", listed[-1])
    assert found, "none is listed"
    command(table, "\n".join(f"LET {number}" for number in found))
    for letter in unread(table):
        table.read(letter)


def unread(table: Table) -> list[int]:
    """The letters that were let through."""
    with table.database.read() as session:
        rows = select(Letter.id).where(Letter.state == NEW).order_by(col(Letter.id))
        return [number for number in session.exec(rows) if number is not None]


def play(table: Table, rivals: Part) -> None:
    """Three turns, in each of which everybody writes, and asks for all there is to read."""
    (promoted,) = run_commands(table.service, table.game_id, "PROMOTE dee", OPERATOR)
    assert promoted.is_done
    put(table, "dee", "SET JSON on\nSET LEGEND on")
    for part in range(3):
        rivals(table, 2 * part)
        table.clock.on(minutes=10)
        put(table, "dee", "OFFER ann 2 MB FOR 1 MB\nSAY TO ann Take it.")
        put(table, "ann", f"DECLINE {part + 1}\nSAY What a day.\nDIARY Not for {part} MB.")
        # One of a rival's letters is held in both runs, and let through by her who plays.
        held = f"<held-{part}@example.net>"
        for seat in ("ann", "bob"):
            table.read(table.send(seat, "STATUS", sender="eve@example.net", message_id=held))
        # And a machine's, which is set aside and may be let through as well.
        away = f"<away-{part}@example.org>"
        table.read(table.send("bob", "GUARD ALL", headers=[AWAY], message_id=away))
        rivals(table, 2 * part + 1)
        put(table, "bob", "PASS")
        table.clock.on(minutes=10)
        for seat in ("ann", "dee"):
            put(table, seat, "STATUS\nWHO\nHISTORY\nLOG\nSET\nRESEND")
        command(table, "STATUS\n\nWHO\n\nLETTERS\n\nLOG\n\nNOTICE The part is over.")
        let_through(table)
        table.run_turn()


def answer(table: Table, wavers: bool) -> None:
    """Ann's attack is announced; bob and cat end with the same answers, at once or after others."""
    (promoted,) = run_commands(table.service, table.game_id, "PROMOTE dee", OPERATOR)
    assert promoted.is_done
    put(table, "ann", "ATTACK CIA WITH Mafia SPEND 2\nREADY")
    table.run_turn()
    assert table.game().wait == ANSWERS
    if wavers:
        put(table, "bob", "OPPOSE 1 WITH 9 MB")
        put(table, "bob", "GUARD CIA UNTIL 3\nWAIT")
        put(table, "cat", "SUPPORT 1 WITH 2 MB\nDIARY He had it coming.")
        put(table, "cat", "oppose with evrything")
    for seat in ("ann", "dee"):
        put(table, seat, "STATUS\nWHO\nLOG")
    command(table, "STATUS\n\nWHO\n\nLETTERS\n\nLOG")
    put(table, "bob", "CLEAR ALL\nOPPOSE 1 WITH 3 MB")
    put(table, "cat", "CLEAR ALL\nSTAND ASIDE")
    table.clock.on(minutes=10)
    for seat in ("ann", "dee"):
        put(table, seat, "STATUS\nWHO\nHISTORY\nLOG\nRESEND")
    table.run_turn()


def delivered(table: Table) -> dict[str, list[bytes]]:
    """Every mail to the readers as it goes out, in the order in which it was written."""
    for mail in table.mails():
        if mail.id is not None and mail.rcpt in READERS and mail.state == "new":
            assert deliver(table.service, mail.id, table.post)
    return {reader: [raw for _, to, raw in table.post.sent if to == reader] for reader in READERS}


def pages(table: Table) -> dict[str, str]:
    """What anybody sees on the web, and what dee sees in the console."""
    visitor = Visitor(table.service, app_client(table.service))
    found = {path: visitor.get_bare(path) for path in ("/", "/games.json")}
    visitor.enter("dee@example.org")
    paths = ["/console/", *(f"/console/game/1{p}" for p in ("", "/letters", "/outbox", "/filed"))]
    paths += ["/console/game/1/log", *(f"/console/game/1/log/{n}" for n in range(1, 6))]
    paths += [f"/console/game/1/{what}/{n}" for what in ("letters", "outbox") for n in range(1, 60)]
    found |= {path: visitor.get_bare(path) for path in paths}
    listed = set(re.findall(r'href="(/console/game/1/[a-z]+/\d+)"', "".join(found.values())))
    return found | {path: visitor.get_bare(path) for path in sorted(listed)}


def unlike(one: bytes, two: bytes) -> list[str]:
    """The lines in which two mails differ."""
    lines = (raw.decode("latin-1").split("\r\n") for raw in (one, two))
    return [line for line in difflib.ndiff(*lines) if line[0] in "+-"]


WRITES: dict[str, Part] = {
    "diary": diary,
    "talk": talk,
    "offers": offers,
    "scripts": scripts,
    "policies": policies,
    "questions": questions,
    "elsewhere": elsewhere,
}


@dataclass(frozen=True)
class Told:
    """What a game comes to, for its readers and on the web."""

    written: int
    mails: dict[str, list[bytes]]
    pages: dict[str, str]


def told(table: Table) -> Told:
    return Told(len(table.mails()), delivered(table), pages(table))


@pytest.fixture(scope="module")
def quiet(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Told]:
    """What a game comes to in which rivals write nothing more, by its pace."""

    @cache
    def played(pace: str) -> Told:
        path = tmp_path_factory.mktemp("quiet") / "pbem.db"
        with game(sqlite_template, path, pace) as table:
            play(table, nothing)
            return told(table)

    return played


@pytest.mark.parametrize("pace", ["policies", "announce"])
@pytest.mark.parametrize("wrote", WRITES)
def test_what_rivals_write_changes_no_byte_for_others(
    sqlite_template: Path, tmp_path: Path, quiet: Callable[[str], Told], wrote: str, pace: str
) -> None:
    with game(sqlite_template, tmp_path / "pbem.db", pace) as table:
        play(table, WRITES[wrote])
        two = told(table)
    one = quiet(pace)
    assert two.written > one.written or wrote == "scripts"
    compare(one, two, at_least=20)


def test_how_rivals_come_to_an_answer_changes_no_byte_for_others(
    sqlite_template: Path, tmp_path: Path
) -> None:
    found = []
    for wavers in (False, True):
        with game(sqlite_template, tmp_path / f"{wavers}.db", "announce") as table:
            answer(table, wavers)
            assert "need -2" in table.report("ann").text
            found.append(told(table))
    one, two = found
    assert two.written > one.written
    compare(one, two, at_least=5)


def compare(one: Told, two: Told, at_least: int) -> None:
    """Fail where a reader's mails or a page differ."""
    for reader in READERS:
        assert len(one.mails[reader]) > at_least
        for mail, other in zip(one.mails[reader], two.mails[reader], strict=True):
            assert mail == other, "\n".join(unlike(mail, other))
    assert one.pages.keys() == two.pages.keys()
    for path, page in one.pages.items():
        assert page == two.pages[path], path
