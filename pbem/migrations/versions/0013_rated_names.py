"""Ratings have the name that is shown beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has a rating so far."""
    op.add_column("rating", sa.Column("called", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget the names."""
    op.drop_column("rating", "called")
