"""The tables: rows are storage, columns ending in `_at` are aware UTC, JSON is kept as text.

Nothing assigned to a row is validated; whoever writes JSON encodes it whole (an edit in place of
a decoded value is not saved). Unique constraints are the idempotency keys of the four hops.
"""

import json
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
GOOD, BAD = "ok", "bad"
"""What is known of an address: mail to it arrives as far as we know; mail to it comes back."""
BOTH, TEXT = "both", "text"
"""Formats of mail: text with HTML and pictures, or text alone."""
GAME, TUTORIAL = "game", "tutorial"
NOBODY = "-"
"""No robot: a person plays."""
SCRIPT, ANSWERS, ROUND = "script", "answers", "round"
"""What a running game waits for (R12.2), and with the first two what a sheet is."""
REPEAT = "repeat"
"""What else a sheet may be."""


class Player(SQLModel, table=True):
    """A person, known by a lower-case address; `zone` is an IANA name.

    Whoever set up his seat has stated that address; `proved_at` is when something that was mailed
    to it alone came back, null until then.
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
    proved_at: datetime | None = None


class Game(SQLModel, table=True):
    """One game: whose turn, until when, and its state after the last record.

    `ruleset` is the name of the game that is played, as `pbem.games.registry` knows it.
    `turn` is the number of the turn now open; `version` grows by one with every change and fences
    whoever read the row before; `seq` is the number of the last record. `claimed_until` is a
    sweeper's lease; `secret` the dice's secret in hex. `attempts` and `unended` are as in
    Letter.

    `wait` is what it waits for: the mover's script, everybody's answers to it, or the scripts of a
    round, since `opened_at` and until `deadline_at`, which is null when no deadline runs. `due_at`
    is when the clock acts: at the deadline, before it where nobody is waited for any more (R12.3),
    after it while the grace runs (R12.7). `alarm_at` is when it looks at reminders and absences.
    `clock` are the rules of its clock, `settings` its moderator's choices, both JSON objects.

    `closed_at` is when orders were closed in a game whose results wait for the moderator,
    `released` the turn that he has let go, `run_now_turn` one that he has run without grace. `era`
    counts how often the game was rolled back. `paused_at` is when a moderator stopped the clock:
    what is left is what was left then; null where the deadline stands as it is. `resumes_at` is
    when it goes on by itself, `archived_at` when a finished game was put away.

    `announced` is the script being answered, as JSON, null where none is; `held` the gifts that
    wait for it (R9.1), a JSON list in order of arrival. `holds` says whose letters wait for a
    moderator, a JSON list. `kind` is "tutorial" for a player's own game to learn by.
    """

    __table_args__ = (
        UniqueConstraint("name"),
        CheckConstraint("phase IN ('running', 'paused', 'finished')", name="phase_is_known"),
        Index(None, "phase", "due_at"),
        Index(None, "phase", "alarm_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    ruleset: str
    phase: str = RUNNING
    turn: int = 1
    to_move: str = ""
    version: int = 0
    opened_at: datetime | None = None
    deadline_at: datetime | None = None
    due_at: datetime | None = None
    alarm_at: datetime | None = None
    clock: str = object_text()
    settings: str = object_text()
    closed_at: datetime | None = None
    paused_at: datetime | None = None
    resumes_at: datetime | None = None
    archived_at: datetime | None = None
    released: int = number(0)
    run_now_turn: int = number(0)
    era: int = number(0)
    wait: str = short_text(SCRIPT)
    announced: str | None = long_or_none()
    held: str = list_text()
    holds: str = list_text()
    claimed_until: datetime | None = None
    attempts: int = 0
    unended: int = number(0)
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

    `policies` are the standing instructions as JSON, `seed_words` the player's share of the dice's
    seed, `seed_words_sent` what he has sent for it. `thread_ids` are the Message-IDs of its thread,
    oldest first, `mails` how many it was ever sent. `robot` names the robot that plays it, "-"
    where a person does; nothing is mailed to a robot. `muted` are the kinds of mail its player has
    stopped, a JSON list.

    `asks` says about which attacks its player is asked though his policies cover them: "always",
    those on his "own" groups, or "never"; `ready_unless_attacked` is 1 where others' attacks on
    others need not wait for him (R12.3). `length` is how long he wants his reports once he is out
    of the game, "-" where he has not said.

    `silence` is what is done where its player sends nothing: "pass" or "bot" (R12.7). `misses` is
    a JSON list of its last turns, true for one he missed; `late_turns` one of the turns for which a
    letter came after the deadline, each as often as one did.
    `offered_at` is since when it is offered to standby players, `resigns_at` when its player leaves
    unless he takes it back.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        UniqueConstraint("game_id", "place"),
        UniqueConstraint("token_hash"),
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
    seed_words: str = long_text()
    seed_words_sent: str = long_text()
    robot: str = short_text(NOBODY)
    thread_ids: str = long_text("[]")
    mails: int = number(0)
    told_seq: int = number(0)
    told_talk: int = number(0)
    muted: str = list_text()
    silence: str = short_text("pass")
    asks: str = short_text("own")
    ready_unless_attacked: int = number(0)
    length: str = short_text("-")
    misses: str = list_text()
    late_turns: str = list_text()
    offered_at: datetime | None = None
    resigns_at: datetime | None = None

    @property
    def late(self) -> int:
        """How many letters came after a deadline."""
        return len(json.loads(self.late_turns))


class Letter(SQLModel, table=True):
    """A mail as it came in; `digest` is unique for message and recipient.

    Its bytes are kept once, however many of our addresses they came to: `raw_digest` is theirs, and
    `copy_of` the letter that has them where `raw` is empty. `rcpt` is spelt in one way alone.

    `next_try_at` is when the sweeper looks again; `note` says why no answer was due; `verdicts`
    what a provider found about its sender, a JSON object such as {"spf": "pass"}. `fate` is what
    it was found to be, `message_id` a digest of its own, once it is read; `accepted_by` by what it
    may be read whoever sent it: the "code" of a mail to its player, the "operator", or the
    "moderator" who wrote it in its player's name. `moderator_id` is whose it is where it is to a
    moderator's own address. `attempts` are the tries that failed, `unended` those that ended
    without a word because the process died; one that is under way is among these. `hold_act` is the
    moderator's act, by its number, that holds it.
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
    raw_digest: str = short_text("-")
    copy_of: int | None = None
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    state: str = NEW
    attempts: int = 0
    unended: int = number(0)
    next_try_at: datetime
    error: str | None = long_or_none()
    note: str | None = long_or_none()
    labels: str | None = long_or_none()
    verdicts: str = object_text()
    read_at: datetime | None = None
    fate: str = short_text("-")
    accepted_by: str = short_text("-")
    message_id: str | None = None
    moderator_id: int | None = None
    hold_act: int | None = None


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
    part: int = number(0)
    kind: str = short_text(SCRIPT)
    revision: int
    letter_id: int = Field(foreign_key="letter.id")
    text: str = long_text()
    is_ready: bool = False
    back_to: int | None = None
    created_at: datetime


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
    orders: str = long_text("[]")
    events: str = long_text("[]")
    state_hash: str
    engine_version: str
    at: datetime
    undone: int = number(0)


class Turn(SQLModel, table=True):
    """A resolved turn, or a part of one: its sheet, the state it left, and when it was due.

    The key (game, number, part, era) is the second fence against resolving a turn twice. `undone`
    is the number of the moderator's act that undid it, 0 while it counts.
    """

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    part: int = Field(
        default=0,
        primary_key=True,
        sa_column_kwargs={"server_default": "0", "autoincrement": False},
    )
    era: int = Field(
        default=0,
        primary_key=True,
        sa_column_kwargs={"server_default": "0", "autoincrement": False},
    )
    undone: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    seat: str
    sheet: str = long_text("[]")
    record_seq: int
    state: str = long_text("{}")
    resolved_at: datetime
    deadline_at: datetime | None = None


class Outbox(SQLModel, table=True):
    """A mail to be sent; `key` says what it is, such as "report:12:7:ann", and exists once.

    `claimed_until` is the lease of whoever is sending it, `claimed_by` a word of his own;
    `references` a JSON list; `turn` the turn that was open when it was written; `format` is "both"
    where HTML is to go with the text. `quota` is the limit of its reader's for which it counts,
    "-" for none. A mail to a moderator has `moderator_id` where one to a
    player has `seat_id`. `due_at` is since when it may go, null for since it was written,
    `tried_at` when that was last tried in vain, `rejected_at` since when our mail server refuses it
    for good; `waits_for_relay` says that our mail server, and
    not its reader's, is what it waits for.
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
        Index(None, "rcpt", "quota", "created_at"),
        Index(None, "sent_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    quota: str = short_text("-")
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
    claimed_by: str | None = None
    due_at: datetime | None = None
    tried_at: datetime | None = None
    rejected_at: datetime | None = None
    waits_for_relay: bool = False
    sent_at: datetime | None = None
    error: str | None = long_or_none()
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

    It is his from `proved_at`, when a code that was mailed to it at `asked_at` came back; until
    then it is only claimed, by whoever likes, and nobody's. The address in the player's own row is
    his first, and is good unless it stands here as bad.
    """

    __table_args__ = (
        UniqueConstraint("player_id", "email"),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
        CheckConstraint("state IN ('ok', 'bad')", name="state_is_known"),
        Index(None, "email"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    email: str
    state: str = GOOD
    why: str = long_text()
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
    why: str = long_text()
    at: datetime


class OperatorNotice(SQLModel, table=True):
    """Something whoever runs the service should know; `key` keeps it from being said twice."""

    __tablename__ = "notice"

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


class Moderator(SQLModel, table=True):
    """A player who moderates a game; his address by mail has a token as a seat's has.

    A row without a game is the operator's, who moderates all. An id is never used again: letters
    and mails keep that of a moderator who is gone.
    """

    __table_args__ = (
        UniqueConstraint("game_id", "player_id"),
        UniqueConstraint("token_hash"),
        Index(None, "player_id"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    player_id: int = Field(foreign_key="player.id")
    token_hash: str
    token_seed: str
    token_number: int = 1
    thread_ids: str = long_text("[]")
    mails: int = number(0)
    added_at: datetime


class Act(SQLModel, table=True):
    """One thing a moderator did: a game's dated log, numbered from 1.

    `by` is who did it, "operator" for the command line. `command` is the line as it was taken,
    `said` what all players are told at once, `why` his reason. `before` and `after` are what it
    changed, as JSON; of an edited game both whole states. `undone` is as in Record.
    """

    __table_args__ = (UniqueConstraint("game_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    at: datetime
    by: str
    turn: int
    verb: str
    command: str = long_text()
    said: str = long_text()
    why: str = long_text()
    before: str | None = long_or_none()
    after: str | None = long_or_none()
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    undone: int = 0


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

    __table_args__ = (Index(None, "seat_id", "until_at"), Index(None, "player_id"))

    id: int | None = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id")
    player_id: int = Field(foreign_key="player.id")
    from_at: datetime
    until_at: datetime
    ended_at: datetime | None = None


class Standby(SQLModel, table=True):
    """A player who would take over a seat, of one game or of any; `left_at` if no longer."""

    __table_args__ = (UniqueConstraint("player_id", "game_id"), Index(None, "game_id"))

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    since_at: datetime
    left_at: datetime | None = None


class Login(SQLModel, table=True):
    """A link by which a player once enters the web console; only its digest is kept.

    Its token is made of `seed` and the service's key; it was mailed `copies` times.
    """

    digest: str = Field(primary_key=True)
    seed: str
    player_id: int = Field(foreign_key="player.id")
    created_at: datetime
    ends_at: datetime
    used_at: datetime | None = None
    copies: int = 0


class WebSession(SQLModel, table=True):
    """A player who has come in on the web, until he leaves; the secret is in his cookie alone."""

    __tablename__ = "web_session"

    digest: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    created_at: datetime
    ends_at: datetime


class UsedForm(SQLModel, table=True):
    """A form of a page that has been sent: each does its work once."""

    __tablename__ = "used_form"

    digest: str = Field(primary_key=True)
    used_at: datetime
