"""A page of one's own for every seat, and letters that are written there."""

from alembic import op

from pbem.migrations.making import NewTable, flag, moment, number, text

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_WHOSE = {"seat_id": "seat", "person_id": "person"}
TABLES = (
    NewTable(
        "seat_link",
        (
            text("digest"),
            number("seat_id"),
            number("person_id"),
            text("email"),
            moment("created_at"),
            moment("ended_at", nullable=True),
            number("codes"),
            number("tries"),
        ),
        key="digest",
        refers=_WHOSE,
        indexes=("seat_id",),
    ),
    NewTable(
        "seat_visit",
        (
            text("digest"),
            number("seat_id"),
            number("person_id"),
            text("email"),
            number("token_number"),
            moment("created_at"),
            moment("ends_at"),
        ),
        key="digest",
        refers=_WHOSE,
        indexes=("seat_id",),
    ),
)


def upgrade() -> None:
    """No page is open yet, and every letter so far came by mail."""
    for table in TABLES:
        table.make()
    op.add_column("letter", text("transport", nullable=True))
    op.add_column("letter", flag("wants_mail", nullable=True))


def downgrade() -> None:
    """Close all pages."""
    op.drop_column("letter", "wants_mail")
    op.drop_column("letter", "transport")
    for table in reversed(TABLES):
        op.drop_table(table.name)
