"""Formats: HTML or text for each player and mail, and files that go with mails."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _format(default: str) -> sa.Column[str]:
    return sa.Column("format", sa.String(), nullable=False, server_default=default)


def upgrade() -> None:
    """Mails that wait already go out as they were written, as text."""
    op.add_column("player", _format("both"))
    op.add_column("player", sa.Column("extras", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("outbox", _format("text"))
    op.create_table(
        "attachment",
        sa.Column("outbox_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("cid", sa.String(), nullable=True),
        sa.Column("view", sa.Text(), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["outbox_id"], ["outbox.id"], name=op.f("fk_attachment_outbox_id_outbox")
        ),
        sa.PrimaryKeyConstraint("outbox_id", "place", name=op.f("pk_attachment")),
    )


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("attachment")
    op.drop_column("outbox", "format")
    op.drop_column("player", "extras")
    op.drop_column("player", "format")
