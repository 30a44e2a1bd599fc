"""To whom a text seems to be sent, where that is not to whom it is."""

from alembic import op

from pbem.migrations.making import json

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TABLES = ("talk", "held_talk")


def upgrade() -> None:
    """Texts that were sent until now name all whom they are for."""
    for table in TABLES:
        op.add_column(table, json("shown_to", nullable=True))


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_column(table, "shown_to")
