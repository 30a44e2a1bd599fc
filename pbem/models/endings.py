"""What follows the end of a game: its finale, ratings; and who is called when it goes on."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_object
from pbem.models.letters import NEW


class Ending(SQLModel, table=True):
    """The end of a game, which is mailed when it has been worked out: `mailed_at`.

    It is void where the game went on since, in another `timeline`. `chances` has, for some turns,
    how often each seat won when robots played on from there, as `PlayedOut` keeps it.
    `ratings` has each rated player's figures before and after, by seat. `next_try_at` is when a
    sweeper looks at it, null once it is told; `attempts` are the tries that failed.
    """

    __table_args__ = (Index(None, "next_try_at"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    timeline: int
    created_at: datetime
    next_try_at: datetime | None
    attempts: int = 0
    chances: Mapping[str, Any] = json_object()
    ratings: Mapping[str, Any] = json_object()
    mailed_at: datetime | None = None


class Rating(SQLModel, table=True):
    """How well somebody plays a game: a person, `who` "person:12", or a robot, "robot:greedy".

    He plays about as `mu` says, and `sigma` says how sure that is. `called` is the name under
    which he played last where all knew who he was.
    """

    __table_args__ = (UniqueConstraint("who", "ruleset"), Index(None, "ruleset"))

    id: int | None = Field(default=None, primary_key=True)
    who: str
    ruleset: str
    mu: float
    sigma: float
    games: int
    rated_at: datetime
    called: str | None = None


class Webhook(SQLModel, table=True):
    """An address that is called with the public events of a game; nobody is told it again.

    It is of a game that waits for players until that starts. `secret` signs what is sent, `shape`
    is how that looks, `by` who has set it; `failures` are calls in a row that failed.
    """

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    open_game_id: int | None = Field(default=None, foreign_key="open_game.id", index=True)
    shape: str
    url: str
    secret: str
    by: str
    created_at: datetime
    stopped_at: datetime | None = None
    failures: int = 0


class HookCall(SQLModel, table=True):
    """A call to be made; `key` says of what, and exists once. The rest is as in Outbox."""

    __tablename__ = "hook_call"
    __table_args__ = (
        UniqueConstraint("key"),
        CheckConstraint("state IN ('new', 'sent', 'dead')", name="state_is_known"),
        Index(None, "state", "next_try_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    webhook_id: int = Field(foreign_key="webhook.id", index=True)
    key: str
    text: str
    created_at: datetime
    state: str = NEW
    attempts: int = 0
    next_try_at: datetime
    sent_at: datetime | None = None
    error: str = ""
