"""Reliability: which of a person's last turns came in time, and what a game asks of who joins."""

from alembic import op

from pbem.migrations.making import json, number

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is known of the turns so far."""
    op.add_column("person", json("turns_in_time", nullable=True))
    op.add_column("open_game", number("reliable", nullable=True))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("open_game", "reliable")
    op.drop_column("person", "turns_in_time")
