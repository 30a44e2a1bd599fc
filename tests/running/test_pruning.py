"""What `pbem prune` packs and removes, and that nobody who plays on notices."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from rows import NOON, add_letter, add_mail, after
from service_games import play_turn
from service_rows import new_table
from sqlmodel import col, select

from engine.core.dice import SecretDice
from pbem.cli import main
from pbem.database import Database
from pbem.models import Attachment, Letter, Outbox
from pbem.service.context import ServiceContext
from pbem.service.due.pruning import kept_bytes, prune
from pbem.settings import Settings

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
        add_letter(session, "held", state="done", fate="held", raw=raw, raw_digest="b")
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
        letters = {row.digest: row.raw for row in session.exec(select(Letter))}
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


@pytest.mark.long
def test_a_game_of_thirty_turns_is_small_and_plays_on(
    sqlite_database: Database,
) -> None:
    """Four players who all get their mail keep less than half; reports read as they did."""
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
    assert before > 2 * done.bytes_after
    assert done.bytes_after <= 700_000
    assert [(row.key, row.body) for row in table.mails()] == told
    report = table.report("ann").text
    assert table.write("ann", "RESEND") == report
    play_turn(table, dice)
    assert table.game().turn == 32


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
