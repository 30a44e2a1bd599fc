"""Paces: what a game waits for, parts of a turn, and sheets of answers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _part() -> sa.Column[int]:
    return sa.Column("part", sa.Integer(), nullable=False, server_default="0")


def upgrade() -> None:
    """Games, sheets and turns that are there keep what they have, as part 0 of their turn."""
    for column in (
        sa.Column("answer_seconds", sa.Integer(), nullable=False, server_default="3600"),
        sa.Column("wait", sa.String(), nullable=False, server_default="script"),
        sa.Column("announced", sa.Text(), nullable=True),
        sa.Column("held", sa.Text(), nullable=False, server_default="[]"),
    ):
        op.add_column("game", column)
    # A quarter of a turn, at least an hour, never longer than the turn itself.
    op.execute(
        "UPDATE game SET answer_seconds = CASE WHEN turn_seconds < 3600 THEN turn_seconds "
        "WHEN turn_seconds < 14400 THEN 3600 ELSE turn_seconds / 4 END"
    )
    with op.batch_alter_table("sheet") as sheet:
        sheet.add_column(_part())
        sheet.add_column(sa.Column("kind", sa.String(), nullable=False, server_default="script"))
        sheet.drop_constraint(op.f("uq_sheet_letter_id_seat_id"), type_="unique")
        sheet.drop_constraint(op.f("uq_sheet_seat_id_turn_revision"), type_="unique")
        sheet.create_unique_constraint(
            op.f("uq_sheet_letter_id_seat_id_kind"), ["letter_id", "seat_id", "kind"]
        )
        sheet.create_unique_constraint(
            op.f("uq_sheet_seat_id_turn_part_kind_revision"),
            ["seat_id", "turn", "part", "kind", "revision"],
        )
    with op.batch_alter_table("turn") as turn:
        turn.add_column(_part())
        turn.drop_constraint(op.f("pk_turn"), type_="primary")
        turn.create_primary_key(op.f("pk_turn"), ["game_id", "number", "part"])


def downgrade() -> None:
    """Only possible while no turn has a second part and nobody has answered anything."""
    with op.batch_alter_table("turn") as turn:
        turn.drop_constraint(op.f("pk_turn"), type_="primary")
        turn.create_primary_key(op.f("pk_turn"), ["game_id", "number"])
        turn.drop_column("part")
    with op.batch_alter_table("sheet") as sheet:
        sheet.drop_constraint(op.f("uq_sheet_seat_id_turn_part_kind_revision"), type_="unique")
        sheet.drop_constraint(op.f("uq_sheet_letter_id_seat_id_kind"), type_="unique")
        sheet.create_unique_constraint(
            op.f("uq_sheet_seat_id_turn_revision"), ["seat_id", "turn", "revision"]
        )
        sheet.create_unique_constraint(op.f("uq_sheet_letter_id_seat_id"), ["letter_id", "seat_id"])
        sheet.drop_column("kind")
        sheet.drop_column("part")
    for name in ("held", "announced", "wait", "answer_seconds"):
        op.drop_column("game", name)
