"""Ratings have the name that is shown beside them."""

from alembic import op

from pbem.migrations.making import text

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has a rating so far."""
    op.add_column("rating", text("called", nullable=True))


def downgrade() -> None:
    """Forget the names."""
    op.drop_column("rating", "called")
