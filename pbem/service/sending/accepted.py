"""Mails that our mail server has taken and that are not yet written down as sent.

A note of it takes microseconds, a commit waits for other writers and for the disk. Whoever is
killed in between finds his notes at the next start. A note is no more than that mail's claim: a
database that was restored, or in which another has the mail, takes no notice of it.
"""

from __future__ import annotations

import os
import re
import threading
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import col

from pbem.database import Session
from pbem.models import NEW, SENT, Outbox
from pbem.service.context import ServiceContext, log
from pbem.service.sending.claims import release_claims

_NOTE = re.compile(rb"(\d{1,18}) ([0-9a-f]{16})")


class Accepted:
    """Notes of this process; with a `file`, which is its alone, they outlive it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._guard = threading.Lock()
        self._words: dict[int, str] = {}
        self._open = -1

    def left(self) -> list[tuple[int, str]]:
        """What a process that was killed has left: mails, and the words of its claims on them."""
        try:
            lines = self._file.read_bytes().splitlines() if self._file else []
        except OSError:
            return []
        found = (_NOTE.fullmatch(line) for line in lines)
        return [(int(note[1]), note[2].decode()) for note in found if note]

    def note(self, outbox_id: int, word: str) -> None:
        """Our mail server has taken the mail; nothing is waited for."""
        line = f"{outbox_id} {word}\n".encode()
        with self._guard:
            # First: whatever becomes of the line, this process does not send the mail again.
            self._words[outbox_id] = word
            with suppress(OSError):
                os.write(self._opened(), line)

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

    def _empty(self) -> None:
        with suppress(OSError):
            os.ftruncate(self._opened(), 0)

    def _opened(self) -> int:
        """The file, opened once; raises OSError where there is none, or none can be made."""
        if self._file is None:
            raise FileNotFoundError
        if self._open < 0:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            self._open = os.open(self._file, flags, 0o600)
        return self._open

    def close(self) -> None:
        """Close the file; one that is empty is of no use."""
        with self._guard:
            if self._open >= 0:
                os.close(self._open)
                self._open = -1
                if self._file is not None and not self._words:
                    with suppress(OSError):
                        self._file.unlink()


def notes_beside(database: Path | None) -> Accepted:
    """The notes of the one process that has an embedded database to itself."""
    return Accepted(database.with_name(f"{database.name}-accepted") if database else None)


_SENT = (
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
_SENT_BY_CLAIM = _SENT.where(col(Outbox.claimed_by) == sa.bindparam("word"))


def mark_sent(session: Session, outbox_id: int, now: datetime) -> bool:
    """False where somebody has done so before."""
    return bool(session.connection().execute(_SENT, {"mail": outbox_id, "now": now}).rowcount)


def resume(service: ServiceContext, accepted: Accepted) -> None:
    """Write down what a process that was killed had sent, and free what else it held.

    Only for the one that does all, before it does anything.
    """
    left, now = accepted.left(), service.clock()
    if left:
        with service.database.write() as session:
            for outbox_id, word in left:
                noted = {"mail": outbox_id, "word": word, "now": now}
                session.connection().execute(_SENT_BY_CLAIM, noted)
        log.info("mails had been taken before the end", mails=[mail for mail, _word in left])
    accepted.forget_left()
    release_claims(service)
