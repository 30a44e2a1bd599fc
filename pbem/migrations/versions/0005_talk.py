"""Talk, and how far each seat has been told."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every seat has been told what happened up to the last turn that was run."""
    for name in ("told_seq", "told_talk"):
        op.add_column("seat", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE seat SET told_seq = COALESCE("
        "(SELECT MAX(turn.record_seq) FROM turn WHERE turn.game_id = seat.game_id), 1)"
    )
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("hearers", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('say', 'rumour', 'diary', 'promise')", name=op.f("ck_talk_kind_is_known")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_talk_game_id_game")),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["letter.id"], name=op.f("fk_talk_letter_id_letter")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
        sa.UniqueConstraint("letter_id", "place", name=op.f("uq_talk_letter_id_place")),
    )
    op.create_index(op.f("ix_talk_game_id_id"), "talk", ["game_id", "id"])


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("talk")
    op.drop_column("seat", "told_talk")
    op.drop_column("seat", "told_seq")
