"""People, their addresses, and how they come in on the web."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_object, json_or_none

GOOD, BAD = "ok", "bad"
"""What is known of an address: mail to it arrives as far as we know; mail to it comes back."""
BOTH, TEXT = "both", "text"
"""Formats of mail: text with HTML and pictures, or text alone."""


class Person(SQLModel, table=True):
    """A person, who may sit in many games and moderate others; `zone` is an IANA name.

    `email` is his first address, which is among his addresses; whoever set up his seat has stated
    it.
    `preferences` are what he has set of `pbem.grammar.preferences`, those left out that are as
    they were at first. Since `suspended_at` nothing that he writes counts, for `suspended_why`.
    At `list_at` it is seen to whether a daily mail to him is due, None while he wants none;
    `listed_on` is the day by his clock of the last that listed his games, `duties_on` of the last
    that said what needs him as a moderator: "" until the first is arranged for, None while he gets
    none.
    `turns_in_time` has true for each of his last turns that came in time, the newest last.
    """

    __table_args__ = (
        UniqueConstraint("email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
        Index(None, "list_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    email: str
    zone: str = "UTC"
    preferences: Mapping[str, Any] = json_object()
    created_at: datetime
    suspended_at: datetime | None = None
    turns_in_time: Sequence[bool] | None = json_or_none()
    suspended_why: str | None = None
    list_at: datetime | None = None
    listed_on: str | None = None
    duties_on: str | None = None

    @property
    def format(self) -> str:
        """BOTH, or TEXT without HTML and picture."""
        return TEXT if self.preferences.get("format") == TEXT else BOTH


class Address(SQLModel, table=True):
    """An address a person writes from; `why` tells of one that is bad what came back.

    It is his from `proved_at`, when something that was mailed to it alone came back, for one he
    claimed the code that was mailed at `asked_at`. Until then it is only claimed, by whoever likes,
    and nobody's, unless it is his first.
    """

    __table_args__ = (
        UniqueConstraint("person_id", "email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
        CheckConstraint("state IN ('ok', 'bad')", name="state_is_known"),
        Index(None, "email"),
    )

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id")
    email: str
    state: str = GOOD
    why: str = ""
    added_at: datetime
    asked_at: datetime | None = None
    proved_at: datetime | None = None


class Bounce(SQLModel, table=True):
    """A mail that came back for good, or was refused; `status` is as RFC 3463 writes it.

    `key` names the letter or mail that told of it, so that none counts twice.
    """

    __table_args__ = (UniqueConstraint("key"), Index(None, "email", "at"))

    id: int | None = Field(default=None, primary_key=True)
    key: str
    email: str
    status: str
    why: str = ""
    at: datetime


class Login(SQLModel, table=True):
    """A link by which a player once enters the web console; only its digest is kept.

    Its token is made of `seed` and the service's key; it was mailed `copies` times.
    """

    digest: str = Field(primary_key=True)
    seed: str
    person_id: int = Field(foreign_key="person.id")
    created_at: datetime
    ends_at: datetime
    used_at: datetime | None = None
    copies: int = 0


class WebSession(SQLModel, table=True):
    """A player who has come in on the web, until he leaves; the secret is in his cookie alone."""

    __tablename__ = "web_session"

    digest: str = Field(primary_key=True)
    person_id: int = Field(foreign_key="person.id")
    created_at: datetime
    ends_at: datetime


class CpuDay(SQLModel, table=True):
    """The seconds of CPU that were used for a person on a day by UTC, the last on which any were.

    They are counted by `pbem.service.cpu_use`; the day is written as `2026-11-21`.
    """

    __tablename__ = "cpu_day"

    person_id: int = Field(foreign_key="person.id", primary_key=True)
    day: str
    seconds: float


class UsedForm(SQLModel, table=True):
    """A form of a page that has been sent: each does its work once."""

    __tablename__ = "used_form"

    digest: str = Field(primary_key=True)
    used_at: datetime
