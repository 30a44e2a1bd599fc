"""What goes out: mails, their files, and notices for whoever runs the service."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_list, packable_or_none, packable_text
from pbem.models.letters import NEW
from pbem.models.people import TEXT

SENT = "sent"


class Outbox(SQLModel, table=True):
    """A mail to be sent; `key` says what it is, such as "report:12:7:ann", and exists once.

    `body` is the marked text of which plain text and HTML are made.
    `claimed_until` is the lease of whoever is sending it, `claimed_by` a word of his own;
    `references` a JSON list; `turn` the turn that was open when it was written; `format` is "both"
    where HTML is to go with the text. `purpose` is why it goes out, as
    `pbem.mails.kinds` has it. A mail to a moderator has `moderator_id` where one to a
    player has `seat_id`. `due_at` is since when it may go, null for since it was written,
    `tried_at` when that was last tried in vain, `rejected_at` since when our mail server refuses it
    for good; `waits_for_relay` says that our mail server, and not its reader's, is what it waits
    for. `error` says why it did not go out, `problem` is a code of that (`relay.Problem`).
    """

    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("message_id"),
        CheckConstraint("state IN ('new', 'sent', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
        Index(None, "state", "created_at"),
        Index(None, "game_id"),
        Index(None, "seat_id", "kind"),
        Index(None, "seat_id", "state"),
        Index(None, "rcpt", "purpose", "created_at"),
        Index(None, "sent_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    purpose: str = ""
    kind: str
    rcpt: str
    to_name: str = ""
    subject: str
    body: str = packable_text()
    format: str = TEXT
    message_id: str
    in_reply_to: str | None = None
    references: Sequence[str] = json_list()
    reply_to: str | None = None
    created_at: datetime
    state: str = NEW
    attempts: int = 0
    next_try_at: datetime
    claimed_until: datetime | None = None
    claimed_by: str | None = None
    due_at: datetime | None = None
    tried_at: datetime | None = None
    rejected_at: datetime | None = None
    waits_for_relay: bool = False
    sent_at: datetime | None = None
    error: str | None = None
    problem: str = ""
    useless_after_at: datetime | None = None
    moderator_id: int | None = None


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
    view: str | None = packable_or_none()
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class OperatorNotice(SQLModel, table=True):
    """Something whoever runs the service should know; `key` keeps it from being said twice."""

    __tablename__ = "notice"

    __table_args__ = (UniqueConstraint("key"),)

    id: int | None = Field(default=None, primary_key=True)
    key: str
    kind: str
    text: str = ""
    game_id: int | None = Field(default=None, foreign_key="game.id")
    created_at: datetime


class DomainHour(SQLModel, table=True):
    """How many mails have gone to a domain since `began_at`, the beginning of an hour."""

    __tablename__ = "domain_hour"

    domain: str = Field(primary_key=True)
    began_at: datetime
    sent: int = 0


class Setting(SQLModel, table=True):
    """What the service has decided for itself once, such as its key."""

    name: str = Field(primary_key=True)
    value: str = ""
