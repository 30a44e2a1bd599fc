"""What came in: letters, and the orders and texts that they brought."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_object, json_or_none

NEW, DONE, DEAD = "new", "done", "dead"
WEB = "web"
"""The transport of a letter that was written on its seat's page; others have none."""
ORDERS = "orders"
"""The outcome of a letter that was read as its seat's."""
HELD = "held"
"""The outcome of a letter that waits until its player has confirmed that it is his."""


class Letter(SQLModel, table=True):
    """A mail as it came in; `digest` is unique for message and recipient.

    Its bytes are kept once, however many of our addresses they came to: `raw_digest` is theirs, and
    `copy_of` the letter that has them where `raw` is empty. `rcpt` is spelt in one way alone.

    `next_try_at` is when the sweeper looks again; `note` says why no answer was due; `verdicts`
    what a provider found about its sender, a JSON object such as {"spf": "pass"}. `outcome` is what
    it was found to be, `message_id` a digest of its own, once it is read; `accepted_by` by what it
    may be read whoever sent it: the "code" of a mail to its player, the "operator", or the
    "moderator" who wrote it in its player's name. `moderator_id` is whose it is where it is to a
    moderator's own address. `attempts` are the tries that failed, `unended` those that ended
    without a word because the process died; one that is under way is among these. `hold_act` is the
    moderator's act, by its number, that holds it, `asks_player` says that it waits until its
    player confirms that it is his. `transport` is "web" where it was written on its seat's page,
    and `wants_mail` whether its writer would have the answer by mail as well.
    """

    __table_args__ = (
        UniqueConstraint("digest"),
        CheckConstraint("state IN ('new', 'done', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "received_at"),
        Index(None, "rcpt", "received_at"),
        Index(None, "raw_digest"),
        Index(None, "seat_id", "message_id"),
        Index(None, "seat_id", "state", "received_at"),
        Index(None, "game_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    received_at: datetime
    mail_from: str
    rcpt: str
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    digest: str
    raw_digest: str = "-"
    copy_of: int | None = None
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    state: str = NEW
    attempts: int = 0
    unended: int = 0
    next_try_at: datetime
    error: str | None = None
    note: str | None = None
    labels: Mapping[str, Any] | None = json_or_none()
    verdicts: Mapping[str, Any] = json_object()
    read_at: datetime | None = None
    outcome: str = "-"
    accepted_by: str = "-"
    message_id: str | None = None
    moderator_id: int | None = None
    hold_act: int | None = None
    asks_player: bool = False
    transport: str | None = None
    wants_mail: bool | None = None


class Sheet(SQLModel, table=True):
    """One revision of a seat's orders for a turn: the order lines of one letter.

    A "script" is for the seat's own turn of that number, counted from 1; "answers" are for the
    script announced in that turn of the game, and `is_ready` says there that no more will come;
    what is a "repeat", of turn 0, is the script of every turn that begins without another.
    `part` counts how often the turn has paused before. `back_to` is the revision that an UNDO
    brought back as this one, 0 for nothing on file; null for a letter's own lines.
    """

    __table_args__ = (
        UniqueConstraint("seat_id", "turn", "part", "kind", "revision"),
        UniqueConstraint("letter_id", "seat_id", "kind", "turn"),
        Index(None, "game_id", "turn"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat_id: int = Field(foreign_key="seat.id")
    turn: int
    part: int = 0
    kind: str
    revision: int
    letter_id: int = Field(foreign_key="letter.id")
    text: str = ""
    is_ready: bool = False
    back_to: int | None = None
    created_at: datetime


class Talk(SQLModel, table=True):
    """A text that a player has said, spread, noted or promised, in its lines as typed.

    `seat` is its writer's name, `turn` the turn then open, `hearers` a JSON list of seats, null
    where it is for all; a diary is for none. `signed` is the name it bears where that is not its
    writer's, "" for nobody's; `shown_to` are the seats that each hearer sees named beside his own,
    where they are not the hearers. `place` counts the texts of a letter from 0. `is_letter` where
    it is a letter to the editor, said to all.
    """

    __table_args__ = (
        UniqueConstraint("letter_id", "place"),
        CheckConstraint("kind IN ('say', 'rumour', 'diary', 'promise')", name="kind_is_known"),
        Index(None, "game_id", "id"),
        Index(None, "game_id", "seat", "created_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat: str
    turn: int
    kind: str
    hearers: Sequence[str] | None = json_or_none()
    signed: str | None = None
    shown_to: Sequence[str] | None = json_or_none()
    text: str = ""
    letter_id: int = Field(foreign_key="letter.id")
    place: int
    created_at: datetime
    is_letter: bool | None = None


class HeldTalk(SQLModel, table=True):
    """A text that would give its writer away, until he says that it shall go out anyway.

    `number` counts those of the seat from 1; `person_id` is whose it is. The rest is as in Talk;
    `sent_at` is when it went out.
    """

    __tablename__ = "held_talk"
    __table_args__ = (UniqueConstraint("seat_id", "number"), UniqueConstraint("letter_id", "place"))

    id: int | None = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    number: int
    kind: str
    hearers: Sequence[str] | None = json_or_none()
    signed: str | None = None
    shown_to: Sequence[str] | None = json_or_none()
    text: str
    letter_id: int = Field(foreign_key="letter.id")
    place: int
    created_at: datetime
    sent_at: datetime | None = None
