"""How many mails have gone to each domain in an hour."""

from alembic import op

from pbem.migrations.making import NewTable, moment, number, text

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

DOMAIN_HOUR = NewTable(
    "domain_hour",
    columns=(text("domain"), moment("began_at"), number("sent")),
    key="domain",
)


def upgrade() -> None:
    """Create the table."""
    DOMAIN_HOUR.make()


def downgrade() -> None:
    """Drop it."""
    op.drop_table(DOMAIN_HOUR.name)
