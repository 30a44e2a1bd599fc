"""What each seat of a game has saved of its time."""

from alembic import op

from pbem.migrations.making import json

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has saved anything."""
    op.add_column("game", json("banks", nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "banks")
