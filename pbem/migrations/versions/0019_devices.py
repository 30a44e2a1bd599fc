"""In which browser the page of a seat was opened."""

from alembic import op

from pbem.migrations.making import text

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of pages that are open nobody knows it."""
    op.add_column("seat_visit", text("device", nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("seat_visit", "device")
