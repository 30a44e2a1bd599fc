"""Who plays and moderates: seats, who sits in for whom, and the ways into a seat's page."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_list, json_object

NOBODY = "-"
"""No robot: a person plays."""


class Seat(SQLModel, table=True):
    """A player's chair in one game; `place` is the order of play from 0.

    Its address by mail has a token, of which only the digest is kept: it is computed from the
    service's key, `token_seed` and `token_number`, which counts how often it was renewed. In this
    and other tables `~3` in an address or Message-ID stands for the third of them.

    `policies` are the standing orders as JSON, `seed_words` the player's share of the dice's
    seed, `seed_words_sent` what he has sent for it. `thread_ids` are the Message-IDs of its thread,
    oldest first, `mails` how many it was ever sent. `robot` names the robot that plays it, "-"
    where a person does; nothing is mailed to a robot. `muted` is what its player has
    stopped, a JSON list: kinds of mail, and the names of players behind `from:`.

    `asks` says about which attacks its player is asked though his policies cover them: "always",
    those on his "own" groups, or "never"; `ready_unless_attacked` is 1 where others' attacks on
    others need not wait for him (R12.3). `length` is how long he wants his reports once he is out
    of the game, "-" where he has not said.

    `silence` is what is done where its player sends nothing: "pass" or "bot" (R12.7). `misses` is
    a JSON list of its last turns, true for one he missed; `late_turns` one of the turns for which a
    letter came after the deadline, each as often as one did.
    `talk_open` says that its player lets everybody read his private talk once the game is over;
    `feed_number` counts how often the address of his calendar was renewed.
    `offered_at` is since when it is offered to standby players, `resigns_at` when its player leaves
    unless he takes it back.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        UniqueConstraint("game_id", "place"),
        UniqueConstraint("token_hash"),
        Index(None, "person_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    person_id: int = Field(foreign_key="person.id")
    name: str
    place: int
    token_hash: str
    token_seed: str = "-"
    token_number: int = 1
    policies: Sequence[str] = json_list()
    seed_words: str = ""
    seed_words_sent: str = ""
    robot: str = NOBODY
    thread_ids: Sequence[str] = json_list()
    mails: int = 0
    reported_seq: int = 0
    reported_talk: int = 0
    muted: Sequence[str] = json_list()
    silence: str = "pass"
    asks: str = "own"
    ready_unless_attacked: int = 0
    length: str = "-"
    misses: Sequence[bool] = json_list()
    late_turns: Sequence[int] = json_list()
    offered_at: datetime | None = None
    resigns_at: datetime | None = None
    talk_open: bool | None = None
    feed_number: int | None = None

    @property
    def late(self) -> int:
        """How many letters came after a deadline."""
        return len(self.late_turns)


class FormerToken(SQLModel, table=True):
    """The digest of a token that a seat had before; letters to it are taken until `ends_at`."""

    __tablename__ = "former_token"
    __table_args__ = (Index(None, "seat_id"),)

    token_hash: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    ends_at: datetime


class Absence(SQLModel, table=True):
    """Days on which a seat's player is away; `state` is "ok", "asked" of the moderator, "refused"
    or "over"."""

    __table_args__ = (
        CheckConstraint("state IN ('ok', 'asked', 'refused', 'over')", name="state_is_known"),
        Index(None, "seat_id", "until_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    seat_id: int = Field(foreign_key="seat.id")
    from_at: datetime
    until_at: datetime
    state: str = "ok"
    created_at: datetime


class Sitter(SQLModel, table=True):
    """Who may write for a seat and gets its mail until then; `ended_at` if that was ended."""

    __table_args__ = (Index(None, "seat_id", "until_at"), Index(None, "person_id"))

    id: int | None = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    from_at: datetime
    until_at: datetime
    ended_at: datetime | None = None


class Standby(SQLModel, table=True):
    """A player who would take over a seat, of one game or of any; `left_at` if no longer."""

    __table_args__ = (UniqueConstraint("person_id", "game_id"), Index(None, "game_id"))

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    since_at: datetime
    left_at: datetime | None = None


CARRIED, FAILED = "carried", "failed"
"""What a vote has come to; while it is open it is neither."""


class Vote(SQLModel, table=True):
    """What the players of a game vote on, counted in it from 1; `what` is a key of MOTIONS.

    `seat` has asked for it, `turn` and `timeline` were open then. `names` are the seats that a draw
    would let win. `ballots` has true for a yes and false for a no, by the names of seats.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        CheckConstraint("state IN ('open', 'carried', 'failed')", name="state_is_known"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    what: str
    names: Sequence[str] = json_list()
    seat: str
    turn: int
    timeline: int
    ballots: Mapping[str, bool] = json_object()
    state: str = "open"
    begun_at: datetime
    ends_at: datetime


class Moderator(SQLModel, table=True):
    """A player who moderates a game; his address by mail has a token as a seat's has.

    A row without a game is the operator's, who moderates all. An id is never used again: letters
    and mails keep that of a moderator who is gone.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "person_id"),
        UniqueConstraint("token_hash"),
        Index(None, "person_id"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    person_id: int = Field(foreign_key="person.id")
    token_hash: str
    token_seed: str
    token_number: int = 1
    thread_ids: Sequence[str] = json_list()
    mails: int = 0
    added_at: datetime


class SeatLink(SQLModel, table=True):
    """The way into a seat's page that a mail to a person brings; only its digest is kept.

    It ends with the next report, at `ended_at`. `codes` counts the codes that were mailed to
    `email` for further devices, `tries` those that were typed wrong.
    """

    __tablename__ = "seat_link"
    __table_args__ = (Index(None, "seat_id"),)

    digest: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    email: str
    created_at: datetime
    ended_at: datetime | None = None
    codes: int = 0
    tries: int = 0


class SeatVisit(SQLModel, table=True):
    """A seat's page as it is open on one device, whose cookie alone has the secret.

    It holds while the seat has the token of `token_number` and the person may write for it.
    `device` is a number that the browser was given when it first opened a page.
    """

    __tablename__ = "seat_visit"
    __table_args__ = (Index(None, "seat_id"),)

    digest: str = Field(primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    person_id: int = Field(foreign_key="person.id")
    email: str
    token_number: int
    created_at: datetime
    ends_at: datetime
    device: str | None = None
