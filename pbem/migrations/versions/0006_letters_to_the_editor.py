"""Talk: letters to the editor of a table's newspaper."""

from alembic import op

from pbem.migrations.making import flag

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No text so far is one."""
    op.add_column("talk", flag("is_letter", nullable=True))


def downgrade() -> None:
    """Forget which are."""
    op.drop_column("talk", "is_letter")
