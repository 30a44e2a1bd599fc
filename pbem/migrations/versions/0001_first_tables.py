"""First tables: games, seats, players, letters, sheets, records, turns and the outbox."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _at(name: str, nullable: bool = False) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _short(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=nullable)


def _long(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _number(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def upgrade() -> None:
    """Create all tables and indexes."""
    _create_game()
    _create_player()
    _create_seat()
    _create_turn()
    _create_letter()
    _create_outbox()
    _create_record()
    _create_sheet()


def downgrade() -> None:
    """Drop all of it."""
    for table in ["sheet", "record", "outbox", "letter", "turn", "seat", "player", "game"]:
        op.drop_table(table)


def _create_game() -> None:
    op.create_table(
        "game",
        _number("id"),
        _short("name"),
        _short("phase"),
        _number("turn"),
        _short("to_move"),
        _number("version"),
        _at("deadline_at", nullable=True),
        _number("turn_seconds"),
        _at("claimed_until", nullable=True),
        _number("attempts"),
        _at("next_try_at", nullable=True),
        _long("error", nullable=True),
        _long("state"),
        _long("options"),
        _short("secret"),
        _short("secret_hash"),
        _number("seq"),
        _at("created_at"),
        _at("finished_at", nullable=True),
        _short("engine_version"),
        sa.CheckConstraint(
            "phase IN ('running', 'paused', 'finished')", name=op.f("ck_game_phase_is_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("name", name=op.f("uq_game_name")),
    )
    op.create_index(op.f("ix_game_phase_deadline_at"), "game", ["phase", "deadline_at"])


def _create_player() -> None:
    op.create_table(
        "player",
        _number("id"),
        _short("name"),
        _short("email"),
        _short("zone"),
        _at("created_at"),
        sa.CheckConstraint("email = lower(email)", name=op.f("ck_player_email_is_lower_case")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("email", name=op.f("uq_player_email")),
    )


def _create_seat() -> None:
    op.create_table(
        "seat",
        _number("id"),
        _number("game_id"),
        _number("player_id"),
        _short("name"),
        _number("place"),
        _short("token"),
        _long("policies"),
        _long("words"),
        _short("last_message_id", nullable=True),
        _long("thread_ids"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "name", name=op.f("uq_seat_game_id_name")),
        sa.UniqueConstraint("game_id", "place", name=op.f("uq_seat_game_id_place")),
        sa.UniqueConstraint("token", name=op.f("uq_seat_token")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])


def _create_turn() -> None:
    op.create_table(
        "turn",
        _number("game_id"),
        _number("number"),
        _short("seat"),
        _long("sheet"),
        _number("record_seq"),
        _long("state"),
        _at("resolved_at"),
        _at("deadline_at", nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_turn_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_turn")),
    )


def _create_letter() -> None:
    op.create_table(
        "letter",
        _number("id"),
        _at("received_at"),
        _short("mail_from"),
        _short("rcpt"),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        _short("digest"),
        _number("game_id", nullable=True),
        _number("seat_id", nullable=True),
        _short("state"),
        _number("attempts"),
        _at("next_try_at"),
        _long("error", nullable=True),
        _long("note", nullable=True),
        _long("labels", nullable=True),
        _at("read_at", nullable=True),
        sa.CheckConstraint(
            "state IN ('new', 'done', 'dead')", name=op.f("ck_letter_state_is_known")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_letter_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_letter_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("digest", name=op.f("uq_letter_digest")),
    )
    op.create_index(op.f("ix_letter_game_id"), "letter", ["game_id"])
    op.create_index(op.f("ix_letter_state_next_try_at"), "letter", ["state", "next_try_at"])
    op.create_index(op.f("ix_letter_state_received_at"), "letter", ["state", "received_at"])


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        _number("id"),
        _short("key"),
        _number("game_id", nullable=True),
        _number("seat_id", nullable=True),
        _number("turn", nullable=True),
        _short("kind"),
        _short("rcpt"),
        _short("to_name"),
        _short("subject"),
        _long("text"),
        _short("message_id"),
        _short("in_reply_to", nullable=True),
        _long("references"),
        _short("reply_to", nullable=True),
        _at("created_at"),
        _short("state"),
        _number("attempts"),
        _at("next_try_at"),
        _at("claimed_until", nullable=True),
        _at("sent_at", nullable=True),
        _long("error", nullable=True),
        _at("useless_after_at", nullable=True),
        sa.CheckConstraint(
            "state IN ('new', 'sent', 'dead')", name=op.f("ck_outbox_state_is_known")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outbox_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_outbox_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    op.create_index(op.f("ix_outbox_game_id"), "outbox", ["game_id"])
    op.create_index(op.f("ix_outbox_seat_id_kind"), "outbox", ["seat_id", "kind"])
    op.create_index(op.f("ix_outbox_state_created_at"), "outbox", ["state", "created_at"])
    op.create_index(op.f("ix_outbox_state_next_try_at"), "outbox", ["state", "next_try_at"])


def _create_record() -> None:
    op.create_table(
        "record",
        _number("game_id"),
        _number("seq"),
        _short("kind"),
        _number("turn"),
        _short("seat", nullable=True),
        _number("letter_id", nullable=True),
        _long("orders"),
        _long("events"),
        _short("state_hash"),
        _short("engine_version"),
        _at("at"),
        sa.CheckConstraint(
            "kind IN ('setup', 'act', 'turn')", name=op.f("ck_record_kind_is_known")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_record_game_id_game")),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["letter.id"], name=op.f("fk_record_letter_id_letter")
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_record")),
    )
    op.create_index(op.f("ix_record_letter_id"), "record", ["letter_id"])


def _create_sheet() -> None:
    op.create_table(
        "sheet",
        _number("id"),
        _number("game_id"),
        _number("seat_id"),
        _number("turn"),
        _number("revision"),
        _number("letter_id"),
        _long("text"),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        _at("created_at"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_sheet_game_id_game")),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["letter.id"], name=op.f("fk_sheet_letter_id_letter")
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_sheet_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sheet")),
        sa.UniqueConstraint("letter_id", "seat_id", name=op.f("uq_sheet_letter_id_seat_id")),
        sa.UniqueConstraint(
            "seat_id", "turn", "revision", name=op.f("uq_sheet_seat_id_turn_revision")
        ),
    )
    op.create_index(op.f("ix_sheet_game_id_turn"), "sheet", ["game_id", "turn"])
