"""The lobby: what a player has on file with his game before it starts, such as a deck."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has anything so far."""
    op.add_column("open_seat", sa.Column("brought", sa.String(), nullable=True))
    op.execute("UPDATE open_seat SET brought = ''")
    with op.batch_alter_table("open_seat") as table:
        table.alter_column("brought", existing_type=sa.String(), nullable=False)


def downgrade() -> None:
    """Forget it."""
    op.drop_column("open_seat", "brought")
