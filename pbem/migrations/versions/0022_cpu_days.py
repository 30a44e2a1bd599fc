"""How much CPU was used for each person on a day."""

from alembic import op

from pbem.migrations.making import NewTable, number, real, text

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

CPU_DAY = NewTable(
    "cpu_day",
    columns=(number("person_id"), text("day"), real("seconds")),
    key="person_id",
    refers={"person_id": "person"},
)


def upgrade() -> None:
    """Create the table."""
    CPU_DAY.make()


def downgrade() -> None:
    """Drop it."""
    op.drop_table(CPU_DAY.name)
