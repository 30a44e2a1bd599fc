"""Games and their logs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.models.columns import json_list, json_object, json_or_none, key_of, packable_text
from pbem.models.look_alikes import skeleton_of_name

RUNNING, PAUSED, FINISHED = "running", "paused", "finished"
GAME, TUTORIAL = "game", "tutorial"


class Game(SQLModel, table=True):
    """One game: whose turn, until when, and its state after the last record.

    `ruleset` is the name of the game that is played, as `pbem.games.registry` knows it.
    `turn` is the number of the turn now open; `version` grows by one with every change and fences
    whoever read the row before; `seq` is the number of the last record. `claimed_until` is a
    sweeper's lease; `secret` the dice's secret in hex. `attempts` and `unended` are as in
    Letter.

    `ask` is the key of what it asks for, or of what ends first of that, and `wait` its kind, since
    `opened_at` and until `deadline_at`, which is null when no deadline runs; `other_asks` are the
    others, as `pbem.service.clocks` keeps them, and `banks` what each seat has saved of its time,
    as `pbem.service.time_banks` does. `due_at` is when the clock acts: at the deadline,
    before it where nobody is waited for any more (R12.3), after it while the grace runs (R12.7).
    `alarm_at` is when it looks at reminders and absences. `clock` are the rules of its clock,
    `settings` its moderator's choices, both JSON objects.

    `closed_at` is when orders were closed in a game whose results wait for the moderator,
    `released` the turn that he has let go, `run_now_turn` one that he has run without grace.
    `timeline` counts how often the game was rolled back. `paused_at` is when a moderator
    stopped the clock: what is left is what was left then; null where the deadline stands as it
    is. `resumes_at` is when it goes on by itself, `archived_at` when a finished game was put
    away. `holds` says whose letters wait for a moderator, a JSON list. `kind` is "tutorial" for
    a player's own game to learn by. `skeleton` is what its name looks like.
    """

    __table_args__ = (
        UniqueConstraint("name"),
        CheckConstraint("phase IN ('running', 'paused', 'finished')", name="phase_is_known"),
        Index(None, "phase", "due_at"),
        Index(None, "phase", "alarm_at"),
        Index(None, "skeleton"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    skeleton: str | None = skeleton_of_name()
    ruleset: str
    phase: str = RUNNING
    turn: int = 1
    to_move: str = ""
    version: int = 0
    opened_at: datetime | None = None
    deadline_at: datetime | None = None
    due_at: datetime | None = None
    alarm_at: datetime | None = None
    clock: Mapping[str, Any] = json_object()
    settings: Mapping[str, Any] = json_object()
    closed_at: datetime | None = None
    paused_at: datetime | None = None
    resumes_at: datetime | None = None
    archived_at: datetime | None = None
    released: int = 0
    run_now_turn: int = 0
    timeline: int = 0
    ask: str = "-"
    wait: str = "-"
    other_asks: Sequence[Sequence[str]] = json_list()
    banks: Mapping[str, Sequence[Any]] | None = json_or_none()
    holds: Sequence[Mapping[str, Any]] = json_list()
    claimed_until: datetime | None = None
    attempts: int = 0
    unended: int = 0
    next_try_at: datetime | None = None
    error: str | None = None
    state: str = "{}"
    options: str = "{}"
    secret: str
    secret_hash: str
    kind: str = GAME
    seq: int = 0
    created_at: datetime
    finished_at: datetime | None = None
    engine_version: str = ""

    @property
    def waits(self) -> tuple[str, ...]:
        """The kinds of all that it asks for."""
        return (self.wait, *(kind for _, kind, *_ in self.other_asks))

    @property
    def is_round(self) -> bool:
        """Whether all are asked for their turns at once."""
        return "round" in self.waits

    @property
    def is_window(self) -> bool:
        """Whether anybody may answer what another has announced."""
        return "answers" in self.waits


class Record(SQLModel, table=True):
    """One entry of a game's log: what was asked and which events came of it.

    `kind` is "setup", "act", "turn", or what a moderator did: "rollback" or "edit"; `seat` a seat's
    name; `state_hash` that of the state after. `undone` is the number of the moderator's act that
    undid it, 0 while it counts.
    """

    __table_args__ = (
        CheckConstraint(
            "kind IN ('setup', 'act', 'turn', 'words', 'rollback', 'edit')", name="kind_is_known"
        ),
        Index(None, "letter_id"),
    )

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    turn: int
    seat: str | None = None
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    orders: Any = json_list()
    events: str = packable_text("[]")
    state_hash: str
    engine_version: str
    at: datetime
    undone: int = 0


class Turn(SQLModel, table=True):
    """A resolved turn, or a part of one: its sheet, the state it left, and when it was due.

    `last_seq` is the last record that was made with it: lines that had waited come after its own.
    The key (game, number, part, timeline) is the second fence against resolving a turn twice.
    `undone` is the number of the moderator's act that undid it, 0 while it counts.
    """

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    part: int = Field(
        default=0,
        primary_key=True,
        sa_column_kwargs={"autoincrement": False},
    )
    timeline: int = Field(
        default=0,
        primary_key=True,
        sa_column_kwargs={"autoincrement": False},
    )
    undone: int = 0
    seat: str
    sheet: Sequence[str] = json_list()
    record_seq: int
    last_seq: int
    state: str = packable_text("{}")
    resolved_at: datetime
    deadline_at: datetime | None = None


class Act(SQLModel, table=True):
    """One thing a moderator did: a game's dated log, numbered from 1.

    `by` is who did it, "operator" for the command line. `command` is the line as it was taken,
    `said` what all players are told at once, `why` his reason. `before` and `after` are what it
    changed; of an edited game both whole states, as text. `undone` is as in Record.
    """

    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    at: datetime
    by: str
    turn: int
    verb: str
    command: str = ""
    said: str = ""
    why: str = ""
    before: Any = json_or_none()
    after: Any = json_or_none()
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    undone: int = 0


def game_key(game: Game, timeline: int | None = None) -> str:
    """What stands for a game in keys of mails: `12`, or `12e3` after three rollbacks.

    `timeline` is another than the game's own.
    """
    number = game.timeline if timeline is None else timeline
    return f"{key_of(game)}e{number}" if number else f"{key_of(game)}"
