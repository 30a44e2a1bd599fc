"""Kinds of mail a seat has stopped, and what a provider said of a letter's sender."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has stopped anything, and nothing was said."""
    op.add_column("seat", sa.Column("muted", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("letter", sa.Column("verdicts", sa.Text(), nullable=False, server_default="{}"))
    op.create_index(op.f("ix_letter_mail_from_received_at"), "letter", ["mail_from", "received_at"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_index(op.f("ix_letter_mail_from_received_at"), "letter")
    op.drop_column("letter", "verdicts")
    op.drop_column("seat", "muted")
