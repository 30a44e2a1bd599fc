"""The tables: rows are storage, columns ending in `_at` are aware UTC, JSON is kept as text.

Nothing assigned to a row is validated; whoever writes JSON encodes it whole (an edit in place of
a decoded value is not saved). Unique constraints are the idempotency keys of the four hops.
"""

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = SQLModel.metadata
metadata.naming_convention = NAMING

RUNNING, PAUSED, FINISHED = "running", "paused", "finished"
NEW, DONE, SENT, DEAD = "new", "done", "sent", "dead"


def _long(default: str = "") -> str:
    """A text column without a limit, never null."""
    field: str = Field(default=default, sa_column=Column(Text, nullable=False))
    return field


def _long_or_none() -> str | None:
    field: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    return field


class Player(SQLModel, table=True):
    """A person, known by a lower-case address; `zone` is an IANA name."""

    __table_args__ = (
        UniqueConstraint("email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    email: str
    zone: str = "UTC"
    created_at: datetime


class Game(SQLModel, table=True):
    """One game: whose turn, until when, and its state after the last record.

    `turn` is the number of the turn now open; `version` grows by one with every change and fences
    whoever read the row before; `seq` is the number of the last record; `deadline_at` is null when
    no deadline runs. `claimed_until` is a sweeper's lease; `secret` the dice's secret in hex.
    """

    __table_args__ = (
        UniqueConstraint("name"),
        CheckConstraint("phase IN ('running', 'paused', 'finished')", name="phase_is_known"),
        Index(None, "phase", "deadline_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    phase: str = RUNNING
    turn: int = 1
    to_move: str = ""
    version: int = 0
    deadline_at: datetime | None = None
    turn_seconds: int
    claimed_until: datetime | None = None
    attempts: int = 0
    next_try_at: datetime | None = None
    error: str | None = _long_or_none()
    state: str = _long("{}")
    options: str = _long("{}")
    secret: str
    secret_hash: str
    seq: int = 0
    created_at: datetime
    finished_at: datetime | None = None
    engine_version: str = ""


class Seat(SQLModel, table=True):
    """A player's chair in one game; `place` is the order of play from 0, `token` opens it by mail.

    `policies` are the standing instructions as JSON, `words` the player's share of the dice's seed,
    `thread_ids` the Message-IDs of its thread, oldest first.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        UniqueConstraint("game_id", "place"),
        UniqueConstraint("token"),
        Index(None, "player_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    player_id: int = Field(foreign_key="player.id")
    name: str
    place: int
    token: str
    policies: str = _long("{}")
    words: str = _long()
    last_message_id: str | None = None
    thread_ids: str = _long("[]")


class Letter(SQLModel, table=True):
    """A mail as it came in; `digest` is unique for message and recipient.

    `next_try_at` is when the sweeper looks again; `note` says why no answer was due.
    """

    __table_args__ = (
        UniqueConstraint("digest"),
        CheckConstraint("state IN ('new', 'done', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "received_at"),
        Index(None, "game_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    received_at: datetime
    mail_from: str
    rcpt: str
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    digest: str
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    state: str = NEW
    attempts: int = 0
    next_try_at: datetime
    error: str | None = _long_or_none()
    note: str | None = _long_or_none()
    labels: str | None = _long_or_none()
    read_at: datetime | None = None


class Sheet(SQLModel, table=True):
    """One revision of a seat's orders for a turn: the order lines of one letter."""

    __table_args__ = (
        UniqueConstraint("seat_id", "turn", "revision"),
        UniqueConstraint("letter_id", "seat_id"),
        Index(None, "game_id", "turn"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat_id: int = Field(foreign_key="seat.id")
    turn: int
    revision: int
    letter_id: int = Field(foreign_key="letter.id")
    text: str = _long()
    is_ready: bool = False
    created_at: datetime


class Record(SQLModel, table=True):
    """One entry of a game's log: what was asked and which events came of it.

    `kind` is "setup", "act" or "turn"; `seat` a seat's name; `state_hash` that of the state after.
    """

    __table_args__ = (
        CheckConstraint("kind IN ('setup', 'act', 'turn')", name="kind_is_known"),
        Index(None, "letter_id"),
    )

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    turn: int
    seat: str | None = None
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    orders: str = _long("[]")
    events: str = _long("[]")
    state_hash: str
    engine_version: str
    at: datetime


class Turn(SQLModel, table=True):
    """A resolved turn: its sheet, the state it left, and when it was due.

    The key (game, number) is the second fence against resolving a turn twice.
    """

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    seat: str
    sheet: str = _long("[]")
    record_seq: int
    state: str = _long("{}")
    resolved_at: datetime
    deadline_at: datetime | None = None


class Outbox(SQLModel, table=True):
    """A mail to be sent; `key` says what it is, such as "report:12:7:ann", and exists once.

    `claimed_until` is the lease of whoever is sending it; `references` a JSON list; `turn` the
    turn that was open when it was written.
    """

    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("message_id"),
        CheckConstraint("state IN ('new', 'sent', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "created_at"),
        Index(None, "game_id"),
        Index(None, "seat_id", "kind"),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    kind: str
    rcpt: str
    to_name: str = ""
    subject: str
    text: str = _long()
    message_id: str
    in_reply_to: str | None = None
    references: str = _long("[]")
    reply_to: str | None = None
    created_at: datetime
    state: str = NEW
    attempts: int = 0
    next_try_at: datetime
    claimed_until: datetime | None = None
    sent_at: datetime | None = None
    error: str | None = _long_or_none()
    useless_after_at: datetime | None = None


def key_of(row: Game | Letter | Outbox | Player | Seat | Sheet) -> int:
    """The id of a row that has been flushed; a row without one is a bug."""
    assert row.id is not None, f"{type(row).__name__} was not flushed"
    return row.id
