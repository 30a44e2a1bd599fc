"""Words for the dice of a game that has not started, and when a person's daily list is due."""

import sqlalchemy as sa
from alembic import op

from pbem.migrations.making import moment, text

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has given words, and nobody gets a list."""
    words = sa.Column("words", sa.String(), nullable=False, server_default=sa.text("''"))
    op.add_column("open_seat", words)
    op.add_column("person", moment("list_at", nullable=True))
    op.add_column("person", text("listed_on", nullable=True))
    op.create_index("ix_person_list_at", "person", ["list_at"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_person_list_at", "person")
    op.drop_column("person", "listed_on")
    op.drop_column("person", "list_at")
    op.drop_column("open_seat", "words")
