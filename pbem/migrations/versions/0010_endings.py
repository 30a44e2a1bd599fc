"""Endings: finales, ratings, opened talk, playing again, and who is called from outside."""

from alembic import op

from pbem.migrations.making import NewTable, flag, json, moment, number, real, text

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TABLES = (
    NewTable(
        "ending",
        columns=(
            number("game_id"),
            number("era"),
            moment("created_at"),
            moment("next_try_at", nullable=True),
            number("attempts"),
            json("chances"),
            json("ratings"),
            moment("told_at", nullable=True),
        ),
        refers={"game_id": "game"},
        indexes=("game_id", "next_try_at"),
    ),
    NewTable(
        "rating",
        columns=(
            text("who"),
            text("ruleset"),
            real("mu"),
            real("sigma"),
            number("games"),
            moment("rated_at"),
        ),
        unique=("who ruleset",),
        indexes=("ruleset",),
    ),
    NewTable(
        "webhook",
        columns=(
            number("game_id", nullable=True),
            number("open_game_id", nullable=True),
            text("shape"),
            text("url"),
            text("secret"),
            text("by"),
            moment("created_at"),
            moment("stopped_at", nullable=True),
            number("failures"),
        ),
        refers={"game_id": "game", "open_game_id": "open_game"},
        indexes=("game_id", "open_game_id"),
    ),
    NewTable(
        "hook_call",
        columns=(
            number("webhook_id"),
            text("key"),
            text("text"),
            moment("created_at"),
            text("state"),
            number("attempts"),
            moment("next_try_at"),
            moment("sent_at", nullable=True),
            text("error"),
        ),
        refers={"webhook_id": "webhook"},
        unique=("key",),
        checks={"state_is_known": "state IN ('new', 'sent', 'dead')"},
        indexes=("webhook_id", "state next_try_at"),
    ),
)
_AGAIN = "fk_open_game_again_of_game"


def upgrade() -> None:
    """No talk is open so far, and no game was played again."""
    for table in TABLES:
        table.make()
    op.add_column("seat", flag("talk_open", nullable=True))
    op.add_column("seat", number("feed_number", nullable=True))
    with op.batch_alter_table("open_game") as rows:
        rows.add_column(number("again_of", nullable=True))
        rows.create_foreign_key(_AGAIN, "game", ["again_of"], ["id"])


def downgrade() -> None:
    """Drop them all."""
    with op.batch_alter_table("open_game") as rows:
        rows.drop_constraint(_AGAIN, type_="foreignkey")
        rows.drop_column("again_of")
    op.drop_column("seat", "feed_number")
    op.drop_column("seat", "talk_open")
    for table in reversed(TABLES):
        op.drop_table(table.name)
