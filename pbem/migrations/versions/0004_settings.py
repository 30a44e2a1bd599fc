"""Settings of each player, seats that robots play, and games that teach."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Players who are there already keep the defaults, seats are played by people."""
    op.add_column("player", sa.Column("settings", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("seat", sa.Column("robot", sa.String(), nullable=False, server_default="-"))
    op.add_column("game", sa.Column("kind", sa.String(), nullable=False, server_default="game"))


def downgrade() -> None:
    """Drop them again."""
    op.drop_column("game", "kind")
    op.drop_column("seat", "robot")
    op.drop_column("player", "settings")
