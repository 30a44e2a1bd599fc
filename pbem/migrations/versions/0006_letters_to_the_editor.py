"""Talk: letters to the editor of a table's newspaper."""

from alembic import op

from pbem.migrations.making import flag

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

OF_A_DAY = "ix_talk_game_id_seat_created_at"
"""What a seat has said lately is counted with every letter that says something."""


def upgrade() -> None:
    """No text so far is one."""
    op.add_column("talk", flag("is_letter", nullable=True))
    op.create_index(OF_A_DAY, "talk", ["game_id", "seat", "created_at"])


def downgrade() -> None:
    """Forget which are."""
    op.drop_index(OF_A_DAY, "talk")
    op.drop_column("talk", "is_letter")
