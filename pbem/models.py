"""The tables: rows are storage, columns ending in `_at` are aware UTC, JSON is kept as text.

Nothing assigned to a row is validated; whoever writes JSON encodes it whole (an edit in place of
a decoded value is not saved). Unique constraints are the idempotency keys of the four hops.
"""

from datetime import datetime

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.columns import key_of as key_of
from pbem.columns import list_text, long_or_none, long_text, number, object_text, short_text

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
HELD = "held"
"""The fate of a letter that waits until its player has confirmed that it is his."""
GOOD, BAD, UNCONFIRMED = "ok", "bad", "unconfirmed"
"""What is known of an address: it is a player's; mail to it comes back; nobody has said so yet."""
BOTH, TEXT = "both", "text"
"""Formats of mail: text with HTML and pictures, or text alone."""
GAME, TUTORIAL = "game", "tutorial"
NOBODY = "-"
"""No robot: a person plays."""
SCRIPT, ANSWERS, ROUND = "script", "answers", "round"
"""What a running game waits for (R12.2), and with the first two what a sheet is."""


class Player(SQLModel, table=True):
    """A person, known by a lower-case address; `zone` is an IANA name.

    `format` is "both" or "text", without HTML and picture; `extras` what else he wants with a
    report, a JSON list of words such as "json". `settings` are his other wishes as a JSON object,
    in which those that are as they were at first are left out.
    """

    __table_args__ = (
        UniqueConstraint("email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    email: str
    zone: str = "UTC"
    format: str = short_text(BOTH)
    extras: str = list_text()
    settings: str = object_text()
    created_at: datetime


class Game(SQLModel, table=True):
    """One game: whose turn, until when, and its state after the last record.

    `turn` is the number of the turn now open; `version` grows by one with every change and fences
    whoever read the row before; `seq` is the number of the last record; `deadline_at` is null when
    no deadline runs. `claimed_until` is a sweeper's lease; `secret` the dice's secret in hex.

    `wait` is what it waits for until then: the mover's script, everybody's answers to it, or the
    scripts of a round. `announced` is the script being answered, as JSON, null where none is;
    `held` the gifts that wait for it (R9.1), a JSON list in order of arrival. An answer may take
    `answer_seconds`. `kind` is "tutorial" for a player's own game to learn by.
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
    answer_seconds: int = number(3600)
    wait: str = short_text(SCRIPT)
    announced: str | None = long_or_none()
    held: str = list_text()
    claimed_until: datetime | None = None
    attempts: int = 0
    next_try_at: datetime | None = None
    error: str | None = long_or_none()
    state: str = long_text("{}")
    options: str = long_text("{}")
    secret: str
    secret_hash: str
    kind: str = short_text(GAME)
    seq: int = 0
    created_at: datetime
    finished_at: datetime | None = None
    engine_version: str = ""


class Seat(SQLModel, table=True):
    """A player's chair in one game; `place` is the order of play from 0.

    Its address by mail has a token, of which only the digest is kept: it is computed from the
    service's key, `token_seed` and `token_number`, which counts how often it was renewed. In this
    and other tables `~3` in an address or Message-ID stands for the third of them.

    `policies` are the standing instructions as JSON, `words` the player's share of the dice's seed,
    `thread_ids` the Message-IDs of its thread, oldest first. `robot` names the robot that plays it,
    "-" where a person does; nothing is mailed to a robot. `muted` are the kinds of mail its player
    has stopped, a JSON list.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        UniqueConstraint("game_id", "place"),
        UniqueConstraint("token_hash", name="uq_seat_token"),
        Index(None, "player_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    player_id: int = Field(foreign_key="player.id")
    name: str
    place: int
    token_hash: str
    token_seed: str = short_text("-")
    token_number: int = number(1)
    policies: str = long_text("{}")
    words: str = long_text()
    robot: str = short_text(NOBODY)
    last_message_id: str | None = None
    thread_ids: str = long_text("[]")
    told_seq: int = number(0)
    told_talk: int = number(0)
    muted: str = list_text()


class Letter(SQLModel, table=True):
    """A mail as it came in; `digest` is unique for message and recipient.

    `next_try_at` is when the sweeper looks again; `note` says why no answer was due; `verdicts`
    what a provider found about its sender, a JSON object such as {"spf": "pass"}. `fate` is what
    it was found to be, `message_id` a digest of its own, once it is read; `passed` by what it may
    be read whoever sent it: the "code" of a mail to its player, or the "operator".
    """

    __table_args__ = (
        UniqueConstraint("digest"),
        CheckConstraint("state IN ('new', 'done', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "received_at"),
        Index(None, "mail_from", "received_at"),
        Index(None, "seat_id", "message_id"),
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
    error: str | None = long_or_none()
    note: str | None = long_or_none()
    labels: str | None = long_or_none()
    verdicts: str = object_text()
    read_at: datetime | None = None
    fate: str = short_text("-")
    passed: str = short_text("-")
    message_id: str | None = None


class Sheet(SQLModel, table=True):
    """One revision of a seat's orders for a turn: the order lines of one letter.

    A "script" is for the seat's own turn of that number, counted from 1; "answers" are for the
    script announced in that turn of the game, and `is_ready` says there that no more will come.
    `part` counts how often the turn has paused before.
    """

    __table_args__ = (
        UniqueConstraint("seat_id", "turn", "part", "kind", "revision"),
        UniqueConstraint("letter_id", "seat_id", "kind"),
        Index(None, "game_id", "turn"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat_id: int = Field(foreign_key="seat.id")
    turn: int
    part: int = number(0)
    kind: str = short_text(SCRIPT)
    revision: int
    letter_id: int = Field(foreign_key="letter.id")
    text: str = long_text()
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
    orders: str = long_text("[]")
    events: str = long_text("[]")
    state_hash: str
    engine_version: str
    at: datetime


class Turn(SQLModel, table=True):
    """A resolved turn, or a part of one: its sheet, the state it left, and when it was due.

    The key (game, number, part) is the second fence against resolving a turn twice.
    """

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    part: int = Field(
        default=0,
        primary_key=True,
        sa_column_kwargs={"server_default": "0", "autoincrement": False},
    )
    seat: str
    sheet: str = long_text("[]")
    record_seq: int
    state: str = long_text("{}")
    resolved_at: datetime
    deadline_at: datetime | None = None


class Outbox(SQLModel, table=True):
    """A mail to be sent; `key` says what it is, such as "report:12:7:ann", and exists once.

    `claimed_until` is the lease of whoever is sending it; `references` a JSON list; `turn` the
    turn that was open when it was written; `format` is "both" where HTML is to go with the text.
    """

    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("message_id"),
        CheckConstraint("state IN ('new', 'sent', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "created_at"),
        Index(None, "game_id"),
        Index(None, "seat_id", "kind"),
        Index(None, "rcpt", "created_at"),
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
    text: str = long_text()
    format: str = short_text(TEXT)
    message_id: str
    in_reply_to: str | None = None
    references: str = long_text("[]")
    reply_to: str | None = None
    created_at: datetime
    state: str = NEW
    attempts: int = 0
    next_try_at: datetime
    claimed_until: datetime | None = None
    sent_at: datetime | None = None
    error: str | None = long_or_none()
    useless_after_at: datetime | None = None


class Attachment(SQLModel, table=True):
    """A file that goes with a mail, so that a mail sent again has the same bytes.

    `place` counts a mail's from 0; `cid` is set where the HTML shows it. A picture not drawn yet
    has no content, and in `view` the view it is of, as JSON.
    """

    outbox_id: int = Field(foreign_key="outbox.id", primary_key=True)
    place: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str
    type: str
    cid: str | None = None
    view: str | None = long_or_none()
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Talk(SQLModel, table=True):
    """A text that a player has said, spread, noted or promised, in its lines as typed.

    `seat` is its writer's name, `turn` the turn then open, `hearers` a JSON list of seats, null
    where it is for all; a diary is for none. `place` counts the texts of a letter from 0.
    """

    __table_args__ = (
        UniqueConstraint("letter_id", "place"),
        CheckConstraint("kind IN ('say', 'rumour', 'diary', 'promise')", name="kind_is_known"),
        Index(None, "game_id", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat: str
    turn: int
    kind: str
    hearers: str | None = long_or_none()
    text: str = long_text()
    letter_id: int = Field(foreign_key="letter.id")
    place: int
    created_at: datetime


class FormerToken(SQLModel, table=True):
    """The digest of a token that a seat had before; letters to it are taken until `ends_at`."""

    __tablename__ = "former_token"
    __table_args__ = (Index(None, "seat_id"),)

    token_hash: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    ends_at: datetime


class Address(SQLModel, table=True):
    """An address a player writes from; `why` tells of one that is bad what came back.

    The address in the player's own row is his first, and is good unless it stands here as bad.
    """

    __table_args__ = (
        UniqueConstraint("email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
        CheckConstraint("state IN ('ok', 'bad', 'unconfirmed')", name="state_is_known"),
        Index(None, "player_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    email: str
    state: str = GOOD
    why: str = long_text()
    added_at: datetime


class Bounce(SQLModel, table=True):
    """A mail that came back for good, or was refused; `status` is as RFC 3463 writes it.

    `key` names the letter or mail that told of it, so that none counts twice.
    """

    __table_args__ = (UniqueConstraint("key"), Index(None, "email", "at"))

    id: int | None = Field(default=None, primary_key=True)
    key: str
    email: str
    status: str
    why: str = long_text()
    at: datetime


class Notice(SQLModel, table=True):
    """Something whoever runs the service should know; `key` keeps it from being said twice."""

    __table_args__ = (UniqueConstraint("key"),)

    id: int | None = Field(default=None, primary_key=True)
    key: str
    kind: str
    text: str = long_text()
    game_id: int | None = Field(default=None, foreign_key="game.id")
    created_at: datetime


class Setting(SQLModel, table=True):
    """What the service has decided for itself once, such as its key."""

    name: str = Field(primary_key=True)
    value: str = long_text()
