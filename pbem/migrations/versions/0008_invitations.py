"""Invitations, refused addresses, suspended people, and names by what they look like."""

import sqlalchemy as sa
from alembic import op

from pbem.migrations.making import NewTable, flag, moment, number, text

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INVITATION = NewTable(
    "invitation",
    columns=(
        number("open_game_id"),
        number("person_id"),
        text("email"),
        flag("is_mailed"),
        moment("at"),
    ),
    refers={"open_game_id": "open_game", "person_id": "person"},
    unique=("open_game_id email",),
    indexes=("email", "person_id at"),
)
REFUSED = NewTable(
    "refused_address",
    columns=(text("address"), text("by"), text("why"), moment("at")),
    key="address",
)
NAMED = ("game", "open_game")
_ALIKE = str.maketrans("01|I5$8", "olllssb", "-_ ")


def upgrade() -> None:
    """Create the tables; the names that are there get what they look like."""
    INVITATION.make()
    REFUSED.make()
    op.add_column("person", moment("suspended_at", nullable=True))
    op.add_column("person", text("suspended_why", nullable=True))
    op.add_column("open_game", flag("is_private", nullable=True))
    for table in NAMED:
        op.add_column(table, text("skeleton", nullable=True))
        op.create_index(f"ix_{table}_skeleton", table, ["skeleton"])
        _fill(table)


def _fill(table: str) -> None:
    rows = sa.table(table, sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for number_of, name in connection.execute(sa.select(rows.c.id, rows.c.name)).all():
        alike = name.translate(_ALIKE).casefold().replace("i", "l")
        alike = alike.replace("rn", "m").replace("vv", "w")
        connection.execute(rows.update().where(rows.c.id == number_of).values(skeleton=alike))


def downgrade() -> None:
    """Drop them."""
    for table in NAMED:
        op.drop_index(f"ix_{table}_skeleton", table)
        op.drop_column(table, "skeleton")
    op.drop_column("open_game", "is_private")
    op.drop_column("person", "suspended_why")
    op.drop_column("person", "suspended_at")
    op.drop_table(REFUSED.name)
    op.drop_table(INVITATION.name)
