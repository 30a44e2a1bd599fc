"""What a report is made from besides the game itself, and the mail that comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pbem.documents.layout.plain import plain_text


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that goes with a mail; one with a `cid` is shown within its HTML.

    Where there is no content yet it is a picture of `view`, which the game's reporter draws when
    the mail goes out: no turn waits for it or fails by it.
    """

    name: str
    type: str
    content: bytes = b""
    cid: str | None = None
    view: str | None = None


MailPurpose = Literal["", "answer", "answer copy", "question", "silence"]
"""Why a mail goes out: by itself; because its reader wrote; as a copy of such a mail; because
somebody wrote in his name, or claims to; to say that there are no more answers for an hour."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail ready for the outbox: `body` is a marked text, `kind` names its template.

    `purpose` is why it goes out where its kind does not say, as `pbem.mails.kinds` has it.
    """

    subject: str
    body: str
    kind: str
    attachments: tuple[AttachedFile, ...] = ()
    purpose: MailPurpose = ""

    @property
    def text(self) -> str:
        """The mail as it is read where there is text alone; it ends in a newline."""
        return plain_text(self.body)


@dataclass(frozen=True, slots=True)
class MailContext:
    """Whom a mail is for and where the game stands; times are aware UTC.

    `zone` is the player's IANA zone, `turn` the turn now open, `last_turn` the last one resolved
    (0 before the first), `deadline_at` None when no deadline runs, `secret_hash` and
    `opened_secret` the dice's in hex; the secret is opened in the last report only. `wait` is what
    runs until the deadline: "script", "answers" to one that is announced, or a "round" of all;
    `part` counts how often the turn has paused, `wanted` are the seats whose scripts are asked.
    `silence` is what the seat has chosen for a turn without a script: "pass", or "bot" (R12.7).
    `same_person` are the seats that one person plays together, for each who plays several.
    `press` says what players may say to each other, a sentence for each rule that is not as usual.
    `bank` says how the seat's time bank stands, "" where there is none.
    `is_page` says that it is shown on a page, which has no need to say that it changed nothing.
    """

    game: str
    seat: str
    player: str
    zone: str
    turn: int
    to_move: str
    deadline_at: datetime | None
    now: datetime
    secret_hash: str
    rules_version: str
    last_turn: int = 0
    is_first: bool = False
    opened_secret: str | None = None
    wait: str = "script"
    part: int = 0
    wanted: tuple[str, ...] = ()
    silence: str = "pass"
    same_person: tuple[tuple[str, ...], ...] = ()
    press: tuple[str, ...] = ()
    bank: str = ""
    is_page: bool = False

    @property
    def is_round(self) -> bool:
        """Whether the scripts of all are asked for at once."""
        return self.wait == "round"

    @property
    def is_window(self) -> bool:
        """Whether others may answer what is announced."""
        return self.wait == "answers"
