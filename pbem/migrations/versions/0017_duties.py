"""When a moderator was last told, once a day, what needs him in all his games."""

import sqlalchemy as sa
from alembic import op

from pbem.migrations.making import text

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever moderates gets such a mail from now on, as soon as something needs him."""
    op.add_column("person", text("duties_on", nullable=True))
    moderates = "id IN (SELECT person_id FROM moderator)"
    op.execute(sa.text(f"UPDATE person SET duties_on = '' WHERE {moderates}"))
    op.execute(sa.text(f"UPDATE person SET list_at = created_at WHERE {moderates}"))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("person", "duties_on")
