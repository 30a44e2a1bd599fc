"""Letters that came too late are kept with their turns, so that a rollback can take them off."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_SEAT = sa.table("seat", sa.column("id"), sa.column("late"), sa.column("late_turns"))


def upgrade() -> None:
    """What was only counted is kept as of turn 0, to which no game goes back."""
    column = sa.Column("late_turns", sa.Text(), nullable=False, server_default="[]")
    op.add_column("seat", column)
    connection = op.get_bind()
    rows = connection.execute(sa.select(_SEAT.c.id, _SEAT.c.late).where(_SEAT.c.late > 0))
    for number, late in rows.all():
        values = {"late_turns": json.dumps([0] * late)}
        connection.execute(sa.update(_SEAT).where(_SEAT.c.id == number).values(**values))
    op.drop_column("seat", "late")


def downgrade() -> None:
    """Only how often is kept."""
    column = sa.Column("late", sa.Integer(), nullable=False, server_default="0")
    op.add_column("seat", column)
    connection = op.get_bind()
    for number, turns in connection.execute(sa.select(_SEAT.c.id, _SEAT.c.late_turns)).all():
        values = {"late": len(json.loads(turns))}
        connection.execute(sa.update(_SEAT).where(_SEAT.c.id == number).values(**values))
    op.drop_column("seat", "late_turns")
