"""Observers: who gets what is public of a game he does not play."""

from alembic import op

from pbem.migrations.making import NewTable, moment, number

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

OBSERVER = NewTable(
    "observer",
    columns=(
        number("game_id"),
        number("person_id"),
        number("told_seq"),
        moment("since_at"),
        moment("stopped_at", nullable=True),
    ),
    refers={"game_id": "game", "person_id": "person"},
    unique=("game_id person_id",),
    indexes=("person_id",),
)


def upgrade() -> None:
    """Create the table."""
    OBSERVER.make()


def downgrade() -> None:
    """Drop it."""
    op.drop_table(OBSERVER.name)
