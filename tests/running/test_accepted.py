"""A mail that our mail server has taken is not sent again, though nobody wrote down that it was."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.database import Database
from pbem.models import NEW, SENT
from pbem.service.sending import accepted, delivery
from pbem.service.sending.accepted import Accepted, SharedNotes, notes_beside, resume
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import Table, new_table


@pytest.fixture
def table(database: Database, settings: Settings) -> Table:
    return new_table(database, settings)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pbem.db-accepted"


def broken_off(*_arguments: object) -> None:
    raise OperationalError("COMMIT", {}, Exception("database or disk is full"))


def sent_and_broken_off(table: Table, accepted: Accepted, monkeypatch: pytest.MonkeyPatch) -> int:
    mail = table.mails()[0].id or 0
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_keep_sent", broken_off)
        with pytest.raises(OperationalError):
            deliver(table.service, mail, table.post, accepted)
    return mail


def test_who_was_killed_over_it_finds_his_note(
    table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = sent_and_broken_off(table, Accepted(file), monkeypatch)
    resume(table.service, Accepted(file))
    assert table.mails()[0].state == SENT
    assert not deliver(table.service, mail, table.post, Accepted(file))
    assert len(table.post.sent) == 1
    assert file.read_bytes() == b""


def test_who_lives_writes_it_down_when_there_is_room(
    table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = Accepted(file)
    mail = sent_and_broken_off(table, accepted, monkeypatch)
    table.clock.on(seconds=30)
    assert table.mails()[0].state == NEW
    assert deliver(table.service, mail, table.post, accepted)
    assert (table.mails()[0].state, len(table.post.sent)) == (SENT, 1)
    assert file.read_bytes() == b""


@pytest.mark.parametrize("spoil", [bytes.upper, bytes.strip, lambda note: note[:-4]])
def test_half_a_note_is_none(
    table: Table,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[bytes], bytes],
) -> None:
    sent_and_broken_off(table, Accepted(file), monkeypatch)
    whole = file.read_bytes()
    file.write_bytes(b"x\n\n\xff 1\n" + spoil(whole))
    is_whole = spoil(whole).strip() == whole.strip()
    assert len(Accepted(file).left()) == is_whole


def test_a_note_of_another_claim_says_nothing(table: Table, file: Path) -> None:
    """The database was put back to a backup: its mails of that number are others."""
    mail = table.mails()[0].id or 0
    Accepted(file).note(mail, "0123456789abcdef")
    resume(table.service, Accepted(file))
    assert table.mails()[0].state == NEW
    assert deliver(table.service, mail, table.post, Accepted(file))


def test_a_disk_without_room_for_a_note_holds_up_no_mail(table: Table, tmp_path: Path) -> None:
    mail = table.mails()[0].id or 0
    accepted = Accepted(tmp_path / "no folder" / "pbem.db-accepted")
    assert deliver(table.service, mail, table.post, accepted)
    assert not accepted.has(mail)


def test_notes_lie_beside_an_embedded_database_while_they_are_needed(tmp_path: Path) -> None:
    accepted = notes_beside(tmp_path / "pbem.db")
    accepted.note(7, "0123456789abcdef")
    assert (tmp_path / "pbem.db-accepted").read_bytes() == b"7 0123456789abcdef\n"
    accepted.forget(7)
    accepted.close()
    assert not [*tmp_path.iterdir()]
    assert notes_beside(None).left() == []


# --- many senders on one machine -------------------------------------------------------------


def test_what_the_dead_had_sent_is_written_down_by_the_living(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, living = SharedNotes(tmp_path / "notes"), SharedNotes(tmp_path / "notes")
    mail = sent_and_broken_off(table, dead, monkeypatch)
    living.settle(table.service)
    assert table.mails()[0].state == NEW, "whoever holds his notes lives, and does it himself"
    os.close(dead._open)
    living.settle(table.service)
    assert table.mails()[0].state == SENT
    assert not deliver(table.service, mail, table.post, living)
    assert len(table.post.sent) == 1
    living.close()
    assert not [*(tmp_path / "notes").iterdir()]


def test_what_the_dead_had_only_begun_is_let_go_by_the_living(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits until its claim runs out."""
    dead, living = SharedNotes(tmp_path / "notes"), SharedNotes(tmp_path / "notes")
    mail = table.mails()[0].id or 0
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_finish", broken_off)
        with pytest.raises(OperationalError):
            deliver(table.service, mail, lambda *_mail: (None, "killed"), dead)
    assert not deliver(table.service, mail, table.post, living)
    living.settle(table.service)
    assert not deliver(table.service, mail, table.post, living), "whoever has begun it lives"
    os.close(dead._open)
    living.settle(table.service)
    assert table.mails()[0].claimed_until is None
    assert deliver(table.service, mail, table.post, living)
    living.close()
    assert not [*(tmp_path / "notes").iterdir()]


def test_a_mail_that_another_has_begun_since_is_his(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, living = SharedNotes(tmp_path / "notes"), SharedNotes(tmp_path / "notes")
    mail = table.mails()[0].id or 0
    dead.begin(mail, "0123456789abcdef")
    os.close(dead._open)
    with monkeypatch.context() as patch:
        patch.setattr(delivery, "_finish", broken_off)
        with pytest.raises(OperationalError):
            deliver(table.service, mail, lambda *_mail: (None, "under way"), Accepted())
    living.settle(table.service)
    assert table.mails()[0].claimed_until is not None


def test_who_lives_writes_down_later_what_he_could_not(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = SharedNotes(tmp_path / "notes")
    mail = sent_and_broken_off(table, notes, monkeypatch)
    notes.settle(table.service)
    assert table.mails()[0].state == NEW, "it may be under way"
    monkeypatch.setattr(accepted, "LATE", -1.0)
    notes.settle(table.service)
    assert table.mails()[0].state == SENT and not notes.has(mail)
    notes.close()
    assert not [*(tmp_path / "notes").iterdir()]


def test_a_folder_that_cannot_be_made_holds_up_no_mail(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    notes = SharedNotes(tmp_path / "file" / "notes")
    assert deliver(table.service, table.mails()[0].id or 0, table.post, notes)
    notes.settle(table.service)
    notes.close()


def test_notes_are_kept_while_there_is_no_database(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, living = SharedNotes(tmp_path / "notes"), SharedNotes(tmp_path / "notes")
    sent_and_broken_off(table, dead, monkeypatch)
    os.close(dead._open)
    with monkeypatch.context() as patch:
        patch.setattr(table.database, "write", broken_off)
        with pytest.raises(OperationalError):
            living.settle(table.service)
    living.settle(table.service)
    assert table.mails()[0].state == SENT
