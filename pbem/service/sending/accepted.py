"""Mails that our mail server has taken and that are not yet written down as sent.

A note of it takes microseconds, a commit waits for other writers and for the disk. Whoever is
killed in between finds his notes at the next start; where there are many senders, whoever lives on
the same machine finds them. They also note what they begin to send, so that it need not wait until
the claim of the dead runs out. A note is no more than that mail's claim: a database that was
restored, or in which another has the mail, takes no notice of it.

So after a crash no mail is sent again but those that had begun and were not noted as taken: at most
one a thread that sends, with the same bytes.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import NEW, SENT, Outbox
from pbem.prepared import Prepared
from pbem.service.context import ServiceContext, log
from pbem.service.sending.claims import release_claims

TakenMail = tuple[int, str]
"""A mail, and the word of the claim on it under which it was taken, or begun."""
_NOTE = re.compile(rb"(\d{1,18}) ([0-9a-f]{16})")
_BEGUN = re.compile(rb"begun (\d{1,18}) ([0-9a-f]{16})")
LATE = 3.0
"""Seconds within which a mail that was taken is written down, if nothing keeps it from that."""


class Accepted:
    """Notes of this process; with a `file`, which is its alone, they outlive it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._guard = threading.Lock()
        self._words: dict[int, tuple[str, float]] = {}
        self._open = -1

    def left(self) -> list[TakenMail]:
        """What a process that was killed has left."""
        try:
            return _notes_of(_NOTE, self._file.read_bytes()) if self._file else []
        except OSError:
            return []

    def late(self) -> list[TakenMail]:
        """What this process has noted a while ago and could not write down."""
        until = time.monotonic() - LATE
        with self._guard:
            return [(mail, word) for mail, (word, at) in self._words.items() if at < until]

    def begin(self, outbox_id: int, word: str) -> None:
        """The mail is going out: nothing where `resume` frees what the dead had begun."""

    def note(self, outbox_id: int, word: str) -> None:
        """Our mail server has taken the mail; nothing is waited for."""
        line = f"{outbox_id} {word}\n".encode()
        with self._guard:
            # First: whatever becomes of the line, this process does not send the mail again.
            self._words[outbox_id] = word, time.monotonic()
            self._write(line)

    def has(self, outbox_id: int) -> bool:
        """Whether the mail was taken, and could not be written down as sent."""
        return outbox_id in self._words

    def forget(self, outbox_id: int) -> None:
        """The mail is written down as sent; once all are, the file is empty."""
        with self._guard:
            self._words.pop(outbox_id, None)
            if not self._words:
                self._empty()

    def forget_left(self) -> None:
        """What was left is written down."""
        with self._guard:
            self._empty()

    def _write(self, line: bytes) -> None:
        with suppress(OSError):
            os.write(self._opened(), line)

    def _empty(self) -> None:
        with suppress(OSError):
            os.ftruncate(self._opened(), 0)

    def _opened(self) -> int:
        """The file, opened once; raises OSError where there is none, or none can be made."""
        if self._file is None:
            raise FileNotFoundError
        if self._open < 0:
            self._open = _open(self._file)
        return self._open

    def settle(self, service: ServiceContext) -> None:
        """Write down what was left or could not be written down: nothing where `resume` does it."""

    def close(self) -> None:
        """Close the file; one that is empty is of no use."""
        with self._guard:
            if self._open >= 0:
                os.close(self._open)
                self._open = -1
                if self._file is not None and not self._words:
                    with suppress(OSError):
                        self._file.unlink()


class SharedNotes(Accepted):
    """Notes of one of many senders on a machine: a file of its own in a folder, made at its first.

    It holds its file's lock while it lives, so that what no lock is on was left by the dead.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def _opened(self) -> int:
        if self._open < 0:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            name = f"{os.getpid()}-{secrets.token_hex(8)}"
            new, self._file = self._folder / f".{name}", self._folder / name
            self._open = _open(new)
            fcntl.flock(self._open, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Only now does it have a name that others look for.
            new.rename(self._file)
        return self._open

    def begin(self, outbox_id: int, word: str) -> None:
        """The mail is going out under that claim, which is let go if this process dies first."""
        with self._guard:
            self._write(f"begun {outbox_id} {word}\n".encode())

    def settle(self, service: ServiceContext) -> None:
        """Write down what this process could not, and what the dead on this machine had sent.

        What they had only begun is let go. Raises StorageError or TimeoutError; then the notes are
        kept.
        """
        if late := self.late():
            _write_down(service, late)
            for outbox_id, _word in late:
                self.forget(outbox_id)
        for file in self._others():
            with suppress(OSError):
                _settle_left(service, file)

    def _others(self) -> list[Path]:
        """All that has its name in the folder, but this process's own; none where none can be."""
        with suppress(OSError):
            files = sorted(self._folder.iterdir())
            return [one for one in files if one != self._file and not one.name.startswith(".")]
        return []


def _settle_left(service: ServiceContext, file: Path) -> None:
    """Write down and remove notes that nobody holds; raises OSError where somebody does."""
    with file.open("rb") as notes:
        fcntl.flock(notes, fcntl.LOCK_EX | fcntl.LOCK_NB)
        written = notes.read()
        _write_down(service, _notes_of(_NOTE, written))
        _let_go(service, _notes_of(_BEGUN, written))
        file.unlink()


def _notes_of(kind: re.Pattern[bytes], written: bytes) -> list[TakenMail]:
    """The notes of a kind in a file; half a line is none."""
    found = (kind.fullmatch(line) for line in written.splitlines())
    return [(int(note[1]), note[2].decode()) for note in found if note]


def _open(file: Path) -> int:
    return os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)


def notes_beside(database: Path | None) -> Accepted:
    """The notes of the one process that has an embedded database to itself."""
    return Accepted(database.with_name(f"{database.name}-accepted") if database else None)


_MARKED = (
    sa.update(Outbox)
    .where(col(Outbox.id) == sa.bindparam("mail"), col(Outbox.state) == NEW)
    .values(
        state=SENT,
        sent_at=sa.bindparam("now"),
        claimed_until=None,
        claimed_by=None,
        waits_for_relay=False,
        error=None,
        problem="",
    )
)
_SENT = Prepared(_MARKED)
_SENT_BY_CLAIM = Prepared(_MARKED.where(col(Outbox.claimed_by) == sa.bindparam("word")))
_FREED = Prepared(
    sa.update(Outbox)
    .where(
        col(Outbox.id) == sa.bindparam("mail"),
        col(Outbox.state) == NEW,
        col(Outbox.claimed_by) == sa.bindparam("word"),
    )
    .values(claimed_until=None, claimed_by=None)
)


def mark_sent(session: Session, outbox_id: int, now: datetime) -> bool:
    """False where somebody has done so before."""
    return bool(_SENT.count(session.connection(), {"mail": outbox_id, "now": now}))


def resume(service: ServiceContext, accepted: Accepted) -> None:
    """Write down what a process that was killed had sent, and free what else it held.

    Only for the one that does all, before it does anything.
    """
    _write_down(service, accepted.left())
    accepted.forget_left()
    release_claims(service)


def _write_down(service: ServiceContext, notes: Iterable[TakenMail]) -> None:
    """Mark as sent what still is under the claim that the note tells."""
    noted = [{"mail": mail, "word": word, "now": service.clock()} for mail, word in notes]
    if not noted:
        return
    with service.database.write() as session:
        for one in noted:
            _SENT_BY_CLAIM.count(session.connection(), one)
    log.info("mails that had gone out are written down", mails=[one["mail"] for one in noted])


def _let_go(service: ServiceContext, begun: Iterable[TakenMail]) -> None:
    """Have sent what still is under the claim of one who died over it."""
    noted = tuple(begun)
    if not noted:
        return
    with service.database.write() as session:
        own = session.connection()
        free = [mail for mail, word in noted if _FREED.count(own, {"mail": mail, "word": word})]
    for outbox_id in free:
        service.database.publish("deliver", outbox_id)
