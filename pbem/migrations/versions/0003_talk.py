"""Talk: the press rules of a game to be, and the name that a text bears."""

from alembic import op

from pbem.migrations.making import json, text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every text so far bears the name of its writer, and every game is as usual."""
    op.add_column("open_game", json("settings", nullable=True))
    op.add_column("talk", text("signed", nullable=True))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("talk", "signed")
    op.drop_column("open_game", "settings")
