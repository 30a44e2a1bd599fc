"""Talk: texts that would give their writers away, until these say that they shall go out."""

from alembic import op

from pbem.migrations.making import NewTable, json, moment, number, text

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

HELD = NewTable(
    "held_talk",
    columns=(
        number("seat_id"),
        number("person_id"),
        number("number"),
        text("kind"),
        json("hearers", nullable=True),
        text("signed", nullable=True),
        text("text"),
        number("letter_id"),
        number("place"),
        moment("created_at"),
        moment("sent_at", nullable=True),
    ),
    refers={"seat_id": "seat", "person_id": "person", "letter_id": "letter"},
    unique=("seat_id number", "letter_id place"),
)


def upgrade() -> None:
    """Create the table."""
    HELD.make()


def downgrade() -> None:
    """Drop it."""
    op.drop_table(HELD.name)
