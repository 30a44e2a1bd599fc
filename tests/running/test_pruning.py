"""What `pbem prune` packs and removes, and that nobody who plays on notices."""

from __future__ import annotations

import json
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import col, select

from engine.core.dice import SecretDice
from pbem.cli import main
from pbem.database import Database
from pbem.models import Attachment, Letter, Outbox, packing
from pbem.service.context import ServiceContext
from pbem.service.due.pruning import kept_bytes, prune
from pbem.settings import Settings
from tests.support.rows import NOON, add_letter, add_mail, after
from tests.support.service_games import play_turn
from tests.support.service_rows import new_table

SETTINGS = Settings.model_validate({"mail": {"address": "game@example.org"}})
KEY = b"a" * 32
"""With these choices of the robots the game is not over before turn 31."""


def service_of(database: Database, days: int, **keep: int) -> ServiceContext:
    settings = Settings.model_validate({"keep": keep})
    return ServiceContext(database, settings, lambda: NOON + timedelta(days=days))


def test_old_things_are_removed_and_what_waits_stays(database: Database) -> None:
    raw = b"From: ann@example.org\r\nSubject: orders\r\nX-Secret: 1\r\n\r\npass the salt\r\n"
    with database.write() as session:
        add_letter(session, "read", state="done", raw=raw, raw_digest="a")
        add_letter(session, "held", state="done", outcome="held", raw=raw, raw_digest="b")
        add_letter(session, "new", raw=raw, raw_digest="c")
        add_letter(session, "dead", state="dead", raw=raw, raw_digest="d")
        first = add_letter(session, "first", state="done", raw=raw, raw_digest="e")
        add_letter(session, "copy", raw=b"", copy_of=first, raw_digest="e")
        text = "The turn was long. " * 100
        kinds = {"sent": "acknowledgement", "report": "turn"}
        for key, kind in kinds.items():
            mail = add_mail(session, key, state="sent", kind=kind, body=text, sent_at=NOON)
            for place, view in enumerate((None, "{}")):
                session.add(
                    Attachment(
                        outbox_id=mail, place=place, name="f", type="t", view=view, content=b""
                    )
                )
        add_mail(session, "waits", body=text)
    early = prune(service_of(database, 3, letters_days=4, files_days=4, mails_days=4))
    assert (early.packed, early.letters, early.mails, early.files) == (2, 0, 0, 0)
    done = prune(service_of(database, 5, letters_days=4, files_days=4, mails_days=4))
    assert (done.packed, done.letters, done.mails, done.files) == (0, 1, 1, 2)
    assert prune(service_of(database, 5, letters_days=4, mails_days=4)).letters == 0
    assert early.bytes_after < early.bytes_before - 3000
    with database.read() as session:
        letters = {
            row.digest: row.raw for row in session.exec(select(Letter).order_by(col(Letter.id)))
        }
        mails = {row.key: row.body for row in session.exec(select(Outbox))}
        assert [row.view for row in session.exec(select(Attachment))] == ["{}", "{}"]
    assert letters["read"].startswith(b"From: ann@example.org\r\nSubject: orders\r\n\r\nThe text")
    assert [name for name, raw_now in letters.items() if raw_now == raw] == [
        "held",
        "new",
        "dead",
        "first",
    ]
    assert mails["report"] == mails["waits"] == text
    assert mails["sent"].startswith("The text was removed")


def size_of(database: Database, copy: Path) -> int:
    """Bytes of the database as a file of its own without gaps."""
    connection = database.engine.raw_connection()
    connection.execute("VACUUM INTO ?", (str(copy),))  # type: ignore[attr-defined]
    connection.close()
    return copy.stat().st_size


@pytest.mark.long
def test_a_game_of_thirty_turns_is_small_and_plays_on(
    sqlite_database: Database, tmp_path: Path
) -> None:
    """Four players who all get their mail: 600 kB in the file; reports read as they did."""
    empty = size_of(sqlite_database, tmp_path / "empty")
    table, dice = new_table(sqlite_database, SETTINGS, position=None), SecretDice(KEY)
    while table.game().turn <= 30 and table.game().phase == "running":
        play_turn(table, dice)
    assert table.game().turn == 31
    told = [(row.key, row.body) for row in table.mails()]
    with sqlite_database.write() as session:
        for row in session.exec(select(Outbox)):
            row.state = "sent"
            session.add(row)
    table.clock.on(hours=48)
    before = kept_bytes(table.service)
    done = prune(table.service)
    assert before > 6 * done.bytes_after
    assert done.bytes_after <= 220_000
    assert size_of(sqlite_database, tmp_path / "full") - empty <= 600_000
    assert [(row.key, row.body) for row in table.mails()] == told
    report = table.report("ann").text
    assert table.write("ann", "RESEND") == report
    play_turn(table, dice)
    assert table.game().turn == 32


# A dictionary that changed would make every text unreadable that was packed with it.
FROZEN = {
    1: "90c1f1654c9e22e755f5b6725cedd8fff6c87455a825c8104d8c3f9a34b3ffb0",
    2: "3878ce90f6472ae61dd07cda15de43bcf026ea5df5c63dd39551a6089f176caa",
}


def test_dictionaries_never_change() -> None:
    folder = Path(packing.__file__).parent / "dictionaries"
    found = {int(path.stem): sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert found == FROZEN


@pytest.mark.parametrize("text", ["", "a", "\x01z", "Groß, größer 🛸\n" * 50, '{"seat":"ann"}' * 9])
def test_a_packed_text_is_read_as_it_was(text: str) -> None:
    assert packing.unpacked(packing.packed(text)) == text


def test_texts_of_before_the_dictionaries_are_read() -> None:
    """A text as pbem packed it before it had dictionaries."""
    old = "\x01z:c-jleNL45)Ey`0UPb^l*$<IsIQwSLqqK^;&6i9=8"
    assert packing.unpacked(old) == "The turn was long. " * 20


def test_the_command_says_what_was_done(sqlite_url: str, sqlite_database: Database) -> None:
    with sqlite_database.write() as session:
        add_mail(session, "old", state="sent", body="long " * 200, created_at=after(-9e7))
    env = {"PBEM_DATABASE__URL": sqlite_url}
    done = CliRunner().invoke(main, ["prune", "--json"], env=env)
    assert json.loads(done.output) == {
        "packed": 1,
        "letters": 0,
        "mails": 0,
        "files": 0,
        "bytes_before": 1000,
        "bytes_after": json.loads(done.output)["bytes_after"],
    }
    assert "0 texts were packed" in CliRunner().invoke(main, ["prune"], env=env).output
    with sqlite_database.read() as session:
        assert (
            session.exec(select(Outbox).where(col(Outbox.key) == "old")).one().body[:5] == "long "
        )
