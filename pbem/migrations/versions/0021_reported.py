"""Columns are called what the program calls them: what was reported, and when a mail went out."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

RENAMED = (
    ("seat", "told_seq", "reported_seq"),
    ("seat", "told_talk", "reported_talk"),
    ("observer", "told_seq", "reported_seq"),
    ("ending", "told_at", "mailed_at"),
)


def upgrade() -> None:
    """Rename them; what they hold stays."""
    for table, old, new in RENAMED:
        op.alter_column(table, old, new_column_name=new)


def downgrade() -> None:
    """Their old names."""
    for table, old, new in RENAMED:
        op.alter_column(table, new, new_column_name=old)
