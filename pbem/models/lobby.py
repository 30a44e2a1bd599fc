"""Games waiting for players, who has joined, who watches, and letters that wait for a code."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_list, json_object, json_or_none
from pbem.models.look_alikes import skeleton_of_name

OPEN, FULL, STARTED, CANCELLED = "open", "full", "started", "cancelled"


class OpenGame(SQLModel, table=True):
    """A game that somebody has offered; it becomes a Game when it starts, as `game_id` says.

    `options` are its words, `settings` what else is not as usual, `clock` and `secret` what the
    Game will have. `robot` is the kind that plays where players are missing. `password` is a
    salted hash, "" where anybody may join; `wrong_tries` counts by a person's key how often he
    gave another. `phase` is "full" while its players are asked, until `answer_by`, whether they
    are there; `alarm_at` is when a sweeper looks at it then. Where `is_private` only who was
    invited joins, and no list shows it. `reliable` is how many in a hundred turns in time it
    asks of who joins. `skeleton` is what its name looks like. `again_of` is the
    game whose players play again.
    """

    __tablename__ = "open_game"
    __table_args__ = (
        UniqueConstraint("name"),
        CheckConstraint("phase IN ('open', 'full', 'started', 'cancelled')", name="phase_is_known"),
        Index(None, "phase", "alarm_at"),
        Index(None, "creator_id"),
        Index(None, "skeleton"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    skeleton: str | None = skeleton_of_name()
    ruleset: str
    options: Mapping[str, str] = json_object()
    settings: Mapping[str, Any] | None = json_or_none()
    clock: Mapping[str, Any] = json_object()
    places: int
    robot: str
    password: str = ""
    is_private: bool | None = None
    reliable: int | None = None
    wrong_tries: Mapping[str, int] = json_object()
    secret: str
    secret_hash: str
    creator_id: int = Field(foreign_key="person.id")
    phase: str = OPEN
    created_at: datetime
    answer_by: datetime | None = None
    alarm_at: datetime | None = None
    game_id: int | None = Field(default=None, foreign_key="game.id")
    again_of: int | None = Field(default=None, foreign_key="game.id")


class OpenSeat(SQLModel, table=True):
    """A person who has joined an open game, in the order of `joined_at`: the first have the places,
    the others wait. `likes` is what he would like to play, best first, `brought` what
    else his game has on file of him before it starts, `words` what he adds to its dice.
    `seen_at` is when he last said that he is there; nobody sits here who has left."""

    __tablename__ = "open_seat"
    __table_args__ = (UniqueConstraint("open_game_id", "person_id"), Index(None, "person_id"))

    id: int | None = Field(default=None, primary_key=True)
    open_game_id: int = Field(foreign_key="open_game.id")
    person_id: int = Field(foreign_key="person.id")
    name: str
    likes: Sequence[str] = json_list()
    brought: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    words: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    joined_at: datetime
    seen_at: datetime


class Invitation(SQLModel, table=True):
    """An address that `person_id` has asked into an open game, in any lower case.

    `is_mailed` where a mail has told it so: an address gets one such mail ever.
    """

    __table_args__ = (
        UniqueConstraint("open_game_id", "email"),
        Index(None, "email"),
        Index(None, "person_id", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    open_game_id: int = Field(foreign_key="open_game.id")
    person_id: int = Field(foreign_key="person.id")
    email: str
    is_mailed: bool
    at: datetime


class RefusedAddress(SQLModel, table=True):
    """An address, or a domain behind its @, that gets no mail it has not asked for.

    By the "operator": its letters are not answered either. By its "owner": nobody invites it.
    """

    __tablename__ = "refused_address"

    address: str = Field(primary_key=True)
    by: str
    why: str = ""
    at: datetime


class Observer(SQLModel, table=True):
    """A person who gets what is public of a game he does not play; nobody after `stopped_at`.

    `reported_seq` is the last record that he was told of.
    """

    __table_args__ = (UniqueConstraint("game_id", "person_id"), Index(None, "person_id"))

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    person_id: int = Field(foreign_key="person.id")
    reported_seq: int
    since_at: datetime
    stopped_at: datetime | None = None


class Visit(SQLModel, table=True):
    """A mail to an address that may be anybody's: help, or whether a letter is its owner's.

    The letter is done when the code of this mail comes back. `line` is done then too: what we asked
    of ourselves.
    """

    __table_args__ = (Index(None, "email", "asked_at"), Index(None, "asked_at"))

    id: int | None = Field(default=None, primary_key=True)
    email: str
    domain: str
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    line: str = ""
    asked_at: datetime
    done_at: datetime | None = None
