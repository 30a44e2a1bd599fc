"""Mail fetched from a mailbox over IMAP (RFC 3501, IDLE of RFC 2177, MOVE of RFC 6851)."""

from __future__ import annotations

import time
from collections.abc import Callable
from imaplib import IMAP4
from ssl import create_default_context
from typing import Any

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from pbem.background import Background
from pbem.database import StorageError
from pbem.log import get_logger
from pbem.settings import ImapSettings

log = get_logger(__name__)

TakeLetter = Callable[[bytes], bool]
"""Stores a letter durably, or says False where it is for none of our addresses."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
"""Seconds until a lost connection is made again, doubled each time; a refused login waits long."""
_TICK = 1.0
_MOST_IDLE = 25 * 60.0
_BATCH = 50


class Poller(Background):
    """Fetches letters in a thread of its own from `start` to `stop`, whatever the network does.

    A letter leaves its folder only after `take` has returned, so that one may be taken twice after
    a crash but none is lost. It must be the same letter to `take` the second time. `take` may raise
    StorageError or OSError; the letter then stays and is tried again.
    """

    def __init__(self, imap: ImapSettings, take: TakeLetter, *, most_bytes: int) -> None:
        super().__init__("imap")
        self._imap = imap
        self._take = take
        self._most_bytes = most_bytes
        self._seen: tuple[str, set[str]] = ("", set())

    def run(self) -> None:
        """Fetch in this thread until `stop` is called from another."""
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self._stay()
            except MailboxLoginError:
                # The answer may quote what was sent, so it is not logged.
                log.error("the IMAP server refused our login; no letters are fetched")
                pause = LONGEST_PAUSE
            except (ImapToolsError, IMAP4.error, OSError, StorageError) as error:
                lasted = time.monotonic() - began
                pause = FIRST_PAUSE if lasted > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
                log.warning(
                    "mailbox lost", error=type(error).__name__, why=str(error), again_in_s=pause
                )
            self._stopping.wait(pause)

    def fetch_once(self) -> int:
        """Store and move what is there now, in this thread; how many letters were stored.

        Raises ImapToolsError, IMAP4.error or OSError where the mailbox cannot be read.
        """
        mailbox = self._opened()
        try:
            return self._empty(mailbox)
        finally:
            _leave(mailbox)

    def _stay(self) -> None:
        mailbox = self._opened()
        try:
            log.info("mailbox open", host=self._imap.host, folder=self._imap.folder)
            while not self._stopping.is_set():
                self._empty(mailbox)
                self._wait(mailbox)
        finally:
            _leave(mailbox)

    def _opened(self) -> BaseMailBox:
        imap = self._imap
        mailbox: BaseMailBox
        if imap.security == "none":
            mailbox = MailBoxUnencrypted(imap.host, imap.port, timeout=imap.timeout)
        else:
            kind = MailBox if imap.security == "tls" else MailBoxStartTls
            context = create_default_context()
            mailbox = kind(imap.host, imap.port, timeout=imap.timeout, ssl_context=context)
        try:
            mailbox.login(imap.username, imap.password.get_secret_value(), None)
            _learn_capabilities(mailbox)
            for folder in filter(None, (imap.stored, imap.refused)):
                if not mailbox.folder.exists(folder):
                    mailbox.folder.create(folder)
            mailbox.folder.set(imap.folder)
        except BaseException:
            _leave(mailbox)
            raise
        return mailbox

    def _empty(self, mailbox: BaseMailBox) -> int:
        """Take every letter that was not looked at before, a batch at a time."""
        seen, stored = self._seen_in(mailbox), 0
        while not self._stopping.is_set():
            mailbox.client.response("EXISTS")
            fresh = [uid for uid in mailbox.uids("UNDELETED", charset=None) if uid not in seen]
            if not fresh and not _has_heard_of_more(mailbox):
                break
            for uid in fresh[:_BATCH]:
                stored += self._take_one(mailbox, uid, seen)
        return stored

    def _seen_in(self, mailbox: BaseMailBox) -> set[str]:
        # Numbers of letters mean the same only as long as UIDVALIDITY is the same.
        validity = str(mailbox.client.untagged_responses.get("UIDVALIDITY", [b""])[0])
        if validity != self._seen[0]:
            self._seen = (validity, set())
        return self._seen[1]

    def _take_one(self, mailbox: BaseMailBox, uid: str, seen: set[str]) -> bool:
        size, raw = _size_of(mailbox, uid), b""
        is_too_big = size > self._most_bytes
        if not is_too_big:
            raw = _raw_of(mailbox, uid)
        if is_too_big or not raw:
            # Without bytes it has gone meanwhile: another client has moved it.
            log.warning("letter not fetched", uid=uid, size=size)
            self._move(mailbox, uid, self._imap.refused if is_too_big else None)
            seen.add(uid)
            return False
        if not self._take(raw):
            seen.add(uid)
            return False
        self._move(mailbox, uid, self._imap.stored)
        seen.add(uid)
        return True

    def _move(self, mailbox: BaseMailBox, uid: str, folder: str | None) -> None:
        if folder:
            mailbox.move(uid, folder)
        elif folder == "":
            mailbox.delete(uid)

    def _wait(self, mailbox: BaseMailBox) -> None:
        """Return when the server tells of a change, or it is time to look anyway."""
        longest = min(self._imap.look_again, _MOST_IDLE)
        if "IDLE" not in mailbox.client.capabilities:
            self._stopping.wait(longest)
            return
        mailbox.idle.start()  # type: ignore[no-untyped-call]
        if not _has_more_to_read(mailbox):
            self._listen(mailbox, time.monotonic() + longest)
        mailbox.idle.stop()  # type: ignore[no-untyped-call]

    def _listen(self, mailbox: BaseMailBox, until: float) -> None:
        while not self._stopping.is_set() and (left := until - time.monotonic()) > 0:
            began = time.monotonic()
            events = mailbox.idle.poll(timeout=min(left, _TICK))
            # Readable without a line: the connection has ended, and stopping will say so.
            if events or time.monotonic() - began < min(left, _TICK) / 2:
                break


def _learn_capabilities(mailbox: BaseMailBox) -> None:
    # Many servers tell of MOVE and IDLE only who has logged in; the library asks before.
    _status, found = mailbox.client.capability()
    if found and isinstance(found[0], bytes):
        mailbox.client.capabilities = tuple(found[0].decode("ascii", "replace").upper().split())


def _has_heard_of_more(mailbox: BaseMailBox) -> bool:
    """Whether the last look was answered by what it did not find: IDLE will not tell it again."""
    _name, found = mailbox.client.response("EXISTS")
    return bool(found and found[0])


def _has_more_to_read(mailbox: BaseMailBox) -> bool:
    """Whether lines came in one packet with the leave to wait: a poll sees the socket alone."""
    client = mailbox.client
    file: Any = getattr(client, "_file", None) or client.file  # Python 3.14 has renamed it.
    timeout = client.sock.gettimeout()
    client.sock.settimeout(0)
    try:
        return bool(file.peek(1))
    except OSError:
        return False
    finally:
        client.sock.settimeout(timeout)


def _size_of(mailbox: BaseMailBox, uid: str) -> int:
    _status, found = mailbox.client.uid("FETCH", uid, "(RFC822.SIZE)")
    text = bytes(found[0]) if found and found[0] else b""
    _head, _, size = text.partition(b"RFC822.SIZE ")
    digits = size.split(b")")[0].split(b" ")[0]
    return int(digits) if digits.isdigit() else 0


def _raw_of(mailbox: BaseMailBox, uid: str) -> bytes:
    """The bytes as they came: never through a parser, and without marking the letter as read."""
    _status, found = mailbox.client.uid("FETCH", uid, "(BODY.PEEK[])")
    parts = [part[1] for part in found or () if isinstance(part, tuple)]
    return bytes(parts[0]) if parts else b""


def _leave(mailbox: BaseMailBox) -> None:
    try:
        mailbox.logout()
    except (ImapToolsError, IMAP4.error, OSError):
        mailbox.client.shutdown()
