"""The lobby: what a player has on file with his game before it starts, such as a deck."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has anything so far."""
    brought = sa.Column("brought", sa.String(), nullable=False, server_default=sa.text("''"))
    op.add_column("open_seat", brought)


def downgrade() -> None:
    """Forget it."""
    op.drop_column("open_seat", "brought")
