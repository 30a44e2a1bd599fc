"""Clocks and moderators: rules of a clock, absences, sitters, standby players, acts, eras, UNDO."""

import json
from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_KINDS = "kind IN ('setup', 'act', 'turn'{more})"


def upgrade() -> None:
    """Running games keep their deadlines; what they said of lengths becomes rules of a clock."""
    _create_tables()
    for column in (
        _moment("opened_at"),
        _moment("due_at"),
        _moment("alarm_at"),
        _moment("closed_at"),
        _moment("paused_at"),
        _moment("resumes_at"),
        _moment("archived_at"),
        _object("clock"),
        _object("settings"),
        _number("released"),
        _number("pressed"),
        _number("era"),
    ):
        op.add_column("game", column)
    _make_clocks()
    op.drop_column("game", "turn_seconds")
    op.drop_column("game", "answer_seconds")
    op.drop_index(op.f("ix_game_phase_deadline_at"), "game")
    op.create_index(op.f("ix_game_phase_due_at"), "game", ["phase", "due_at"])
    op.create_index(op.f("ix_game_phase_alarm_at"), "game", ["phase", "alarm_at"])
    unread = ["seat_id", "state", "received_at"]
    op.create_index(op.f("ix_letter_seat_id_state_received_at"), "letter", unread)
    for column in (
        sa.Column("silence", sa.String(), nullable=False, server_default="pass"),
        sa.Column("misses", sa.Text(), nullable=False, server_default="[]"),
        _number("late"),
        _moment("offered_at"),
        _moment("resigns_at"),
    ):
        op.add_column("seat", column)
    op.drop_column("seat", "last_message_id")
    for table in ("letter", "outbox"):
        op.add_column(table, sa.Column("moderator_id", sa.Integer(), nullable=True))
    op.add_column("sheet", sa.Column("back_to", sa.Integer(), nullable=True))
    with op.batch_alter_table("record") as record:
        record.add_column(_number("undone"))
        record.drop_constraint(op.f("ck_record_kind_is_known"), type_="check")
        more = _KINDS.format(more=", 'rollback', 'edit'")
        record.create_check_constraint(op.f("ck_record_kind_is_known"), more)
    with op.batch_alter_table("turn") as turn:
        turn.add_column(_number("era"))
        turn.add_column(_number("undone"))
        turn.drop_constraint(op.f("pk_turn"), type_="primary")
        turn.create_primary_key(op.f("pk_turn"), ["game_id", "number", "part", "era"])


def downgrade() -> None:
    """Only possible while no game was rolled back or edited; clocks become two lengths again."""
    with op.batch_alter_table("turn") as turn:
        turn.drop_constraint(op.f("pk_turn"), type_="primary")
        turn.create_primary_key(op.f("pk_turn"), ["game_id", "number", "part"])
        turn.drop_column("undone")
        turn.drop_column("era")
    with op.batch_alter_table("record") as record:
        record.drop_constraint(op.f("ck_record_kind_is_known"), type_="check")
        record.create_check_constraint(op.f("ck_record_kind_is_known"), _KINDS.format(more=""))
        record.drop_column("undone")
    op.drop_column("sheet", "back_to")
    for table in ("outbox", "letter"):
        op.drop_column(table, "moderator_id")
    op.drop_index(op.f("ix_letter_seat_id_state_received_at"), "letter")
    op.add_column("seat", sa.Column("last_message_id", sa.String(), nullable=True))
    for name in ("resigns_at", "offered_at", "late", "misses", "silence"):
        op.drop_column("seat", name)
    op.drop_index(op.f("ix_game_phase_alarm_at"), "game")
    op.drop_index(op.f("ix_game_phase_due_at"), "game")
    op.create_index(op.f("ix_game_phase_deadline_at"), "game", ["phase", "deadline_at"])
    op.add_column("game", _number("turn_seconds", 259_200))
    op.add_column("game", _number("answer_seconds", 3600))
    for name in (
        *("era", "released", "settings", "clock", "closed_at"),
        *("alarm_at", "due_at", "opened_at", "paused_at"),
        *("resumes_at", "archived_at", "pressed"),
    ):
        op.drop_column("game", name)
    for table in ("login", "standby", "sitter", "absence", "act", "moderator"):
        op.drop_table(table)


def _make_clocks() -> None:
    connection = op.get_bind()
    names = ("id", "turn_seconds", "answer_seconds", "clock", "created_at", "deadline_at", "due_at")
    game = sa.table("game", *map(sa.column, (*names, "opened_at")))
    for row in connection.execute(sa.select(game)).all():
        lengths = {"script": row.turn_seconds, "answers": row.answer_seconds}
        clock = {wait: {"next": f"{seconds}s"} for wait, seconds in lengths.items()}
        values = {"clock": json.dumps(clock), "due_at": row.deadline_at}
        values["opened_at"] = row.created_at
        connection.execute(sa.update(game).where(game.c.id == row.id).values(**values))


def _create_tables() -> None:
    op.create_table(
        "moderator",
        *_keys("moderator", game_id="game?", player_id="player"),
        _short("token_hash"),
        _short("token_seed"),
        sa.Column("token_number", sa.Integer(), nullable=False),
        _long("thread_ids"),
        _at("added_at"),
        sa.UniqueConstraint("game_id", "player_id", name=op.f("uq_moderator_game_id_player_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_moderator_token")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_moderator_player_id"), "moderator", ["player_id"])
    op.create_table(
        "act",
        *_keys("act", game_id="game", letter_id="letter?"),
        sa.Column("number", sa.Integer(), nullable=False),
        _at("at"),
        _short("by"),
        sa.Column("turn", sa.Integer(), nullable=False),
        _short("verb"),
        *map(_long, ("command", "said", "why")),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_act_game_id_number")),
    )
    op.create_table(
        "absence",
        *_keys("absence", game_id="game", seat_id="seat"),
        _at("from_at"),
        _at("until_at"),
        _short("state"),
        _at("created_at"),
        sa.CheckConstraint(
            "state IN ('ok', 'asked', 'refused', 'over')", name=op.f("ck_absence_state_is_known")
        ),
    )
    op.create_index(op.f("ix_absence_seat_id_until_at"), "absence", ["seat_id", "until_at"])
    op.create_table(
        "sitter",
        *_keys("sitter", seat_id="seat", player_id="player"),
        _at("from_at"),
        _at("until_at"),
        _moment("ended_at"),
    )
    op.create_index(op.f("ix_sitter_seat_id_until_at"), "sitter", ["seat_id", "until_at"])
    op.create_index(op.f("ix_sitter_player_id"), "sitter", ["player_id"])
    op.create_table(
        "standby",
        *_keys("standby", player_id="player", game_id="game?"),
        _at("since_at"),
        _moment("left_at"),
        sa.UniqueConstraint("player_id", "game_id", name=op.f("uq_standby_player_id_game_id")),
    )
    op.create_index(op.f("ix_standby_game_id"), "standby", ["game_id"])
    op.create_table(
        "login",
        _short("digest"),
        sa.Column("player_id", sa.Integer(), nullable=False),
        _at("created_at"),
        _at("ends_at"),
        _moment("used_at"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_login_player_id_player")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_login")),
    )


def _keys(table: str, **others: str) -> list[sa.schema.SchemaItem]:
    """The row's number and the rows it belongs to, those with "?" optional."""
    items: list[sa.schema.SchemaItem] = [sa.Column("id", sa.Integer(), nullable=False)]
    items += [
        sa.Column(name, sa.Integer(), nullable=other.endswith("?"))
        for name, other in others.items()
    ]
    items.append(sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")))
    for name, other in others.items():
        parent = other.rstrip("?")
        key = op.f(f"fk_{table}_{name}_{parent}")
        items.append(sa.ForeignKeyConstraint([name], [f"{parent}.id"], name=key))
    return items


def _at(name: str) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _moment(name: str) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=True)


def _number(name: str, default: int = 0) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=str(default))


def _object(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default="{}")


def _short(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False)


def _long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)
