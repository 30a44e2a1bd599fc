"""Who may order what: tokens as digests, addresses, bounces, codes, notices, the service's key."""

import hashlib
import hmac
import json
import re
import secrets
from base64 import b32encode
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

FORMER = timedelta(days=60)
"""Addresses that players have already are good so long; their next mail brings the new one."""
_TOKEN = re.compile(r"(?<=\.)[a-z2-7]{26}(?=@)|(?<=\+)[a-z2-7]{26}(?=@)")


def upgrade() -> None:
    """Every seat's token becomes its former one, of which only the digest is kept.

    No table that others refer to is made anew, which SQLite forbids once they have rows.
    """
    _create_tables()
    op.create_index(op.f("ix_outbox_rcpt_created_at"), "outbox", ["rcpt", "created_at"])
    for column in (
        _short("fate", "-"),
        _short("passed", "-"),
        sa.Column("message_id", sa.String(), nullable=True),
    ):
        op.add_column("letter", column)
    op.create_index(op.f("ix_letter_seat_id_message_id"), "letter", ["seat_id", "message_id"])
    op.add_column("seat", _short("token_seed", "-"))
    number = sa.Column("token_number", sa.Integer(), nullable=False, server_default="1")
    op.add_column("seat", number)
    op.execute("ALTER TABLE seat RENAME COLUMN token TO token_hash")
    _hide_tokens()


def downgrade() -> None:
    """Seats get digests for tokens: their players need new addresses."""
    op.execute("ALTER TABLE seat RENAME COLUMN token_hash TO token")
    op.drop_column("seat", "token_number")
    op.drop_column("seat", "token_seed")
    op.drop_index(op.f("ix_letter_seat_id_message_id"), "letter")
    for name in ("message_id", "passed", "fate"):
        op.drop_column("letter", name)
    op.drop_index(op.f("ix_outbox_rcpt_created_at"), "outbox")
    for table in ("setting", "notice", "bounce", "address", "former_token"):
        op.drop_table(table)


def _hide_tokens() -> None:
    """Digests for tokens, and `~1` where outgoing mail and threads have them written out."""
    connection = op.get_bind()
    key = secrets.token_bytes(32)
    settings = sa.table("setting", sa.column("name"), sa.column("value"))
    connection.execute(sa.insert(settings).values(name="key", value=key.hex()))
    seats = sa.table(
        "seat",
        *map(sa.column, ("id", "token_hash", "token_seed", "thread_ids", "last_message_id")),
    )
    former = sa.table(
        "former_token",
        sa.column("token_hash"),
        sa.column("seat_id"),
        sa.column("ends_at", sa.DateTime(timezone=True)),
    )
    ends_at = datetime.now(UTC) + FORMER
    for seat in connection.execute(sa.select(seats)).all():
        seed = secrets.token_hex(16)
        values = {"token_hash": _digest(seat.token_hash), "seat_id": seat.id, "ends_at": ends_at}
        connection.execute(sa.insert(former).values(**values))
        hidden = {
            "token_hash": _digest(_first_token(key, seed)),
            "token_seed": seed,
            "thread_ids": "[]",
            "last_message_id": None,
        }
        connection.execute(sa.update(seats).where(seats.c.id == seat.id).values(**hidden))
    _hide_in_outbox(connection)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _first_token(key: bytes, seed: str) -> str:
    code = hmac.new(key, f"{seed}:1".encode(), hashlib.sha256).digest()[:16]
    return b32encode(code).decode("ascii").rstrip("=").lower()


def _hide_in_outbox(connection: sa.Connection) -> None:
    names = ("message_id", "in_reply_to", "references", "reply_to")
    outbox = sa.table("outbox", *map(sa.column, ("id", "seat_id", *names)))
    for mail in connection.execute(sa.select(outbox).where(outbox.c.seat_id.is_not(None))).all():
        hidden = {name: _TOKEN.sub("~1", getattr(mail, name) or "") or None for name in names}
        hidden["references"] = hidden["references"] or json.dumps([])
        connection.execute(sa.update(outbox).where(outbox.c.id == mail.id).values(**hidden))


def _create_tables() -> None:
    op.create_table(
        "former_token",
        sa.Column("token_hash", sa.String(), nullable=False),
        _number("seat_id"),
        _at("ends_at"),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seat.id"], name=op.f("fk_former_token_seat_id_seat")
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_former_token")),
    )
    op.create_index(op.f("ix_former_token_seat_id"), "former_token", ["seat_id"])
    op.create_table(
        "address",
        _number("id"),
        _number("player_id"),
        _short("email"),
        _short("state"),
        _long("why"),
        _at("added_at"),
        sa.CheckConstraint("email = lower(email)", name=op.f("ck_address_email_is_lower_case")),
        sa.CheckConstraint(
            "state IN ('ok', 'bad', 'unconfirmed')", name=op.f("ck_address_state_is_known")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_address_player_id_player")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("email", name=op.f("uq_address_email")),
    )
    op.create_index(op.f("ix_address_player_id"), "address", ["player_id"])
    op.create_table(
        "bounce",
        _number("id"),
        _short("key"),
        _short("email"),
        _short("status"),
        _long("why"),
        _at("at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bounce")),
        sa.UniqueConstraint("key", name=op.f("uq_bounce_key")),
    )
    op.create_index(op.f("ix_bounce_email_at"), "bounce", ["email", "at"])
    op.create_table(
        "notice",
        _number("id"),
        _short("key"),
        _short("kind"),
        _long("text"),
        sa.Column("game_id", sa.Integer(), nullable=True),
        _at("created_at"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_notice_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint("key", name=op.f("uq_notice_key")),
    )
    op.create_table(
        "setting",
        _short("name"),
        _long("value"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )


def _at(name: str) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _short(name: str, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, server_default=default)


def _long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)
